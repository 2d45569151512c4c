import type { CardMessages } from '../messages.js';

/** Swahili. */
const messages: CardMessages = {
  banner: 'Hali ya majaribio: pesa halisi hazitahamishwa.',

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
  pay_wait: 'Jaribu tena baada ya {wait}',
  retry_ready: 'Unaweza kujaribu tena sasa.',
  busy: 'Malipo yanashughulikiwa…',
  checking: 'Tunaangalia kama oda hii imeshalipiwa…',

  card_number_required: 'Weka nambari ya kadi: nambari ndefu iliyo kwenye kadi yako.',
  card_number_letters: 'Tumia tarakimu pekee: nambari ya kadi haina herufi wala alama nyingine.',
  card_number_incomplete: 'Nambari hii ya kadi ni fupi mno. Hakikisha kuwa kila tarakimu ipo.',
  card_number_long: 'Nambari hii ya kadi ni ndefu mno. Ilinganishe na kadi yako: huenda tarakimu imerudiwa.',
  card_number_invalid: 'Kuna kosa la kuandika katika nambari ya kadi. Ilinganishe na kadi yako.',
  card_number_unusual: 'Nambari hii ya kadi si ya kawaida. Ilinganishe tena na kadi yako; kama ni sahihi, endelea.',
  card_number_test: 'Hii ni nambari ya majaribio tu, si kadi halisi. Ili kulipa, weka nambari ya kadi yako mwenyewe.',
  card_expiry_required: 'Weka tarehe ya kuisha: mwezi na mwaka, kama ilivyo kwenye kadi yako.',
  card_expiry_invalid: 'Weka mwezi na mwaka wa kadi kuisha, kwa mfano {expiry_example}.',
  card_expiry_month: 'Hakuna mwezi kama huo. Weka kwanza mwezi, 01 hadi 12, kisha mwaka, kama ilivyo kwenye kadi yako.',
  card_expiry_past: 'Muda wa kadi hii umeisha. Angalia tarehe, au tumia kadi nyingine.',
  card_expiry_far: 'Mwaka ulioweka uko mbali mno. Angalia tarehe ya kuisha.',
  card_cvc_required: 'Weka msimbo wa CVV: tarakimu\u00a03 zilizo nyuma ya kadi yako.',
  card_cvc_required_4: 'Weka msimbo wa CVV: tarakimu\u00a04 zilizo mbele ya kadi yako.',
  card_cvc_invalid: 'Angalia msimbo wa CVV: tarakimu\u00a03 zilizo nyuma ya kadi yako.',
  card_cvc_invalid_4: 'Angalia msimbo wa CVV: tarakimu\u00a04 zilizo mbele ya kadi yako.',
  cardholder_name_required: 'Weka jina kama lilivyo kwenye kadi yako.',
  cardholder_name_invalid: 'Weka jina kwa herufi, kama lilivyo kwenye kadi yako.',
  cardholder_name_long: 'Jina hili ni refu mno. Weka tu jina lililo kwenye kadi yako.',

  control_invalid: 'Angalia sehemu hii.',
  control_long: 'Tumia herufi zisizozidi\u00a01000.',
  summary_title: 'Tafadhali angalia yafuatayo kabla ya kulipa:',

  paid_title: 'Malipo yamefanikiwa',
  paid_text: 'Umelipa {amount}.',
  paid_text_open: 'Oda hii imelipiwa.',
  pending_title: 'Malipo yako yanashughulikiwa',
  pending_text: 'Malipo yako ya {amount} bado hayajakamilika. Huhitaji kulipa tena.',
  pending_text_open: 'Malipo yako bado hayajakamilika. Huhitaji kulipa tena.',
  unknown_title: 'Hatukuweza kuthibitisha malipo yako',
  unknown_checking_title: 'Tunakagua malipo yako…',
  unknown_text: 'Huenda kadi yako imetozwa {amount}. Tafadhali usilipe tena: kwanza uliza dukani kama malipo yamefika.',
  unknown_text_open:
    'Huenda kadi yako imetozwa pesa. Tafadhali usilipe tena: kwanza uliza dukani kama malipo yamefika.',
  unknown_checking_text:
    'Huenda kadi yako imetozwa {amount}. Tafadhali usilipe tena: tunaangalia kama malipo yamefika, na tutakuonyesha matokeo hapa.',
  unknown_checking_text_open:
    'Huenda kadi yako imetozwa pesa. Tafadhali usilipe tena: tunaangalia kama malipo yamefika, na tutakuonyesha matokeo hapa.',
  unknown_go_on: 'Nataka kulipa tena licha ya hayo',
  unknown_warning: 'Ikiwa malipo ya kwanza yamefika, utalipa mara mbili. Kwanza uliza dukani.',
  unknown_confirm: 'Malipo hayakufika dukani: onyesha fomu',
  unknown_back: 'Sitalipa tena',
  card_ending: '{brand} inayoishia na {last_digits}',
  reference: 'Nambari ya kumbukumbu: {reference}',
  time: 'Tarehe na saa: {time}',
  print: 'Chapisha',

  failed_offline: 'Huna intaneti. Hakuna pesa zilizotozwa. Angalia muunganisho wako, kisha ujaribu tena.',
  failed_declined: 'Kadi yako imekataliwa. Hakuna pesa zilizotozwa. Tumia kadi nyingine, au uliza benki yako.',
  failed_busy: 'Duka lina shughuli nyingi sasa. Hakuna pesa zilizotozwa. Subiri kidogo, kisha ujaribu tena.',
  failed_other_window: 'Oda hii inalipiwa kwenye dirisha lingine. Kwanza angalia matokeo huko.',
  failed_amount_changed: 'Bei sasa ni {amount}. Hakuna pesa zilizotozwa. Angalia kiasi kipya, kisha ulipe.',
  failed_refused: 'Malipo yamekataliwa. Hakuna pesa zilizotozwa. Angalia maelezo ya kadi yako, kisha ujaribu tena.',
  failed_try_again: 'Malipo hayakuweza kufanyika. Hakuna pesa zilizotozwa. Tafadhali jaribu tena.',
  failed_page_expired: 'Ukurasa huu umepitwa na wakati. Hakuna pesa zilizotozwa. Pakia ukurasa upya.',
  failed_shop: 'Duka hili haliwezi kupokea malipo ya kadi kwa sasa. Hakuna pesa zilizotozwa.',

  configuration_title: 'Fomu hii ya malipo haijasanidiwa ipasavyo',
};

export default messages;
