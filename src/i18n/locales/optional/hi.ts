import type { OptionalMessages } from '../../optional-messages.js';

/** Hindi. */
const messages: OptionalMessages = {
  test_card: 'टेस्ट कार्ड इस्तेमाल करें',
  test_card_filled: 'फ़ॉर्म में टेस्ट कार्ड की जानकारी भर दी गई है।',
  label_email: 'ईमेल',
  label_phone: 'फ़ोन नंबर',
  label_postal_code: 'पोस्टल कोड (पिनकोड)',
  label_country: 'देश',
  label_amount: 'राशि',
  placeholder_country: 'अपना देश चुनें',
  email_required: 'अपना ईमेल पता डालें।',
  email_invalid: 'name@example.com जैसा ईमेल पता डालें।',
  email_long: 'यह ईमेल पता बहुत लंबा है।',
  phone_required: 'अपना फ़ोन नंबर डालें।',
  phone_letters: 'सिर्फ़ अंक डालें।',
  phone_country_code: 'शुरुआत + और देश के कोड से करें (उदाहरण: {phone_example})।',
  phone_short: 'यह फ़ोन नंबर बहुत छोटा है। क्या आपने एरिया कोड डाला है?',
  phone_long: 'इस फ़ोन नंबर में बहुत ज़्यादा अंक हैं।',
  phone_invalid: 'अपना फ़ोन नंबर जाँचें: कोई अंक गलत लग रहा है।',
  postal_code_required: 'अपना पोस्टल कोड (पिनकोड) डालें।',
  postal_code_invalid: '{postal_code_example} जैसा पोस्टल कोड डालें।',
  postal_code_unlikely: 'पोस्टल कोड जाँचें: इसमें 2 से 10\u00a0अक्षर या अंक होते हैं।',
  country_required: 'अपना देश चुनें।',
  amount_required: 'राशि डालें।',
  amount_invalid: 'राशि अंकों में डालें (उदाहरण: {amount_example})।',
  amount_ambiguous: 'राशि हज़ार के चिह्न के बिना डालें (उदाहरण: {amount_example})।',
  amount_decimals: 'इस राशि में दशमलव के बाद बहुत ज़्यादा अंक हैं। इसे {amount_example} की तरह डालें।',
  amount_too_small: 'कम से कम {min_amount} की राशि डालें।',
  amount_too_large: 'ज़्यादा से ज़्यादा {max_amount} की राशि डालें।',
};

export default messages;
