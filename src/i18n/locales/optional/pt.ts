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
  email_invalid: 'Digite seu e-mail neste formato: name@example.com.',
  email_long: 'Este e-mail está longo demais. Confira o endereço.',
  phone_required: 'Digite seu telefone.',
  phone_letters: 'Use só números: um telefone não tem letras.',
  phone_country_code: 'Comece com + e o código do país, por exemplo, {phone_example}.',
  phone_short: 'O telefone está curto demais. Confira se não falta nenhum dígito nem o código de área (DDD).',
  phone_long: 'O telefone está longo demais. Veja se há dígitos repetidos por engano.',
  phone_invalid: 'Há um erro de digitação no telefone. Confira o número.',
  postal_code_required: 'Digite seu CEP (código postal).',
  postal_code_invalid: 'Confira o CEP (código postal). No seu país, ele tem este formato: {postal_code_example}.',
  postal_code_unlikely: 'Confira o CEP (código postal): ele tem de 2 a 10\u00a0letras ou números.',
  country_required: 'Selecione seu país.',
  amount_required: 'Digite o valor que você quer pagar.',
  amount_invalid: 'Digite o valor em números, por exemplo, {amount_example}.',
  amount_ambiguous:
    'Este valor pode ser lido de duas formas. Digite sem separador de milhar, por exemplo, {amount_example}.',
  amount_decimals: 'Este valor tem casas decimais demais. Use este formato: {amount_example}.',
  amount_too_small: 'Digite no mínimo {min_amount}.',
  amount_too_large: 'Digite no máximo {max_amount}.',
};

export default messages;
