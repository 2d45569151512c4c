import type { CardMessages } from '../messages.js';

/** German. */
const messages: CardMessages = {
  banner: 'Testmodus: Es wird kein echtes Geld bewegt.',

  form: 'Kartenzahlung',

  label_card_number: 'Kartennummer',
  label_card_expiry: 'Ablaufdatum',
  label_card_cvc: 'Prüfnummer (CVC)',
  label_cardholder_name: 'Name auf der Karte',
  placeholder_card_expiry: 'MM / JJ',
  hint_card_cvc: '3\u00a0Ziffern auf der Rückseite Ihrer Karte',
  hint_card_cvc_4: '4\u00a0Ziffern auf der Vorderseite Ihrer Karte',

  pay: '{amount} bezahlen',
  pay_open: 'Bezahlen',
  pay_wait: 'Erneut möglich in {wait}',
  retry_ready: 'Sie können es jetzt erneut versuchen.',
  busy: 'Zahlung wird verarbeitet\u00a0…',
  checking: 'Wir prüfen, ob diese Bestellung schon bezahlt ist\u00a0…',

  card_number_required: 'Geben Sie die Kartennummer ein: die lange Nummer auf Ihrer Karte.',
  card_number_letters: 'Geben Sie nur Ziffern ein, keine Buchstaben oder anderen Zeichen.',
  card_number_incomplete: 'Diese Kartennummer ist zu kurz. Prüfen Sie, ob alle Ziffern da sind.',
  card_number_long:
    'Diese Kartennummer ist zu lang. Prüfen Sie anhand Ihrer Karte, ob Ziffern doppelt eingegeben sind.',
  card_number_invalid: 'Die Kartennummer enthält einen Tippfehler. Vergleichen Sie die Nummer mit Ihrer Karte.',
  card_number_unusual:
    'Diese Kartennummer ist ungewöhnlich. Vergleichen Sie sie noch einmal mit Ihrer Karte; stimmt sie, fahren Sie fort.',
  card_number_test:
    'Das ist eine Testnummer, keine echte Karte. Geben Sie zum Bezahlen die Nummer Ihrer eigenen Karte ein.',
  card_expiry_required: 'Geben Sie das Ablaufdatum ein: Monat und Jahr wie auf Ihrer Karte.',
  card_expiry_invalid: 'Geben Sie das Ablaufdatum als Monat und Jahr ein, zum Beispiel {expiry_example}.',
  card_expiry_month:
    'Diesen Monat gibt es nicht. Geben Sie zuerst den Monat ein, 01 bis 12, dann das Jahr, wie auf Ihrer Karte.',
  card_expiry_past: 'Diese Karte ist abgelaufen. Prüfen Sie das Datum oder nutzen Sie eine andere Karte.',
  card_expiry_far: 'Das Jahr liegt zu weit in der Zukunft. Prüfen Sie das Ablaufdatum.',
  card_cvc_required: 'Geben Sie die Prüfnummer ein: 3\u00a0Ziffern auf der Rückseite Ihrer Karte.',
  card_cvc_required_4: 'Geben Sie die Prüfnummer ein: 4\u00a0Ziffern auf der Vorderseite Ihrer Karte.',
  card_cvc_invalid: 'Kontrollieren Sie die Prüfnummer: 3\u00a0Ziffern auf der Rückseite Ihrer Karte.',
  card_cvc_invalid_4: 'Kontrollieren Sie die Prüfnummer: 4\u00a0Ziffern auf der Vorderseite Ihrer Karte.',
  cardholder_name_required: 'Geben Sie den Namen wie auf Ihrer Karte ein.',
  cardholder_name_invalid: 'Geben Sie den Namen in Buchstaben ein, wie auf Ihrer Karte.',
  cardholder_name_long: 'Dieser Name ist zu lang. Geben Sie nur den Namen ein, der auf Ihrer Karte steht.',

  control_invalid: 'Bitte prüfen Sie dieses Feld.',
  control_long: 'Verwenden Sie höchstens 1000\u00a0Zeichen.',
  summary_title: 'Bitte prüfen Sie Folgendes, bevor Sie bezahlen:',

  paid_title: 'Zahlung erfolgreich',
  paid_text: 'Sie haben {amount} bezahlt.',
  paid_text_open: 'Diese Bestellung ist bezahlt.',
  pending_title: 'Ihre Zahlung wird verarbeitet',
  pending_text: 'Ihre Zahlung über {amount} ist noch nicht abgeschlossen. Sie müssen nicht noch einmal bezahlen.',
  pending_text_open: 'Ihre Zahlung ist noch nicht abgeschlossen. Sie müssen nicht noch einmal bezahlen.',
  unknown_title: 'Wir konnten Ihre Zahlung nicht bestätigen',
  unknown_checking_title: 'Ihre Zahlung wird geprüft\u00a0…',
  unknown_text:
    'Ihre Karte wurde möglicherweise mit {amount} belastet. Bitte bezahlen Sie nicht noch einmal: Fragen Sie zuerst beim Shop nach, ob die Zahlung eingegangen ist.',
  unknown_text_open:
    'Ihre Karte wurde möglicherweise belastet. Bitte bezahlen Sie nicht noch einmal: Fragen Sie zuerst beim Shop nach, ob die Zahlung eingegangen ist.',
  unknown_checking_text:
    'Ihre Karte wurde möglicherweise mit {amount} belastet. Bitte bezahlen Sie nicht noch einmal: Wir prüfen, ob die Zahlung eingegangen ist, und zeigen das Ergebnis hier an.',
  unknown_checking_text_open:
    'Ihre Karte wurde möglicherweise belastet. Bitte bezahlen Sie nicht noch einmal: Wir prüfen, ob die Zahlung eingegangen ist, und zeigen das Ergebnis hier an.',
  unknown_go_on: 'Trotzdem noch einmal bezahlen',
  unknown_warning: 'Wenn die erste Zahlung eingegangen ist, bezahlen Sie doppelt. Fragen Sie zuerst beim Shop nach.',
  unknown_confirm: 'Der Shop hat die Zahlung nicht erhalten: Formular anzeigen',
  unknown_back: 'Nicht noch einmal bezahlen',
  card_ending: '{brand} mit den Endziffern {last_digits}',
  reference: 'Referenz: {reference}',
  time: 'Zeitpunkt: {time}',
  print: 'Drucken',

  failed_offline:
    'Sie sind offline. Es wurde nichts abgebucht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  failed_declined:
    'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht. Nutzen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  failed_busy: 'Im Shop ist sehr viel los. Es wurde nichts abgebucht. Bitte versuchen Sie es in Kürze erneut.',
  failed_other_window: 'Diese Bestellung wird gerade in einem anderen Fenster bezahlt. Sehen Sie zuerst dort nach.',
  failed_amount_changed:
    'Der Preis beträgt jetzt {amount}. Es wurde nichts abgebucht. Prüfen Sie den neuen Betrag, bevor Sie bezahlen.',
  failed_refused:
    'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht. Prüfen Sie Ihre Kartendaten und versuchen Sie es erneut.',
  failed_try_again: 'Die Zahlung war nicht möglich. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  failed_page_expired: 'Diese Seite ist zu alt. Es wurde nichts abgebucht. Bitte laden Sie die Seite neu.',
  failed_shop: 'Dieser Shop kann derzeit keine Kartenzahlungen annehmen. Es wurde nichts abgebucht.',

  configuration_title: 'Dieses Zahlungsformular ist nicht richtig eingerichtet',
};

export default messages;
