import type { OptionalMessages } from '../../optional-messages.js';

/** Brazilian Portuguese. */
const messages: OptionalMessages = {
  test_card: 'Usar cartão de teste',
  test_card_filled: 'O formulário foi preenchido com um cartão de teste.',
  label_email: 'E-mail',
  label_phone: 'Telefone',
  label_postal_code: 'CEP (código postal)',
  label_country: 'País',
  label_amount: 'Valor',
  placeholder_country: 'Selecione seu país',
  email_required: 'Digite seu e-mail.',
  email_invalid: 'Digite um e-mail como name@example.com.',
  email_long: 'Este e-mail é longo demais.',
  phone_required: 'Digite seu telefone.',
  phone_letters: 'Use só números.',
  phone_country_code: 'Comece com + e o código do país, por exemplo, {phone_example}.',
  phone_short: 'Este telefone está curto demais. Você incluiu o código de área (DDD)?',
  phone_long: 'Este telefone tem dígitos demais.',
  phone_invalid: 'Confira o telefone: parece haver um dígito errado.',
  postal_code_required: 'Digite seu CEP (código postal).',
  postal_code_invalid: 'Digite um CEP (código postal) como {postal_code_example}.',
  postal_code_unlikely: 'Confira o CEP (código postal): ele tem de 2 a 10\u00a0letras ou números.',
  country_required: 'Selecione seu país.',
  amount_required: 'Digite um valor.',
  amount_invalid: 'Digite o valor em números, por exemplo, {amount_example}.',
  amount_ambiguous: 'Digite o valor sem separador de milhar, por exemplo, {amount_example}.',
  amount_decimals: 'Este valor tem casas decimais demais. Use este formato: {amount_example}.',
  amount_too_small: 'Digite no mínimo {min_amount}.',
  amount_too_large: 'Digite no máximo {max_amount}.',
};

export default messages;
