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
  email_invalid: 'Συμπληρώστε το email σας σε αυτή τη μορφή: name@example.com.',
  email_long: 'Η διεύθυνση email είναι πολύ μεγάλη. Ελέγξτε την.',
  phone_required: 'Συμπληρώστε το τηλέφωνό σας.',
  phone_letters: 'Συμπληρώστε μόνο ψηφία: ο αριθμός τηλεφώνου δεν έχει γράμματα.',
  phone_country_code: 'Ξεκινήστε με + και τον κωδικό χώρας, π.χ. {phone_example}.',
  phone_short: 'Ο αριθμός τηλεφώνου είναι ελλιπής. Ελέγξτε ότι δεν λείπει κάποιο ψηφίο ή ο κωδικός περιοχής.',
  phone_long: 'Ο αριθμός τηλεφώνου έχει πάρα πολλά ψηφία. Ελέγξτε μήπως κάποιο γράφτηκε δύο φορές.',
  phone_invalid: 'Υπάρχει λάθος πληκτρολόγησης στον αριθμό τηλεφώνου. Ελέγξτε τον.',
  postal_code_required: 'Συμπληρώστε τον ταχυδρομικό κώδικα.',
  postal_code_invalid: 'Ελέγξτε τον ταχυδρομικό κώδικα. Παράδειγμα για τη χώρα σας: {postal_code_example}.',
  postal_code_unlikely: 'Ελέγξτε τον ταχυδρομικό κώδικα: έχει 2 έως 10\u00a0γράμματα και ψηφία.',
  country_required: 'Επιλέξτε χώρα.',
  amount_required: 'Συμπληρώστε το ποσό που θέλετε να πληρώσετε.',
  amount_invalid: 'Συμπληρώστε το ποσό ως αριθμό, π.χ. {amount_example}.',
  amount_ambiguous:
    'Το ποσό μπορεί να διαβαστεί με δύο τρόπους. Γράψτε το χωρίς διαχωριστικό χιλιάδων, π.χ. {amount_example}.',
  amount_decimals: 'Το ποσό έχει πάρα πολλά δεκαδικά. Γράψτε το, για παράδειγμα, έτσι: {amount_example}.',
  amount_too_small: 'Συμπληρώστε τουλάχιστον {min_amount}.',
  amount_too_large: 'Συμπληρώστε ποσό έως {max_amount}.',
};

export default messages;
