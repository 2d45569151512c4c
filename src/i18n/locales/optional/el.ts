import type { OptionalMessages } from '../../optional-messages.js';

/** Greek. */
const messages: OptionalMessages = {
  test_card: 'Χρήση δοκιμαστικής κάρτας',
  test_card_filled: 'Η φόρμα συμπληρώθηκε με στοιχεία δοκιμαστικής κάρτας.',
  label_email: 'Email',
  label_phone: 'Τηλέφωνο',
  label_postal_code: 'Ταχυδρομικός κώδικας',
  label_country: 'Χώρα',
  label_amount: 'Ποσό',
  placeholder_country: 'Επιλέξτε χώρα',
  email_required: 'Συμπληρώστε το email σας.',
  email_invalid: 'Συμπληρώστε ένα email όπως name@example.com.',
  email_long: 'Αυτό το email είναι πολύ μεγάλο.',
  phone_required: 'Συμπληρώστε το τηλέφωνό σας.',
  phone_letters: 'Συμπληρώστε μόνο ψηφία.',
  phone_country_code: 'Ξεκινήστε με + και τον κωδικό χώρας, π.χ. {phone_example}.',
  phone_short: 'Ο αριθμός τηλεφώνου είναι πολύ σύντομος. Βάλατε τον κωδικό περιοχής;',
  phone_long: 'Ο αριθμός τηλεφώνου έχει πάρα πολλά ψηφία.',
  phone_invalid: 'Ελέγξτε τον αριθμό τηλεφώνου σας: κάποιο ψηφίο φαίνεται λανθασμένο.',
  postal_code_required: 'Συμπληρώστε τον ταχυδρομικό κώδικα.',
  postal_code_invalid: 'Συμπληρώστε ταχυδρομικό κώδικα όπως {postal_code_example}.',
  postal_code_unlikely: 'Ελέγξτε τον ταχυδρομικό κώδικα: έχει 2 έως 10\u00a0γράμματα και ψηφία.',
  country_required: 'Επιλέξτε χώρα.',
  amount_required: 'Συμπληρώστε ένα ποσό.',
  amount_invalid: 'Συμπληρώστε το ποσό ως αριθμό, π.χ. {amount_example}.',
  amount_ambiguous: 'Συμπληρώστε το ποσό χωρίς διαχωριστικό χιλιάδων, π.χ. {amount_example}.',
  amount_decimals: 'Το ποσό έχει πάρα πολλά δεκαδικά. Γράψτε το, για παράδειγμα, έτσι: {amount_example}.',
  amount_too_small: 'Συμπληρώστε τουλάχιστον {min_amount}.',
  amount_too_large: 'Συμπληρώστε ποσό έως {max_amount}.',
};

export default messages;
