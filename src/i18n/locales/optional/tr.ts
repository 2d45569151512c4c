import type { OptionalMessages } from '../../optional-messages.js';

/** Turkish. */
const messages: OptionalMessages = {
  test_card: 'Test kartı kullan',
  test_card_filled: 'Form, test kartı bilgileriyle dolduruldu.',
  label_email: 'E-posta',
  label_phone: 'Telefon numarası',
  label_postal_code: 'Posta kodu',
  label_country: 'Ülke',
  label_amount: 'Tutar',
  placeholder_country: 'Ülkenizi seçin',
  email_required: 'E-posta adresinizi girin.',
  email_invalid: 'E-posta adresinizi şu biçimde girin: name@example.com.',
  email_long: 'Bu e-posta adresi çok uzun. Lütfen kontrol edin.',
  phone_required: 'Telefon numaranızı girin.',
  phone_letters: 'Yalnızca rakam girin: telefon numarasında harf olmaz.',
  phone_country_code: '+ işareti ve ülke koduyla başlayın, örneğin {phone_example}.',
  phone_short: 'Telefon numarası çok kısa. Eksik rakam olup olmadığını ve alan kodunu kontrol edin.',
  phone_long: 'Telefon numarası çok uzun. İki kez yazılmış rakam olup olmadığını kontrol edin.',
  phone_invalid: 'Telefon numarasında yazım hatası var. Lütfen kontrol edin.',
  postal_code_required: 'Posta kodunuzu girin.',
  postal_code_invalid: 'Posta kodunu kontrol edin. Ülkeniz için örnek: {postal_code_example}.',
  postal_code_unlikely: 'Posta kodunu kontrol edin: 2 ila 10\u00a0harf ve rakamdan oluşur.',
  country_required: 'Ülkenizi seçin.',
  amount_required: 'Ödemek istediğiniz tutarı girin.',
  amount_invalid: 'Tutarı sayı olarak girin, örneğin {amount_example}.',
  amount_ambiguous: 'Bu tutar iki şekilde okunabilir. Binlik ayırıcı kullanmadan girin, örneğin {amount_example}.',
  amount_decimals: 'Bu tutarda virgülden sonra çok fazla basamak var. Örneğin şöyle girin: {amount_example}.',
  amount_too_small: 'En az {min_amount} girin.',
  amount_too_large: 'En fazla {max_amount} girin.',
};

export default messages;
