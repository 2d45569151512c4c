import type { CardMessages } from '../messages.js';

/** Danish. */
const messages: CardMessages = {
  banner: 'Testtilstand: Der trækkes ingen rigtige penge.',

  form: 'Kortbetaling',

  label_card_number: 'Kortnummer',
  label_card_expiry: 'Udløbsdato',
  label_card_cvc: 'Kontrolcifre',
  label_cardholder_name: 'Navn på kortet',
  placeholder_card_expiry: 'MM / ÅÅ',
  hint_card_cvc: '3\u00a0cifre på bagsiden af dit kort',
  hint_card_cvc_4: '4\u00a0cifre på forsiden af dit kort',

  pay: 'Betal {amount}',
  pay_open: 'Betal',
  pay_wait: 'Prøv igen om {wait}',
  retry_ready: 'Du kan prøve igen nu.',
  busy: 'Betalingen behandles\u00a0…',
  checking: 'Vi tjekker, om ordren allerede er betalt\u00a0…',

  card_number_required: 'Indtast kortnummeret: det lange nummer på dit kort.',
  card_number_letters: 'Brug kun cifre, ingen bogstaver eller andre tegn.',
  card_number_incomplete: 'Kortnummeret har for få cifre. Tjek, at alle er med.',
  card_number_long: 'Kortnummeret har for mange cifre. Sammenlign med kortet, og se, om nogle cifre står to gange.',
  card_number_invalid: 'Der er en tastefejl i kortnummeret. Sammenlign det med kortet.',
  card_number_unusual:
    'Kortnummeret er usædvanligt. Sammenlign det med kortet en gang til. Hvis det er rigtigt, kan du gå videre.',
  card_number_test: 'Det er et testnummer og ikke et rigtigt kort. Indtast nummeret på dit eget kort for at betale.',
  card_expiry_required: 'Indtast udløbsdatoen: måned og år, som på dit kort.',
  card_expiry_invalid: 'Indtast udløbsdatoen som måned og år, for eksempel {expiry_example}.',
  card_expiry_month: 'Den måned findes ikke. Indtast først måneden, 01 til 12, og derefter året, som på dit kort.',
  card_expiry_past: 'Kortet er udløbet. Tjek datoen, eller brug et andet kort.',
  card_expiry_far: 'Året ligger for langt ude i fremtiden. Tjek udløbsdatoen.',
  card_cvc_required: 'Indtast kontrolcifrene (CVC): 3\u00a0cifre på bagsiden af dit kort.',
  card_cvc_required_4: 'Indtast kontrolcifrene (CVC): 4\u00a0cifre på forsiden af dit kort.',
  card_cvc_invalid: 'Tjek kontrolcifrene (CVC): 3\u00a0cifre på bagsiden af dit kort.',
  card_cvc_invalid_4: 'Tjek kontrolcifrene (CVC): 4\u00a0cifre på forsiden af dit kort.',
  cardholder_name_required: 'Indtast navnet, som det står på kortet.',
  cardholder_name_invalid: 'Indtast navnet med bogstaver, som det står på kortet.',
  cardholder_name_long: 'Navnet er for langt. Indtast kun det navn, der står på kortet.',

  control_invalid: 'Tjek dette.',
  control_long: 'Brug højst 1000\u00a0tegn.',
  summary_title: 'Tjek følgende, før du betaler:',

  paid_title: 'Betalingen er gennemført',
  paid_text: 'Du har betalt {amount}.',
  paid_text_open: 'Ordren er betalt.',
  pending_title: 'Betalingen behandles',
  pending_text: 'Din betaling på {amount} er endnu ikke gennemført. Du behøver ikke at betale igen.',
  pending_text_open: 'Din betaling er endnu ikke gennemført. Du behøver ikke at betale igen.',
  unknown_title: 'Vi kunne ikke bekræfte din betaling',
  unknown_checking_title: 'Vi kontrollerer din betaling\u00a0…',
  unknown_text:
    'Der er muligvis trukket {amount} på dit kort. Betal ikke igen, men spørg først butikken, om betalingen er nået frem.',
  unknown_text_open:
    'Der er muligvis trukket penge på dit kort. Betal ikke igen, men spørg først butikken, om betalingen er nået frem.',
  unknown_checking_text:
    'Der er muligvis trukket {amount} på dit kort. Betal ikke igen: Vi tjekker, om betalingen er nået frem, og viser resultatet her.',
  unknown_checking_text_open:
    'Der er muligvis trukket penge på dit kort. Betal ikke igen: Vi tjekker, om betalingen er nået frem, og viser resultatet her.',
  unknown_go_on: 'Betal igen alligevel',
  unknown_warning: 'Hvis den første betaling er nået frem, betaler du to gange. Spørg først butikken.',
  unknown_confirm: 'Butikken har ikke modtaget betalingen: Vis formularen',
  unknown_back: 'Betal ikke igen',
  card_ending: '{brand}, der slutter på {last_digits}',
  reference: 'Reference: {reference}',
  time: 'Tidspunkt: {time}',
  print: 'Udskriv',

  failed_offline: 'Du er offline. Der er ikke trukket penge. Tjek din forbindelse, og prøv igen.',
  failed_declined: 'Dit kort blev afvist. Der er ikke trukket penge. Brug et andet kort, eller spørg din bank.',
  failed_busy: 'Butikken har meget travlt. Der er ikke trukket penge. Vent et øjeblik, og prøv igen.',
  failed_other_window: 'Ordren er ved at blive betalt i et andet vindue. Tjek først det andet vindue.',
  failed_amount_changed: 'Prisen er nu {amount}. Der er ikke trukket penge. Tjek det nye beløb, før du betaler.',
  failed_refused: 'Betalingen blev afvist. Der er ikke trukket penge. Tjek kortoplysningerne, og prøv igen.',
  failed_try_again: 'Betalingen kunne ikke gennemføres. Der er ikke trukket penge. Prøv igen.',
  failed_page_expired: 'Siden er for gammel. Der er ikke trukket penge. Genindlæs siden.',
  failed_shop: 'Butikken kan ikke tage imod kortbetalinger lige nu. Der er ikke trukket penge.',

  configuration_title: 'Denne betalingsformular er ikke sat rigtigt op',
};

export default messages;
