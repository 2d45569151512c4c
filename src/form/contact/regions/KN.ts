export default 'en;N|Nevis;K|St. Kitts';
