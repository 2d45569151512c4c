import type { CardMessages } from '../messages.js';

/** Norwegian Bokmål. */
const messages: CardMessages = {
  banner: 'Testmodus: Ingen ekte penger blir trukket.',

  form: 'Kortbetaling',

  label_card_number: 'Kortnummer',
  label_card_expiry: 'Utløpsdato',
  label_card_cvc: 'CVC-kode',
  label_cardholder_name: 'Navn på kortet',
  placeholder_card_expiry: 'MM / ÅÅ',
  hint_card_cvc: '3\u00a0sifre på baksiden av kortet',
  hint_card_cvc_4: '4\u00a0sifre på forsiden av kortet',

  pay: 'Betal {amount}',
  pay_open: 'Betal',
  pay_wait: 'Prøv igjen om {wait}',
  retry_ready: 'Du kan prøve igjen nå.',
  busy: 'Betalingen behandles\u00a0…',
  checking: 'Vi sjekker om bestillingen allerede er betalt\u00a0…',

  card_number_required: 'Skriv inn kortnummeret: det lange nummeret på kortet.',
  card_number_letters: 'Bruk bare sifre, ingen bokstaver eller andre tegn.',
  card_number_incomplete: 'Kortnummeret har for få sifre. Sjekk at alle er med.',
  card_number_long: 'Kortnummeret har for mange sifre. Sammenlign med kortet og se om noen sifre står to ganger.',
  card_number_invalid: 'Det er en skrivefeil i kortnummeret. Sammenlign det med kortet.',
  card_number_unusual:
    'Kortnummeret er uvanlig. Sammenlign det med kortet en gang til. Hvis det stemmer, kan du gå videre.',
  card_number_test: 'Dette er et testnummer og ikke et ekte kort. Skriv inn nummeret på ditt eget kort for å betale.',
  card_expiry_required: 'Skriv inn utløpsdatoen: måned og år, som på kortet.',
  card_expiry_invalid: 'Skriv inn utløpsdatoen som måned og år, for eksempel {expiry_example}.',
  card_expiry_month: 'Den måneden finnes ikke. Skriv inn måneden først, 01 til 12, og deretter året, som på kortet.',
  card_expiry_past: 'Kortet er utløpt. Sjekk datoen, eller bruk et annet kort.',
  card_expiry_far: 'Året er for langt fram i tid. Sjekk utløpsdatoen.',
  card_cvc_required: 'Skriv inn CVC-koden: 3\u00a0sifre på baksiden av kortet.',
  card_cvc_required_4: 'Skriv inn CVC-koden: 4\u00a0sifre på forsiden av kortet.',
  card_cvc_invalid: 'Sjekk CVC-koden: 3\u00a0sifre på baksiden av kortet.',
  card_cvc_invalid_4: 'Sjekk CVC-koden: 4\u00a0sifre på forsiden av kortet.',
  cardholder_name_required: 'Skriv inn navnet slik det står på kortet.',
  cardholder_name_invalid: 'Skriv inn navnet med bokstaver, slik det står på kortet.',
  cardholder_name_long: 'Navnet er for langt. Skriv bare inn navnet som står på kortet.',

  control_invalid: 'Sjekk dette.',
  control_long: 'Bruk høyst 1000\u00a0tegn.',
  summary_title: 'Sjekk følgende før du betaler:',

  paid_title: 'Betalingen er gjennomført',
  paid_text: 'Du har betalt {amount}.',
  paid_text_open: 'Bestillingen er betalt.',
  pending_title: 'Betalingen behandles',
  pending_text: 'Betalingen din på {amount} er ikke fullført ennå. Du trenger ikke å betale på nytt.',
  pending_text_open: 'Betalingen din er ikke fullført ennå. Du trenger ikke å betale på nytt.',
  unknown_title: 'Vi kunne ikke bekrefte betalingen din',
  unknown_checking_title: 'Vi kontrollerer betalingen din\u00a0…',
  unknown_text:
    'Det kan være trukket {amount} fra kortet ditt. Ikke betal på nytt, men spør først butikken om betalingen har kommet fram.',
  unknown_text_open:
    'Det kan være trukket penger fra kortet ditt. Ikke betal på nytt, men spør først butikken om betalingen har kommet fram.',
  unknown_checking_text:
    'Det kan være trukket {amount} fra kortet ditt. Ikke betal på nytt: Vi sjekker om betalingen har kommet fram, og viser resultatet her.',
  unknown_checking_text_open:
    'Det kan være trukket penger fra kortet ditt. Ikke betal på nytt: Vi sjekker om betalingen har kommet fram, og viser resultatet her.',
  unknown_go_on: 'Betal på nytt likevel',
  unknown_warning: 'Hvis den første betalingen har kommet fram, betaler du to ganger. Spør butikken først.',
  unknown_confirm: 'Butikken har ikke mottatt betalingen: Vis skjemaet',
  unknown_back: 'Ikke betal på nytt',
  card_ending: '{brand} som slutter på {last_digits}',
  reference: 'Referanse: {reference}',
  time: 'Tidspunkt: {time}',
  print: 'Skriv ut',

  failed_offline: 'Du er ikke på nett. Ingen penger er trukket. Sjekk nettforbindelsen og prøv igjen.',
  failed_declined: 'Kortet ditt ble avvist. Ingen penger er trukket. Bruk et annet kort, eller spør banken din.',
  failed_busy: 'Det er stor pågang i butikken. Ingen penger er trukket. Vent litt og prøv igjen.',
  failed_other_window: 'Bestillingen betales akkurat nå i et annet vindu. Sjekk det andre vinduet først.',
  failed_amount_changed: 'Prisen er nå {amount}. Ingen penger er trukket. Sjekk det nye beløpet før du betaler.',
  failed_refused: 'Betalingen ble avvist. Ingen penger er trukket. Sjekk kortopplysningene og prøv igjen.',
  failed_try_again: 'Betalingen kunne ikke gjennomføres. Ingen penger er trukket. Prøv igjen.',
  failed_page_expired: 'Siden er for gammel. Ingen penger er trukket. Last inn siden på nytt.',
  failed_shop: 'Butikken kan ikke ta imot kortbetalinger akkurat nå. Ingen penger er trukket.',

  configuration_title: 'Dette betalingsskjemaet er ikke riktig satt opp',
};

export default messages;
