import type { CardMessages } from '../messages.js';

/** Croatian. */
const messages: CardMessages = {
  banner: 'Testni način: stvarno plaćanje neće se izvršiti.',

  form: 'Plaćanje karticom',

  label_card_number: 'Broj kartice',
  label_card_expiry: 'Datum isteka',
  label_card_cvc: 'CVC/CVV kôd',
  label_cardholder_name: 'Ime na kartici',
  placeholder_card_expiry: 'MM / GG',
  hint_card_cvc: '3\u00a0znamenke na poleđini kartice',
  hint_card_cvc_4: '4\u00a0znamenke na prednjoj strani kartice',

  pay: 'Plati {amount}',
  pay_open: 'Plati',
  pay_wait: 'Ponovno možete pokušati za {wait}',
  retry_ready: 'Sada možete pokušati ponovno.',
  busy: 'Obrada plaćanja…',
  checking: 'Provjeravamo je li ova narudžba već plaćena…',

  card_number_required: 'Unesite broj kartice.',
  card_number_letters: 'Unesite samo znamenke.',
  card_number_incomplete: 'Broj kartice nije potpun.',
  card_number_long: 'Ovaj broj kartice ima previše znamenki.',
  card_number_invalid: 'Provjerite broj kartice: čini se da je jedna znamenka pogrešna.',
  card_number_unusual: 'Još jednom provjerite ovaj broj kartice. Ako odgovara kartici, nastavite.',
  card_number_test: 'Ovo je broj testne kartice. Za plaćanje upotrijebite pravu karticu.',
  card_expiry_required: 'Unesite datum isteka.',
  card_expiry_invalid: 'Unesite mjesec i godinu, na primjer {expiry_example}.',
  card_expiry_month: 'Najprije unesite mjesec (od 01 do 12), a zatim godinu.',
  card_expiry_past: 'Ova je kartica istekla. Provjerite datum ili upotrijebite drugu karticu.',
  card_expiry_far: 'Provjerite godinu.',
  card_cvc_required: 'Unesite kôd od 3\u00a0znamenke s poleđine kartice.',
  card_cvc_required_4: 'Unesite kôd od 4\u00a0znamenke s prednje strane kartice.',
  card_cvc_invalid: 'CVC/CVV kôd čine 3\u00a0znamenke na poleđini kartice.',
  card_cvc_invalid_4: 'CVC/CVV kôd čine 4\u00a0znamenke na prednjoj strani kartice.',
  cardholder_name_required: 'Unesite ime s kartice.',
  cardholder_name_invalid: 'Unesite ime slovima, kako je navedeno na kartici.',
  cardholder_name_long: 'Ime je predugo. Unesite ga kako je navedeno na kartici.',

  control_invalid: 'Provjerite ovo polje.',
  control_long: 'Upotrijebite najviše 1000\u00a0znakova.',
  summary_title: 'Ispravite ove podatke:',

  paid_title: 'Plaćanje je uspjelo',
  paid_text: 'Plaćeni iznos: {amount}.',
  paid_text_open: 'Ova je narudžba plaćena.',
  pending_title: 'Vaše se plaćanje obrađuje',
  pending_text: 'Plaćanje u iznosu od {amount} još se obrađuje. Ne morate ponovno platiti.',
  pending_text_open: 'Plaćanje se još obrađuje. Ne morate ponovno platiti.',
  unknown_title: 'Još ne znamo je li plaćanje uspjelo',
  unknown_checking_title: 'Provjeravamo vaše plaćanje…',
  unknown_text:
    'Vaša je kartica možda terećena za {amount}. Prije nego što ponovno platite, pitajte trgovinu je li primila uplatu.',
  unknown_text_open:
    'Vaša je kartica možda terećena. Prije nego što ponovno platite, pitajte trgovinu je li primila uplatu.',
  unknown_checking_text:
    'Vaša je kartica možda terećena za {amount}. Provjeravamo i rezultat ćemo prikazati ovdje. Molimo, nemojte ponovno platiti.',
  unknown_checking_text_open:
    'Vaša je kartica možda terećena. Provjeravamo i rezultat ćemo prikazati ovdje. Molimo, nemojte ponovno platiti.',
  unknown_go_on: 'Ipak ponovno plati',
  unknown_warning: 'Ako je prvo plaćanje uspjelo, platit ćete dvaput. Najprije pitajte trgovinu.',
  unknown_confirm: 'Trgovina nije primila uplatu: plati ponovno',
  unknown_back: 'Natrag',
  card_ending: '{brand}, završava na {last_digits}',
  reference: 'Referentni broj: {reference}',
  time: 'Datum i vrijeme: {time}',
  print: 'Ispiši',

  failed_offline: 'Niste povezani s internetom. Kartica nije terećena. Provjerite vezu i pokušajte ponovno.',
  failed_declined:
    'Kartica je odbijena. Kartica nije terećena. Upotrijebite drugu karticu ili se obratite svojoj banci.',
  failed_busy: 'Trenutačno ima previše plaćanja. Kartica nije terećena. Pokušajte ponovno za nekoliko trenutaka.',
  failed_other_window: 'Ova se narudžba već plaća u drugoj kartici preglednika. Nastavite ondje.',
  failed_amount_changed: 'Cijena je sada {amount}. Kartica nije terećena. Provjerite novi iznos, a zatim platite.',
  failed_refused: 'Plaćanje nije uspjelo. Kartica nije terećena. Provjerite podatke o kartici i pokušajte ponovno.',
  failed_try_again: 'Nešto je pošlo po zlu. Kartica nije terećena. Pokušajte ponovno.',
  failed_page_expired: 'Ova je stranica istekla. Kartica nije terećena. Ponovno je učitajte.',
  failed_shop: 'Plaćanje karticom trenutačno nije dostupno. Kartica nije terećena.',

  configuration_title: 'Ovaj obrazac za plaćanje nije ispravno postavljen',
};

export default messages;
