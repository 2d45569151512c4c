import type { OptionalMessages } from '../../optional-messages.js';

/** Russian. */
const messages: OptionalMessages = {
  test_card: 'Использовать тестовую карту',
  test_card_filled: 'Форма заполнена данными тестовой карты.',
  label_email: 'Электронная почта',
  label_phone: 'Номер телефона',
  label_postal_code: 'Почтовый индекс',
  label_country: 'Страна',
  label_amount: 'Сумма',
  placeholder_country: 'Выберите страну',
  email_required: 'Введите адрес электронной почты.',
  email_invalid: 'Введите адрес электронной почты вида name@example.com.',
  email_long: 'Слишком длинный адрес электронной почты.',
  phone_required: 'Введите номер телефона.',
  phone_letters: 'Введите только цифры.',
  phone_country_code: 'Начните с + и кода страны, например {phone_example}.',
  phone_short: 'Номер телефона слишком короткий. Указан ли код города?',
  phone_long: 'В номере телефона слишком много цифр.',
  phone_invalid: 'Проверьте номер телефона: похоже, одна из цифр неверна.',
  postal_code_required: 'Введите почтовый индекс.',
  postal_code_invalid: 'Введите почтовый индекс вида {postal_code_example}.',
  postal_code_unlikely: 'Проверьте почтовый индекс: в нём от 2 до 10\u00a0букв и цифр.',
  country_required: 'Выберите страну.',
  amount_required: 'Введите сумму.',
  amount_invalid: 'Введите сумму числом, например {amount_example}.',
  amount_ambiguous: 'Введите сумму без разделителя тысяч, например {amount_example}.',
  amount_decimals: 'В сумме слишком много знаков после запятой. Введите её, например, так: {amount_example}.',
  amount_too_small: 'Введите не меньше {min_amount}.',
  amount_too_large: 'Введите не больше {max_amount}.',
};

export default messages;
