import type { CardMessages } from '../messages.js';

/** German. */
const messages: CardMessages = {
  banner: 'Testmodus: Es findet keine echte Zahlung statt.',

  form: 'Kartenzahlung',

  label_card_number: 'Kartennummer',
  label_card_expiry: 'Gültig bis',
  label_card_cvc: 'Prüfnummer (CVC)',
  label_cardholder_name: 'Name auf der Karte',
  placeholder_card_expiry: 'MM / JJ',
  hint_card_cvc: '3\u00a0Ziffern auf der Rückseite Ihrer Karte',
  hint_card_cvc_4: '4\u00a0Ziffern auf der Vorderseite Ihrer Karte',

  pay: '{amount} bezahlen',
  pay_open: 'Bezahlen',
  pay_wait: 'Erneut möglich in {wait}',
  retry_ready: 'Sie können es jetzt erneut versuchen.',
  busy: 'Wird verarbeitet\u00a0…',
  checking: 'Wir prüfen, ob diese Bestellung schon bezahlt ist\u00a0…',

  card_number_required: 'Geben Sie Ihre Kartennummer ein.',
  card_number_letters: 'Verwenden Sie nur Ziffern.',
  card_number_incomplete: 'Ihre Kartennummer ist unvollständig.',
  card_number_long: 'Diese Kartennummer hat zu viele Ziffern.',
  card_number_invalid: 'Prüfen Sie Ihre Kartennummer: Eine Ziffer scheint nicht zu stimmen.',
  card_number_unusual:
    'Bitte prüfen Sie diese Kartennummer noch einmal. Wenn sie mit Ihrer Karte übereinstimmt, fahren Sie fort.',
  card_number_test: 'Das ist eine Testkartennummer. Bezahlen Sie mit einer echten Karte.',
  card_expiry_required: 'Geben Sie das Ablaufdatum ein.',
  card_expiry_invalid: 'Geben Sie Monat und Jahr ein, zum Beispiel {expiry_example}.',
  card_expiry_month: 'Geben Sie zuerst den Monat (01 bis 12) und dann das Jahr ein.',
  card_expiry_past: 'Diese Karte ist abgelaufen. Prüfen Sie das Datum oder nutzen Sie eine andere Karte.',
  card_expiry_far: 'Prüfen Sie das Jahr.',
  card_cvc_required: 'Geben Sie den 3-stelligen Code auf der Rückseite Ihrer Karte ein.',
  card_cvc_required_4: 'Geben Sie den 4-stelligen Code auf der Vorderseite Ihrer Karte ein.',
  card_cvc_invalid: 'Die Prüfnummer besteht aus den 3\u00a0Ziffern auf der Rückseite Ihrer Karte.',
  card_cvc_invalid_4: 'Die Prüfnummer besteht aus den 4\u00a0Ziffern auf der Vorderseite Ihrer Karte.',
  cardholder_name_required: 'Geben Sie den Namen auf Ihrer Karte ein.',
  cardholder_name_invalid: 'Geben Sie den Namen in Buchstaben ein, wie auf Ihrer Karte.',
  cardholder_name_long: 'Dieser Name ist zu lang. Geben Sie ihn wie auf Ihrer Karte ein.',

  control_invalid: 'Bitte prüfen Sie dieses Feld.',
  control_long: 'Verwenden Sie höchstens 1000\u00a0Zeichen.',
  summary_title: 'Bitte korrigieren Sie diese Angaben:',

  paid_title: 'Zahlung erfolgreich',
  paid_text: 'Sie haben {amount} bezahlt.',
  paid_text_open: 'Diese Bestellung ist bezahlt.',
  pending_title: 'Ihre Zahlung wird verarbeitet',
  pending_text: 'Ihre Zahlung über {amount} wird noch verarbeitet. Sie müssen nicht noch einmal bezahlen.',
  pending_text_open: 'Ihre Zahlung wird noch verarbeitet. Sie müssen nicht noch einmal bezahlen.',
  unknown_title: 'Wir wissen noch nicht, ob Ihre Zahlung erfolgreich war',
  unknown_checking_title: 'Ihre Zahlung wird geprüft\u00a0…',
  unknown_text:
    'Ihre Karte wurde möglicherweise mit {amount} belastet. Bevor Sie noch einmal bezahlen, fragen Sie bitte den Shop, ob er die Zahlung erhalten hat.',
  unknown_text_open:
    'Ihre Karte wurde möglicherweise belastet. Bevor Sie noch einmal bezahlen, fragen Sie bitte den Shop, ob er die Zahlung erhalten hat.',
  unknown_checking_text:
    'Ihre Karte wurde möglicherweise mit {amount} belastet. Wir prüfen das und zeigen das Ergebnis hier an. Bitte bezahlen Sie nicht noch einmal.',
  unknown_checking_text_open:
    'Ihre Karte wurde möglicherweise belastet. Wir prüfen das und zeigen das Ergebnis hier an. Bitte bezahlen Sie nicht noch einmal.',
  unknown_go_on: 'Trotzdem noch einmal bezahlen',
  unknown_warning:
    'Wenn die erste Zahlung erfolgreich war, wird Ihre Karte zweimal belastet. Bitte fragen Sie zuerst den Shop.',
  unknown_confirm: 'Der Shop hat nichts erhalten: erneut bezahlen',
  unknown_back: 'Zurück',
  card_ending: '{brand} mit den Endziffern {last_digits}',
  reference: 'Referenz: {reference}',
  time: 'Datum: {time}',
  print: 'Drucken',

  failed_offline:
    'Sie sind offline. Es wurde nichts abgebucht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  failed_declined:
    'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht. Nutzen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  failed_busy: 'Der Shop ist gerade überlastet. Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.',
  failed_other_window: 'Diese Bestellung wird bereits in einem anderen Tab bezahlt. Bitte fahren Sie dort fort.',
  failed_amount_changed:
    'Der Preis beträgt jetzt {amount}. Es wurde nichts abgebucht. Prüfen Sie den neuen Betrag, bevor Sie bezahlen.',
  failed_refused:
    'Die Zahlung war nicht erfolgreich. Es wurde nichts abgebucht. Prüfen Sie Ihre Kartendaten und versuchen Sie es erneut.',
  failed_try_again: 'Etwas ist schiefgelaufen. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  failed_page_expired: 'Diese Seite ist zu alt. Es wurde nichts abgebucht. Bitte laden Sie die Seite neu.',
  failed_shop: 'Kartenzahlung ist derzeit nicht möglich. Es wurde nichts abgebucht.',

  configuration_title: 'Dieses Zahlungsformular ist nicht richtig eingerichtet',
};

export default messages;
