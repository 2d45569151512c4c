import type { CardMessages } from '../messages.js';

/** Polish. */
const messages: CardMessages = {
  banner: 'Tryb testowy: prawdziwe pieniądze nie zostaną pobrane.',

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
  pay_wait: 'Spróbuj ponownie za {wait}',
  retry_ready: 'Możesz już spróbować ponownie.',
  busy: 'Przetwarzanie płatności…',
  checking: 'Sprawdzamy, czy to zamówienie jest już opłacone…',

  card_number_required: 'Wpisz numer karty: długi ciąg cyfr podany na karcie.',
  card_number_letters: 'Wpisz same cyfry: numer karty nie zawiera liter ani innych znaków.',
  card_number_incomplete: 'Ten numer karty jest za krótki. Sprawdź, czy nie brakuje żadnej cyfry.',
  card_number_long: 'Ten numer karty jest za długi. Porównaj go z kartą: może któraś cyfra jest wpisana dwa razy.',
  card_number_invalid: 'W numerze karty jest pomyłka. Porównaj go z kartą i popraw.',
  card_number_unusual: 'Ten numer karty jest nietypowy. Porównaj go jeszcze raz z kartą; jeśli się zgadza, kontynuuj.',
  card_number_test: 'To numer testowy, a nie prawdziwa karta. Aby zapłacić, wpisz numer swojej karty.',
  card_expiry_required: 'Wpisz datę ważności: miesiąc i rok, tak jak na karcie.',
  card_expiry_invalid: 'Wpisz datę ważności jako miesiąc i rok, na przykład {expiry_example}.',
  card_expiry_month: 'Nie ma takiego miesiąca. Wpisz najpierw miesiąc, od 01 do 12, a potem rok, tak jak na karcie.',
  card_expiry_past: 'Ta karta straciła ważność. Sprawdź datę albo użyj innej karty.',
  card_expiry_far: 'Ten rok jest zbyt odległy. Sprawdź datę ważności.',
  card_cvc_required: 'Wpisz kod CVC/CVV: 3\u00a0cyfry na odwrocie karty.',
  card_cvc_required_4: 'Wpisz kod CVC/CVV: 4\u00a0cyfry na przedniej stronie karty.',
  card_cvc_invalid: 'Sprawdź kod CVC/CVV: 3\u00a0cyfry na odwrocie karty.',
  card_cvc_invalid_4: 'Sprawdź kod CVC/CVV: 4\u00a0cyfry na przedniej stronie karty.',
  cardholder_name_required: 'Wpisz imię i nazwisko tak jak na karcie.',
  cardholder_name_invalid: 'Wpisz imię i nazwisko literami, tak jak na karcie.',
  cardholder_name_long: 'Ten tekst jest za długi. Wpisz tylko imię i nazwisko podane na karcie.',

  control_invalid: 'Sprawdź to pole.',
  control_long: 'Wpisz najwyżej 1000\u00a0znaków.',
  summary_title: 'Zanim zapłacisz, sprawdź te pola:',

  paid_title: 'Płatność zakończona pomyślnie',
  paid_text: 'Zapłacono {amount}.',
  paid_text_open: 'To zamówienie jest opłacone.',
  pending_title: 'Twoja płatność jest przetwarzana',
  pending_text: 'Płatność na kwotę {amount} nie została jeszcze zakończona. Nie musisz płacić ponownie.',
  pending_text_open: 'Płatność nie została jeszcze zakończona. Nie musisz płacić ponownie.',
  unknown_title: 'Nie możemy potwierdzić, czy płatność się powiodła',
  unknown_checking_title: 'Sprawdzamy Twoją płatność…',
  unknown_text:
    'Możliwe, że z karty pobrano {amount}. Prosimy, nie płać ponownie: najpierw zapytaj w sklepie, czy płatność dotarła.',
  unknown_text_open:
    'Możliwe, że z karty pobrano środki. Prosimy, nie płać ponownie: najpierw zapytaj w sklepie, czy płatność dotarła.',
  unknown_checking_text:
    'Możliwe, że z karty pobrano {amount}. Prosimy, nie płać ponownie: sprawdzamy, czy płatność dotarła, i pokażemy wynik tutaj.',
  unknown_checking_text_open:
    'Możliwe, że z karty pobrano środki. Prosimy, nie płać ponownie: sprawdzamy, czy płatność dotarła, i pokażemy wynik tutaj.',
  unknown_go_on: 'Mimo to chcę zapłacić ponownie',
  unknown_warning: 'Jeśli pierwsza płatność dotarła, zapłacisz dwa razy. Najpierw zapytaj w sklepie.',
  unknown_confirm: 'Płatność nie dotarła do sklepu: pokaż formularz',
  unknown_back: 'Nie płać ponownie',
  card_ending: '{brand} z końcówką {last_digits}',
  reference: 'Numer referencyjny: {reference}',
  time: 'Data i godzina: {time}',
  print: 'Drukuj',

  failed_offline: 'Brak internetu. Nie pobrano żadnych środków. Sprawdź połączenie i spróbuj ponownie.',
  failed_declined: 'Karta została odrzucona. Nie pobrano żadnych środków. Użyj innej karty albo zapytaj swój bank.',
  failed_busy: 'W sklepie jest teraz duży ruch. Nie pobrano żadnych środków. Odczekaj chwilę i spróbuj ponownie.',
  failed_other_window: 'To zamówienie jest opłacane w innym oknie. Najpierw sprawdź tam wynik płatności.',
  failed_amount_changed: 'Cena wynosi teraz {amount}. Nie pobrano żadnych środków. Sprawdź nową kwotę, a potem zapłać.',
  failed_refused: 'Płatność nie została przyjęta. Nie pobrano żadnych środków. Sprawdź dane karty i spróbuj ponownie.',
  failed_try_again: 'Nie udało się wykonać płatności. Nie pobrano żadnych środków. Spróbuj ponownie.',
  failed_page_expired: 'Ta strona wygasła. Nie pobrano żadnych środków. Odśwież ją.',
  failed_shop: 'Ten sklep nie może teraz przyjmować płatności kartą. Nie pobrano żadnych środków.',

  configuration_title: 'Ten formularz płatności nie jest poprawnie skonfigurowany',
};

export default messages;
