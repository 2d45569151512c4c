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
  email_invalid: 'Введіть адресу електронної пошти в такому вигляді: name@example.com.',
  email_long: 'Адреса електронної пошти задовга. Перевірте її.',
  phone_required: 'Введіть номер телефону.',
  phone_letters: 'Введіть лише цифри: у номері телефону немає літер.',
  phone_country_code: 'Почніть із + і коду країни, наприклад {phone_example}.',
  phone_short: 'Номер телефону закороткий. Перевірте, чи всі цифри та код міста на місці.',
  phone_long: 'Номер телефону задовгий. Перевірте, чи не введено якусь цифру двічі.',
  phone_invalid: 'У номері телефону є помилка. Перевірте його.',
  postal_code_required: 'Введіть поштовий індекс.',
  postal_code_invalid: 'Перевірте поштовий індекс. Приклад для вашої країни: {postal_code_example}.',
  postal_code_unlikely: 'Перевірте поштовий індекс: у ньому від 2 до 10\u00a0літер і цифр.',
  country_required: 'Виберіть країну.',
  amount_required: 'Введіть суму, яку хочете сплатити.',
  amount_invalid: 'Введіть суму числом, наприклад {amount_example}.',
  amount_ambiguous: 'Цю суму можна прочитати двояко. Введіть її без розділювача тисяч, наприклад {amount_example}.',
  amount_decimals: 'У сумі забагато знаків після коми. Введіть її, наприклад, так: {amount_example}.',
  amount_too_small: 'Введіть не менше ніж {min_amount}.',
  amount_too_large: 'Введіть не більше ніж {max_amount}.',
};

export default messages;
