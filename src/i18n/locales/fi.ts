import type { CardMessages } from '../messages.js';

/** Finnish. */
const messages: CardMessages = {
  banner: 'Testitila: oikeaa rahaa ei liiku.',

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

  card_number_required: 'Anna kortin numero eli kortissa oleva pitkä numerosarja.',
  card_number_letters: 'Käytä vain numeroita, ei kirjaimia tai muita merkkejä.',
  card_number_incomplete: 'Kortin numero on liian lyhyt. Tarkista, että kaikki numerot ovat mukana.',
  card_number_long:
    'Kortin numero on liian pitkä. Vertaa sitä korttiin ja tarkista, ettei mikään numero ole kahteen kertaan.',
  card_number_invalid: 'Kortin numerossa on näppäilyvirhe. Vertaa numeroa korttiin.',
  card_number_unusual:
    'Kortin numero on epätavallinen. Vertaa sitä vielä kerran korttiin. Jos se on oikein, voit jatkaa.',
  card_number_test: 'Tämä on testinumero, ei oikea kortti. Maksa antamalla oman korttisi numero.',
  card_expiry_required: 'Anna voimassaoloaika: kuukausi ja vuosi, kuten kortissa.',
  card_expiry_invalid: 'Anna voimassaoloajan kuukausi ja vuosi, esimerkiksi {expiry_example}.',
  card_expiry_month: 'Tällaista kuukautta ei ole. Anna ensin kuukausi, 01–12, ja sitten vuosi, kuten kortissa.',
  card_expiry_past: 'Kortti on vanhentunut. Tarkista voimassaoloaika tai käytä toista korttia.',
  card_expiry_far: 'Vuosi on liian kaukana tulevaisuudessa. Tarkista voimassaoloaika.',
  card_cvc_required: 'Anna turvakoodi: 3\u00a0numeroa kortin kääntöpuolella.',
  card_cvc_required_4: 'Anna turvakoodi: 4\u00a0numeroa kortin etupuolella.',
  card_cvc_invalid: 'Tarkista turvakoodi: 3\u00a0numeroa kortin kääntöpuolella.',
  card_cvc_invalid_4: 'Tarkista turvakoodi: 4\u00a0numeroa kortin etupuolella.',
  cardholder_name_required: 'Anna nimi sellaisena kuin se on kortissa.',
  cardholder_name_invalid: 'Anna nimi kirjaimin sellaisena kuin se on kortissa.',
  cardholder_name_long: 'Nimi on liian pitkä. Anna vain kortissa oleva nimi.',

  control_invalid: 'Tarkista tämä kohta.',
  control_long: 'Käytä enintään 1\u00a0000\u00a0merkkiä.',
  summary_title: 'Tarkista nämä kohdat ennen maksamista:',

  paid_title: 'Maksu onnistui',
  paid_text: 'Maksoit {amount}.',
  paid_text_open: 'Tämä tilaus on maksettu.',
  pending_title: 'Maksuasi käsitellään',
  pending_text: 'Maksusi ({amount}) käsittely on vielä kesken. Sinun ei tarvitse maksaa uudelleen.',
  pending_text_open: 'Maksusi käsittely on vielä kesken. Sinun ei tarvitse maksaa uudelleen.',
  unknown_title: 'Emme saaneet vahvistusta maksustasi',
  unknown_checking_title: 'Maksuasi tarkistetaan…',
  unknown_text:
    'Kortiltasi on saatettu veloittaa {amount}. Älä maksa uudelleen, vaan kysy ensin kaupalta, onko maksu tullut perille.',
  unknown_text_open:
    'Korttiasi on saatettu veloittaa. Älä maksa uudelleen, vaan kysy ensin kaupalta, onko maksu tullut perille.',
  unknown_checking_text:
    'Kortiltasi on saatettu veloittaa {amount}. Älä maksa uudelleen. Tarkistamme, onko maksu tullut perille, ja näytämme tuloksen tässä.',
  unknown_checking_text_open:
    'Korttiasi on saatettu veloittaa. Älä maksa uudelleen. Tarkistamme, onko maksu tullut perille, ja näytämme tuloksen tässä.',
  unknown_go_on: 'Maksa silti uudelleen',
  unknown_warning: 'Jos ensimmäinen maksu on tullut perille, maksat kahteen kertaan. Kysy ensin kaupalta.',
  unknown_confirm: 'Kauppa ei ole saanut maksua: näytä lomake',
  unknown_back: 'Älä maksa uudelleen',
  card_ending: '{brand}, jonka numero päättyy {last_digits}',
  reference: 'Viite: {reference}',
  time: 'Aika: {time}',
  print: 'Tulosta',

  failed_offline: 'Sinulla ei ole verkkoyhteyttä. Mitään ei veloitettu. Tarkista yhteys ja yritä uudelleen.',
  failed_declined: 'Korttisi hylättiin. Mitään ei veloitettu. Käytä toista korttia tai ota yhteyttä pankkiisi.',
  failed_busy: 'Kaupassa on nyt ruuhkaa. Mitään ei veloitettu. Odota hetki ja yritä uudelleen.',
  failed_other_window: 'Tätä tilausta maksetaan parhaillaan toisessa ikkunassa. Katso ensin sieltä.',
  failed_amount_changed: 'Hinta on nyt {amount}. Mitään ei veloitettu. Tarkista uusi summa ja maksa sitten.',
  failed_refused: 'Maksua ei hyväksytty. Mitään ei veloitettu. Tarkista kortin tiedot ja yritä uudelleen.',
  failed_try_again: 'Maksu ei onnistunut. Mitään ei veloitettu. Yritä uudelleen.',
  failed_page_expired: 'Tämä sivu on vanhentunut. Mitään ei veloitettu. Lataa sivu uudelleen.',
  failed_shop: 'Kauppa ei voi juuri nyt ottaa vastaan korttimaksuja. Mitään ei veloitettu.',

  configuration_title: 'Tämän maksulomakkeen asetukset eivät ole kunnossa',
};

export default messages;
