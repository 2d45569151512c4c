import type { CardMessages } from '../messages.js';

/** Turkish. */
const messages: CardMessages = {
  banner: 'Test modu: gerçek para çekilmez.',

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
  pay_wait: '{wait} sonra tekrar deneyin',
  retry_ready: 'Şimdi tekrar deneyebilirsiniz.',
  busy: 'Ödeme işleniyor…',
  checking: 'Bu siparişin ödenip ödenmediği kontrol ediliyor…',

  card_number_required: 'Kart numarasını girin: kartınızın üzerindeki uzun numara.',
  card_number_letters: 'Yalnızca rakam girin: kart numarasında harf veya başka işaret olmaz.',
  card_number_incomplete: 'Kart numarası çok kısa. Eksik rakam olup olmadığını kontrol edin.',
  card_number_long: 'Kart numarası çok uzun. İki kez yazılmış rakam olup olmadığını kartınıza bakarak kontrol edin.',
  card_number_invalid: 'Kart numarasında yazım hatası var. Kartınıza bakarak kontrol edin.',
  card_number_unusual:
    'Bu kart numarası alışılmadık görünüyor. Kartınıza bakarak bir kez daha kontrol edin; doğruysa devam edin.',
  card_number_test: 'Bu bir deneme numarası, gerçek bir kart değil. Ödemek için kendi kartınızın numarasını girin.',
  card_expiry_required: 'Son kullanma tarihini girin: kartınızdaki gibi ay ve yıl.',
  card_expiry_invalid: 'Son kullanma tarihini ay ve yıl olarak girin, örneğin {expiry_example}.',
  card_expiry_month: 'Böyle bir ay yok. Kartınızdaki gibi önce ayı (01–12), sonra yılı girin.',
  card_expiry_past: 'Bu kartın süresi dolmuş. Tarihi kontrol edin veya başka bir kart kullanın.',
  card_expiry_far: 'Girilen yıl çok ileride. Son kullanma tarihini kontrol edin.',
  card_cvc_required: 'CVC/CVV kodunu girin: kartınızın arkasındaki 3\u00a0haneli sayı.',
  card_cvc_required_4: 'CVC/CVV kodunu girin: kartınızın ön yüzündeki 4\u00a0haneli sayı.',
  card_cvc_invalid: 'CVC/CVV kodunu kontrol edin: kartınızın arkasındaki 3\u00a0haneli sayı.',
  card_cvc_invalid_4: 'CVC/CVV kodunu kontrol edin: kartınızın ön yüzündeki 4\u00a0haneli sayı.',
  cardholder_name_required: 'İsmi kartınızın üzerinde yazdığı gibi girin.',
  cardholder_name_invalid: 'İsmi kartınızın üzerinde yazdığı gibi, harflerle girin.',
  cardholder_name_long: 'Bu isim çok uzun. Yalnızca kartınızın üzerinde yazan ismi girin.',

  control_invalid: 'Bu alanı kontrol edin.',
  control_long: 'En fazla 1.000\u00a0karakter kullanın.',
  summary_title: 'Lütfen ödemeden önce şunları kontrol edin:',

  paid_title: 'Ödeme başarılı',
  paid_text: 'Ödediğiniz tutar: {amount}.',
  paid_text_open: 'Bu sipariş ödendi.',
  pending_title: 'Ödemeniz işleniyor',
  pending_text: '{amount} tutarındaki ödemeniz henüz tamamlanmadı. Yeniden ödeme yapmanız gerekmez.',
  pending_text_open: 'Ödemeniz henüz tamamlanmadı. Yeniden ödeme yapmanız gerekmez.',
  unknown_title: 'Ödemenizin sonucunu doğrulayamadık',
  unknown_checking_title: 'Ödemeniz kontrol ediliyor…',
  unknown_text:
    'Kartınızdan {amount} çekilmiş olabilir. Lütfen yeniden ödeme yapmayın: önce mağazaya ödemenin ulaşıp ulaşmadığını sorun.',
  unknown_text_open:
    'Kartınızdan para çekilmiş olabilir. Lütfen yeniden ödeme yapmayın: önce mağazaya ödemenin ulaşıp ulaşmadığını sorun.',
  unknown_checking_text:
    'Kartınızdan {amount} çekilmiş olabilir. Lütfen yeniden ödeme yapmayın: ödemenin ulaşıp ulaşmadığını kontrol ediyoruz, sonucu burada göstereceğiz.',
  unknown_checking_text_open:
    'Kartınızdan para çekilmiş olabilir. Lütfen yeniden ödeme yapmayın: ödemenin ulaşıp ulaşmadığını kontrol ediyoruz, sonucu burada göstereceğiz.',
  unknown_go_on: 'Yine de yeniden ödemek istiyorum',
  unknown_warning: 'İlk ödeme ulaştıysa iki kez ödemiş olursunuz. Önce mağazaya sorun.',
  unknown_confirm: 'Ödeme mağazaya ulaşmadı: formu göster',
  unknown_back: 'Yeniden ödemek istemiyorum',
  card_ending: '{last_digits} ile biten {brand}',
  reference: 'Referans no: {reference}',
  time: 'Tarih ve saat: {time}',
  print: 'Yazdır',

  failed_offline: 'İnternet bağlantınız yok. Kartınızdan para çekilmedi. Bağlantınızı kontrol edip tekrar deneyin.',
  failed_declined: 'Kartınız reddedildi. Kartınızdan para çekilmedi. Başka bir kart kullanın veya bankanıza danışın.',
  failed_busy: 'Mağaza şu anda çok yoğun. Kartınızdan para çekilmedi. Biraz bekleyip tekrar deneyin.',
  failed_other_window: 'Bu sipariş başka bir pencerede ödeniyor. Önce oradaki sonuca bakın.',
  failed_amount_changed: 'Yeni fiyat: {amount}. Kartınızdan para çekilmedi. Yeni tutarı kontrol edin, sonra ödeyin.',
  failed_refused: 'Ödeme kabul edilmedi. Kartınızdan para çekilmedi. Kart bilgilerinizi kontrol edip tekrar deneyin.',
  failed_try_again: 'Ödeme yapılamadı. Kartınızdan para çekilmedi. Lütfen tekrar deneyin.',
  failed_page_expired: 'Bu sayfanın süresi doldu. Kartınızdan para çekilmedi. Sayfayı yenileyin.',
  failed_shop: 'Bu mağaza şu anda kartla ödeme alamıyor. Kartınızdan para çekilmedi.',

  configuration_title: 'Bu ödeme formu doğru ayarlanmamış',
};

export default messages;
