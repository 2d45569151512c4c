import type { OptionalMessages } from '../../optional-messages.js';

/** Czech. */
const messages: OptionalMessages = {
  test_card: 'Použít testovací kartu',
  test_card_filled: 'Formulář je vyplněn údaji testovací karty.',
  label_email: 'E-mail',
  label_phone: 'Telefonní číslo',
  label_postal_code: 'PSČ',
  label_country: 'Země',
  label_amount: 'Částka',
  placeholder_country: 'Vyberte zemi',
  email_required: 'Zadejte e-mailovou adresu.',
  email_invalid: 'Zadejte e-mailovou adresu ve tvaru name@example.com.',
  email_long: 'Tato e-mailová adresa je příliš dlouhá.',
  phone_required: 'Zadejte telefonní číslo.',
  phone_letters: 'Zadejte pouze číslice.',
  phone_country_code: 'Začněte znakem + a předvolbou země, například {phone_example}.',
  phone_short: 'Toto telefonní číslo je příliš krátké. Zadali jste i předvolbu?',
  phone_long: 'Toto telefonní číslo má příliš mnoho číslic.',
  phone_invalid: 'Zkontrolujte telefonní číslo: některá číslice zřejmě není správně.',
  postal_code_required: 'Zadejte PSČ.',
  postal_code_invalid: 'Zadejte PSČ ve tvaru {postal_code_example}.',
  postal_code_unlikely: 'Zkontrolujte PSČ: má 2 až 10\u00a0písmen a číslic.',
  country_required: 'Vyberte zemi.',
  amount_required: 'Zadejte částku.',
  amount_invalid: 'Zadejte částku jako číslo, například {amount_example}.',
  amount_ambiguous: 'Zadejte částku bez oddělovače tisíců, například {amount_example}.',
  amount_decimals: 'Částka má příliš mnoho desetinných míst. Zadejte ji například takto: {amount_example}.',
  amount_too_small: 'Zadejte alespoň {min_amount}.',
  amount_too_large: 'Zadejte nejvýše {max_amount}.',
};

export default messages;
