import type { OptionalMessages } from '../../optional-messages.js';

/** Hebrew. */
const messages: OptionalMessages = {
  test_card: 'שימוש בכרטיס בדיקה',
  test_card_filled: 'הטופס מולא בפרטים של כרטיס בדיקה.',
  label_email: 'אימייל',
  label_phone: 'מספר טלפון',
  label_postal_code: 'מיקוד',
  label_country: 'מדינה',
  label_amount: 'סכום',
  placeholder_country: 'בחירת מדינה',
  email_required: 'נא להזין כתובת אימייל.',
  email_invalid: 'נא להזין כתובת אימייל כמו name@example.com.',
  email_long: 'כתובת האימייל ארוכה מדי.',
  phone_required: 'נא להזין מספר טלפון.',
  phone_letters: 'נא להזין ספרות בלבד.',
  phone_country_code: 'נא להתחיל בסימן + ובקידומת המדינה, למשל {phone_example}.',
  phone_short: 'מספר הטלפון קצר מדי. האם הוזנה קידומת האזור?',
  phone_long: 'במספר הטלפון יש יותר מדי ספרות.',
  phone_invalid: 'נא לבדוק את מספר הטלפון: נראה שאחת הספרות שגויה.',
  postal_code_required: 'נא להזין מיקוד.',
  postal_code_invalid: 'נא להזין מיקוד כמו {postal_code_example}.',
  postal_code_unlikely: 'נא לבדוק את המיקוד: יש בו 2 עד 10\u00a0אותיות וספרות.',
  country_required: 'נא לבחור מדינה.',
  amount_required: 'נא להזין סכום.',
  amount_invalid: 'נא להזין את הסכום במספרים, למשל {amount_example}.',
  amount_ambiguous: 'נא להזין את הסכום בלי מפריד אלפים, למשל {amount_example}.',
  amount_decimals: 'בסכום יש יותר מדי ספרות אחרי הנקודה. נא להזין אותו כך: {amount_example}.',
  amount_too_small: 'נא להזין לפחות {min_amount}.',
  amount_too_large: 'נא להזין לכל היותר {max_amount}.',
};

export default messages;
