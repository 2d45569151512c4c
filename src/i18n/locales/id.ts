import type { CardMessages } from '../messages.js';

/** Indonesian. */
const messages: CardMessages = {
  banner: 'Mode uji coba: tidak memakai uang sungguhan.',

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
  pay_wait: 'Coba lagi dalam {wait}',
  retry_ready: 'Anda dapat mencoba lagi sekarang.',
  busy: 'Memproses pembayaran…',
  checking: 'Memeriksa apakah pesanan ini sudah dibayar…',

  card_number_required: 'Masukkan nomor kartu: deretan angka panjang di kartu Anda.',
  card_number_letters: 'Gunakan angka saja: nomor kartu tidak memuat huruf atau tanda lain.',
  card_number_incomplete: 'Nomor kartu ini terlalu pendek. Pastikan semua angkanya sudah lengkap.',
  card_number_long: 'Nomor kartu ini terlalu panjang. Cocokkan dengan kartu, mungkin ada angka yang terketik dua kali.',
  card_number_invalid: 'Ada salah ketik pada nomor kartu. Cocokkan dengan kartu Anda.',
  card_number_unusual:
    'Nomor kartu ini tidak lazim. Cocokkan sekali lagi dengan kartu Anda; jika sudah benar, lanjutkan.',
  card_number_test:
    'Ini nomor untuk uji coba, bukan kartu sungguhan. Untuk membayar, masukkan nomor kartu Anda sendiri.',
  card_expiry_required: 'Masukkan masa berlaku: bulan dan tahun seperti di kartu Anda.',
  card_expiry_invalid: 'Masukkan bulan dan tahun masa berlaku, misalnya {expiry_example}.',
  card_expiry_month:
    'Tidak ada bulan seperti itu. Masukkan bulan dulu, 01 sampai 12, lalu tahun, seperti di kartu Anda.',
  card_expiry_past: 'Kartu ini sudah kedaluwarsa. Periksa masa berlakunya atau gunakan kartu lain.',
  card_expiry_far: 'Tahunnya terlalu jauh ke depan. Periksa masa berlaku kartu.',
  card_cvc_required: 'Masukkan kode CVV: 3\u00a0angka di belakang kartu Anda.',
  card_cvc_required_4: 'Masukkan kode CVV: 4\u00a0angka di depan kartu Anda.',
  card_cvc_invalid: 'Periksa kode CVV: 3\u00a0angka di belakang kartu Anda.',
  card_cvc_invalid_4: 'Periksa kode CVV: 4\u00a0angka di depan kartu Anda.',
  cardholder_name_required: 'Masukkan nama seperti yang tertera di kartu.',
  cardholder_name_invalid: 'Masukkan nama dengan huruf, seperti yang tertera di kartu.',
  cardholder_name_long: 'Nama ini terlalu panjang. Masukkan hanya nama yang tertera di kartu.',

  control_invalid: 'Periksa bagian ini.',
  control_long: 'Gunakan maksimal 1000\u00a0karakter.',
  summary_title: 'Harap periksa hal-hal berikut sebelum membayar:',

  paid_title: 'Pembayaran berhasil',
  paid_text: 'Anda telah membayar {amount}.',
  paid_text_open: 'Pesanan ini sudah dibayar.',
  pending_title: 'Pembayaran Anda sedang diproses',
  pending_text: 'Pembayaran Anda sebesar {amount} belum selesai. Anda tidak perlu membayar lagi.',
  pending_text_open: 'Pembayaran Anda belum selesai. Anda tidak perlu membayar lagi.',
  unknown_title: 'Kami tidak dapat memastikan apakah pembayaran Anda berhasil',
  unknown_checking_title: 'Memeriksa pembayaran Anda…',
  unknown_text:
    'Dana sebesar {amount} mungkin sudah terpotong dari kartu Anda. Mohon jangan membayar lagi: tanyakan dulu ke toko apakah pembayaran sudah masuk.',
  unknown_text_open:
    'Dana mungkin sudah terpotong dari kartu Anda. Mohon jangan membayar lagi: tanyakan dulu ke toko apakah pembayaran sudah masuk.',
  unknown_checking_text:
    'Dana sebesar {amount} mungkin sudah terpotong dari kartu Anda. Mohon jangan membayar lagi: kami sedang memeriksa apakah pembayaran sudah masuk dan akan menampilkan hasilnya di sini.',
  unknown_checking_text_open:
    'Dana mungkin sudah terpotong dari kartu Anda. Mohon jangan membayar lagi: kami sedang memeriksa apakah pembayaran sudah masuk dan akan menampilkan hasilnya di sini.',
  unknown_go_on: 'Tetap ingin membayar lagi',
  unknown_warning: 'Jika pembayaran pertama sudah masuk, Anda akan membayar dua kali. Tanyakan dulu ke toko.',
  unknown_confirm: 'Pembayaran tidak masuk ke toko: tampilkan formulir',
  unknown_back: 'Jangan membayar lagi',
  card_ending: '{brand} berakhiran {last_digits}',
  reference: 'Nomor referensi: {reference}',
  time: 'Waktu: {time}',
  print: 'Cetak',

  failed_offline: 'Anda sedang offline. Tidak ada dana yang terpotong. Periksa koneksi Anda, lalu coba lagi.',
  failed_declined: 'Kartu Anda ditolak. Tidak ada dana yang terpotong. Gunakan kartu lain atau hubungi bank Anda.',
  failed_busy: 'Toko sedang sangat sibuk. Tidak ada dana yang terpotong. Tunggu sebentar, lalu coba lagi.',
  failed_other_window: 'Pesanan ini sedang dibayar di jendela lain. Lihat dulu hasilnya di sana.',
  failed_amount_changed: 'Harganya sekarang {amount}. Tidak ada dana yang terpotong. Periksa nominal baru, lalu bayar.',
  failed_refused: 'Pembayaran ditolak. Tidak ada dana yang terpotong. Periksa data kartu Anda, lalu coba lagi.',
  failed_try_again: 'Pembayaran tidak dapat dilakukan. Tidak ada dana yang terpotong. Silakan coba lagi.',
  failed_page_expired: 'Halaman ini sudah kedaluwarsa. Tidak ada dana yang terpotong. Muat ulang halaman ini.',
  failed_shop: 'Toko ini sedang tidak dapat menerima pembayaran kartu. Tidak ada dana yang terpotong.',

  configuration_title: 'Formulir pembayaran ini belum diatur dengan benar',
};

export default messages;
