import type { CardMessages } from '../messages.js';

/** Uzbek, in Latin letters. */
const messages: CardMessages = {
  banner: 'Sinov rejimi: haqiqiy toʻlov amalga oshirilmaydi.',

  form: 'Karta orqali toʻlov',

  label_card_number: 'Karta raqami',
  label_card_expiry: 'Amal qilish muddati',
  label_card_cvc: 'CVC/CVV kodi',
  label_cardholder_name: 'Kartadagi ism-familiya',
  placeholder_card_expiry: 'OO / YY',
  hint_card_cvc: 'Kartangiz orqasidagi 3\u00a0ta raqam',
  hint_card_cvc_4: 'Kartangiz old tomonidagi 4\u00a0ta raqam',

  pay: '{amount} toʻlash',
  pay_open: 'Toʻlash',
  pay_wait: 'Qayta urinib koʻrishgacha {wait} qoldi',
  retry_ready: 'Endi qayta urinib koʻrishingiz mumkin.',
  busy: 'Toʻlov bajarilmoqda…',
  checking: 'Bu buyurtma uchun toʻlov qilingan-qilinmagani tekshirilmoqda…',

  card_number_required: 'Karta raqamini kiriting.',
  card_number_letters: 'Faqat raqam kiriting.',
  card_number_incomplete: 'Karta raqami toʻliq emas.',
  card_number_long: 'Bu karta raqamida ortiqcha raqamlar bor.',
  card_number_invalid: 'Karta raqamini tekshiring: bitta raqam xato koʻrinadi.',
  card_number_unusual: 'Karta raqamini yana bir bor tekshiring. Kartadagi raqamga mos kelsa, davom eting.',
  card_number_test: 'Bu sinov kartasining raqami. Toʻlash uchun haqiqiy kartadan foydalaning.',
  card_expiry_required: 'Amal qilish muddatini kiriting.',
  card_expiry_invalid: 'Oy va yilni kiriting, masalan, {expiry_example}.',
  card_expiry_month: 'Avval oyni (01 dan 12 gacha), keyin yilni kiriting.',
  card_expiry_past: 'Bu kartaning muddati tugagan. Sanani tekshiring yoki boshqa kartadan foydalaning.',
  card_expiry_far: 'Yilni tekshiring.',
  card_cvc_required: 'Karta orqasidagi 3\u00a0xonali kodni kiriting.',
  card_cvc_required_4: 'Karta old tomonidagi 4\u00a0xonali kodni kiriting.',
  card_cvc_invalid: 'CVC/CVV kodi — karta orqasidagi 3\u00a0ta raqam.',
  card_cvc_invalid_4: 'CVC/CVV kodi — karta old tomonidagi 4\u00a0ta raqam.',
  cardholder_name_required: 'Kartadagi ism-familiyani kiriting.',
  cardholder_name_invalid: 'Ism-familiyani kartadagidek, harflar bilan kiriting.',
  cardholder_name_long: 'Bu ism juda uzun. Uni kartadagidek kiriting.',

  control_invalid: 'Bu maydonni tekshiring.',
  control_long: 'Koʻpi bilan 1000\u00a0ta belgi kiriting.',
  summary_title: 'Quyidagi maʼlumotlarni toʻgʻrilang:',

  paid_title: 'Toʻlov muvaffaqiyatli amalga oshdi',
  paid_text: 'Siz {amount} toʻladingiz.',
  paid_text_open: 'Bu buyurtma uchun toʻlov qilingan.',
  pending_title: 'Toʻlovingiz bajarilmoqda',
  pending_text: '{amount} miqdoridagi toʻlovingiz hali bajarilmoqda. Qayta toʻlash shart emas.',
  pending_text_open: 'Toʻlovingiz hali bajarilmoqda. Qayta toʻlash shart emas.',
  unknown_title: 'Toʻlov oʻtgan-oʻtmaganini hali bilmaymiz',
  unknown_checking_title: 'Toʻlovingiz tekshirilmoqda…',
  unknown_text:
    'Kartangizdan {amount} yechilgan boʻlishi mumkin. Qayta toʻlashdan oldin doʻkondan toʻlov kelib tushganini soʻrang.',
  unknown_text_open:
    'Kartangizdan pul yechilgan boʻlishi mumkin. Qayta toʻlashdan oldin doʻkondan toʻlov kelib tushganini soʻrang.',
  unknown_checking_text:
    'Kartangizdan {amount} yechilgan boʻlishi mumkin. Buni tekshiryapmiz va natijani shu yerda koʻrsatamiz. Iltimos, qayta toʻlamang.',
  unknown_checking_text_open:
    'Kartangizdan pul yechilgan boʻlishi mumkin. Buni tekshiryapmiz va natijani shu yerda koʻrsatamiz. Iltimos, qayta toʻlamang.',
  unknown_go_on: 'Baribir qayta toʻlash',
  unknown_warning: 'Birinchi toʻlov oʻtgan boʻlsa, pul ikki marta yechiladi. Avval doʻkondan soʻrang.',
  unknown_confirm: 'Doʻkon toʻlovni olmagan: qayta toʻlash',
  unknown_back: 'Orqaga',
  card_ending: '{last_digits} bilan tugaydigan {brand}',
  reference: 'Maʼlumot raqami: {reference}',
  time: 'Sana va vaqt: {time}',
  print: 'Chop etish',

  failed_offline: 'Internet aloqasi yoʻq. Pul yechilmadi. Aloqani tekshiring va qayta urinib koʻring.',
  failed_declined: 'Karta rad etildi. Pul yechilmadi. Boshqa kartadan foydalaning yoki bankingizga murojaat qiling.',
  failed_busy: 'Hozir toʻlovlar juda koʻp. Pul yechilmadi. Birozdan keyin qayta urinib koʻring.',
  failed_other_window: 'Bu buyurtma uchun boshqa varaqda toʻlov qilinmoqda. Oʻsha yerda davom eting.',
  failed_amount_changed: 'Narx endi {amount}. Pul yechilmadi. Yangi summani tekshiring, keyin toʻlang.',
  failed_refused: 'Toʻlov oʻtmadi. Pul yechilmadi. Karta maʼlumotlarini tekshiring va qayta urinib koʻring.',
  failed_try_again: 'Nimadir xato ketdi. Pul yechilmadi. Iltimos, qayta urinib koʻring.',
  failed_page_expired: 'Bu sahifa eskirgan. Pul yechilmadi. Sahifani yangilang.',
  failed_shop: 'Hozir karta orqali toʻlab boʻlmaydi. Pul yechilmadi.',

  configuration_title: 'Bu toʻlov shakli notoʻgʻri sozlangan',
};

export default messages;
