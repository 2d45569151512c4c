import type { CardMessages } from '../messages.js';

/** Filipino. */
const messages: CardMessages = {
  banner: 'Test mode: walang totoong bayad na gagawin.',

  form: 'Pagbabayad gamit ang card',

  label_card_number: 'Numero ng card',
  label_card_expiry: 'Petsa ng pag-expire',
  label_card_cvc: 'Security code (CVV)',
  label_cardholder_name: 'Pangalan sa card',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: '3\u00a0digit sa likod ng iyong card',
  hint_card_cvc_4: '4\u00a0digit sa harap ng iyong card',

  pay: 'Magbayad ng {amount}',
  pay_open: 'Magbayad',
  pay_wait: 'Puwede mong subukan ulit pagkalipas ng {wait}',
  retry_ready: 'Puwede mo nang subukan ulit.',
  busy: 'Pinoproseso ang bayad…',
  checking: 'Tinitingnan kung bayad na ang order na ito…',

  card_number_required: 'Ilagay ang numero ng iyong card.',
  card_number_letters: 'Mga digit lang ang gamitin.',
  card_number_incomplete: 'Kulang ang numero ng iyong card.',
  card_number_long: 'Sobra ang mga digit ng numero ng card na ito.',
  card_number_invalid: 'Tingnan ang numero ng iyong card: mukhang may maling digit.',
  card_number_unusual: 'Pakitingnan ulit ang numero ng card na ito. Kung tugma ito sa iyong card, magpatuloy.',
  card_number_test: 'Numero ito ng test card. Gumamit ng totoong card para magbayad.',
  card_expiry_required: 'Ilagay ang petsa ng pag-expire.',
  card_expiry_invalid: 'Ilagay ang buwan at taon, halimbawa {expiry_example}.',
  card_expiry_month: 'Ilagay muna ang buwan (01 hanggang 12), saka ang taon.',
  card_expiry_past: 'Nag-expire na ang card na ito. Tingnan ang petsa o gumamit ng ibang card.',
  card_expiry_far: 'Tingnan ang taon.',
  card_cvc_required: 'Ilagay ang 3-digit na code sa likod ng iyong card.',
  card_cvc_required_4: 'Ilagay ang 4-digit na code sa harap ng iyong card.',
  card_cvc_invalid: 'Ang security code ay ang 3\u00a0digit sa likod ng iyong card.',
  card_cvc_invalid_4: 'Ang security code ay ang 4\u00a0digit sa harap ng iyong card.',
  cardholder_name_required: 'Ilagay ang pangalan sa iyong card.',
  cardholder_name_invalid: 'Ilagay ang pangalan gamit ang mga titik, gaya ng nasa iyong card.',
  cardholder_name_long: 'Masyadong mahaba ang pangalang ito. Ilagay ito gaya ng nasa iyong card.',

  control_invalid: 'Pakitingnan ang field na ito.',
  control_long: 'Hanggang 1000\u00a0character lang ang gamitin.',
  summary_title: 'Pakiayos ang mga detalyeng ito:',

  paid_title: 'Matagumpay ang pagbabayad',
  paid_text: 'Nagbayad ka ng {amount}.',
  paid_text_open: 'Bayad na ang order na ito.',
  pending_title: 'Pinoproseso ang iyong bayad',
  pending_text: 'Pinoproseso pa ang iyong bayad na {amount}. Hindi mo kailangang magbayad ulit.',
  pending_text_open: 'Pinoproseso pa ang iyong bayad. Hindi mo kailangang magbayad ulit.',
  unknown_title: 'Hindi pa namin alam kung natuloy ang iyong bayad',
  unknown_checking_title: 'Tinitingnan ang iyong bayad…',
  unknown_text:
    'Posibleng nasingil ng {amount} ang iyong card. Bago magbayad ulit, itanong muna sa tindahan kung natanggap nito ang bayad.',
  unknown_text_open:
    'Posibleng nasingil ang iyong card. Bago magbayad ulit, itanong muna sa tindahan kung natanggap nito ang bayad.',
  unknown_checking_text:
    'Posibleng nasingil ng {amount} ang iyong card. Tinitingnan namin ito at ipapakita rito ang resulta. Huwag munang magbayad ulit.',
  unknown_checking_text_open:
    'Posibleng nasingil ang iyong card. Tinitingnan namin ito at ipapakita rito ang resulta. Huwag munang magbayad ulit.',
  unknown_go_on: 'Magbayad pa rin ulit',
  unknown_warning: 'Kung natuloy ang unang bayad, dalawang beses kang masisingil. Itanong muna ito sa tindahan.',
  unknown_confirm: 'Walang bayad na natanggap ang tindahan: magbayad ulit',
  unknown_back: 'Bumalik',
  card_ending: '{brand} na nagtatapos sa {last_digits}',
  reference: 'Reference number: {reference}',
  time: 'Petsa at oras: {time}',
  print: 'I-print',

  failed_offline: 'Offline ka. Hindi ka siningil. Tingnan ang iyong koneksyon at subukan ulit.',
  failed_declined:
    'Tinanggihan ang iyong card. Hindi ka siningil. Gumamit ng ibang card o makipag-ugnayan sa iyong bangko.',
  failed_busy: 'Masyadong maraming nagbabayad ngayon. Hindi ka siningil. Pakisubukan ulit maya-maya.',
  failed_other_window: 'Binabayaran na ang order na ito sa ibang tab. Doon magpatuloy.',
  failed_amount_changed: 'Ang presyo ngayon ay {amount}. Hindi ka siningil. Tingnan ang bagong halaga, saka magbayad.',
  failed_refused:
    'Hindi natuloy ang pagbabayad. Hindi ka siningil. Tingnan ang mga detalye ng iyong card at subukan ulit.',
  failed_try_again: 'Nagkaproblema. Hindi ka siningil. Pakisubukan ulit.',
  failed_page_expired: 'Masyadong luma na ang page na ito. Hindi ka siningil. I-reload ito.',
  failed_shop: 'Hindi puwedeng magbayad gamit ang card sa ngayon. Hindi ka siningil.',

  configuration_title: 'Hindi tama ang pagkaka-set up ng form ng pagbabayad na ito',
};

export default messages;
