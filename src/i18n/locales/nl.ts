import type { CardMessages } from '../messages.js';

/** Dutch. */
const messages: CardMessages = {
  banner: 'Testmodus: er wordt niet echt betaald.',

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

  card_number_required: 'Vul uw kaartnummer in.',
  card_number_letters: 'Gebruik alleen cijfers.',
  card_number_incomplete: 'Uw kaartnummer is onvolledig.',
  card_number_long: 'Dit kaartnummer heeft te veel cijfers.',
  card_number_invalid: 'Controleer uw kaartnummer: er lijkt een cijfer niet te kloppen.',
  card_number_unusual: 'Controleer dit kaartnummer nog eens. Komt het overeen met uw kaart, ga dan verder.',
  card_number_test: 'Dit is een testkaartnummer. Gebruik een echte kaart om te betalen.',
  card_expiry_required: 'Vul de vervaldatum in.',
  card_expiry_invalid: 'Vul maand en jaar in, bijvoorbeeld {expiry_example}.',
  card_expiry_month: 'Vul eerst de maand in (01 tot en met 12) en dan het jaar.',
  card_expiry_past: 'Deze kaart is verlopen. Controleer de datum of gebruik een andere kaart.',
  card_expiry_far: 'Controleer het jaar.',
  card_cvc_required: 'Vul de code van 3\u00a0cijfers op de achterkant van uw kaart in.',
  card_cvc_required_4: 'Vul de code van 4\u00a0cijfers op de voorkant van uw kaart in.',
  card_cvc_invalid: 'De CVC-code bestaat uit de 3\u00a0cijfers op de achterkant van uw kaart.',
  card_cvc_invalid_4: 'De CVC-code bestaat uit de 4\u00a0cijfers op de voorkant van uw kaart.',
  cardholder_name_required: 'Vul de naam op uw kaart in.',
  cardholder_name_invalid: 'Vul de naam in letters in, zoals die op uw kaart staat.',
  cardholder_name_long: 'Deze naam is te lang. Vul de naam in zoals die op uw kaart staat.',

  control_invalid: 'Controleer dit veld.',
  control_long: 'Gebruik maximaal 1000\u00a0tekens.',
  summary_title: 'Corrigeer deze gegevens:',

  paid_title: 'Betaling geslaagd',
  paid_text: 'U hebt {amount} betaald.',
  paid_text_open: 'Deze bestelling is betaald.',
  pending_title: 'Uw betaling wordt verwerkt',
  pending_text: 'Uw betaling van {amount} wordt nog verwerkt. U hoeft niet opnieuw te betalen.',
  pending_text_open: 'Uw betaling wordt nog verwerkt. U hoeft niet opnieuw te betalen.',
  unknown_title: 'We weten nog niet of uw betaling is gelukt',
  unknown_checking_title: 'Uw betaling wordt gecontroleerd…',
  unknown_text:
    'Mogelijk is er {amount} van uw kaart afgeschreven. Vraag de webshop of de betaling is ontvangen voordat u opnieuw betaalt.',
  unknown_text_open:
    'Mogelijk is er geld van uw kaart afgeschreven. Vraag de webshop of de betaling is ontvangen voordat u opnieuw betaalt.',
  unknown_checking_text:
    'Mogelijk is er {amount} van uw kaart afgeschreven. We controleren dit en laten het resultaat hier zien. Betaal niet opnieuw.',
  unknown_checking_text_open:
    'Mogelijk is er geld van uw kaart afgeschreven. We controleren dit en laten het resultaat hier zien. Betaal niet opnieuw.',
  unknown_go_on: 'Toch opnieuw betalen',
  unknown_warning: 'Als de eerste betaling is gelukt, wordt er twee keer afgeschreven. Vraag het eerst aan de webshop.',
  unknown_confirm: 'De webshop heeft niets ontvangen: opnieuw betalen',
  unknown_back: 'Terug',
  card_ending: '{brand} eindigend op {last_digits}',
  reference: 'Referentie: {reference}',
  time: 'Datum en tijd: {time}',
  print: 'Afdrukken',

  failed_offline: 'U bent offline. Er is niets afgeschreven. Controleer uw verbinding en probeer het opnieuw.',
  failed_declined:
    'Uw kaart is geweigerd. Er is niets afgeschreven. Gebruik een andere kaart of neem contact op met uw bank.',
  failed_busy: 'Er zijn nu te veel betalingen. Er is niets afgeschreven. Probeer het zo meteen opnieuw.',
  failed_other_window: 'Deze bestelling wordt al in een ander tabblad betaald. Ga daar verder.',
  failed_amount_changed:
    'De prijs is nu {amount}. Er is niets afgeschreven. Controleer het nieuwe bedrag voordat u betaalt.',
  failed_refused:
    'De betaling is niet gelukt. Er is niets afgeschreven. Controleer uw kaartgegevens en probeer het opnieuw.',
  failed_try_again: 'Er is iets misgegaan. Er is niets afgeschreven. Probeer het opnieuw.',
  failed_page_expired: 'Deze pagina is verlopen. Er is niets afgeschreven. Laad de pagina opnieuw.',
  failed_shop: 'Betalen met een kaart is op dit moment niet mogelijk. Er is niets afgeschreven.',

  configuration_title: 'Dit betaalformulier is niet goed ingesteld',
};

export default messages;
