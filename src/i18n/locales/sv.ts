import type { CardMessages } from '../messages.js';

/** Swedish. */
const messages: CardMessages = {
  banner: 'Testläge: ingen riktig betalning görs.',

  form: 'Kortbetalning',

  label_card_number: 'Kortnummer',
  label_card_expiry: 'Utgångsdatum',
  label_card_cvc: 'CVC-kod',
  label_cardholder_name: 'Namn på kortet',
  placeholder_card_expiry: 'MM / ÅÅ',
  hint_card_cvc: '3\u00a0siffror på kortets baksida',
  hint_card_cvc_4: '4\u00a0siffror på kortets framsida',

  pay: 'Betala {amount}',
  pay_open: 'Betala',
  pay_wait: 'Du kan försöka igen om {wait}',
  retry_ready: 'Du kan försöka igen nu.',
  busy: 'Betalningen behandlas\u00a0…',
  checking: 'Vi kontrollerar om beställningen redan är betald\u00a0…',

  card_number_required: 'Ange ditt kortnummer.',
  card_number_letters: 'Använd bara siffror.',
  card_number_incomplete: 'Kortnumret är ofullständigt.',
  card_number_long: 'Kortnumret har för många siffror.',
  card_number_invalid: 'Kontrollera kortnumret: en siffra verkar vara fel.',
  card_number_unusual: 'Kontrollera kortnumret en gång till. Fortsätt om det stämmer med kortet.',
  card_number_test: 'Det här är ett testkortnummer. Använd ett riktigt kort för att betala.',
  card_expiry_required: 'Ange utgångsdatum.',
  card_expiry_invalid: 'Ange månad och år, till exempel {expiry_example}.',
  card_expiry_month: 'Ange först månaden (01 till 12) och sedan året.',
  card_expiry_past: 'Kortet har gått ut. Kontrollera datumet eller använd ett annat kort.',
  card_expiry_far: 'Kontrollera året.',
  card_cvc_required: 'Ange den 3-siffriga koden på kortets baksida.',
  card_cvc_required_4: 'Ange den 4-siffriga koden på kortets framsida.',
  card_cvc_invalid: 'CVC-koden är de 3\u00a0siffrorna på kortets baksida.',
  card_cvc_invalid_4: 'CVC-koden är de 4\u00a0siffrorna på kortets framsida.',
  cardholder_name_required: 'Ange namnet på kortet.',
  cardholder_name_invalid: 'Ange namnet med bokstäver, som det står på kortet.',
  cardholder_name_long: 'Namnet är för långt. Ange det som det står på kortet.',

  control_invalid: 'Kontrollera fältet.',
  control_long: 'Använd högst 1000\u00a0tecken.',
  summary_title: 'Rätta följande uppgifter:',

  paid_title: 'Betalningen är genomförd',
  paid_text: 'Du har betalat {amount}.',
  paid_text_open: 'Beställningen är betald.',
  pending_title: 'Betalningen behandlas',
  pending_text: 'Din betalning på {amount} behandlas fortfarande. Du behöver inte betala igen.',
  pending_text_open: 'Din betalning behandlas fortfarande. Du behöver inte betala igen.',
  unknown_title: 'Vi vet inte än om betalningen gick igenom',
  unknown_checking_title: 'Vi kontrollerar din betalning\u00a0…',
  unknown_text:
    'Det kan ha dragits {amount} från ditt kort. Fråga butiken om den har fått betalningen innan du betalar igen.',
  unknown_text_open:
    'Det kan ha dragits pengar från ditt kort. Fråga butiken om den har fått betalningen innan du betalar igen.',
  unknown_checking_text:
    'Det kan ha dragits {amount} från ditt kort. Vi kontrollerar och visar resultatet här. Betala inte igen.',
  unknown_checking_text_open:
    'Det kan ha dragits pengar från ditt kort. Vi kontrollerar och visar resultatet här. Betala inte igen.',
  unknown_go_on: 'Betala igen trots detta',
  unknown_warning: 'Om den första betalningen gick igenom dras pengarna två gånger. Fråga butiken först.',
  unknown_confirm: 'Butiken har inte fått betalningen: betala igen',
  unknown_back: 'Tillbaka',
  card_ending: '{brand} som slutar på {last_digits}',
  reference: 'Referens: {reference}',
  time: 'Tidpunkt: {time}',
  print: 'Skriv ut',

  failed_offline: 'Du är offline. Inga pengar har dragits. Kontrollera din anslutning och försök igen.',
  failed_declined: 'Ditt kort nekades. Inga pengar har dragits. Använd ett annat kort eller kontakta din bank.',
  failed_busy: 'Det görs för många betalningar just nu. Inga pengar har dragits. Försök igen om en stund.',
  failed_other_window: 'Beställningen betalas redan i en annan flik. Fortsätt där.',
  failed_amount_changed:
    'Priset är nu {amount}. Inga pengar har dragits. Kontrollera det nya beloppet innan du betalar.',
  failed_refused: 'Betalningen gick inte igenom. Inga pengar har dragits. Kontrollera kortuppgifterna och försök igen.',
  failed_try_again: 'Något gick fel. Inga pengar har dragits. Försök igen.',
  failed_page_expired: 'Sidan är för gammal. Inga pengar har dragits. Ladda om sidan.',
  failed_shop: 'Det går inte att betala med kort just nu. Inga pengar har dragits.',

  configuration_title: 'Det här betalformuläret är inte rätt konfigurerat',
};

export default messages;
