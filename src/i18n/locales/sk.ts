import type { CardMessages } from '../messages.js';

/** Slovak. */
const messages: CardMessages = {
  banner: 'Testovací režim: žiadna skutočná platba neprebehne.',

  form: 'Platba kartou',

  label_card_number: 'Číslo karty',
  label_card_expiry: 'Platnosť karty',
  label_card_cvc: 'Kód CVC/CVV',
  label_cardholder_name: 'Meno na karte',
  placeholder_card_expiry: 'MM / RR',
  hint_card_cvc: '3\u00a0číslice na zadnej strane karty',
  hint_card_cvc_4: '4\u00a0číslice na prednej strane karty',

  pay: 'Zaplatiť {amount}',
  pay_open: 'Zaplatiť',
  pay_wait: 'Znova to môžete skúsiť o {wait}',
  retry_ready: 'Teraz to môžete skúsiť znova.',
  busy: 'Platba sa spracúva…',
  checking: 'Overujeme, či je táto objednávka už zaplatená…',

  card_number_required: 'Zadajte číslo karty.',
  card_number_letters: 'Zadajte iba číslice.',
  card_number_incomplete: 'Číslo karty nie je úplné.',
  card_number_long: 'Toto číslo karty má príliš veľa číslic.',
  card_number_invalid: 'Skontrolujte číslo karty: niektorá číslica zrejme nie je správna.',
  card_number_unusual: 'Skontrolujte toto číslo karty ešte raz. Ak sa zhoduje s kartou, pokračujte.',
  card_number_test: 'Toto je číslo testovacej karty. Na platbu použite skutočnú kartu.',
  card_expiry_required: 'Zadajte platnosť karty.',
  card_expiry_invalid: 'Zadajte mesiac a rok, napríklad {expiry_example}.',
  card_expiry_month: 'Zadajte najprv mesiac (01 až 12) a potom rok.',
  card_expiry_past: 'Platnosť karty vypršala. Skontrolujte dátum alebo použite inú kartu.',
  card_expiry_far: 'Skontrolujte rok.',
  card_cvc_required: 'Zadajte 3-miestny kód zo zadnej strany karty.',
  card_cvc_required_4: 'Zadajte 4-miestny kód z prednej strany karty.',
  card_cvc_invalid: 'Kód CVC/CVV sú 3\u00a0číslice na zadnej strane karty.',
  card_cvc_invalid_4: 'Kód CVC/CVV sú 4\u00a0číslice na prednej strane karty.',
  cardholder_name_required: 'Zadajte meno uvedené na karte.',
  cardholder_name_invalid: 'Zadajte meno písmenami tak, ako je na karte.',
  cardholder_name_long: 'Toto meno je príliš dlhé. Zadajte ho tak, ako je na karte.',

  control_invalid: 'Skontrolujte toto pole.',
  control_long: 'Použite najviac 1\u00a0000\u00a0znakov.',
  summary_title: 'Opravte, prosím, tieto údaje:',

  paid_title: 'Platba prebehla úspešne',
  paid_text: 'Zaplatená suma: {amount}.',
  paid_text_open: 'Táto objednávka je zaplatená.',
  pending_title: 'Vaša platba sa spracúva',
  pending_text: 'Platba vo výške {amount} sa stále spracúva. Znova platiť nemusíte.',
  pending_text_open: 'Platba sa stále spracúva. Znova platiť nemusíte.',
  unknown_title: 'Zatiaľ nevieme, či platba prebehla',
  unknown_checking_title: 'Overujeme vašu platbu…',
  unknown_text:
    'Z vašej karty mohla byť stiahnutá suma {amount}. Skôr než zaplatíte znova, opýtajte sa, prosím, v obchode, či platba dorazila.',
  unknown_text_open:
    'Z vašej karty mohli byť stiahnuté peniaze. Skôr než zaplatíte znova, opýtajte sa, prosím, v obchode, či platba dorazila.',
  unknown_checking_text:
    'Z vašej karty mohla byť stiahnutá suma {amount}. Overujeme to a výsledok zobrazíme tu. Neplaťte, prosím, znova.',
  unknown_checking_text_open:
    'Z vašej karty mohli byť stiahnuté peniaze. Overujeme to a výsledok zobrazíme tu. Neplaťte, prosím, znova.',
  unknown_go_on: 'Napriek tomu zaplatiť znova',
  unknown_warning: 'Ak prvá platba prebehla, zaplatíte dvakrát. Najprv sa, prosím, opýtajte v obchode.',
  unknown_confirm: 'Platba do obchodu nedorazila: zaplatiť znova',
  unknown_back: 'Späť',
  card_ending: '{brand} končiaca číslicami {last_digits}',
  reference: 'Referenčné číslo: {reference}',
  time: 'Dátum a čas: {time}',
  print: 'Vytlačiť',

  failed_offline: 'Ste offline. Z karty sa nič nestiahlo. Skontrolujte pripojenie a skúste to znova.',
  failed_declined:
    'Karta bola zamietnutá. Z karty sa nič nestiahlo. Použite inú kartu alebo sa obráťte na svoju banku.',
  failed_busy: 'Práve prebieha príliš veľa platieb. Z karty sa nič nestiahlo. Skúste to, prosím, o chvíľu znova.',
  failed_other_window: 'Táto objednávka sa už platí na inej karte prehliadača. Pokračujte, prosím, tam.',
  failed_amount_changed: 'Cena je teraz {amount}. Z karty sa nič nestiahlo. Skontrolujte novú sumu a potom zaplaťte.',
  failed_refused: 'Platba neprebehla. Z karty sa nič nestiahlo. Skontrolujte údaje o karte a skúste to znova.',
  failed_try_again: 'Niečo sa nepodarilo. Z karty sa nič nestiahlo. Skúste to, prosím, znova.',
  failed_page_expired: 'Platnosť tejto stránky vypršala. Z karty sa nič nestiahlo. Načítajte ju znova.',
  failed_shop: 'Platba kartou teraz nie je možná. Z karty sa nič nestiahlo.',

  configuration_title: 'Tento platobný formulár nie je správne nastavený',
};

export default messages;
