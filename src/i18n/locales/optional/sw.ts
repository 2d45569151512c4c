import type { OptionalMessages } from '../../optional-messages.js';

/** Swahili. */
const messages: OptionalMessages = {
  test_card: 'Tumia kadi ya majaribio',
  test_card_filled: 'Fomu imejazwa kwa kadi ya majaribio.',
  label_email: 'Barua pepe',
  label_phone: 'Nambari ya simu',
  label_postal_code: 'Msimbo wa posta',
  label_country: 'Nchi',
  label_amount: 'Kiasi',
  placeholder_country: 'Chagua nchi yako',
  email_required: 'Weka anwani yako ya barua pepe.',
  email_invalid: 'Weka anwani ya barua pepe kama name@example.com.',
  email_long: 'Anwani hii ya barua pepe ni ndefu mno.',
  phone_required: 'Weka nambari yako ya simu.',
  phone_letters: 'Tumia tarakimu pekee.',
  phone_country_code: 'Anza na alama ya + kisha msimbo wa nchi, kwa mfano {phone_example}.',
  phone_short: 'Nambari hii ya simu ni fupi mno. Je, umeweka msimbo wa eneo?',
  phone_long: 'Nambari hii ya simu ina tarakimu nyingi mno.',
  phone_invalid: 'Angalia nambari yako ya simu: inaonekana tarakimu moja si sahihi.',
  postal_code_required: 'Weka msimbo wako wa posta.',
  postal_code_invalid: 'Weka msimbo wa posta kama {postal_code_example}.',
  postal_code_unlikely: 'Angalia msimbo wa posta: huwa na herufi na tarakimu 2 hadi\u00a010.',
  country_required: 'Chagua nchi yako.',
  amount_required: 'Weka kiasi.',
  amount_invalid: 'Weka kiasi kwa tarakimu, kwa mfano {amount_example}.',
  amount_ambiguous: 'Weka kiasi bila alama ya maelfu, kwa mfano {amount_example}.',
  amount_decimals: 'Kiasi hiki kina desimali nyingi mno. Kiandike hivi: {amount_example}.',
  amount_too_small: 'Weka angalau {min_amount}.',
  amount_too_large: 'Weka kiasi kisichozidi {max_amount}.',
};

export default messages;
