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
  email_invalid: 'נא להזין כתובת אימייל במבנה הזה: name@example.com.',
  email_long: 'כתובת האימייל ארוכה מדי. נא לבדוק אותה.',
  phone_required: 'נא להזין מספר טלפון.',
  phone_letters: 'נא להזין ספרות בלבד: במספר טלפון אין אותיות.',
  phone_country_code: 'נא להתחיל בסימן + ובקידומת המדינה, למשל {phone_example}.',
  phone_short: 'מספר הטלפון קצר מדי. נא לבדוק שכל הספרות מופיעות, כולל קידומת האזור.',
  phone_long: 'מספר הטלפון ארוך מדי. נא לבדוק אם ספרה הוקלדה פעמיים.',
  phone_invalid: 'נפלה טעות הקלדה במספר הטלפון. נא לבדוק אותו.',
  postal_code_required: 'נא להזין מיקוד.',
  postal_code_invalid: 'נא לבדוק את המיקוד. דוגמה למיקוד במדינה שלך: {postal_code_example}.',
  postal_code_unlikely: 'נא לבדוק את המיקוד: יש בו 2 עד 10\u00a0אותיות וספרות.',
  country_required: 'נא לבחור מדינה.',
  amount_required: 'נא להזין את הסכום לתשלום.',
  amount_invalid: 'נא להזין את הסכום במספרים, למשל {amount_example}.',
  amount_ambiguous: 'אפשר לקרוא את הסכום בשתי דרכים. נא להזין אותו כך: {amount_example}, בלי מפריד אלפים.',
  amount_decimals: 'בסכום יש יותר מדי ספרות אחרי הנקודה. נא להזין אותו כך: {amount_example}.',
  amount_too_small: 'נא להזין לפחות {min_amount}.',
  amount_too_large: 'נא להזין לכל היותר {max_amount}.',
};

export default messages;
