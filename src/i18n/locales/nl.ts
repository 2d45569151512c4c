import type { CardMessages } from '../messages.js';

/** Dutch. */
const messages: CardMessages = {
  banner: 'Testmodus: u betaalt niet met echt geld.',

  form: 'Kaartbetaling',

  label_card_number: 'Kaartnummer',
  label_card_expiry: 'Vervaldatum',
  label_card_cvc: 'CVC-code',
  label_cardholder_name: 'Naam op de kaart',
  placeholder_card_expiry: 'MM / JJ',
  hint_card_cvc: '3\u00a0cijfers op de achterkant van uw kaart',
  hint_card_cvc_4: '4\u00a0cijfers op de voorkant van uw kaart',

  pay: 'Betaal {amount}',
  pay_open: 'Betalen',
  pay_wait: 'Weer mogelijk over {wait}',
  retry_ready: 'U kunt het nu opnieuw proberen.',
  busy: 'Betaling wordt verwerkt…',
  checking: 'We controleren of deze bestelling al betaald is…',

  card_number_required: 'Vul het kaartnummer in: het lange nummer op uw kaart.',
  card_number_letters: 'Vul alleen cijfers in, geen letters of andere tekens.',
  card_number_incomplete: 'Dit kaartnummer is te kort. Controleer of alle cijfers er staan.',
  card_number_long: 'Dit kaartnummer is te lang. Vergelijk het met uw kaart en kijk of er cijfers dubbel staan.',
  card_number_invalid: 'Er zit een typefout in het kaartnummer. Vergelijk het met uw kaart.',
  card_number_unusual:
    'Dit kaartnummer is ongebruikelijk. Vergelijk het nog eens met uw kaart. Klopt het, ga dan verder.',
  card_number_test: 'Dit is een testnummer, geen echte kaart. Vul het nummer van uw eigen kaart in om te betalen.',
  card_expiry_required: 'Vul de vervaldatum in: maand en jaar, zoals op uw kaart.',
  card_expiry_invalid: 'Vul de vervaldatum in als maand en jaar, bijvoorbeeld {expiry_example}.',
  card_expiry_month:
    'Die maand bestaat niet. Vul eerst de maand in, 01 tot en met 12, en dan het jaar, zoals op uw kaart.',
  card_expiry_past: 'Deze kaart is verlopen. Controleer de datum of gebruik een andere kaart.',
  card_expiry_far: 'Het jaar ligt te ver in de toekomst. Controleer de vervaldatum.',
  card_cvc_required: 'Vul de CVC-code in: 3\u00a0cijfers op de achterkant van uw kaart.',
  card_cvc_required_4: 'Vul de CVC-code in: 4\u00a0cijfers op de voorkant van uw kaart.',
  card_cvc_invalid: 'Controleer de CVC-code: 3\u00a0cijfers op de achterkant van uw kaart.',
  card_cvc_invalid_4: 'Controleer de CVC-code: 4\u00a0cijfers op de voorkant van uw kaart.',
  cardholder_name_required: 'Vul de naam in zoals die op uw kaart staat.',
  cardholder_name_invalid: 'Vul de naam in letters in, zoals die op uw kaart staat.',
  cardholder_name_long: 'Deze naam is te lang. Vul alleen de naam in die op uw kaart staat.',

  control_invalid: 'Controleer dit.',
  control_long: 'Gebruik maximaal 1000\u00a0tekens.',
  summary_title: 'Controleer het volgende voordat u betaalt:',

  paid_title: 'Betaling geslaagd',
  paid_text: 'U hebt {amount} betaald.',
  paid_text_open: 'Deze bestelling is betaald.',
  pending_title: 'Uw betaling wordt verwerkt',
  pending_text: 'Uw betaling van {amount} is nog niet afgerond. U hoeft niet opnieuw te betalen.',
  pending_text_open: 'Uw betaling is nog niet afgerond. U hoeft niet opnieuw te betalen.',
  unknown_title: 'We konden uw betaling niet bevestigen',
  unknown_checking_title: 'Uw betaling wordt gecontroleerd…',
  unknown_text:
    'Mogelijk is er {amount} van uw kaart afgeschreven. Betaal niet opnieuw, maar vraag eerst aan de webshop of de betaling is ontvangen.',
  unknown_text_open:
    'Mogelijk is er geld van uw kaart afgeschreven. Betaal niet opnieuw, maar vraag eerst aan de webshop of de betaling is ontvangen.',
  unknown_checking_text:
    'Mogelijk is er {amount} van uw kaart afgeschreven. Betaal niet opnieuw: we controleren of de betaling is ontvangen en laten het resultaat hier zien.',
  unknown_checking_text_open:
    'Mogelijk is er geld van uw kaart afgeschreven. Betaal niet opnieuw: we controleren of de betaling is ontvangen en laten het resultaat hier zien.',
  unknown_go_on: 'Toch opnieuw betalen',
  unknown_warning: 'Als de eerste betaling is ontvangen, betaalt u twee keer. Vraag het eerst aan de webshop.',
  unknown_confirm: 'De webshop heeft de betaling niet ontvangen: formulier tonen',
  unknown_back: 'Niet opnieuw betalen',
  card_ending: '{brand} eindigend op {last_digits}',
  reference: 'Referentie: {reference}',
  time: 'Datum en tijd: {time}',
  print: 'Afdrukken',

  failed_offline: 'U bent offline. Er is niets afgeschreven. Controleer uw verbinding en probeer het opnieuw.',
  failed_declined:
    'Uw kaart is geweigerd. Er is niets afgeschreven. Gebruik een andere kaart of neem contact op met uw bank.',
  failed_busy: 'Het is erg druk in de webshop. Er is niets afgeschreven. Wacht even en probeer het opnieuw.',
  failed_other_window: 'Deze bestelling wordt op dit moment in een ander venster betaald. Kijk eerst daar.',
  failed_amount_changed:
    'De prijs is nu {amount}. Er is niets afgeschreven. Controleer het nieuwe bedrag voordat u betaalt.',
  failed_refused:
    'De betaling is geweigerd. Er is niets afgeschreven. Controleer uw kaartgegevens en probeer het opnieuw.',
  failed_try_again: 'De betaling kon niet worden uitgevoerd. Er is niets afgeschreven. Probeer het opnieuw.',
  failed_page_expired: 'Deze pagina is verlopen. Er is niets afgeschreven. Laad de pagina opnieuw.',
  failed_shop: 'Deze webshop kan op dit moment geen kaartbetalingen accepteren. Er is niets afgeschreven.',

  configuration_title: 'Dit betaalformulier is niet goed ingesteld',
};

export default messages;
