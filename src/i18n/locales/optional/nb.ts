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
  email_invalid: 'Skriv inn e-postadressen din slik: name@example.com.',
  email_long: 'E-postadressen er for lang. Sjekk den.',
  phone_required: 'Skriv inn telefonnummeret ditt.',
  phone_letters: 'Bruk bare sifre, ingen bokstaver.',
  phone_country_code: 'Begynn med + og landkoden, for eksempel {phone_example}.',
  phone_short: 'Telefonnummeret er for kort. Sjekk at alle sifre er med, også et eventuelt retningsnummer.',
  phone_long: 'Telefonnummeret er for langt. Sjekk om noen sifre står to ganger.',
  phone_invalid: 'Det er en skrivefeil i telefonnummeret. Sjekk det.',
  postal_code_required: 'Skriv inn postnummeret ditt.',
  postal_code_invalid: 'Sjekk postnummeret. I landet ditt ser det slik ut: {postal_code_example}.',
  postal_code_unlikely: 'Sjekk postnummeret: Det har 2 til 10\u00a0bokstaver og sifre.',
  country_required: 'Velg land.',
  amount_required: 'Skriv inn beløpet du vil betale.',
  amount_invalid: 'Skriv inn beløpet som et tall, for eksempel {amount_example}.',
  amount_ambiguous: 'Beløpet kan leses på to måter. Skriv det inn uten tusenskille, for eksempel {amount_example}.',
  amount_decimals: 'Beløpet har for mange desimaler. Skriv det for eksempel slik: {amount_example}.',
  amount_too_small: 'Skriv inn minst {min_amount}.',
  amount_too_large: 'Skriv inn høyst {max_amount}.',
};

export default messages;
