import type { OptionalMessages } from '../../optional-messages.js';

/** Norwegian Bokmål. */
const messages: OptionalMessages = {
  test_card: 'Bruk et testkort',
  test_card_filled: 'Skjemaet er fylt ut med et testkort.',
  label_email: 'E-postadresse',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postnummer',
  label_country: 'Land',
  label_amount: 'Beløp',
  placeholder_country: 'Velg land',
  email_required: 'Skriv inn e-postadressen din.',
  email_invalid: 'Skriv inn en e-postadresse som name@example.com.',
  email_long: 'E-postadressen er for lang.',
  phone_required: 'Skriv inn telefonnummeret ditt.',
  phone_letters: 'Bruk bare sifre.',
  phone_country_code: 'Begynn med + og landkoden, for eksempel {phone_example}.',
  phone_short: 'Telefonnummeret er for kort. Mangler retningsnummeret?',
  phone_long: 'Telefonnummeret har for mange sifre.',
  phone_invalid: 'Sjekk telefonnummeret: Et siffer ser ut til å være feil.',
  postal_code_required: 'Skriv inn postnummeret ditt.',
  postal_code_invalid: 'Skriv inn et postnummer som {postal_code_example}.',
  postal_code_unlikely: 'Sjekk postnummeret: Det har 2 til 10\u00a0bokstaver og sifre.',
  country_required: 'Velg land.',
  amount_required: 'Skriv inn et beløp.',
  amount_invalid: 'Skriv inn beløpet som et tall, for eksempel {amount_example}.',
  amount_ambiguous: 'Skriv inn beløpet uten tusenskille, for eksempel {amount_example}.',
  amount_decimals: 'Beløpet har for mange desimaler. Skriv det for eksempel slik: {amount_example}.',
  amount_too_small: 'Skriv inn minst {min_amount}.',
  amount_too_large: 'Skriv inn høyst {max_amount}.',
};

export default messages;
