import type { OptionalMessages } from '../../optional-messages.js';

/** Arabic. */
const messages: OptionalMessages = {
  test_card: 'استخدام بطاقة اختبار',
  test_card_filled: 'تم ملء النموذج ببيانات بطاقة اختبار.',
  label_email: 'البريد الإلكتروني',
  label_phone: 'رقم الهاتف',
  label_postal_code: 'الرمز البريدي',
  label_country: 'البلد',
  label_amount: 'المبلغ',
  placeholder_country: 'اختيار البلد',
  email_required: 'يُرجى إدخال عنوان بريدك الإلكتروني.',
  email_invalid: 'يُرجى إدخال بريدك الإلكتروني بهذا الشكل: name@example.com.',
  email_long: 'عنوان البريد الإلكتروني أطول من اللازم. يُرجى التحقق منه.',
  phone_required: 'يُرجى إدخال رقم هاتفك.',
  phone_letters: 'يُرجى استخدام الأرقام فقط: لا يحتوي رقم الهاتف على حروف.',
  phone_country_code: 'يُرجى البدء بعلامة + ثم رمز البلد، مثل {phone_example}.',
  phone_short: 'رقم الهاتف ناقص. يُرجى التأكد من إدخال جميع الأرقام ورمز المنطقة.',
  phone_long: 'رقم الهاتف أطول من اللازم. يُرجى التحقق منه، فربما كُتب رقم مرتين.',
  phone_invalid: 'يوجد خطأ في كتابة رقم الهاتف. يُرجى التحقق منه.',
  postal_code_required: 'يُرجى إدخال الرمز البريدي.',
  postal_code_invalid: 'يُرجى التحقق من الرمز البريدي. مثال عليه في بلدك: {postal_code_example}.',
  postal_code_unlikely: 'يُرجى التحقق من الرمز البريدي: يتكون من 2 إلى 10\u00a0حروف وأرقام.',
  country_required: 'يُرجى اختيار بلدك.',
  amount_required: 'يُرجى إدخال المبلغ المراد دفعه.',
  amount_invalid: 'يُرجى إدخال المبلغ بالأرقام، مثل {amount_example}.',
  amount_ambiguous: 'يمكن قراءة هذا المبلغ بطريقتين. يُرجى كتابته هكذا: {amount_example}، بدون فاصل للآلاف.',
  amount_decimals: 'في هذا المبلغ منازل عشرية أكثر من اللازم. يُرجى كتابته هكذا: {amount_example}.',
  amount_too_small: 'يُرجى إدخال {min_amount} على الأقل.',
  amount_too_large: 'يُرجى إدخال {max_amount} على الأكثر.',
};

export default messages;
