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
  email_invalid: 'Inserire un indirizzo email come name@example.com.',
  email_long: 'Questo indirizzo email è troppo lungo.',
  phone_required: 'Inserire il numero di telefono.',
  phone_letters: 'Usare solo cifre.',
  phone_country_code: 'Iniziare con + e il prefisso internazionale, ad esempio {phone_example}.',
  phone_short: 'Questo numero di telefono è troppo corto. Il prefisso è incluso?',
  phone_long: 'Questo numero di telefono ha troppe cifre.',
  phone_invalid: 'Controllare il numero di telefono: una cifra sembra errata.',
  postal_code_required: 'Inserire il CAP (codice postale).',
  postal_code_invalid: 'Inserire un CAP (codice postale) come {postal_code_example}.',
  postal_code_unlikely: 'Controllare il CAP (codice postale): ha da 2 a 10\u00a0lettere o cifre.',
  country_required: 'Selezionare il Paese.',
  amount_required: 'Inserire un importo.',
  amount_invalid: 'Inserire l’importo in cifre, ad esempio {amount_example}.',
  amount_ambiguous: 'Inserire l’importo senza separatore delle migliaia, ad esempio {amount_example}.',
  amount_decimals: 'Questo importo ha troppi decimali. Usare questo formato: {amount_example}.',
  amount_too_small: 'Inserire almeno {min_amount}.',
  amount_too_large: 'Inserire al massimo {max_amount}.',
};

export default messages;
