import type { OptionalMessages } from '../../optional-messages.js';

/** Ukrainian. */
const messages: OptionalMessages = {
  test_card: 'Використати тестову картку',
  test_card_filled: 'Форму заповнено даними тестової картки.',
  label_email: 'Електронна пошта',
  label_phone: 'Номер телефону',
  label_postal_code: 'Поштовий індекс',
  label_country: 'Країна',
  label_amount: 'Сума',
  placeholder_country: 'Виберіть країну',
  email_required: 'Введіть адресу електронної пошти.',
  email_invalid: 'Введіть адресу електронної пошти на зразок name@example.com.',
  email_long: 'Адреса електронної пошти задовга.',
  phone_required: 'Введіть номер телефону.',
  phone_letters: 'Введіть лише цифри.',
  phone_country_code: 'Почніть із + і коду країни, наприклад {phone_example}.',
  phone_short: 'Номер телефону закороткий. Чи вказано код міста?',
  phone_long: 'У номері телефону забагато цифр.',
  phone_invalid: 'Перевірте номер телефону: схоже, одна з цифр неправильна.',
  postal_code_required: 'Введіть поштовий індекс.',
  postal_code_invalid: 'Введіть поштовий індекс на зразок {postal_code_example}.',
  postal_code_unlikely: 'Перевірте поштовий індекс: у ньому від 2 до 10\u00a0літер і цифр.',
  country_required: 'Виберіть країну.',
  amount_required: 'Введіть суму.',
  amount_invalid: 'Введіть суму числом, наприклад {amount_example}.',
  amount_ambiguous: 'Введіть суму без розділювача тисяч, наприклад {amount_example}.',
  amount_decimals: 'У сумі забагато знаків після коми. Введіть її, наприклад, так: {amount_example}.',
  amount_too_small: 'Введіть не менше ніж {min_amount}.',
  amount_too_large: 'Введіть не більше ніж {max_amount}.',
};

export default messages;
