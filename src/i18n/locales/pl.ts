import type { CardMessages } from '../messages.js';

/** Polish. */
const messages: CardMessages = {
  banner: 'Tryb testowy: żadna prawdziwa płatność nie zostanie wykonana.',

  form: 'Płatność kartą',

  label_card_number: 'Numer karty',
  label_card_expiry: 'Data ważności',
  label_card_cvc: 'Kod CVC/CVV',
  label_cardholder_name: 'Imię i nazwisko na karcie',
  placeholder_card_expiry: 'MM / RR',
  hint_card_cvc: '3\u00a0cyfry na odwrocie karty',
  hint_card_cvc_4: '4\u00a0cyfry na przedniej stronie karty',

  pay: 'Zapłać {amount}',
  pay_open: 'Zapłać',
  pay_wait: 'Możesz spróbować ponownie za {wait}',
  retry_ready: 'Możesz już spróbować ponownie.',
  busy: 'Przetwarzanie płatności…',
  checking: 'Sprawdzamy, czy to zamówienie jest już opłacone…',

  card_number_required: 'Wpisz numer karty.',
  card_number_letters: 'Wpisz same cyfry.',
  card_number_incomplete: 'Numer karty jest niepełny.',
  card_number_long: 'Ten numer karty ma za dużo cyfr.',
  card_number_invalid: 'Sprawdź numer karty: jedna z cyfr wydaje się błędna.',
  card_number_unusual: 'Sprawdź jeszcze raz ten numer karty. Jeśli zgadza się z kartą, kontynuuj.',
  card_number_test: 'To numer karty testowej. Aby zapłacić, użyj prawdziwej karty.',
  card_expiry_required: 'Wpisz datę ważności.',
  card_expiry_invalid: 'Wpisz miesiąc i rok, na przykład {expiry_example}.',
  card_expiry_month: 'Wpisz najpierw miesiąc (od 01 do 12), a potem rok.',
  card_expiry_past: 'Ta karta straciła ważność. Sprawdź datę albo użyj innej karty.',
  card_expiry_far: 'Sprawdź rok.',
  card_cvc_required: 'Wpisz 3-cyfrowy kod z odwrotu karty.',
  card_cvc_required_4: 'Wpisz 4-cyfrowy kod z przedniej strony karty.',
  card_cvc_invalid: 'Kod CVC/CVV to 3\u00a0cyfry na odwrocie karty.',
  card_cvc_invalid_4: 'Kod CVC/CVV to 4\u00a0cyfry na przedniej stronie karty.',
  cardholder_name_required: 'Wpisz imię i nazwisko z karty.',
  cardholder_name_invalid: 'Wpisz imię i nazwisko literami, tak jak na karcie.',
  cardholder_name_long: 'Ten tekst jest za długi. Wpisz imię i nazwisko tak jak na karcie.',

  control_invalid: 'Sprawdź to pole.',
  control_long: 'Wpisz najwyżej 1000\u00a0znaków.',
  summary_title: 'Popraw te dane:',

  paid_title: 'Płatność zakończona pomyślnie',
  paid_text: 'Zapłacono {amount}.',
  paid_text_open: 'To zamówienie jest opłacone.',
  pending_title: 'Twoja płatność jest przetwarzana',
  pending_text: 'Płatność na kwotę {amount} jest nadal przetwarzana. Nie musisz płacić ponownie.',
  pending_text_open: 'Płatność jest nadal przetwarzana. Nie musisz płacić ponownie.',
  unknown_title: 'Nie wiemy jeszcze, czy płatność się powiodła',
  unknown_checking_title: 'Sprawdzamy Twoją płatność…',
  unknown_text:
    'Możliwe, że z karty pobrano {amount}. Zanim zapłacisz ponownie, zapytaj w sklepie, czy płatność dotarła.',
  unknown_text_open:
    'Możliwe, że z karty pobrano środki. Zanim zapłacisz ponownie, zapytaj w sklepie, czy płatność dotarła.',
  unknown_checking_text:
    'Możliwe, że z karty pobrano {amount}. Sprawdzamy to i pokażemy wynik tutaj. Prosimy, nie płać ponownie.',
  unknown_checking_text_open:
    'Możliwe, że z karty pobrano środki. Sprawdzamy to i pokażemy wynik tutaj. Prosimy, nie płać ponownie.',
  unknown_go_on: 'Mimo to chcę zapłacić ponownie',
  unknown_warning: 'Jeśli pierwsza płatność się powiodła, zapłacisz dwa razy. Najpierw zapytaj w sklepie.',
  unknown_confirm: 'Sklep nie ma płatności: zapłać ponownie',
  unknown_back: 'Wróć',
  card_ending: '{brand} z końcówką {last_digits}',
  reference: 'Numer referencyjny: {reference}',
  time: 'Data i godzina: {time}',
  print: 'Drukuj',

  failed_offline: 'Brak internetu. Nie pobrano żadnych środków. Sprawdź połączenie i spróbuj ponownie.',
  failed_declined: 'Karta została odrzucona. Nie pobrano żadnych środków. Użyj innej karty albo zapytaj swój bank.',
  failed_busy: 'Jest teraz zbyt wiele płatności. Nie pobrano żadnych środków. Spróbuj ponownie za chwilę.',
  failed_other_window: 'To zamówienie jest już opłacane w innej karcie przeglądarki. Dokończ płatność tam.',
  failed_amount_changed: 'Cena wynosi teraz {amount}. Nie pobrano żadnych środków. Sprawdź nową kwotę, a potem zapłać.',
  failed_refused: 'Płatność się nie powiodła. Nie pobrano żadnych środków. Sprawdź dane karty i spróbuj ponownie.',
  failed_try_again: 'Coś poszło nie tak. Nie pobrano żadnych środków. Spróbuj ponownie.',
  failed_page_expired: 'Ta strona wygasła. Nie pobrano żadnych środków. Odśwież ją.',
  failed_shop: 'Płatność kartą jest teraz niedostępna. Nie pobrano żadnych środków.',

  configuration_title: 'Ten formularz płatności nie jest poprawnie skonfigurowany',
};

export default messages;
