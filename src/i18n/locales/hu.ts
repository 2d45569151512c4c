import type { CardMessages } from '../messages.js';

/** Hungarian. */
const messages: CardMessages = {
  banner: 'Tesztüzemmód: nem történik valódi fizetés.',

  form: 'Fizetés bankkártyával',

  label_card_number: 'Kártyaszám',
  label_card_expiry: 'Lejárati dátum',
  label_card_cvc: 'CVC/CVV kód',
  label_cardholder_name: 'Kártyán szereplő név',
  placeholder_card_expiry: 'HH / ÉÉ',
  hint_card_cvc: '3\u00a0számjegy a kártya hátoldalán',
  hint_card_cvc_4: '4\u00a0számjegy a kártya előlapján',

  pay: '{amount} fizetése',
  pay_open: 'Fizetés',
  pay_wait: 'Újrapróbálhatja {wait} múlva',
  retry_ready: 'Most újra megpróbálhatja.',
  busy: 'Fizetés feldolgozása…',
  checking: 'Ellenőrizzük, hogy ezt a rendelést kifizették-e már…',

  card_number_required: 'Adja meg a kártyaszámot.',
  card_number_letters: 'Csak számjegyeket használjon.',
  card_number_incomplete: 'A kártyaszám hiányos.',
  card_number_long: 'Ez a kártyaszám túl sok számjegyből áll.',
  card_number_invalid: 'Ellenőrizze a kártyaszámot: az egyik számjegy hibásnak tűnik.',
  card_number_unusual: 'Ellenőrizze még egyszer ezt a kártyaszámot. Ha megegyezik a kártyán lévővel, folytassa.',
  card_number_test: 'Ez egy tesztkártya száma. A fizetéshez valódi kártyát használjon.',
  card_expiry_required: 'Adja meg a lejárati dátumot.',
  card_expiry_invalid: 'Adja meg a hónapot és az évet, például {expiry_example}.',
  card_expiry_month: 'Először a hónapot (01–12), majd az évet adja meg.',
  card_expiry_past: 'Ez a kártya lejárt. Ellenőrizze a dátumot, vagy használjon másik kártyát.',
  card_expiry_far: 'Ellenőrizze az évet.',
  card_cvc_required: 'Adja meg a kártya hátoldalán lévő 3\u00a0jegyű kódot.',
  card_cvc_required_4: 'Adja meg a kártya előlapján lévő 4\u00a0jegyű kódot.',
  card_cvc_invalid: 'A CVC/CVV kód a kártya hátoldalán lévő 3\u00a0számjegy.',
  card_cvc_invalid_4: 'A CVC/CVV kód a kártya előlapján lévő 4\u00a0számjegy.',
  cardholder_name_required: 'Adja meg a kártyán szereplő nevet.',
  cardholder_name_invalid: 'A nevet betűkkel adja meg, ahogy a kártyán szerepel.',
  cardholder_name_long: 'Ez a név túl hosszú. Úgy adja meg, ahogy a kártyán szerepel.',

  control_invalid: 'Ellenőrizze ezt a mezőt.',
  control_long: 'Legfeljebb 1000\u00a0karaktert használjon.',
  summary_title: 'Javítsa ezeket az adatokat:',

  paid_title: 'Sikeres fizetés',
  paid_text: 'Kifizetett összeg: {amount}.',
  paid_text_open: 'Ez a rendelés ki van fizetve.',
  pending_title: 'Fizetését feldolgozzuk',
  pending_text: '{amount} összegű fizetését még feldolgozzuk. Nem kell újra fizetnie.',
  pending_text_open: 'Fizetését még feldolgozzuk. Nem kell újra fizetnie.',
  unknown_title: 'Még nem tudjuk, hogy sikerült-e a fizetés',
  unknown_checking_title: 'Fizetésének ellenőrzése…',
  unknown_text:
    'Lehetséges, hogy kártyáját {amount} összeggel megterhelték. Mielőtt újra fizet, kérdezze meg az üzletet, hogy megkapta-e a fizetést.',
  unknown_text_open:
    'Lehetséges, hogy kártyáját megterhelték. Mielőtt újra fizet, kérdezze meg az üzletet, hogy megkapta-e a fizetést.',
  unknown_checking_text:
    'Lehetséges, hogy kártyáját {amount} összeggel megterhelték. Ellenőrizzük, és itt mutatjuk meg az eredményt. Kérjük, ne fizessen újra.',
  unknown_checking_text_open:
    'Lehetséges, hogy kártyáját megterhelték. Ellenőrizzük, és itt mutatjuk meg az eredményt. Kérjük, ne fizessen újra.',
  unknown_go_on: 'Mindenképpen újra fizetek',
  unknown_warning: 'Ha az első fizetés sikerült, kétszer fog fizetni. Kérjük, először kérdezze meg az üzletet.',
  unknown_confirm: 'Az üzlet nem kapta meg: fizetés újra',
  unknown_back: 'Vissza',
  card_ending: '{brand}, utolsó számjegyei: {last_digits}',
  reference: 'Hivatkozási szám: {reference}',
  time: 'Dátum és idő: {time}',
  print: 'Nyomtatás',

  failed_offline: 'Nincs internetkapcsolat. Kártyáját nem terheltük meg. Ellenőrizze a kapcsolatot, és próbálja újra.',
  failed_declined:
    'A kártyát elutasították. Kártyáját nem terheltük meg. Használjon másik kártyát, vagy forduljon a bankjához.',
  failed_busy: 'Jelenleg túl sok a fizetés. Kártyáját nem terheltük meg. Kérjük, próbálja újra kis idő múlva.',
  failed_other_window: 'Ennek a rendelésnek a fizetése már folyamatban van egy másik lapon. Kérjük, ott folytassa.',
  failed_amount_changed: 'Az ár most {amount}. Kártyáját nem terheltük meg. Ellenőrizze az új összeget, majd fizessen.',
  failed_refused:
    'A fizetés nem sikerült. Kártyáját nem terheltük meg. Ellenőrizze a kártyaadatokat, és próbálja újra.',
  failed_try_again: 'Hiba történt. Kártyáját nem terheltük meg. Kérjük, próbálja újra.',
  failed_page_expired: 'Ez az oldal elavult. Kártyáját nem terheltük meg. Töltse újra.',
  failed_shop: 'A kártyás fizetés most nem érhető el. Kártyáját nem terheltük meg.',

  configuration_title: 'Ez a fizetési űrlap nincs megfelelően beállítva',
};

export default messages;
