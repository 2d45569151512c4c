import type { CardMessages } from '../messages.js';

/** Czech. */
const messages: CardMessages = {
  banner: 'Testovací režim: žádné skutečné peníze se nestrhnou.',

  form: 'Platba kartou',

  label_card_number: 'Číslo karty',
  label_card_expiry: 'Platnost karty',
  label_card_cvc: 'Kód CVC/CVV',
  label_cardholder_name: 'Jméno na kartě',
  placeholder_card_expiry: 'MM / RR',
  hint_card_cvc: '3\u00a0číslice na zadní straně karty',
  hint_card_cvc_4: '4\u00a0číslice na přední straně karty',

  pay: 'Zaplatit {amount}',
  pay_open: 'Zaplatit',
  pay_wait: 'Zkuste to znovu za {wait}',
  retry_ready: 'Nyní to můžete zkusit znovu.',
  busy: 'Platba se zpracovává…',
  checking: 'Ověřujeme, zda je tato objednávka už zaplacená…',

  card_number_required: 'Zadejte číslo karty: dlouhé číslo uvedené na kartě.',
  card_number_letters: 'Zadejte pouze číslice: číslo karty neobsahuje písmena ani jiné znaky.',
  card_number_incomplete: 'Číslo karty je příliš krátké. Zkontrolujte, zda nechybí některá číslice.',
  card_number_long: 'Číslo karty je příliš dlouhé. Zkontrolujte podle karty, zda v něm není některá číslice dvakrát.',
  card_number_invalid: 'V čísle karty je překlep. Zkontrolujte ho podle karty.',
  card_number_unusual:
    'Toto číslo karty je neobvyklé. Ještě jednou ho porovnejte s kartou; pokud souhlasí, pokračujte.',
  card_number_test: 'Toto je zkušební číslo, ne skutečná karta. Chcete-li zaplatit, zadejte číslo své karty.',
  card_expiry_required: 'Zadejte platnost karty: měsíc a rok, jak jsou na kartě.',
  card_expiry_invalid: 'Zadejte platnost karty jako měsíc a rok, například {expiry_example}.',
  card_expiry_month: 'Takový měsíc neexistuje. Zadejte nejprve měsíc, 01 až 12, a potom rok, jak jsou na kartě.',
  card_expiry_past: 'Platnost karty vypršela. Zkontrolujte datum, nebo použijte jinou kartu.',
  card_expiry_far: 'Tento rok je příliš vzdálený. Zkontrolujte platnost karty.',
  card_cvc_required: 'Zadejte kód CVC/CVV: 3\u00a0číslice na zadní straně karty.',
  card_cvc_required_4: 'Zadejte kód CVC/CVV: 4\u00a0číslice na přední straně karty.',
  card_cvc_invalid: 'Zkontrolujte kód CVC/CVV: 3\u00a0číslice na zadní straně karty.',
  card_cvc_invalid_4: 'Zkontrolujte kód CVC/CVV: 4\u00a0číslice na přední straně karty.',
  cardholder_name_required: 'Zadejte jméno tak, jak je na kartě.',
  cardholder_name_invalid: 'Zadejte jméno písmeny, tak jak je na kartě.',
  cardholder_name_long: 'Toto jméno je příliš dlouhé. Zadejte jen jméno, které je na kartě.',

  control_invalid: 'Zkontrolujte toto pole.',
  control_long: 'Použijte nejvýše 1\u00a0000\u00a0znaků.',
  summary_title: 'Než zaplatíte, zkontrolujte prosím následující:',

  paid_title: 'Platba proběhla úspěšně',
  paid_text: 'Zaplacená částka: {amount}.',
  paid_text_open: 'Tato objednávka je zaplacená.',
  pending_title: 'Vaše platba se zpracovává',
  pending_text: 'Platba ve výši {amount} ještě není dokončena. Znovu platit nemusíte.',
  pending_text_open: 'Platba ještě není dokončena. Znovu platit nemusíte.',
  unknown_title: 'Nepodařilo se ověřit, zda platba proběhla',
  unknown_checking_title: 'Ověřujeme vaši platbu…',
  unknown_text:
    'Z vaší karty mohla být stržena částka {amount}. Neplaťte prosím znovu: nejprve se v obchodě zeptejte, zda platba dorazila.',
  unknown_text_open:
    'Z vaší karty mohly být strženy peníze. Neplaťte prosím znovu: nejprve se v obchodě zeptejte, zda platba dorazila.',
  unknown_checking_text:
    'Z vaší karty mohla být stržena částka {amount}. Neplaťte prosím znovu: ověřujeme, zda platba dorazila, a výsledek zobrazíme zde.',
  unknown_checking_text_open:
    'Z vaší karty mohly být strženy peníze. Neplaťte prosím znovu: ověřujeme, zda platba dorazila, a výsledek zobrazíme zde.',
  unknown_go_on: 'Přesto zaplatit znovu',
  unknown_warning: 'Pokud první platba dorazila, zaplatíte dvakrát. Nejprve se zeptejte v obchodě.',
  unknown_confirm: 'Platba do obchodu nedorazila: zobrazit formulář',
  unknown_back: 'Neplatit znovu',
  card_ending: '{brand} končící číslicemi {last_digits}',
  reference: 'Referenční číslo: {reference}',
  time: 'Datum a čas: {time}',
  print: 'Vytisknout',

  failed_offline: 'Jste offline. Z karty nebylo nic strženo. Zkontrolujte připojení a zkuste to znovu.',
  failed_declined:
    'Karta byla odmítnuta. Z karty nebylo nic strženo. Použijte jinou kartu, nebo se obraťte na svou banku.',
  failed_busy: 'Obchod je teď velmi vytížený. Z karty nebylo nic strženo. Chvíli počkejte a zkuste to znovu.',
  failed_other_window: 'Tato objednávka se právě platí v jiném okně. Nejprve se podívejte na výsledek tam.',
  failed_amount_changed: 'Cena je nyní {amount}. Z karty nebylo nic strženo. Zkontrolujte novou částku a pak zaplaťte.',
  failed_refused: 'Platba nebyla přijata. Z karty nebylo nic strženo. Zkontrolujte údaje o kartě a zkuste to znovu.',
  failed_try_again: 'Platbu se nepodařilo provést. Z karty nebylo nic strženo. Zkuste to prosím znovu.',
  failed_page_expired: 'Platnost této stránky vypršela. Z karty nebylo nic strženo. Načtěte ji znovu.',
  failed_shop: 'Tento obchod teď nemůže přijímat platby kartou. Z karty nebylo nic strženo.',

  configuration_title: 'Tento platební formulář není správně nastavený',
};

export default messages;
