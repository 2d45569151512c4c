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
  email_invalid: 'name@example.com gibi bir e-posta adresi girin.',
  email_long: 'Bu e-posta adresi çok uzun.',
  phone_required: 'Telefon numaranızı girin.',
  phone_letters: 'Yalnızca rakam girin.',
  phone_country_code: '+ işareti ve ülke koduyla başlayın, örneğin {phone_example}.',
  phone_short: 'Bu telefon numarası çok kısa. Alan kodunu yazdınız mı?',
  phone_long: 'Bu telefon numarasında çok fazla rakam var.',
  phone_invalid: 'Telefon numaranızı kontrol edin: bir rakam yanlış görünüyor.',
  postal_code_required: 'Posta kodunuzu girin.',
  postal_code_invalid: '{postal_code_example} gibi bir posta kodu girin.',
  postal_code_unlikely: 'Posta kodunu kontrol edin: 2 ila 10\u00a0harf ve rakamdan oluşur.',
  country_required: 'Ülkenizi seçin.',
  amount_required: 'Bir tutar girin.',
  amount_invalid: 'Tutarı sayı olarak girin, örneğin {amount_example}.',
  amount_ambiguous: 'Tutarı binlik ayırıcı kullanmadan girin, örneğin {amount_example}.',
  amount_decimals: 'Bu tutarda virgülden sonra çok fazla basamak var. Örneğin şöyle girin: {amount_example}.',
  amount_too_small: 'En az {min_amount} girin.',
  amount_too_large: 'En fazla {max_amount} girin.',
};

export default messages;
