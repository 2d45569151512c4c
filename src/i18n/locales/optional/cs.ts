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
  email_invalid: 'Zadejte e-mailovou adresu v tomto tvaru: name@example.com.',
  email_long: 'E-mailová adresa je příliš dlouhá. Zkontrolujte ji.',
  phone_required: 'Zadejte telefonní číslo.',
  phone_letters: 'Zadejte pouze číslice: telefonní číslo neobsahuje písmena.',
  phone_country_code: 'Začněte znakem + a předvolbou země, například {phone_example}.',
  phone_short: 'Telefonní číslo je příliš krátké. Zkontrolujte, zda nechybí některá číslice nebo předvolba.',
  phone_long: 'Telefonní číslo je příliš dlouhé. Zkontrolujte, zda v něm není některá číslice dvakrát.',
  phone_invalid: 'V telefonním čísle je překlep. Zkontrolujte ho.',
  postal_code_required: 'Zadejte PSČ.',
  postal_code_invalid: 'Zkontrolujte PSČ. Ve vaší zemi vypadá například takto: {postal_code_example}.',
  postal_code_unlikely: 'Zkontrolujte PSČ: má 2 až 10\u00a0písmen a číslic.',
  country_required: 'Vyberte zemi.',
  amount_required: 'Zadejte částku, kterou chcete zaplatit.',
  amount_invalid: 'Zadejte částku jako číslo, například {amount_example}.',
  amount_ambiguous: 'Částku lze přečíst dvěma způsoby. Zadejte ji bez oddělovače tisíců, například {amount_example}.',
  amount_decimals: 'Částka má příliš mnoho desetinných míst. Zadejte ji například takto: {amount_example}.',
  amount_too_small: 'Zadejte alespoň {min_amount}.',
  amount_too_large: 'Zadejte nejvýše {max_amount}.',
};

export default messages;
