import type { OptionalMessages } from '../../optional-messages.js';

/** German. */
const messages: OptionalMessages = {
  test_card: 'Testkarte verwenden',
  test_card_filled: 'Das Formular ist mit einer Testkarte ausgefüllt.',
  label_email: 'E-Mail-Adresse',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postleitzahl',
  label_country: 'Land',
  label_amount: 'Betrag',
  placeholder_country: 'Land auswählen',
  email_required: 'Geben Sie Ihre E-Mail-Adresse ein.',
  email_invalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  email_long: 'Diese E-Mail-Adresse ist zu lang.',
  phone_required: 'Geben Sie Ihre Telefonnummer ein.',
  phone_letters: 'Verwenden Sie nur Ziffern.',
  phone_country_code: 'Beginnen Sie mit + und der Ländervorwahl, zum Beispiel {phone_example}.',
  phone_short: 'Diese Telefonnummer ist zu kurz. Haben Sie die Vorwahl eingegeben?',
  phone_long: 'Diese Telefonnummer hat zu viele Ziffern.',
  phone_invalid: 'Prüfen Sie Ihre Telefonnummer: Eine Ziffer scheint nicht zu stimmen.',
  postal_code_required: 'Geben Sie Ihre Postleitzahl ein.',
  postal_code_invalid: 'Geben Sie eine Postleitzahl wie {postal_code_example} ein.',
  postal_code_unlikely: 'Prüfen Sie die Postleitzahl: Sie hat 2 bis 10\u00a0Buchstaben und Ziffern.',
  country_required: 'Wählen Sie Ihr Land aus.',
  amount_required: 'Geben Sie einen Betrag ein.',
  amount_invalid: 'Geben Sie den Betrag als Zahl ein, zum Beispiel {amount_example}.',
  amount_ambiguous: 'Geben Sie den Betrag ohne Tausendertrennzeichen ein, zum Beispiel {amount_example}.',
  amount_decimals: 'Dieser Betrag hat zu viele Nachkommastellen. Geben Sie ihn zum Beispiel so ein: {amount_example}.',
  amount_too_small: 'Geben Sie mindestens {min_amount} ein.',
  amount_too_large: 'Geben Sie höchstens {max_amount} ein.',
};

export default messages;
