import type { OptionalMessages } from '../../optional-messages.js';

/** Finnish. */
const messages: OptionalMessages = {
  test_card: 'Käytä testikorttia',
  test_card_filled: 'Lomake on täytetty testikortin tiedoilla.',
  label_email: 'Sähköpostiosoite',
  label_phone: 'Puhelinnumero',
  label_postal_code: 'Postinumero',
  label_country: 'Maa',
  label_amount: 'Summa',
  placeholder_country: 'Valitse maa',
  email_required: 'Anna sähköpostiosoitteesi.',
  email_invalid: 'Anna sähköpostiosoite muodossa name@example.com.',
  email_long: 'Sähköpostiosoite on liian pitkä.',
  phone_required: 'Anna puhelinnumerosi.',
  phone_letters: 'Käytä vain numeroita.',
  phone_country_code: 'Aloita plusmerkillä (+) ja maatunnuksella, esimerkiksi {phone_example}.',
  phone_short: 'Puhelinnumero on liian lyhyt. Onko suuntanumero mukana?',
  phone_long: 'Puhelinnumerossa on liikaa numeroita.',
  phone_invalid: 'Tarkista puhelinnumero: jokin numeroista näyttää olevan väärin.',
  postal_code_required: 'Anna postinumerosi.',
  postal_code_invalid: 'Anna postinumero muodossa {postal_code_example}.',
  postal_code_unlikely: 'Tarkista postinumero: siinä on 2–10\u00a0kirjainta tai numeroa.',
  country_required: 'Valitse maa.',
  amount_required: 'Anna summa.',
  amount_invalid: 'Anna summa numeroina, esimerkiksi {amount_example}.',
  amount_ambiguous: 'Anna summa ilman tuhansien erotinmerkkiä, esimerkiksi {amount_example}.',
  amount_decimals: 'Summassa on liikaa desimaaleja. Anna se näin: {amount_example}.',
  amount_too_small: 'Summan on oltava vähintään {min_amount}.',
  amount_too_large: 'Summa saa olla enintään {max_amount}.',
};

export default messages;
