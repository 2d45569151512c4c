import type { CardMessages } from '../messages.js';

/** Danish. */
const messages: CardMessages = {
  banner: 'Testtilstand: Der gennemføres ingen rigtig betaling.',

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
  pay_wait: 'Du kan prøve igen om {wait}',
  retry_ready: 'Du kan prøve igen nu.',
  busy: 'Betalingen behandles\u00a0…',
  checking: 'Vi tjekker, om ordren allerede er betalt\u00a0…',

  card_number_required: 'Indtast dit kortnummer.',
  card_number_letters: 'Brug kun cifre.',
  card_number_incomplete: 'Dit kortnummer er ufuldstændigt.',
  card_number_long: 'Kortnummeret har for mange cifre.',
  card_number_invalid: 'Tjek kortnummeret: Et ciffer ser ud til at være forkert.',
  card_number_unusual: 'Tjek kortnummeret igen. Fortsæt, hvis det svarer til dit kort.',
  card_number_test: 'Det er et testkortnummer. Brug et rigtigt kort for at betale.',
  card_expiry_required: 'Indtast udløbsdatoen.',
  card_expiry_invalid: 'Indtast måned og år, for eksempel {expiry_example}.',
  card_expiry_month: 'Indtast først måneden (01 til 12) og derefter året.',
  card_expiry_past: 'Kortet er udløbet. Tjek datoen, eller brug et andet kort.',
  card_expiry_far: 'Tjek året.',
  card_cvc_required: 'Indtast de 3\u00a0cifre på bagsiden af dit kort.',
  card_cvc_required_4: 'Indtast de 4\u00a0cifre på forsiden af dit kort.',
  card_cvc_invalid: 'Kontrolcifrene (CVC) er de 3\u00a0cifre på bagsiden af dit kort.',
  card_cvc_invalid_4: 'Kontrolcifrene (CVC) er de 4\u00a0cifre på forsiden af dit kort.',
  cardholder_name_required: 'Indtast navnet på kortet.',
  cardholder_name_invalid: 'Indtast navnet med bogstaver, som det står på kortet.',
  cardholder_name_long: 'Navnet er for langt. Indtast det, som det står på kortet.',

  control_invalid: 'Tjek dette felt.',
  control_long: 'Brug højst 1000\u00a0tegn.',
  summary_title: 'Ret disse oplysninger:',

  paid_title: 'Betalingen er gennemført',
  paid_text: 'Du har betalt {amount}.',
  paid_text_open: 'Ordren er betalt.',
  pending_title: 'Betalingen behandles',
  pending_text: 'Din betaling på {amount} behandles stadig. Du behøver ikke at betale igen.',
  pending_text_open: 'Din betaling behandles stadig. Du behøver ikke at betale igen.',
  unknown_title: 'Vi ved endnu ikke, om din betaling gik igennem',
  unknown_checking_title: 'Vi kontrollerer din betaling\u00a0…',
  unknown_text:
    'Der er muligvis trukket {amount} på dit kort. Spørg butikken, om den har modtaget betalingen, før du betaler igen.',
  unknown_text_open:
    'Der er muligvis trukket penge på dit kort. Spørg butikken, om den har modtaget betalingen, før du betaler igen.',
  unknown_checking_text:
    'Der er muligvis trukket {amount} på dit kort. Vi tjekker det og viser resultatet her. Betal ikke igen.',
  unknown_checking_text_open:
    'Der er muligvis trukket penge på dit kort. Vi tjekker det og viser resultatet her. Betal ikke igen.',
  unknown_go_on: 'Betal igen alligevel',
  unknown_warning: 'Hvis den første betaling gik igennem, bliver der trukket to gange. Spørg først butikken.',
  unknown_confirm: 'Butikken har ikke modtaget noget: Betal igen',
  unknown_back: 'Tilbage',
  card_ending: '{brand}, der slutter på {last_digits}',
  reference: 'Reference: {reference}',
  time: 'Tidspunkt: {time}',
  print: 'Udskriv',

  failed_offline: 'Du er offline. Der er ikke trukket penge. Tjek din forbindelse, og prøv igen.',
  failed_declined: 'Dit kort blev afvist. Der er ikke trukket penge. Brug et andet kort, eller spørg din bank.',
  failed_busy: 'Der er for mange betalinger lige nu. Der er ikke trukket penge. Prøv igen om lidt.',
  failed_other_window: 'Ordren er allerede ved at blive betalt i en anden fane. Fortsæt der.',
  failed_amount_changed: 'Prisen er nu {amount}. Der er ikke trukket penge. Tjek det nye beløb, før du betaler.',
  failed_refused: 'Betalingen gik ikke igennem. Der er ikke trukket penge. Tjek kortoplysningerne, og prøv igen.',
  failed_try_again: 'Noget gik galt. Der er ikke trukket penge. Prøv igen.',
  failed_page_expired: 'Siden er for gammel. Der er ikke trukket penge. Genindlæs siden.',
  failed_shop: 'Det er ikke muligt at betale med kort lige nu. Der er ikke trukket penge.',

  configuration_title: 'Denne betalingsformular er ikke sat rigtigt op',
};

export default messages;
