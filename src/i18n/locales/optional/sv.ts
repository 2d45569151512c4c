import type { OptionalMessages } from '../../optional-messages.js';

/** Swedish. */
const messages: OptionalMessages = {
  test_card: 'Använd ett testkort',
  test_card_filled: 'Formuläret är ifyllt med ett testkort.',
  label_email: 'E-postadress',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postnummer',
  label_country: 'Land',
  label_amount: 'Belopp',
  placeholder_country: 'Välj land',
  email_required: 'Ange din e-postadress.',
  email_invalid: 'Ange en e-postadress som name@example.com.',
  email_long: 'E-postadressen är för lång.',
  phone_required: 'Ange ditt telefonnummer.',
  phone_letters: 'Använd bara siffror.',
  phone_country_code: 'Börja med + och landsnumret, till exempel {phone_example}.',
  phone_short: 'Telefonnumret är för kort. Är riktnumret med?',
  phone_long: 'Telefonnumret har för många siffror.',
  phone_invalid: 'Kontrollera telefonnumret: en siffra verkar vara fel.',
  postal_code_required: 'Ange ditt postnummer.',
  postal_code_invalid: 'Ange ett postnummer som {postal_code_example}.',
  postal_code_unlikely: 'Kontrollera postnumret: det har 2 till 10\u00a0bokstäver och siffror.',
  country_required: 'Välj land.',
  amount_required: 'Ange ett belopp.',
  amount_invalid: 'Ange beloppet med siffror, till exempel {amount_example}.',
  amount_ambiguous: 'Ange beloppet utan tusentalsavgränsare, till exempel {amount_example}.',
  amount_decimals: 'Beloppet har för många decimaler. Ange det till exempel så här: {amount_example}.',
  amount_too_small: 'Ange minst {min_amount}.',
  amount_too_large: 'Ange högst {max_amount}.',
};

export default messages;
