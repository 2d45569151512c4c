import type { CardMessages } from '../messages.js';

/** Serbian, in Latin letters. */
const messages: CardMessages = {
  banner: 'Probni režim: stvarno plaćanje neće biti izvršeno.',

  form: 'Plaćanje karticom',

  label_card_number: 'Broj kartice',
  label_card_expiry: 'Datum isteka',
  label_card_cvc: 'CVC/CVV kod',
  label_cardholder_name: 'Ime na kartici',
  placeholder_card_expiry: 'MM / GG',
  hint_card_cvc: '3\u00a0cifre na poleđini kartice',
  hint_card_cvc_4: '4\u00a0cifre na prednjoj strani kartice',

  pay: 'Plati {amount}',
  pay_open: 'Plati',
  pay_wait: 'Možete ponovo da pokušate za {wait}',
  retry_ready: 'Sada možete ponovo da pokušate.',
  busy: 'Plaćanje se obrađuje…',
  checking: 'Proveravamo da li je ova porudžbina već plaćena…',

  card_number_required: 'Unesite broj kartice.',
  card_number_letters: 'Unesite samo cifre.',
  card_number_incomplete: 'Broj kartice nije potpun.',
  card_number_long: 'Ovaj broj kartice ima previše cifara.',
  card_number_invalid: 'Proverite broj kartice: izgleda da je jedna cifra pogrešna.',
  card_number_unusual: 'Još jednom proverite ovaj broj kartice. Ako odgovara kartici, nastavite.',
  card_number_test: 'Ovo je broj probne kartice. Za plaćanje koristite pravu karticu.',
  card_expiry_required: 'Unesite datum isteka.',
  card_expiry_invalid: 'Unesite mesec i godinu, na primer {expiry_example}.',
  card_expiry_month: 'Prvo unesite mesec (od 01 do 12), a zatim godinu.',
  card_expiry_past: 'Ova kartica je istekla. Proverite datum ili koristite drugu karticu.',
  card_expiry_far: 'Proverite godinu.',
  card_cvc_required: 'Unesite 3-cifreni kod sa poleđine kartice.',
  card_cvc_required_4: 'Unesite 4-cifreni kod sa prednje strane kartice.',
  card_cvc_invalid: 'CVC/CVV kod čine 3\u00a0cifre na poleđini kartice.',
  card_cvc_invalid_4: 'CVC/CVV kod čine 4\u00a0cifre na prednjoj strani kartice.',
  cardholder_name_required: 'Unesite ime sa kartice.',
  cardholder_name_invalid: 'Unesite ime slovima, kao što je na kartici.',
  cardholder_name_long: 'Ime je predugačko. Unesite ga kao što je na kartici.',

  control_invalid: 'Proverite ovo polje.',
  control_long: 'Unesite najviše 1000\u00a0znakova.',
  summary_title: 'Ispravite ove podatke:',

  paid_title: 'Plaćanje je uspelo',
  paid_text: 'Plaćeni iznos: {amount}.',
  paid_text_open: 'Ova porudžbina je plaćena.',
  pending_title: 'Vaše plaćanje se obrađuje',
  pending_text: 'Plaćanje u iznosu od {amount} se još obrađuje. Ne morate ponovo da plaćate.',
  pending_text_open: 'Plaćanje se još obrađuje. Ne morate ponovo da plaćate.',
  unknown_title: 'Još ne znamo da li je plaćanje uspelo',
  unknown_checking_title: 'Proveravamo vaše plaćanje…',
  unknown_text:
    'Moguće je da je sa vaše kartice skinut iznos {amount}. Pre nego što ponovo platite, pitajte prodavnicu da li je primila uplatu.',
  unknown_text_open:
    'Moguće je da je sa vaše kartice skinut novac. Pre nego što ponovo platite, pitajte prodavnicu da li je primila uplatu.',
  unknown_checking_text:
    'Moguće je da je sa vaše kartice skinut iznos {amount}. Proveravamo i prikazaćemo rezultat ovde. Molimo vas da ne plaćate ponovo.',
  unknown_checking_text_open:
    'Moguće je da je sa vaše kartice skinut novac. Proveravamo i prikazaćemo rezultat ovde. Molimo vas da ne plaćate ponovo.',
  unknown_go_on: 'Ipak plati ponovo',
  unknown_warning: 'Ako je prvo plaćanje uspelo, platićete dvaput. Prvo pitajte prodavnicu.',
  unknown_confirm: 'Prodavnica nema uplatu: plati ponovo',
  unknown_back: 'Nazad',
  card_ending: '{brand}, završava se na {last_digits}',
  reference: 'Referentni broj: {reference}',
  time: 'Datum i vreme: {time}',
  print: 'Odštampaj',

  failed_offline: 'Nema internet veze. Novac nije skinut sa kartice. Proverite vezu i pokušajte ponovo.',
  failed_declined:
    'Kartica je odbijena. Novac nije skinut sa kartice. Koristite drugu karticu ili se obratite svojoj banci.',
  failed_busy: 'Trenutno ima previše plaćanja. Novac nije skinut sa kartice. Pokušajte ponovo za nekoliko trenutaka.',
  failed_other_window: 'Ova porudžbina se već plaća u drugoj kartici pregledača. Nastavite tamo.',
  failed_amount_changed: 'Cena je sada {amount}. Novac nije skinut sa kartice. Proverite novi iznos, pa platite.',
  failed_refused: 'Plaćanje nije uspelo. Novac nije skinut sa kartice. Proverite podatke o kartici i pokušajte ponovo.',
  failed_try_again: 'Nešto nije u redu. Novac nije skinut sa kartice. Pokušajte ponovo.',
  failed_page_expired: 'Ova stranica je istekla. Novac nije skinut sa kartice. Osvežite je.',
  failed_shop: 'Plaćanje karticom trenutno nije dostupno. Novac nije skinut sa kartice.',

  configuration_title: 'Ovaj obrazac za plaćanje nije ispravno podešen',
};

export default messages;
