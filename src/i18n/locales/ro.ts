import type { CardMessages } from '../messages.js';

/** Romanian. */
const messages: CardMessages = {
  banner: 'Mod de testare: nu se face nicio plată reală.',

  form: 'Plată cu cardul',

  label_card_number: 'Numărul cardului',
  label_card_expiry: 'Data expirării',
  label_card_cvc: 'Cod CVC/CVV',
  label_cardholder_name: 'Numele de pe card',
  placeholder_card_expiry: 'LL / AA',
  hint_card_cvc: '3\u00a0cifre pe spatele cardului',
  hint_card_cvc_4: '4\u00a0cifre pe fața cardului',

  pay: 'Plătiți {amount}',
  pay_open: 'Plătiți',
  pay_wait: 'Puteți încerca din nou peste {wait}',
  retry_ready: 'Puteți încerca din nou acum.',
  busy: 'Se procesează plata…',
  checking: 'Verificăm dacă această comandă este deja plătită…',

  card_number_required: 'Introduceți numărul cardului.',
  card_number_letters: 'Folosiți numai cifre.',
  card_number_incomplete: 'Numărul cardului este incomplet.',
  card_number_long: 'Acest număr de card are prea multe cifre.',
  card_number_invalid: 'Verificați numărul cardului: o cifră pare greșită.',
  card_number_unusual: 'Verificați încă o dată numărul cardului. Dacă este cel de pe card, continuați.',
  card_number_test: 'Acesta este un număr de card de test. Pentru plată, folosiți un card real.',
  card_expiry_required: 'Introduceți data expirării.',
  card_expiry_invalid: 'Introduceți luna și anul, de exemplu {expiry_example}.',
  card_expiry_month: 'Introduceți mai întâi luna (de la 01 la 12), apoi anul.',
  card_expiry_past: 'Acest card a expirat. Verificați data sau folosiți alt card.',
  card_expiry_far: 'Verificați anul.',
  card_cvc_required: 'Introduceți codul de 3\u00a0cifre de pe spatele cardului.',
  card_cvc_required_4: 'Introduceți codul de 4\u00a0cifre de pe fața cardului.',
  card_cvc_invalid: 'Codul CVC/CVV este format din cele 3\u00a0cifre de pe spatele cardului.',
  card_cvc_invalid_4: 'Codul CVC/CVV este format din cele 4\u00a0cifre de pe fața cardului.',
  cardholder_name_required: 'Introduceți numele de pe card.',
  cardholder_name_invalid: 'Introduceți numele cu litere, așa cum apare pe card.',
  cardholder_name_long: 'Acest nume este prea lung. Introduceți-l așa cum apare pe card.',

  control_invalid: 'Verificați acest câmp.',
  control_long: 'Folosiți cel mult 1000 de caractere.',
  summary_title: 'Corectați aceste date:',

  paid_title: 'Plata a reușit',
  paid_text: 'Ați plătit {amount}.',
  paid_text_open: 'Această comandă este plătită.',
  pending_title: 'Plata dvs. este în curs de procesare',
  pending_text: 'Plata de {amount} este încă în curs de procesare. Nu trebuie să plătiți din nou.',
  pending_text_open: 'Plata este încă în curs de procesare. Nu trebuie să plătiți din nou.',
  unknown_title: 'Nu știm încă dacă plata a reușit',
  unknown_checking_title: 'Verificăm plata…',
  unknown_text:
    'Este posibil ca de pe card să se fi retras {amount}. Înainte de a plăti din nou, întrebați magazinul dacă a primit plata.',
  unknown_text_open:
    'Este posibil ca de pe card să se fi retras bani. Înainte de a plăti din nou, întrebați magazinul dacă a primit plata.',
  unknown_checking_text:
    'Este posibil ca de pe card să se fi retras {amount}. Verificăm și vom afișa rezultatul aici. Vă rugăm să nu plătiți din nou.',
  unknown_checking_text_open:
    'Este posibil ca de pe card să se fi retras bani. Verificăm și vom afișa rezultatul aici. Vă rugăm să nu plătiți din nou.',
  unknown_go_on: 'Plătiți totuși din nou',
  unknown_warning: 'Dacă prima plată a reușit, veți plăti de două ori. Întrebați mai întâi magazinul.',
  unknown_confirm: 'Magazinul nu a primit plata: plătiți din nou',
  unknown_back: 'Înapoi',
  card_ending: '{brand} cu ultimele cifre {last_digits}',
  reference: 'Număr de referință: {reference}',
  time: 'Data și ora: {time}',
  print: 'Tipăriți',

  failed_offline:
    'Nu aveți conexiune la internet. Nu s-a retras nicio sumă. Verificați conexiunea și încercați din nou.',
  failed_declined: 'Cardul a fost refuzat. Nu s-a retras nicio sumă. Folosiți alt card sau contactați banca dvs.',
  failed_busy: 'Sunt prea multe plăți în acest moment. Nu s-a retras nicio sumă. Încercați din nou în câteva momente.',
  failed_other_window: 'Această comandă este deja în curs de plată în altă filă. Continuați acolo.',
  failed_amount_changed: 'Prețul este acum {amount}. Nu s-a retras nicio sumă. Verificați noua sumă, apoi plătiți.',
  failed_refused: 'Plata nu a reușit. Nu s-a retras nicio sumă. Verificați datele cardului și încercați din nou.',
  failed_try_again: 'Ceva nu a mers bine. Nu s-a retras nicio sumă. Vă rugăm să încercați din nou.',
  failed_page_expired: 'Această pagină a expirat. Nu s-a retras nicio sumă. Reîncărcați-o.',
  failed_shop: 'Plata cu cardul nu este disponibilă acum. Nu s-a retras nicio sumă.',

  configuration_title: 'Acest formular de plată nu este configurat corect',
};

export default messages;
