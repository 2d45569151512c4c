import type { Messages } from '../messages.js';

/** Danish. */
const messages: Messages = {
  banner: 'Testtilstand: Der trækkes ingen rigtige penge.',
  test_card: 'Brug et testkort',
  test_card_filled: 'Formularen er udfyldt med et testkort.',

  form: 'Kortbetaling',

  label_card_number: 'Kortnummer',
  label_card_expiry: 'Udløbsdato',
  label_card_cvc: 'Kontrolcifre',
  label_cardholder_name: 'Navn på kortet',
  label_email: 'E-mailadresse',
  label_phone: 'Telefonnummer',
  label_postal_code: 'Postnummer',
  label_country: 'Land',
  label_amount: 'Beløb',
  placeholder_card_expiry: 'MM / ÅÅ',
  placeholder_country: 'Vælg land',
  hint_card_cvc: '3\u00a0cifre på bagsiden af dit kort',
  hint_card_cvc_4: '4\u00a0cifre på forsiden af dit kort',

  pay: 'Betal {amount}',
  pay_open: 'Betal',
  busy: 'Betalingen behandles\u00a0…',

  card_number_required: 'Indtast kortnummeret: det lange nummer på dit kort.',
  card_number_letters: 'Brug kun cifre, ingen bogstaver eller andre tegn.',
  card_number_incomplete: 'Kortnummeret har for få cifre. Tjek, at alle er med.',
  card_number_long: 'Kortnummeret har for mange cifre. Sammenlign med kortet, og se, om nogle cifre står to gange.',
  card_number_invalid: 'Der er en tastefejl i kortnummeret. Sammenlign det med kortet.',
  card_number_unusual:
    'Kortnummeret er usædvanligt. Sammenlign det med kortet en gang til. Hvis det er rigtigt, kan du gå videre.',
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

  email_required: 'Indtast din e-mailadresse.',
  email_invalid: 'Indtast din e-mailadresse sådan: name@example.com.',
  email_long: 'E-mailadressen er for lang. Tjek den.',
  phone_required: 'Indtast dit telefonnummer.',
  phone_letters: 'Brug kun cifre, ingen bogstaver.',
  phone_country_code: 'Start med + og landekoden, for eksempel {phone_example}.',
  phone_short: 'Telefonnummeret er for kort. Tjek, at alle cifre er med, også et eventuelt områdenummer.',
  phone_long: 'Telefonnummeret er for langt. Tjek, om nogle cifre står to gange.',
  phone_invalid: 'Der er en tastefejl i telefonnummeret. Tjek det.',
  postal_code_required: 'Indtast dit postnummer.',
  postal_code_invalid: 'Tjek postnummeret. I dit land ser det sådan ud: {postal_code_example}.',
  postal_code_unlikely: 'Tjek postnummeret: Det har 2 til 10\u00a0bogstaver og cifre.',
  country_required: 'Vælg dit land.',
  amount_required: 'Indtast det beløb, du vil betale.',
  amount_invalid: 'Indtast beløbet som et tal, for eksempel {amount_example}.',
  amount_ambiguous:
    'Beløbet kan læses på to måder. Indtast det uden punktum eller komma ved tusinder, for eksempel {amount_example}.',
  amount_decimals: 'Beløbet har for mange decimaler. Indtast det for eksempel sådan: {amount_example}.',
  amount_too_small: 'Indtast mindst {min_amount}.',
  amount_too_large: 'Indtast højst {max_amount}.',
  control_invalid: 'Tjek dette.',
  control_long: 'Brug højst 1000\u00a0tegn.',
  summary_title: 'Tjek følgende, før du betaler:',

  paid_title: 'Betalingen er gennemført',
  paid_text: 'Du har betalt {amount}.',
  pending_title: 'Betalingen behandles',
  pending_text: 'Din betaling på {amount} er endnu ikke gennemført. Du behøver ikke at betale igen.',
  unknown_title: 'Vi kunne ikke bekræfte din betaling',
  unknown_text:
    'Der er muligvis trukket {amount} på dit kort. Betal ikke igen, men spørg først butikken, om betalingen er nået frem.',
  reference: 'Reference: {reference}',

  failed_offline: 'Du er offline. Der er ikke trukket penge. Tjek din forbindelse, og prøv igen.',
  failed_declined: 'Dit kort blev afvist. Der er ikke trukket penge. Brug et andet kort, eller spørg din bank.',
  failed_busy: 'Butikken har meget travlt. Der er ikke trukket penge. Vent et øjeblik, og prøv igen.',
  failed_amount_changed: 'Prisen er nu {amount}. Der er ikke trukket penge. Tjek det nye beløb, før du betaler.',
  failed_refused: 'Betalingen blev afvist. Der er ikke trukket penge. Tjek kortoplysningerne, og prøv igen.',
  failed_try_again: 'Betalingen kunne ikke gennemføres. Der er ikke trukket penge. Prøv igen.',
  failed_shop: 'Butikken kan ikke tage imod kortbetalinger lige nu. Der er ikke trukket penge.',

  configuration_title: 'Denne betalingsformular er ikke sat rigtigt op',
};

export default messages;
