import type { CardMessages } from '../messages.js';

/** Turkish. */
const messages: CardMessages = {
  banner: 'Test modu: gerçek ödeme yapılmaz.',

  form: 'Kartla ödeme',

  label_card_number: 'Kart numarası',
  label_card_expiry: 'Son kul. tarihi',
  label_card_cvc: 'CVC/CVV kodu',
  label_cardholder_name: 'Kart üzerindeki isim',
  placeholder_card_expiry: 'AA / YY',
  hint_card_cvc: 'Kartınızın arkasındaki 3\u00a0haneli sayı',
  hint_card_cvc_4: 'Kartınızın ön yüzündeki 4\u00a0haneli sayı',

  pay: '{amount} öde',
  pay_open: 'Öde',
  pay_wait: '{wait} sonra tekrar deneyebilirsiniz',
  retry_ready: 'Şimdi tekrar deneyebilirsiniz.',
  busy: 'Ödeme işleniyor…',
  checking: 'Bu siparişin ödenip ödenmediği kontrol ediliyor…',

  card_number_required: 'Kart numaranızı girin.',
  card_number_letters: 'Yalnızca rakam girin.',
  card_number_incomplete: 'Kart numaranız eksik.',
  card_number_long: 'Bu kart numarasında çok fazla rakam var.',
  card_number_invalid: 'Kart numaranızı kontrol edin: bir rakam yanlış görünüyor.',
  card_number_unusual: 'Lütfen bu kart numarasını yeniden kontrol edin. Kartınızdakiyle aynıysa devam edin.',
  card_number_test: 'Bu bir test kartı numarası. Ödemek için gerçek bir kart kullanın.',
  card_expiry_required: 'Son kullanma tarihini girin.',
  card_expiry_invalid: 'Ay ve yılı girin, örneğin {expiry_example}.',
  card_expiry_month: 'Önce ayı (01–12), sonra yılı girin.',
  card_expiry_past: 'Bu kartın süresi dolmuş. Tarihi kontrol edin veya başka bir kart kullanın.',
  card_expiry_far: 'Yılı kontrol edin.',
  card_cvc_required: 'Kartınızın arkasındaki 3\u00a0haneli kodu girin.',
  card_cvc_required_4: 'Kartınızın ön yüzündeki 4\u00a0haneli kodu girin.',
  card_cvc_invalid: 'CVC/CVV kodu, kartınızın arkasındaki 3\u00a0haneli sayıdır.',
  card_cvc_invalid_4: 'CVC/CVV kodu, kartınızın ön yüzündeki 4\u00a0haneli sayıdır.',
  cardholder_name_required: 'Kartınızın üzerindeki ismi girin.',
  cardholder_name_invalid: 'İsmi kartınızın üzerinde yazdığı gibi, harflerle girin.',
  cardholder_name_long: 'Bu isim çok uzun. Kartınızın üzerinde yazdığı gibi girin.',

  control_invalid: 'Lütfen bu alanı kontrol edin.',
  control_long: 'En fazla 1.000\u00a0karakter kullanın.',
  summary_title: 'Lütfen bu bilgileri düzeltin:',

  paid_title: 'Ödeme başarılı',
  paid_text: 'Ödediğiniz tutar: {amount}.',
  paid_text_open: 'Bu sipariş ödendi.',
  pending_title: 'Ödemeniz işleniyor',
  pending_text: '{amount} tutarındaki ödemeniz hâlâ işleniyor. Yeniden ödeme yapmanız gerekmez.',
  pending_text_open: 'Ödemeniz hâlâ işleniyor. Yeniden ödeme yapmanız gerekmez.',
  unknown_title: 'Ödemenizin gerçekleşip gerçekleşmediğini henüz bilmiyoruz',
  unknown_checking_title: 'Ödemeniz kontrol ediliyor…',
  unknown_text:
    'Kartınızdan {amount} çekilmiş olabilir. Yeniden ödemeden önce lütfen mağazaya ödemenin ulaşıp ulaşmadığını sorun.',
  unknown_text_open:
    'Kartınızdan para çekilmiş olabilir. Yeniden ödemeden önce lütfen mağazaya ödemenin ulaşıp ulaşmadığını sorun.',
  unknown_checking_text:
    'Kartınızdan {amount} çekilmiş olabilir. Kontrol ediyoruz, sonucu burada göstereceğiz. Lütfen yeniden ödeme yapmayın.',
  unknown_checking_text_open:
    'Kartınızdan para çekilmiş olabilir. Kontrol ediyoruz, sonucu burada göstereceğiz. Lütfen yeniden ödeme yapmayın.',
  unknown_go_on: 'Yine de yeniden ödemek istiyorum',
  unknown_warning: 'İlk ödeme gerçekleştiyse kartınızdan iki kez para çekilir. Lütfen önce mağazaya sorun.',
  unknown_confirm: 'Ödeme mağazaya ulaşmadı: yeniden öde',
  unknown_back: 'Geri dön',
  card_ending: '{last_digits} ile biten {brand}',
  reference: 'Referans no: {reference}',
  time: 'Tarih ve saat: {time}',
  print: 'Yazdır',

  failed_offline: 'İnternet bağlantınız yok. Kartınızdan para çekilmedi. Bağlantınızı kontrol edip tekrar deneyin.',
  failed_declined: 'Kartınız reddedildi. Kartınızdan para çekilmedi. Başka bir kart kullanın veya bankanıza danışın.',
  failed_busy: 'Şu anda çok fazla ödeme yapılıyor. Kartınızdan para çekilmedi. Lütfen biraz sonra tekrar deneyin.',
  failed_other_window: 'Bu sipariş zaten başka bir sekmede ödeniyor. Lütfen oradan devam edin.',
  failed_amount_changed: 'Yeni fiyat: {amount}. Kartınızdan para çekilmedi. Yeni tutarı kontrol edin, sonra ödeyin.',
  failed_refused: 'Ödeme gerçekleşmedi. Kartınızdan para çekilmedi. Kart bilgilerinizi kontrol edip tekrar deneyin.',
  failed_try_again: 'Bir sorun oluştu. Kartınızdan para çekilmedi. Lütfen tekrar deneyin.',
  failed_page_expired: 'Bu sayfanın süresi doldu. Kartınızdan para çekilmedi. Sayfayı yenileyin.',
  failed_shop: 'Şu anda kartla ödeme yapılamıyor. Kartınızdan para çekilmedi.',

  configuration_title: 'Bu ödeme formu doğru ayarlanmamış',
};

export default messages;
