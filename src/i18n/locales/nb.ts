import type { CardMessages } from '../messages.js';

/** Norwegian Bokmål. */
const messages: CardMessages = {
  banner: 'Testmodus: Ingen ekte betaling blir gjennomført.',

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
  pay_wait: 'Du kan prøve igjen om {wait}',
  retry_ready: 'Du kan prøve igjen nå.',
  busy: 'Betalingen behandles\u00a0…',
  checking: 'Vi sjekker om bestillingen allerede er betalt\u00a0…',

  card_number_required: 'Skriv inn kortnummeret ditt.',
  card_number_letters: 'Bruk bare sifre.',
  card_number_incomplete: 'Kortnummeret er ufullstendig.',
  card_number_long: 'Kortnummeret har for mange sifre.',
  card_number_invalid: 'Sjekk kortnummeret: Et siffer ser ut til å være feil.',
  card_number_unusual: 'Sjekk kortnummeret en gang til. Fortsett hvis det stemmer med kortet.',
  card_number_test: 'Dette er et testkortnummer. Bruk et ekte kort for å betale.',
  card_expiry_required: 'Skriv inn utløpsdatoen.',
  card_expiry_invalid: 'Skriv inn måned og år, for eksempel {expiry_example}.',
  card_expiry_month: 'Skriv inn måneden først (01 til 12), deretter året.',
  card_expiry_past: 'Kortet er utløpt. Sjekk datoen, eller bruk et annet kort.',
  card_expiry_far: 'Sjekk året.',
  card_cvc_required: 'Skriv inn koden på 3\u00a0sifre på baksiden av kortet.',
  card_cvc_required_4: 'Skriv inn koden på 4\u00a0sifre på forsiden av kortet.',
  card_cvc_invalid: 'CVC-koden er de 3\u00a0sifrene på baksiden av kortet.',
  card_cvc_invalid_4: 'CVC-koden er de 4\u00a0sifrene på forsiden av kortet.',
  cardholder_name_required: 'Skriv inn navnet på kortet.',
  cardholder_name_invalid: 'Skriv inn navnet med bokstaver, slik det står på kortet.',
  cardholder_name_long: 'Navnet er for langt. Skriv det slik det står på kortet.',

  control_invalid: 'Sjekk dette feltet.',
  control_long: 'Bruk høyst 1000\u00a0tegn.',
  summary_title: 'Rett opp disse opplysningene:',

  paid_title: 'Betalingen er gjennomført',
  paid_text: 'Du har betalt {amount}.',
  paid_text_open: 'Bestillingen er betalt.',
  pending_title: 'Betalingen behandles',
  pending_text: 'Betalingen din på {amount} behandles fortsatt. Du trenger ikke å betale på nytt.',
  pending_text_open: 'Betalingen din behandles fortsatt. Du trenger ikke å betale på nytt.',
  unknown_title: 'Vi vet ikke ennå om betalingen gikk gjennom',
  unknown_checking_title: 'Vi kontrollerer betalingen din\u00a0…',
  unknown_text:
    'Det kan være trukket {amount} fra kortet ditt. Spør butikken om den har mottatt betalingen før du betaler på nytt.',
  unknown_text_open:
    'Det kan være trukket penger fra kortet ditt. Spør butikken om den har mottatt betalingen før du betaler på nytt.',
  unknown_checking_text:
    'Det kan være trukket {amount} fra kortet ditt. Vi sjekker og viser resultatet her. Ikke betal på nytt.',
  unknown_checking_text_open:
    'Det kan være trukket penger fra kortet ditt. Vi sjekker og viser resultatet her. Ikke betal på nytt.',
  unknown_go_on: 'Betal på nytt likevel',
  unknown_warning: 'Hvis den første betalingen gikk gjennom, blir du belastet to ganger. Spør butikken først.',
  unknown_confirm: 'Butikken har ikke mottatt noe: Betal på nytt',
  unknown_back: 'Tilbake',
  card_ending: '{brand} som slutter på {last_digits}',
  reference: 'Referanse: {reference}',
  time: 'Tidspunkt: {time}',
  print: 'Skriv ut',

  failed_offline: 'Du er ikke på nett. Ingen penger er trukket. Sjekk nettforbindelsen og prøv igjen.',
  failed_declined: 'Kortet ditt ble avvist. Ingen penger er trukket. Bruk et annet kort, eller spør banken din.',
  failed_busy: 'Det er for mange betalinger akkurat nå. Ingen penger er trukket. Prøv igjen om litt.',
  failed_other_window: 'Bestillingen betales allerede i en annen fane. Fortsett der.',
  failed_amount_changed: 'Prisen er nå {amount}. Ingen penger er trukket. Sjekk det nye beløpet før du betaler.',
  failed_refused: 'Betalingen gikk ikke gjennom. Ingen penger er trukket. Sjekk kortopplysningene og prøv igjen.',
  failed_try_again: 'Noe gikk galt. Ingen penger er trukket. Prøv igjen.',
  failed_page_expired: 'Siden er for gammel. Ingen penger er trukket. Last inn siden på nytt.',
  failed_shop: 'Kortbetaling er ikke tilgjengelig akkurat nå. Ingen penger er trukket.',

  configuration_title: 'Dette betalingsskjemaet er ikke riktig satt opp',
};

export default messages;
