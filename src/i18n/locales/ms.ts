import type { CardMessages } from '../messages.js';

/** Malay. */
const messages: CardMessages = {
  banner: 'Mod ujian: tiada pembayaran sebenar akan dibuat.',

  form: 'Pembayaran kad',

  label_card_number: 'Nombor kad',
  label_card_expiry: 'Tarikh luput',
  label_card_cvc: 'Kod keselamatan (CVV)',
  label_cardholder_name: 'Nama pada kad',
  placeholder_card_expiry: 'BB / TT',
  hint_card_cvc: '3\u00a0digit di belakang kad anda',
  hint_card_cvc_4: '4\u00a0digit di hadapan kad anda',

  pay: 'Bayar {amount}',
  pay_open: 'Bayar',
  pay_wait: 'Anda boleh cuba lagi dalam {wait}',
  retry_ready: 'Anda boleh cuba lagi sekarang.',
  busy: 'Memproses pembayaran…',
  checking: 'Menyemak sama ada pesanan ini sudah dibayar…',

  card_number_required: 'Masukkan nombor kad anda.',
  card_number_letters: 'Gunakan digit sahaja.',
  card_number_incomplete: 'Nombor kad anda tidak lengkap.',
  card_number_long: 'Nombor kad ini mempunyai terlalu banyak digit.',
  card_number_invalid: 'Semak nombor kad anda: nampaknya ada digit yang salah.',
  card_number_unusual: 'Sila semak semula nombor kad ini. Jika sepadan dengan kad anda, teruskan.',
  card_number_test: 'Ini ialah nombor kad ujian. Gunakan kad sebenar untuk membayar.',
  card_expiry_required: 'Masukkan tarikh luput.',
  card_expiry_invalid: 'Masukkan bulan dan tahun, contohnya {expiry_example}.',
  card_expiry_month: 'Masukkan bulan dahulu (01 hingga 12), kemudian tahun.',
  card_expiry_past: 'Kad ini telah tamat tempoh. Semak tarikhnya atau gunakan kad lain.',
  card_expiry_far: 'Semak tahun.',
  card_cvc_required: 'Masukkan kod 3\u00a0digit di belakang kad anda.',
  card_cvc_required_4: 'Masukkan kod 4\u00a0digit di hadapan kad anda.',
  card_cvc_invalid: 'Kod keselamatan ialah 3\u00a0digit di belakang kad anda.',
  card_cvc_invalid_4: 'Kod keselamatan ialah 4\u00a0digit di hadapan kad anda.',
  cardholder_name_required: 'Masukkan nama pada kad anda.',
  cardholder_name_invalid: 'Masukkan nama dengan huruf, seperti yang tertera pada kad.',
  cardholder_name_long: 'Nama ini terlalu panjang. Masukkan seperti yang tertera pada kad.',

  control_invalid: 'Sila semak ruangan ini.',
  control_long: 'Gunakan maksimum 1000\u00a0aksara.',
  summary_title: 'Sila betulkan butiran ini:',

  paid_title: 'Pembayaran berjaya',
  paid_text: 'Anda telah membayar {amount}.',
  paid_text_open: 'Pesanan ini telah dibayar.',
  pending_title: 'Pembayaran anda sedang diproses',
  pending_text: 'Pembayaran anda sebanyak {amount} masih diproses. Anda tidak perlu membayar lagi.',
  pending_text_open: 'Pembayaran anda masih diproses. Anda tidak perlu membayar lagi.',
  unknown_title: 'Kami belum tahu sama ada pembayaran anda berjaya',
  unknown_checking_title: 'Menyemak pembayaran anda…',
  unknown_text:
    'Kad anda mungkin telah dicaj {amount}. Sebelum membayar lagi, sila tanya kedai sama ada pembayaran telah diterima.',
  unknown_text_open:
    'Kad anda mungkin telah dicaj. Sebelum membayar lagi, sila tanya kedai sama ada pembayaran telah diterima.',
  unknown_checking_text:
    'Kad anda mungkin telah dicaj {amount}. Kami sedang menyemaknya dan akan memaparkan hasilnya di sini. Sila jangan bayar lagi.',
  unknown_checking_text_open:
    'Kad anda mungkin telah dicaj. Kami sedang menyemaknya dan akan memaparkan hasilnya di sini. Sila jangan bayar lagi.',
  unknown_go_on: 'Tetap bayar lagi',
  unknown_warning: 'Jika pembayaran pertama berjaya, anda akan dicaj dua kali. Sila tanya kedai dahulu.',
  unknown_confirm: 'Kedai tidak menerima pembayaran: bayar lagi',
  unknown_back: 'Kembali',
  card_ending: '{brand} berakhir dengan {last_digits}',
  reference: 'Nombor rujukan: {reference}',
  time: 'Tarikh dan masa: {time}',
  print: 'Cetak',

  failed_offline: 'Anda di luar talian. Kad anda tidak dicaj. Semak sambungan anda dan cuba lagi.',
  failed_declined: 'Kad anda ditolak. Kad anda tidak dicaj. Gunakan kad lain atau hubungi bank anda.',
  failed_busy: 'Terlalu banyak pembayaran sekarang. Kad anda tidak dicaj. Sila cuba lagi sebentar lagi.',
  failed_other_window: 'Pesanan ini sedang dibayar di tab lain. Sila teruskan di sana.',
  failed_amount_changed: 'Harganya kini {amount}. Kad anda tidak dicaj. Semak jumlah baharu, kemudian bayar.',
  failed_refused: 'Pembayaran tidak berjaya. Kad anda tidak dicaj. Semak butiran kad anda dan cuba lagi.',
  failed_try_again: 'Ada sesuatu yang tidak kena. Kad anda tidak dicaj. Sila cuba lagi.',
  failed_page_expired: 'Halaman ini telah luput. Kad anda tidak dicaj. Muat semula halaman ini.',
  failed_shop: 'Pembayaran kad tidak tersedia sekarang. Kad anda tidak dicaj.',

  configuration_title: 'Borang pembayaran ini tidak disediakan dengan betul',
};

export default messages;
