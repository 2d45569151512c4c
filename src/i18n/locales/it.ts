import type { CardMessages } from '../messages.js';

/** Italian. */
const messages: CardMessages = {
  banner: 'Modalità di prova: non verrà movimentato denaro reale.',

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
  pay_wait: 'Riprovare tra {wait}',
  retry_ready: 'Ora è possibile riprovare.',
  busy: 'Pagamento in corso…',
  checking: 'Stiamo verificando se questo ordine è già stato pagato…',

  card_number_required: 'Inserire il numero della carta: la lunga serie di cifre sulla carta.',
  card_number_letters: 'Usare solo cifre: un numero di carta non contiene lettere né altri segni.',
  card_number_incomplete: 'Il numero della carta è troppo corto. Controllare che non manchi nessuna cifra.',
  card_number_long:
    'Il numero della carta è troppo lungo. Confrontarlo con la carta: forse ci sono cifre scritte due volte.',
  card_number_invalid: 'C’è un errore di battitura nel numero della carta. Confrontarlo con la carta.',
  card_number_unusual:
    'Questo numero di carta è insolito. Confrontarlo ancora una volta con la carta; se è corretto, proseguire.',
  card_number_test:
    'Questo è un numero di prova, non una carta reale. Per pagare, inserire il numero della propria carta.',
  card_expiry_required: 'Inserire la data di scadenza: mese e anno, come sulla carta.',
  card_expiry_invalid: 'Inserire mese e anno di scadenza, ad esempio {expiry_example}.',
  card_expiry_month: 'Questo mese non esiste. Inserire prima il mese, da 01 a 12, poi l’anno, come sulla carta.',
  card_expiry_past: 'Questa carta è scaduta. Controllare la data o usare un’altra carta.',
  card_expiry_far: 'L’anno indicato è troppo lontano. Controllare la data di scadenza.',
  card_cvc_required: 'Inserire il codice CVV: 3\u00a0cifre sul retro della carta.',
  card_cvc_required_4: 'Inserire il codice CVV: 4\u00a0cifre sul fronte della carta.',
  card_cvc_invalid: 'Controllare il codice CVV: 3\u00a0cifre sul retro della carta.',
  card_cvc_invalid_4: 'Controllare il codice CVV: 4\u00a0cifre sul fronte della carta.',
  cardholder_name_required: 'Inserire il nome come riportato sulla carta.',
  cardholder_name_invalid: 'Inserire il nome come riportato sulla carta, in lettere.',
  cardholder_name_long: 'Questo nome è troppo lungo. Inserire solo il nome riportato sulla carta.',

  control_invalid: 'Controllare questo campo.',
  control_long: 'Usare al massimo 1000\u00a0caratteri.',
  summary_title: 'Prima di pagare, controllare quanto segue:',

  paid_title: 'Pagamento riuscito',
  paid_text: 'Pagamento di {amount} effettuato.',
  paid_text_open: 'Questo ordine è stato pagato.',
  pending_title: 'Il pagamento è in elaborazione',
  pending_text: 'Il pagamento di {amount} non è ancora stato completato. Non è necessario pagare di nuovo.',
  pending_text_open: 'Il pagamento non è ancora stato completato. Non è necessario pagare di nuovo.',
  unknown_title: 'Non è stato possibile verificare l’esito del pagamento',
  unknown_checking_title: 'Verifica del pagamento in corso…',
  unknown_text:
    'Potrebbe esserci stato un addebito di {amount} sulla carta. Si prega di non pagare di nuovo: chiedere prima al negozio se il pagamento è arrivato.',
  unknown_text_open:
    'Potrebbe esserci stato un addebito sulla carta. Si prega di non pagare di nuovo: chiedere prima al negozio se il pagamento è arrivato.',
  unknown_checking_text:
    'Potrebbe esserci stato un addebito di {amount} sulla carta. Si prega di non pagare di nuovo: stiamo verificando se il pagamento è arrivato e mostreremo qui il risultato.',
  unknown_checking_text_open:
    'Potrebbe esserci stato un addebito sulla carta. Si prega di non pagare di nuovo: stiamo verificando se il pagamento è arrivato e mostreremo qui il risultato.',
  unknown_go_on: 'Paga comunque di nuovo',
  unknown_warning: 'Se il primo pagamento è arrivato, si pagherà due volte. Chiedere prima al negozio.',
  unknown_confirm: 'Il negozio non ha ricevuto il pagamento: mostra il modulo',
  unknown_back: 'Non pagare di nuovo',
  card_ending: '{brand} che termina con {last_digits}',
  reference: 'Riferimento: {reference}',
  time: 'Data e ora: {time}',
  print: 'Stampa',

  failed_offline: 'Connessione assente. Non è stato addebitato nulla. Controllare la connessione e riprovare.',
  failed_declined:
    'La carta è stata rifiutata. Non è stato addebitato nulla. Usare un’altra carta o contattare la banca.',
  failed_busy: 'Il negozio sta ricevendo molte richieste. Non è stato addebitato nulla. Riprovare tra qualche istante.',
  failed_other_window: 'Questo ordine è in fase di pagamento in un’altra finestra. Controllare prima l’altra finestra.',
  failed_amount_changed:
    'Il prezzo ora è di {amount}. Non è stato addebitato nulla. Controllare il nuovo importo, poi pagare.',
  failed_refused:
    'Il pagamento è stato rifiutato. Non è stato addebitato nulla. Controllare i dati della carta e riprovare.',
  failed_try_again: 'Non è stato possibile effettuare il pagamento. Non è stato addebitato nulla. Riprovare.',
  failed_page_expired: 'Questa pagina è scaduta. Non è stato addebitato nulla. Ricaricare la pagina.',
  failed_shop: 'Al momento questo negozio non può accettare pagamenti con carta. Non è stato addebitato nulla.',

  configuration_title: 'Questo modulo di pagamento non è configurato correttamente',
};

export default messages;
