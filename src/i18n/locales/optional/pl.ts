import type { OptionalMessages } from '../../optional-messages.js';

/** Polish. */
const messages: OptionalMessages = {
  test_card: 'Użyj karty testowej',
  test_card_filled: 'Formularz wypełniono danymi karty testowej.',
  label_email: 'Adres e-mail',
  label_phone: 'Numer telefonu',
  label_postal_code: 'Kod pocztowy',
  label_country: 'Kraj',
  label_amount: 'Kwota',
  placeholder_country: 'Wybierz kraj',
  email_required: 'Wpisz adres e-mail.',
  email_invalid: 'Wpisz adres e-mail w postaci name@example.com.',
  email_long: 'Ten adres e-mail jest za długi.',
  phone_required: 'Wpisz numer telefonu.',
  phone_letters: 'Wpisz same cyfry.',
  phone_country_code: 'Zacznij od znaku + i kodu kraju, na przykład {phone_example}.',
  phone_short: 'Ten numer telefonu jest za krótki. Czy zawiera numer kierunkowy?',
  phone_long: 'Ten numer telefonu ma za dużo cyfr.',
  phone_invalid: 'Sprawdź numer telefonu: jedna z cyfr wydaje się błędna.',
  postal_code_required: 'Wpisz kod pocztowy.',
  postal_code_invalid: 'Wpisz kod pocztowy w postaci {postal_code_example}.',
  postal_code_unlikely: 'Sprawdź kod pocztowy: ma od 2 do 10\u00a0liter i cyfr.',
  country_required: 'Wybierz kraj.',
  amount_required: 'Wpisz kwotę.',
  amount_invalid: 'Wpisz kwotę jako liczbę, na przykład {amount_example}.',
  amount_ambiguous: 'Wpisz kwotę bez separatora tysięcy, na przykład {amount_example}.',
  amount_decimals: 'Ta kwota ma za dużo miejsc po przecinku. Wpisz ją na przykład tak: {amount_example}.',
  amount_too_small: 'Wpisz co najmniej {min_amount}.',
  amount_too_large: 'Wpisz najwyżej {max_amount}.',
};

export default messages;
