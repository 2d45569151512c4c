import type { OptionalMessages } from '../../optional-messages.js';

/** Danish. */
const messages: OptionalMessages = {
  test_card: 'Brug et testkort',
  test_card_filled: 'Formularen er udfyldt med et testkort.',
  label_email: 'E-mailadresse',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postnummer',
  label_country: 'Land',
  label_amount: 'Beløb',
  placeholder_country: 'Vælg land',
  email_required: 'Indtast din e-mailadresse.',
  email_invalid: 'Indtast en e-mailadresse som name@example.com.',
  email_long: 'E-mailadressen er for lang.',
  phone_required: 'Indtast dit telefonnummer.',
  phone_letters: 'Brug kun cifre.',
  phone_country_code: 'Start med + og landekoden, for eksempel {phone_example}.',
  phone_short: 'Telefonnummeret er for kort. Mangler der et områdenummer?',
  phone_long: 'Telefonnummeret har for mange cifre.',
  phone_invalid: 'Tjek telefonnummeret: Et ciffer ser ud til at være forkert.',
  postal_code_required: 'Indtast dit postnummer.',
  postal_code_invalid: 'Indtast et postnummer som {postal_code_example}.',
  postal_code_unlikely: 'Tjek postnummeret: Det har 2 til 10\u00a0bogstaver og cifre.',
  country_required: 'Vælg dit land.',
  amount_required: 'Indtast et beløb.',
  amount_invalid: 'Indtast beløbet som et tal, for eksempel {amount_example}.',
  amount_ambiguous: 'Indtast beløbet uden tusindtalsseparator, for eksempel {amount_example}.',
  amount_decimals: 'Beløbet har for mange decimaler. Indtast det for eksempel sådan: {amount_example}.',
  amount_too_small: 'Indtast mindst {min_amount}.',
  amount_too_large: 'Indtast højst {max_amount}.',
};

export default messages;
