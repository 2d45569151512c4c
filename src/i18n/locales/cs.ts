import type { CardMessages } from '../messages.js';

/** Czech. */
const messages: CardMessages = {
  banner: 'Testovací režim: žádná skutečná platba neproběhne.',

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
  pay_wait: 'Znovu to můžete zkusit za {wait}',
  retry_ready: 'Nyní to můžete zkusit znovu.',
  busy: 'Platba se zpracovává…',
  checking: 'Ověřujeme, zda je tato objednávka už zaplacená…',

  card_number_required: 'Zadejte číslo karty.',
  card_number_letters: 'Zadejte pouze číslice.',
  card_number_incomplete: 'Číslo karty není úplné.',
  card_number_long: 'Toto číslo karty má příliš mnoho číslic.',
  card_number_invalid: 'Zkontrolujte číslo karty: některá číslice zřejmě není správně.',
  card_number_unusual: 'Zkontrolujte toto číslo karty ještě jednou. Pokud odpovídá kartě, pokračujte.',
  card_number_test: 'Toto je číslo zkušební karty. K platbě použijte skutečnou kartu.',
  card_expiry_required: 'Zadejte platnost karty.',
  card_expiry_invalid: 'Zadejte měsíc a rok, například {expiry_example}.',
  card_expiry_month: 'Zadejte nejprve měsíc (01 až 12) a potom rok.',
  card_expiry_past: 'Platnost karty vypršela. Zkontrolujte datum, nebo použijte jinou kartu.',
  card_expiry_far: 'Zkontrolujte rok.',
  card_cvc_required: 'Zadejte 3místný kód ze zadní strany karty.',
  card_cvc_required_4: 'Zadejte 4místný kód z přední strany karty.',
  card_cvc_invalid: 'Kód CVC/CVV jsou 3\u00a0číslice na zadní straně karty.',
  card_cvc_invalid_4: 'Kód CVC/CVV jsou 4\u00a0číslice na přední straně karty.',
  cardholder_name_required: 'Zadejte jméno uvedené na kartě.',
  cardholder_name_invalid: 'Zadejte jméno písmeny, tak jak je na kartě.',
  cardholder_name_long: 'Toto jméno je příliš dlouhé. Zadejte ho tak, jak je na kartě.',

  control_invalid: 'Zkontrolujte toto pole.',
  control_long: 'Použijte nejvýše 1\u00a0000\u00a0znaků.',
  summary_title: 'Opravte prosím tyto údaje:',

  paid_title: 'Platba proběhla úspěšně',
  paid_text: 'Zaplacená částka: {amount}.',
  paid_text_open: 'Tato objednávka je zaplacená.',
  pending_title: 'Vaše platba se zpracovává',
  pending_text: 'Platba ve výši {amount} se stále zpracovává. Znovu platit nemusíte.',
  pending_text_open: 'Platba se stále zpracovává. Znovu platit nemusíte.',
  unknown_title: 'Zatím nevíme, zda platba proběhla',
  unknown_checking_title: 'Ověřujeme vaši platbu…',
  unknown_text:
    'Z vaší karty mohla být stržena částka {amount}. Než zaplatíte znovu, zeptejte se prosím v obchodě, zda platba dorazila.',
  unknown_text_open:
    'Z vaší karty mohly být strženy peníze. Než zaplatíte znovu, zeptejte se prosím v obchodě, zda platba dorazila.',
  unknown_checking_text:
    'Z vaší karty mohla být stržena částka {amount}. Ověřujeme to a výsledek zobrazíme zde. Neplaťte prosím znovu.',
  unknown_checking_text_open:
    'Z vaší karty mohly být strženy peníze. Ověřujeme to a výsledek zobrazíme zde. Neplaťte prosím znovu.',
  unknown_go_on: 'Přesto zaplatit znovu',
  unknown_warning: 'Pokud první platba proběhla, zaplatíte dvakrát. Nejprve se prosím zeptejte v obchodě.',
  unknown_confirm: 'Platba do obchodu nedorazila: zaplatit znovu',
  unknown_back: 'Zpět',
  card_ending: '{brand} končící číslicemi {last_digits}',
  reference: 'Referenční číslo: {reference}',
  time: 'Datum a čas: {time}',
  print: 'Vytisknout',

  failed_offline: 'Jste offline. Z karty nebylo nic strženo. Zkontrolujte připojení a zkuste to znovu.',
  failed_declined:
    'Karta byla odmítnuta. Z karty nebylo nic strženo. Použijte jinou kartu, nebo se obraťte na svou banku.',
  failed_busy: 'Právě probíhá příliš mnoho plateb. Z karty nebylo nic strženo. Zkuste to prosím za chvíli znovu.',
  failed_other_window: 'Tato objednávka se už platí na jiné kartě prohlížeče. Pokračujte prosím tam.',
  failed_amount_changed: 'Cena je nyní {amount}. Z karty nebylo nic strženo. Zkontrolujte novou částku a pak zaplaťte.',
  failed_refused: 'Platba neproběhla. Z karty nebylo nic strženo. Zkontrolujte údaje o kartě a zkuste to znovu.',
  failed_try_again: 'Něco se nepovedlo. Z karty nebylo nic strženo. Zkuste to prosím znovu.',
  failed_page_expired: 'Platnost této stránky vypršela. Z karty nebylo nic strženo. Načtěte ji znovu.',
  failed_shop: 'Platba kartou teď není možná. Z karty nebylo nic strženo.',

  configuration_title: 'Tento platební formulář není správně nastavený',
};

export default messages;
