import type { CardMessages } from '../messages.js';

/** Italian. */
const messages: CardMessages = {
  banner: 'Modalità di prova: non verrà effettuato alcun pagamento reale.',

  form: 'Pagamento con carta',

  label_card_number: 'Numero della carta',
  label_card_expiry: 'Data di scadenza',
  label_card_cvc: 'Codice CVV',
  label_cardholder_name: 'Nome sulla carta',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0cifre sul retro della carta',
  hint_card_cvc_4: '4\u00a0cifre sul fronte della carta',

  pay: 'Paga {amount}',
  pay_open: 'Paga',
  pay_wait: 'Si può riprovare tra {wait}',
  retry_ready: 'Ora è possibile riprovare.',
  busy: 'Pagamento in corso…',
  checking: 'Stiamo verificando se questo ordine è già stato pagato…',

  card_number_required: 'Inserire il numero della carta.',
  card_number_letters: 'Usare solo cifre.',
  card_number_incomplete: 'Il numero della carta è incompleto.',
  card_number_long: 'Questo numero di carta ha troppe cifre.',
  card_number_invalid: 'Controllare il numero della carta: una cifra sembra errata.',
  card_number_unusual: 'Ricontrollare questo numero di carta. Se corrisponde alla carta, proseguire.',
  card_number_test: 'Questo è un numero di carta di prova. Per pagare, usare una carta reale.',
  card_expiry_required: 'Inserire la data di scadenza.',
  card_expiry_invalid: 'Inserire mese e anno, ad esempio {expiry_example}.',
  card_expiry_month: 'Inserire prima il mese (da 01 a 12), poi l’anno.',
  card_expiry_past: 'Questa carta è scaduta. Controllare la data o usare un’altra carta.',
  card_expiry_far: 'Controllare l’anno.',
  card_cvc_required: 'Inserire il codice di 3\u00a0cifre sul retro della carta.',
  card_cvc_required_4: 'Inserire il codice di 4\u00a0cifre sul fronte della carta.',
  card_cvc_invalid: 'Il codice CVV è composto dalle 3\u00a0cifre sul retro della carta.',
  card_cvc_invalid_4: 'Il codice CVV è composto dalle 4\u00a0cifre sul fronte della carta.',
  cardholder_name_required: 'Inserire il nome riportato sulla carta.',
  cardholder_name_invalid: 'Inserire il nome in lettere, come riportato sulla carta.',
  cardholder_name_long: 'Questo nome è troppo lungo. Inserirlo come riportato sulla carta.',

  control_invalid: 'Controllare questo campo.',
  control_long: 'Usare al massimo 1000\u00a0caratteri.',
  summary_title: 'Correggere questi dati:',

  paid_title: 'Pagamento riuscito',
  paid_text: 'Pagamento di {amount} effettuato.',
  paid_text_open: 'Questo ordine è stato pagato.',
  pending_title: 'Il pagamento è in elaborazione',
  pending_text: 'Il pagamento di {amount} è ancora in elaborazione. Non è necessario pagare di nuovo.',
  pending_text_open: 'Il pagamento è ancora in elaborazione. Non è necessario pagare di nuovo.',
  unknown_title: 'Non sappiamo ancora se il pagamento è andato a buon fine',
  unknown_checking_title: 'Verifica del pagamento in corso…',
  unknown_text:
    'Potrebbe esserci stato un addebito di {amount} sulla carta. Prima di pagare di nuovo, chiedere al negozio se ha ricevuto il pagamento.',
  unknown_text_open:
    'Potrebbe esserci stato un addebito sulla carta. Prima di pagare di nuovo, chiedere al negozio se ha ricevuto il pagamento.',
  unknown_checking_text:
    'Potrebbe esserci stato un addebito di {amount} sulla carta. Stiamo verificando e mostreremo qui il risultato. Si prega di non pagare di nuovo.',
  unknown_checking_text_open:
    'Potrebbe esserci stato un addebito sulla carta. Stiamo verificando e mostreremo qui il risultato. Si prega di non pagare di nuovo.',
  unknown_go_on: 'Paga comunque di nuovo',
  unknown_warning: 'Se il primo pagamento è andato a buon fine, l’addebito sarà doppio. Chiedere prima al negozio.',
  unknown_confirm: 'Il negozio non ha ricevuto nulla: paga di nuovo',
  unknown_back: 'Indietro',
  card_ending: '{brand} che termina con {last_digits}',
  reference: 'Riferimento: {reference}',
  time: 'Data e ora: {time}',
  print: 'Stampa',

  failed_offline: 'Connessione assente. Non è stato addebitato nulla. Controllare la connessione e riprovare.',
  failed_declined:
    'La carta è stata rifiutata. Non è stato addebitato nulla. Usare un’altra carta o contattare la banca.',
  failed_busy: 'Troppi pagamenti in questo momento. Non è stato addebitato nulla. Riprovare tra qualche istante.',
  failed_other_window: 'Questo ordine è già in fase di pagamento in un’altra scheda. Proseguire lì.',
  failed_amount_changed:
    'Il prezzo ora è di {amount}. Non è stato addebitato nulla. Controllare il nuovo importo, poi pagare.',
  failed_refused:
    'Il pagamento non è andato a buon fine. Non è stato addebitato nulla. Controllare i dati della carta e riprovare.',
  failed_try_again: 'Si è verificato un errore. Non è stato addebitato nulla. Riprovare.',
  failed_page_expired: 'Questa pagina è scaduta. Non è stato addebitato nulla. Ricaricare la pagina.',
  failed_shop: 'Al momento non è possibile pagare con carta. Non è stato addebitato nulla.',

  configuration_title: 'Questo modulo di pagamento non è configurato correttamente',
};

export default messages;
