import type { OptionalMessages } from '../../optional-messages.js';

/** Italian. */
const messages: OptionalMessages = {
  test_card: 'Usa una carta di prova',
  test_card_filled: 'Il modulo è stato compilato con una carta di prova.',
  label_email: 'Email',
  label_phone: 'Numero di telefono',
  label_postal_code: 'CAP (codice postale)',
  label_country: 'Paese',
  label_amount: 'Importo',
  placeholder_country: 'Selezionare il Paese',
  email_required: 'Inserire l’indirizzo email.',
  email_invalid: 'Inserire l’indirizzo email in questo formato: name@example.com.',
  email_long: 'Questo indirizzo email è troppo lungo. Controllarlo.',
  phone_required: 'Inserire il numero di telefono.',
  phone_letters: 'Usare solo cifre: un numero di telefono non contiene lettere.',
  phone_country_code: 'Iniziare con + e il prefisso internazionale, ad esempio {phone_example}.',
  phone_short: 'Questo numero di telefono è troppo corto. Controllare che non manchino cifre o il prefisso.',
  phone_long: 'Questo numero di telefono è troppo lungo. Controllare se ci sono cifre scritte due volte.',
  phone_invalid: 'C’è un errore di battitura nel numero di telefono. Controllarlo.',
  postal_code_required: 'Inserire il CAP (codice postale).',
  postal_code_invalid: 'Controllare il CAP (codice postale). Formato previsto per il Paese: {postal_code_example}.',
  postal_code_unlikely: 'Controllare il CAP (codice postale): ha da 2 a 10\u00a0lettere o cifre.',
  country_required: 'Selezionare il Paese.',
  amount_required: 'Inserire l’importo che si desidera pagare.',
  amount_invalid: 'Inserire l’importo in cifre, ad esempio {amount_example}.',
  amount_ambiguous:
    'Questo importo si può leggere in due modi. Inserirlo senza separatore delle migliaia, ad esempio {amount_example}.',
  amount_decimals: 'Questo importo ha troppi decimali. Usare questo formato: {amount_example}.',
  amount_too_small: 'Inserire almeno {min_amount}.',
  amount_too_large: 'Inserire al massimo {max_amount}.',
};

export default messages;
