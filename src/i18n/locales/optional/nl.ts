import type { OptionalMessages } from '../../optional-messages.js';

/** Dutch. */
const messages: OptionalMessages = {
  test_card: 'Testkaart gebruiken',
  test_card_filled: 'Het formulier is ingevuld met een testkaart.',
  label_email: 'E-mailadres',
  label_phone: 'Telefoonnummer',
  label_postal_code: 'Postcode',
  label_country: 'Land',
  label_amount: 'Bedrag',
  placeholder_country: 'Kies uw land',
  email_required: 'Vul uw e-mailadres in.',
  email_invalid: 'Vul een e-mailadres in zoals name@example.com.',
  email_long: 'Dit e-mailadres is te lang.',
  phone_required: 'Vul uw telefoonnummer in.',
  phone_letters: 'Gebruik alleen cijfers.',
  phone_country_code: 'Begin met + en de landcode, bijvoorbeeld {phone_example}.',
  phone_short: 'Dit telefoonnummer is te kort. Hebt u het netnummer ingevuld?',
  phone_long: 'Dit telefoonnummer heeft te veel cijfers.',
  phone_invalid: 'Controleer uw telefoonnummer: er lijkt een cijfer niet te kloppen.',
  postal_code_required: 'Vul uw postcode in.',
  postal_code_invalid: 'Vul een postcode in zoals {postal_code_example}.',
  postal_code_unlikely: 'Controleer de postcode: die bestaat uit 2 tot 10\u00a0letters en cijfers.',
  country_required: 'Kies uw land.',
  amount_required: 'Vul een bedrag in.',
  amount_invalid: 'Vul het bedrag in als getal, bijvoorbeeld {amount_example}.',
  amount_ambiguous: 'Vul het bedrag in zonder scheidingsteken voor duizendtallen, bijvoorbeeld {amount_example}.',
  amount_decimals: 'Dit bedrag heeft te veel decimalen. Vul het bijvoorbeeld zo in: {amount_example}.',
  amount_too_small: 'Vul minimaal {min_amount} in.',
  amount_too_large: 'Vul maximaal {max_amount} in.',
};

export default messages;
