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
  email_invalid: 'نشانی ایمیل خود را به این شکل وارد کنید: name@example.com.',
  email_long: 'این نشانی ایمیل بیش از حد طولانی است. آن را بررسی کنید.',
  phone_required: 'شماره تلفن خود را وارد کنید.',
  phone_letters: 'فقط رقم وارد کنید: شماره تلفن حرف ندارد.',
  phone_country_code: 'با علامت + و کد کشور شروع کنید، مثلاً {phone_example}.',
  phone_short: 'شماره تلفن ناقص است. بررسی کنید که همه ارقام و کد شهر را وارد کرده باشید.',
  phone_long: 'شماره تلفن بیش از حد طولانی است. بررسی کنید که رقمی دو بار وارد نشده باشد.',
  phone_invalid: 'در شماره تلفن اشتباه تایپی هست. آن را بررسی کنید.',
  postal_code_required: 'کد پستی خود را وارد کنید.',
  postal_code_invalid: 'کد پستی را بررسی کنید. نمونه کد پستی در کشور شما: {postal_code_example}.',
  postal_code_unlikely: 'کد پستی را بررسی کنید: کد پستی ۲ تا ۱۰\u00a0حرف و رقم دارد.',
  country_required: 'کشور خود را انتخاب کنید.',
  amount_required: 'مبلغ مورد نظر برای پرداخت را وارد کنید.',
  amount_invalid: 'مبلغ را به صورت عدد وارد کنید، مثلاً {amount_example}.',
  amount_ambiguous:
    'این مبلغ به دو شکل قابل خواندن است. آن را به این شکل وارد کنید: {amount_example}، بدون جداکننده هزارگان.',
  amount_decimals: 'تعداد ارقام اعشار این مبلغ زیاد است. آن را به این شکل وارد کنید: {amount_example}.',
  amount_too_small: 'حداقل {min_amount} وارد کنید.',
  amount_too_large: 'حداکثر {max_amount} وارد کنید.',
};

export default messages;
