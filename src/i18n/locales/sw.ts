import type { CardMessages } from '../messages.js';

/** Swahili. */
const messages: CardMessages = {
  banner: 'Hali ya majaribio: hakuna malipo halisi yatakayofanyika.',

  form: 'Malipo kwa kadi',

  label_card_number: 'Nambari ya kadi',
  label_card_expiry: 'Tarehe ya kuisha',
  label_card_cvc: 'Msimbo wa CVV',
  label_cardholder_name: 'Jina kwenye kadi',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: 'Tarakimu\u00a03 zilizo nyuma ya kadi yako',
  hint_card_cvc_4: 'Tarakimu\u00a04 zilizo mbele ya kadi yako',

  pay: 'Lipa {amount}',
  pay_open: 'Lipa',
  pay_wait: 'Unaweza kujaribu tena baada ya {wait}',
  retry_ready: 'Unaweza kujaribu tena sasa.',
  busy: 'Malipo yanashughulikiwa…',
  checking: 'Tunaangalia kama oda hii imeshalipiwa…',

  card_number_required: 'Weka nambari ya kadi yako.',
  card_number_letters: 'Tumia tarakimu pekee.',
  card_number_incomplete: 'Nambari ya kadi yako haijakamilika.',
  card_number_long: 'Nambari hii ya kadi ina tarakimu nyingi mno.',
  card_number_invalid: 'Angalia nambari ya kadi yako: inaonekana tarakimu moja si sahihi.',
  card_number_unusual: 'Tafadhali angalia tena nambari hii ya kadi. Ikiwa inalingana na kadi yako, endelea.',
  card_number_test: 'Hii ni nambari ya kadi ya majaribio. Tumia kadi halisi kulipa.',
  card_expiry_required: 'Weka tarehe ya kuisha.',
  card_expiry_invalid: 'Weka mwezi na mwaka, kwa mfano {expiry_example}.',
  card_expiry_month: 'Weka kwanza mwezi (01 hadi 12), kisha mwaka.',
  card_expiry_past: 'Muda wa kadi hii umeisha. Angalia tarehe, au tumia kadi nyingine.',
  card_expiry_far: 'Angalia mwaka.',
  card_cvc_required: 'Weka msimbo wa tarakimu\u00a03 ulio nyuma ya kadi yako.',
  card_cvc_required_4: 'Weka msimbo wa tarakimu\u00a04 ulio mbele ya kadi yako.',
  card_cvc_invalid: 'Msimbo wa CVV ni tarakimu\u00a03 zilizo nyuma ya kadi yako.',
  card_cvc_invalid_4: 'Msimbo wa CVV ni tarakimu\u00a04 zilizo mbele ya kadi yako.',
  cardholder_name_required: 'Weka jina lililo kwenye kadi yako.',
  cardholder_name_invalid: 'Weka jina kwa herufi, kama lilivyo kwenye kadi yako.',
  cardholder_name_long: 'Jina hili ni refu mno. Liweke kama lilivyo kwenye kadi yako.',

  control_invalid: 'Tafadhali angalia sehemu hii.',
  control_long: 'Tumia herufi zisizozidi\u00a01000.',
  summary_title: 'Tafadhali rekebisha maelezo haya:',

  paid_title: 'Malipo yamefanikiwa',
  paid_text: 'Umelipa {amount}.',
  paid_text_open: 'Oda hii imelipiwa.',
  pending_title: 'Malipo yako yanashughulikiwa',
  pending_text: 'Malipo yako ya {amount} bado yanashughulikiwa. Huhitaji kulipa tena.',
  pending_text_open: 'Malipo yako bado yanashughulikiwa. Huhitaji kulipa tena.',
  unknown_title: 'Bado hatujui kama malipo yako yamefaulu',
  unknown_checking_title: 'Tunakagua malipo yako…',
  unknown_text:
    'Huenda kadi yako imetozwa {amount}. Kabla ya kulipa tena, tafadhali uliza dukani kama malipo yamefika.',
  unknown_text_open:
    'Huenda kadi yako imetozwa pesa. Kabla ya kulipa tena, tafadhali uliza dukani kama malipo yamefika.',
  unknown_checking_text:
    'Huenda kadi yako imetozwa {amount}. Tunaangalia na tutakuonyesha matokeo hapa. Tafadhali usilipe tena.',
  unknown_checking_text_open:
    'Huenda kadi yako imetozwa pesa. Tunaangalia na tutakuonyesha matokeo hapa. Tafadhali usilipe tena.',
  unknown_go_on: 'Nataka kulipa tena licha ya hayo',
  unknown_warning: 'Ikiwa malipo ya kwanza yamefaulu, utatozwa mara mbili. Tafadhali uliza dukani kwanza.',
  unknown_confirm: 'Malipo hayakufika dukani: lipa tena',
  unknown_back: 'Rudi',
  card_ending: '{brand} inayoishia na {last_digits}',
  reference: 'Nambari ya kumbukumbu: {reference}',
  time: 'Tarehe na saa: {time}',
  print: 'Chapisha',

  failed_offline: 'Huna intaneti. Hakuna pesa zilizotozwa. Angalia muunganisho wako, kisha ujaribu tena.',
  failed_declined: 'Kadi yako imekataliwa. Hakuna pesa zilizotozwa. Tumia kadi nyingine, au uliza benki yako.',
  failed_busy: 'Kuna malipo mengi mno kwa sasa. Hakuna pesa zilizotozwa. Tafadhali jaribu tena baada ya muda mfupi.',
  failed_other_window: 'Oda hii tayari inalipiwa kwenye kichupo kingine. Tafadhali endelea huko.',
  failed_amount_changed: 'Bei sasa ni {amount}. Hakuna pesa zilizotozwa. Angalia kiasi kipya, kisha ulipe.',
  failed_refused: 'Malipo hayakufaulu. Hakuna pesa zilizotozwa. Angalia maelezo ya kadi yako, kisha ujaribu tena.',
  failed_try_again: 'Hitilafu imetokea. Hakuna pesa zilizotozwa. Tafadhali jaribu tena.',
  failed_page_expired: 'Ukurasa huu umepitwa na wakati. Hakuna pesa zilizotozwa. Pakia ukurasa upya.',
  failed_shop: 'Malipo ya kadi hayapatikani kwa sasa. Hakuna pesa zilizotozwa.',

  configuration_title: 'Fomu hii ya malipo haijasanidiwa ipasavyo',
};

export default messages;
