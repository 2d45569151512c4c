import type { OptionalMessages } from '../../optional-messages.js';

/** Indonesian. */
const messages: OptionalMessages = {
  test_card: 'Gunakan kartu uji coba',
  test_card_filled: 'Formulir telah diisi dengan data kartu uji coba.',
  label_email: 'Email',
  label_phone: 'Nomor telepon',
  label_postal_code: 'Kode pos',
  label_country: 'Negara',
  label_amount: 'Nominal',
  placeholder_country: 'Pilih negara Anda',
  email_required: 'Masukkan alamat email Anda.',
  email_invalid: 'Masukkan alamat email seperti name@example.com.',
  email_long: 'Alamat email ini terlalu panjang.',
  phone_required: 'Masukkan nomor telepon Anda.',
  phone_letters: 'Gunakan angka saja.',
  phone_country_code: 'Awali dengan + dan kode negara, misalnya {phone_example}.',
  phone_short: 'Nomor telepon ini terlalu pendek. Apakah kode areanya sudah ada?',
  phone_long: 'Nomor telepon ini terlalu banyak angkanya.',
  phone_invalid: 'Periksa nomor telepon Anda: sepertinya ada angka yang salah.',
  postal_code_required: 'Masukkan kode pos Anda.',
  postal_code_invalid: 'Masukkan kode pos seperti {postal_code_example}.',
  postal_code_unlikely: 'Periksa kode pos: isinya 2 sampai 10\u00a0huruf atau angka.',
  country_required: 'Pilih negara Anda.',
  amount_required: 'Masukkan nominal.',
  amount_invalid: 'Masukkan nominal dalam angka, misalnya {amount_example}.',
  amount_ambiguous: 'Masukkan nominal tanpa pemisah ribuan, misalnya {amount_example}.',
  amount_decimals: 'Angka desimalnya terlalu banyak. Masukkan nominal seperti {amount_example}.',
  amount_too_small: 'Masukkan minimal {min_amount}.',
  amount_too_large: 'Masukkan maksimal {max_amount}.',
};

export default messages;
