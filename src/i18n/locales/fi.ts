import type { CardMessages } from '../messages.js';

/** Finnish. */
const messages: CardMessages = {
  banner: 'Testitila: oikeaa maksua ei tehdä.',

  form: 'Korttimaksu',

  label_card_number: 'Kortin numero',
  label_card_expiry: 'Voimassaoloaika',
  label_card_cvc: 'Turvakoodi (CVC)',
  label_cardholder_name: 'Nimi kortissa',
  placeholder_card_expiry: 'KK / VV',
  hint_card_cvc: '3\u00a0numeroa kortin kääntöpuolella',
  hint_card_cvc_4: '4\u00a0numeroa kortin etupuolella',

  pay: 'Maksa {amount}',
  pay_open: 'Maksa',
  pay_wait: 'Odota vielä {wait}',
  retry_ready: 'Voit nyt yrittää uudelleen.',
  busy: 'Maksua käsitellään…',
  checking: 'Tarkistetaan, onko tilaus jo maksettu…',

  card_number_required: 'Anna kortin numero.',
  card_number_letters: 'Käytä vain numeroita.',
  card_number_incomplete: 'Kortin numero on puutteellinen.',
  card_number_long: 'Kortin numerossa on liikaa numeroita.',
  card_number_invalid: 'Tarkista kortin numero: jokin numeroista näyttää olevan väärin.',
  card_number_unusual: 'Tarkista kortin numero vielä kerran. Jos se vastaa korttiasi, jatka.',
  card_number_test: 'Tämä on testikortin numero. Maksa oikealla kortilla.',
  card_expiry_required: 'Anna voimassaoloaika.',
  card_expiry_invalid: 'Anna kuukausi ja vuosi, esimerkiksi {expiry_example}.',
  card_expiry_month: 'Anna ensin kuukausi (01–12) ja sitten vuosi.',
  card_expiry_past: 'Kortti on vanhentunut. Tarkista voimassaoloaika tai käytä toista korttia.',
  card_expiry_far: 'Tarkista vuosi.',
  card_cvc_required: 'Anna 3-numeroinen koodi kortin kääntöpuolelta.',
  card_cvc_required_4: 'Anna 4-numeroinen koodi kortin etupuolelta.',
  card_cvc_invalid: 'Turvakoodi on 3\u00a0numeroa kortin kääntöpuolella.',
  card_cvc_invalid_4: 'Turvakoodi on 4\u00a0numeroa kortin etupuolella.',
  cardholder_name_required: 'Anna kortissa oleva nimi.',
  cardholder_name_invalid: 'Anna nimi kirjaimin sellaisena kuin se on kortissa.',
  cardholder_name_long: 'Nimi on liian pitkä. Anna se sellaisena kuin se on kortissa.',

  control_invalid: 'Tarkista tämä kenttä.',
  control_long: 'Käytä enintään 1\u00a0000\u00a0merkkiä.',
  summary_title: 'Korjaa nämä tiedot:',

  paid_title: 'Maksu onnistui',
  paid_text: 'Maksoit {amount}.',
  paid_text_open: 'Tämä tilaus on maksettu.',
  pending_title: 'Maksuasi käsitellään',
  pending_text: 'Maksuasi ({amount}) käsitellään edelleen. Sinun ei tarvitse maksaa uudelleen.',
  pending_text_open: 'Maksuasi käsitellään edelleen. Sinun ei tarvitse maksaa uudelleen.',
  unknown_title: 'Emme vielä tiedä, onnistuiko maksusi',
  unknown_checking_title: 'Maksuasi tarkistetaan…',
  unknown_text:
    'Kortiltasi on saatettu veloittaa {amount}. Kysy kaupalta, onko maksu tullut perille, ennen kuin maksat uudelleen.',
  unknown_text_open:
    'Korttiasi on saatettu veloittaa. Kysy kaupalta, onko maksu tullut perille, ennen kuin maksat uudelleen.',
  unknown_checking_text:
    'Kortiltasi on saatettu veloittaa {amount}. Tarkistamme asian ja näytämme tuloksen tässä. Älä maksa uudelleen.',
  unknown_checking_text_open:
    'Korttiasi on saatettu veloittaa. Tarkistamme asian ja näytämme tuloksen tässä. Älä maksa uudelleen.',
  unknown_go_on: 'Maksa silti uudelleen',
  unknown_warning: 'Jos ensimmäinen maksu onnistui, sinua veloitetaan kahdesti. Kysy ensin kaupalta.',
  unknown_confirm: 'Kauppa ei ole saanut maksua: maksa uudelleen',
  unknown_back: 'Takaisin',
  card_ending: '{brand}, jonka numero päättyy {last_digits}',
  reference: 'Viite: {reference}',
  time: 'Aika: {time}',
  print: 'Tulosta',

  failed_offline: 'Sinulla ei ole verkkoyhteyttä. Mitään ei veloitettu. Tarkista yhteys ja yritä uudelleen.',
  failed_declined: 'Korttisi hylättiin. Mitään ei veloitettu. Käytä toista korttia tai ota yhteyttä pankkiisi.',
  failed_busy: 'Maksuja on nyt liikaa. Mitään ei veloitettu. Yritä hetken kuluttua uudelleen.',
  failed_other_window: 'Tätä tilausta maksetaan jo toisessa välilehdessä. Jatka siellä.',
  failed_amount_changed: 'Hinta on nyt {amount}. Mitään ei veloitettu. Tarkista uusi summa ja maksa sitten.',
  failed_refused: 'Maksu ei mennyt läpi. Mitään ei veloitettu. Tarkista kortin tiedot ja yritä uudelleen.',
  failed_try_again: 'Jokin meni vikaan. Mitään ei veloitettu. Yritä uudelleen.',
  failed_page_expired: 'Tämä sivu on vanhentunut. Mitään ei veloitettu. Lataa sivu uudelleen.',
  failed_shop: 'Korttimaksu ei ole juuri nyt mahdollista. Mitään ei veloitettu.',

  configuration_title: 'Tämän maksulomakkeen asetukset eivät ole kunnossa',
};

export default messages;
