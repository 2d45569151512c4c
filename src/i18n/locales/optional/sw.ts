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
  email_invalid: 'Weka anwani yako ya barua pepe hivi: name@example.com.',
  email_long: 'Anwani hii ya barua pepe ni ndefu mno. Iangalie tena.',
  phone_required: 'Weka nambari yako ya simu.',
  phone_letters: 'Tumia tarakimu pekee: nambari ya simu haina herufi.',
  phone_country_code: 'Anza na alama ya + kisha msimbo wa nchi, kwa mfano {phone_example}.',
  phone_short: 'Nambari hii ya simu ni fupi mno. Hakikisha kuwa kila tarakimu ipo, pamoja na msimbo wa eneo.',
  phone_long: 'Nambari hii ya simu ni ndefu mno. Angalia kama kuna tarakimu iliyorudiwa.',
  phone_invalid: 'Kuna kosa la kuandika katika nambari ya simu. Iangalie tena.',
  postal_code_required: 'Weka msimbo wako wa posta.',
  postal_code_invalid: 'Angalia msimbo wa posta. Mfano wa msimbo katika nchi yako: {postal_code_example}.',
  postal_code_unlikely: 'Angalia msimbo wa posta: huwa na herufi na tarakimu 2 hadi\u00a010.',
  country_required: 'Chagua nchi yako.',
  amount_required: 'Weka kiasi unachotaka kulipa.',
  amount_invalid: 'Weka kiasi kwa tarakimu, kwa mfano {amount_example}.',
  amount_ambiguous:
    'Kiasi hiki kinaweza kusomwa kwa njia mbili. Kiandike hivi: {amount_example}, bila alama ya maelfu.',
  amount_decimals: 'Kiasi hiki kina desimali nyingi mno. Kiandike hivi: {amount_example}.',
  amount_too_small: 'Weka angalau {min_amount}.',
  amount_too_large: 'Weka kiasi kisichozidi {max_amount}.',
};

export default messages;
