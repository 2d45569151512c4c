import type { Messages } from '../messages.js';

/** Swedish. */
const messages: Messages = {
  banner: 'Testläge: inga riktiga pengar dras.',
  test_card: 'Använd ett testkort',
  test_card_filled: 'Formuläret är ifyllt med ett testkort.',

  form: 'Kortbetalning',

  label_card_number: 'Kortnummer',
  label_card_expiry: 'Utgångsdatum',
  label_card_cvc: 'CVC-kod',
  label_cardholder_name: 'Namn på kortet',
  label_email: 'E-postadress',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postnummer',
  label_country: 'Land',
  label_amount: 'Belopp',
  placeholder_card_expiry: 'MM / ÅÅ',
  placeholder_country: 'Välj land',
  hint_card_cvc: '3\u00a0siffror på kortets baksida',
  hint_card_cvc_4: '4\u00a0siffror på kortets framsida',

  pay: 'Betala {amount}',
  pay_open: 'Betala',
  busy: 'Betalningen behandlas\u00a0…',

  card_number_required: 'Ange kortnumret: det långa numret på kortet.',
  card_number_letters: 'Använd bara siffror, inga bokstäver eller andra tecken.',
  card_number_incomplete: 'Kortnumret har för få siffror. Kontrollera att alla är med.',
  card_number_long: 'Kortnumret har för många siffror. Jämför med kortet och se om någon siffra står två gånger.',
  card_number_invalid: 'Kortnumret innehåller ett skrivfel. Jämför det med kortet.',
  card_number_unusual: 'Kortnumret är ovanligt. Jämför det med kortet en gång till. Om det stämmer kan du gå vidare.',
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

  email_required: 'Ange din e-postadress.',
  email_invalid: 'Ange din e-postadress så här: name@example.com.',
  email_long: 'E-postadressen är för lång. Kontrollera den.',
  phone_required: 'Ange ditt telefonnummer.',
  phone_letters: 'Använd bara siffror, inga bokstäver.',
  phone_country_code: 'Börja med + och landsnumret, till exempel {phone_example}.',
  phone_short: 'Telefonnumret är för kort. Kontrollera att alla siffror är med, även riktnumret.',
  phone_long: 'Telefonnumret är för långt. Kontrollera om någon siffra står två gånger.',
  phone_invalid: 'Telefonnumret innehåller ett skrivfel. Kontrollera det.',
  postal_code_required: 'Ange ditt postnummer.',
  postal_code_invalid: 'Kontrollera postnumret. I ditt land ser det ut så här: {postal_code_example}.',
  postal_code_unlikely: 'Kontrollera postnumret: det har 2 till 10\u00a0bokstäver och siffror.',
  country_required: 'Välj land.',
  amount_required: 'Ange det belopp du vill betala.',
  amount_invalid: 'Ange beloppet med siffror, till exempel {amount_example}.',
  amount_ambiguous:
    'Beloppet kan läsas på två sätt. Ange det utan punkt eller komma vid tusental, till exempel {amount_example}.',
  amount_decimals: 'Beloppet har för många decimaler. Ange det till exempel så här: {amount_example}.',
  amount_too_small: 'Ange minst {min_amount}.',
  amount_too_large: 'Ange högst {max_amount}.',
  control_invalid: 'Kontrollera detta.',
  control_long: 'Använd högst 1000\u00a0tecken.',
  summary_title: 'Kontrollera följande innan du betalar:',

  paid_title: 'Betalningen är genomförd',
  paid_text: 'Du har betalat {amount}.',
  pending_title: 'Betalningen behandlas',
  pending_text: 'Din betalning på {amount} är inte slutförd än. Du behöver inte betala igen.',
  unknown_title: 'Vi kunde inte bekräfta din betalning',
  unknown_text:
    'Det kan ha dragits {amount} från ditt kort. Betala inte igen, utan fråga först butiken om betalningen har kommit fram.',
  reference: 'Referens: {reference}',

  failed_offline: 'Du är offline. Inga pengar har dragits. Kontrollera din anslutning och försök igen.',
  failed_declined: 'Ditt kort nekades. Inga pengar har dragits. Använd ett annat kort eller kontakta din bank.',
  failed_busy: 'Det är högt tryck i butiken just nu. Inga pengar har dragits. Vänta en stund och försök igen.',
  failed_amount_changed:
    'Priset är nu {amount}. Inga pengar har dragits. Kontrollera det nya beloppet innan du betalar.',
  failed_refused: 'Betalningen avvisades. Inga pengar har dragits. Kontrollera kortuppgifterna och försök igen.',
  failed_try_again: 'Betalningen kunde inte genomföras. Inga pengar har dragits. Försök igen.',
  failed_shop: 'Butiken kan inte ta emot kortbetalningar just nu. Inga pengar har dragits.',

  configuration_title: 'Det här betalformuläret är inte rätt konfigurerat',
};

export default messages;
