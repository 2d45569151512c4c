export default 'ar|und-Latn;AZ|أبو ظبي|Abu Dhabi;SH|الشارقة|Sharjah;FU|الفجيرة|Fujairah;UQ|ام القيوين|Umm Al Quwain;DU|دبي|Dubai;RK|رأس الخيمة|Ras al Khaimah;AJ|عجمان|Ajman';
