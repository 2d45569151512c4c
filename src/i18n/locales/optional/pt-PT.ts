import type { OptionalMessages } from '../../optional-messages.js';

/** European Portuguese. */
const messages: OptionalMessages = {
  test_card: 'Utilizar cartão de teste',
  test_card_filled: 'O formulário foi preenchido com um cartão de teste.',
  label_email: 'E-mail',
  label_phone: 'Número de telefone',
  label_postal_code: 'Código postal',
  label_country: 'País',
  label_amount: 'Montante',
  placeholder_country: 'Selecione o seu país',
  email_required: 'Introduza o seu e-mail.',
  email_invalid: 'Introduza um e-mail como name@example.com.',
  email_long: 'Este e-mail é demasiado longo.',
  phone_required: 'Introduza o seu número de telefone.',
  phone_letters: 'Utilize apenas dígitos.',
  phone_country_code: 'Comece por + e pelo indicativo do país, por exemplo, {phone_example}.',
  phone_short: 'Este número de telefone é demasiado curto. Incluiu o indicativo?',
  phone_long: 'Este número de telefone tem demasiados dígitos.',
  phone_invalid: 'Verifique o seu número de telefone: um dígito parece estar errado.',
  postal_code_required: 'Introduza o seu código postal.',
  postal_code_invalid: 'Introduza um código postal como {postal_code_example}.',
  postal_code_unlikely: 'Verifique o código postal: tem de 2 a 10\u00a0letras ou dígitos.',
  country_required: 'Selecione o seu país.',
  amount_required: 'Introduza um montante.',
  amount_invalid: 'Introduza o montante em algarismos, por exemplo, {amount_example}.',
  amount_ambiguous: 'Introduza o montante sem separador de milhares, por exemplo, {amount_example}.',
  amount_decimals: 'Este montante tem demasiadas casas decimais. Utilize este formato: {amount_example}.',
  amount_too_small: 'Introduza no mínimo {min_amount}.',
  amount_too_large: 'Introduza no máximo {max_amount}.',
};

export default messages;
