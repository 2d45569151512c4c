import type { CardMessages } from '../messages.js';

/** Swedish. */
const messages: CardMessages = {
  banner: 'Testläge: inga riktiga pengar dras.',

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
  pay_wait: 'Försök igen om {wait}',
  retry_ready: 'Du kan försöka igen nu.',
  busy: 'Betalningen behandlas\u00a0…',
  checking: 'Vi kontrollerar om beställningen redan är betald\u00a0…',

  card_number_required: 'Ange kortnumret: det långa numret på kortet.',
  card_number_letters: 'Använd bara siffror, inga bokstäver eller andra tecken.',
  card_number_incomplete: 'Kortnumret har för få siffror. Kontrollera att alla är med.',
  card_number_long: 'Kortnumret har för många siffror. Jämför med kortet och se om någon siffra står två gånger.',
  card_number_invalid: 'Kortnumret innehåller ett skrivfel. Jämför det med kortet.',
  card_number_unusual: 'Kortnumret är ovanligt. Jämför det med kortet en gång till. Om det stämmer kan du gå vidare.',
  card_number_test: 'Det här är ett testnummer, inte ett riktigt kort. Ange numret på ditt eget kort för att betala.',
  card_expiry_required: 'Ange utgångsdatum: månad och år, som det står på kortet.',
  card_expiry_invalid: 'Ange utgångsdatum som månad och år, till exempel {expiry_example}.',
  card_expiry_month: 'Den månaden finns inte. Ange först månaden, 01 till 12, och sedan året, som det står på kortet.',
  card_expiry_past: 'Kortet har gått ut. Kontrollera datumet eller använd ett annat kort.',
  card_expiry_far: 'Året ligger för långt fram i tiden. Kontrollera utgångsdatumet.',
  card_cvc_required: 'Ange CVC-koden: 3\u00a0siffror på kortets baksida.',
  card_cvc_required_4: 'Ange CVC-koden: 4\u00a0siffror på kortets framsida.',
  card_cvc_invalid: 'Kontrollera CVC-koden: 3\u00a0siffror på kortets baksida.',
  card_cvc_invalid_4: 'Kontrollera CVC-koden: 4\u00a0siffror på kortets framsida.',
  cardholder_name_required: 'Ange namnet som det står på kortet.',
  cardholder_name_invalid: 'Ange namnet med bokstäver, som det står på kortet.',
  cardholder_name_long: 'Namnet är för långt. Ange bara det namn som står på kortet.',

  control_invalid: 'Kontrollera detta.',
  control_long: 'Använd högst 1000\u00a0tecken.',
  summary_title: 'Kontrollera följande innan du betalar:',

  paid_title: 'Betalningen är genomförd',
  paid_text: 'Du har betalat {amount}.',
  paid_text_open: 'Beställningen är betald.',
  pending_title: 'Betalningen behandlas',
  pending_text: 'Din betalning på {amount} är inte slutförd än. Du behöver inte betala igen.',
  pending_text_open: 'Din betalning är inte slutförd än. Du behöver inte betala igen.',
  unknown_title: 'Vi kunde inte bekräfta din betalning',
  unknown_checking_title: 'Vi kontrollerar din betalning\u00a0…',
  unknown_text:
    'Det kan ha dragits {amount} från ditt kort. Betala inte igen, utan fråga först butiken om betalningen har kommit fram.',
  unknown_text_open:
    'Det kan ha dragits pengar från ditt kort. Betala inte igen, utan fråga först butiken om betalningen har kommit fram.',
  unknown_checking_text:
    'Det kan ha dragits {amount} från ditt kort. Betala inte igen: vi kontrollerar om betalningen har kommit fram och visar resultatet här.',
  unknown_checking_text_open:
    'Det kan ha dragits pengar från ditt kort. Betala inte igen: vi kontrollerar om betalningen har kommit fram och visar resultatet här.',
  unknown_go_on: 'Betala igen trots detta',
  unknown_warning: 'Om den första betalningen har kommit fram betalar du två gånger. Fråga butiken först.',
  unknown_confirm: 'Butiken har inte fått betalningen: visa formuläret',
  unknown_back: 'Betala inte igen',
  card_ending: '{brand} som slutar på {last_digits}',
  reference: 'Referens: {reference}',
  time: 'Tidpunkt: {time}',
  print: 'Skriv ut',

  failed_offline: 'Du är offline. Inga pengar har dragits. Kontrollera din anslutning och försök igen.',
  failed_declined: 'Ditt kort nekades. Inga pengar har dragits. Använd ett annat kort eller kontakta din bank.',
  failed_busy: 'Det är högt tryck i butiken just nu. Inga pengar har dragits. Vänta en stund och försök igen.',
  failed_other_window: 'Beställningen håller på att betalas i ett annat fönster. Titta där först.',
  failed_amount_changed:
    'Priset är nu {amount}. Inga pengar har dragits. Kontrollera det nya beloppet innan du betalar.',
  failed_refused: 'Betalningen avvisades. Inga pengar har dragits. Kontrollera kortuppgifterna och försök igen.',
  failed_try_again: 'Betalningen kunde inte genomföras. Inga pengar har dragits. Försök igen.',
  failed_page_expired: 'Sidan är för gammal. Inga pengar har dragits. Ladda om sidan.',
  failed_shop: 'Butiken kan inte ta emot kortbetalningar just nu. Inga pengar har dragits.',

  configuration_title: 'Det här betalformuläret är inte rätt konfigurerat',
};

export default messages;
