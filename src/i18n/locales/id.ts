import type { CardMessages } from '../messages.js';

/** Indonesian. */
const messages: CardMessages = {
  banner: 'Mode uji coba: tidak ada pembayaran sungguhan.',

  form: 'Pembayaran dengan kartu',

  label_card_number: 'Nomor kartu',
  label_card_expiry: 'Masa berlaku',
  label_card_cvc: 'Kode CVV',
  label_cardholder_name: 'Nama di kartu',
  placeholder_card_expiry: 'BB / TT',
  hint_card_cvc: '3\u00a0angka di belakang kartu Anda',
  hint_card_cvc_4: '4\u00a0angka di depan kartu Anda',

  pay: 'Bayar {amount}',
  pay_open: 'Bayar',
  pay_wait: 'Anda dapat mencoba lagi dalam {wait}',
  retry_ready: 'Anda dapat mencoba lagi sekarang.',
  busy: 'Memproses pembayaran…',
  checking: 'Memeriksa apakah pesanan ini sudah dibayar…',

  card_number_required: 'Masukkan nomor kartu Anda.',
  card_number_letters: 'Gunakan angka saja.',
  card_number_incomplete: 'Nomor kartu Anda belum lengkap.',
  card_number_long: 'Nomor kartu ini terlalu banyak angkanya.',
  card_number_invalid: 'Periksa nomor kartu Anda: sepertinya ada angka yang salah.',
  card_number_unusual: 'Periksa lagi nomor kartu ini. Jika sudah sesuai dengan kartu Anda, lanjutkan.',
  card_number_test: 'Ini nomor kartu uji coba. Gunakan kartu sungguhan untuk membayar.',
  card_expiry_required: 'Masukkan masa berlaku.',
  card_expiry_invalid: 'Masukkan bulan dan tahun, misalnya {expiry_example}.',
  card_expiry_month: 'Masukkan bulan dulu (01 sampai 12), lalu tahun.',
  card_expiry_past: 'Kartu ini sudah kedaluwarsa. Periksa masa berlakunya atau gunakan kartu lain.',
  card_expiry_far: 'Periksa tahunnya.',
  card_cvc_required: 'Masukkan 3\u00a0angka di belakang kartu Anda.',
  card_cvc_required_4: 'Masukkan 4\u00a0angka di depan kartu Anda.',
  card_cvc_invalid: 'Kode CVV adalah 3\u00a0angka di belakang kartu Anda.',
  card_cvc_invalid_4: 'Kode CVV adalah 4\u00a0angka di depan kartu Anda.',
  cardholder_name_required: 'Masukkan nama di kartu Anda.',
  cardholder_name_invalid: 'Masukkan nama dengan huruf, seperti yang tertera di kartu.',
  cardholder_name_long: 'Nama ini terlalu panjang. Masukkan seperti yang tertera di kartu.',

  control_invalid: 'Periksa kolom ini.',
  control_long: 'Gunakan maksimal 1000\u00a0karakter.',
  summary_title: 'Perbaiki data berikut:',

  paid_title: 'Pembayaran berhasil',
  paid_text: 'Anda telah membayar {amount}.',
  paid_text_open: 'Pesanan ini sudah dibayar.',
  pending_title: 'Pembayaran Anda sedang diproses',
  pending_text: 'Pembayaran Anda sebesar {amount} masih diproses. Anda tidak perlu membayar lagi.',
  pending_text_open: 'Pembayaran Anda masih diproses. Anda tidak perlu membayar lagi.',
  unknown_title: 'Kami belum tahu apakah pembayaran Anda berhasil',
  unknown_checking_title: 'Memeriksa pembayaran Anda…',
  unknown_text:
    'Dana sebesar {amount} mungkin sudah terpotong dari kartu Anda. Sebelum membayar lagi, tanyakan ke toko apakah pembayaran sudah diterima.',
  unknown_text_open:
    'Dana mungkin sudah terpotong dari kartu Anda. Sebelum membayar lagi, tanyakan ke toko apakah pembayaran sudah diterima.',
  unknown_checking_text:
    'Dana sebesar {amount} mungkin sudah terpotong dari kartu Anda. Kami sedang memeriksanya dan akan menampilkan hasilnya di sini. Mohon jangan membayar lagi.',
  unknown_checking_text_open:
    'Dana mungkin sudah terpotong dari kartu Anda. Kami sedang memeriksanya dan akan menampilkan hasilnya di sini. Mohon jangan membayar lagi.',
  unknown_go_on: 'Tetap ingin membayar lagi',
  unknown_warning: 'Jika pembayaran pertama berhasil, dana Anda akan terpotong dua kali. Tanyakan dulu ke toko.',
  unknown_confirm: 'Toko tidak menerima pembayaran: bayar lagi',
  unknown_back: 'Kembali',
  card_ending: '{brand} berakhiran {last_digits}',
  reference: 'Nomor referensi: {reference}',
  time: 'Waktu: {time}',
  print: 'Cetak',

  failed_offline: 'Anda sedang offline. Tidak ada dana yang terpotong. Periksa koneksi Anda, lalu coba lagi.',
  failed_declined: 'Kartu Anda ditolak. Tidak ada dana yang terpotong. Gunakan kartu lain atau hubungi bank Anda.',
  failed_busy: 'Saat ini terlalu banyak pembayaran. Tidak ada dana yang terpotong. Coba lagi sebentar lagi.',
  failed_other_window: 'Pesanan ini sedang dibayar di tab lain. Lanjutkan di sana.',
  failed_amount_changed: 'Harganya sekarang {amount}. Tidak ada dana yang terpotong. Periksa nominal baru, lalu bayar.',
  failed_refused: 'Pembayaran tidak berhasil. Tidak ada dana yang terpotong. Periksa data kartu Anda, lalu coba lagi.',
  failed_try_again: 'Terjadi kesalahan. Tidak ada dana yang terpotong. Silakan coba lagi.',
  failed_page_expired: 'Halaman ini sudah kedaluwarsa. Tidak ada dana yang terpotong. Muat ulang halaman ini.',
  failed_shop: 'Pembayaran kartu sedang tidak tersedia. Tidak ada dana yang terpotong.',

  configuration_title: 'Formulir pembayaran ini belum diatur dengan benar',
};

export default messages;
