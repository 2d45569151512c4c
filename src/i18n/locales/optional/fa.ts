import type { OptionalMessages } from '../../optional-messages.js';

/** Persian. */
const messages: OptionalMessages = {
  test_card: 'استفاده از کارت آزمایشی',
  test_card_filled: 'فرم با اطلاعات یک کارت آزمایشی پر شد.',
  label_email: 'ایمیل',
  label_phone: 'شماره تلفن',
  label_postal_code: 'کد پستی',
  label_country: 'کشور',
  label_amount: 'مبلغ',
  placeholder_country: 'کشور خود را انتخاب کنید',
  email_required: 'نشانی ایمیل خود را وارد کنید.',
  email_invalid: 'نشانی ایمیلی مانند name@example.com وارد کنید.',
  email_long: 'این نشانی ایمیل بیش از حد طولانی است.',
  phone_required: 'شماره تلفن خود را وارد کنید.',
  phone_letters: 'فقط رقم وارد کنید.',
  phone_country_code: 'با علامت + و کد کشور شروع کنید، مثلاً {phone_example}.',
  phone_short: 'این شماره تلفن کوتاه است. آیا کد شهر را وارد کرده\u200cاید؟',
  phone_long: 'تعداد ارقام این شماره تلفن بیش از حد است.',
  phone_invalid: 'شماره تلفن خود را بررسی کنید: به نظر می\u200cرسد یکی از رقم\u200cها اشتباه است.',
  postal_code_required: 'کد پستی خود را وارد کنید.',
  postal_code_invalid: 'کد پستی را به این شکل وارد کنید: {postal_code_example}.',
  postal_code_unlikely: 'کد پستی را بررسی کنید: کد پستی ۲ تا ۱۰\u00a0حرف و رقم دارد.',
  country_required: 'کشور خود را انتخاب کنید.',
  amount_required: 'مبلغ را وارد کنید.',
  amount_invalid: 'مبلغ را به صورت عدد وارد کنید، مثلاً {amount_example}.',
  amount_ambiguous: 'مبلغ را بدون جداکننده هزارگان وارد کنید، مثلاً {amount_example}.',
  amount_decimals: 'تعداد ارقام اعشار این مبلغ زیاد است. آن را به این شکل وارد کنید: {amount_example}.',
  amount_too_small: 'حداقل {min_amount} وارد کنید.',
  amount_too_large: 'حداکثر {max_amount} وارد کنید.',
};

export default messages;
