import type { OptionalMessages } from '../../optional-messages.js';

/** Spanish. */
const messages: OptionalMessages = {
  test_card: 'Usar una tarjeta de prueba',
  test_card_filled: 'El formulario se ha completado con una tarjeta de prueba.',
  label_email: 'Correo electrónico',
  label_phone: 'Teléfono',
  label_postal_code: 'Código postal',
  label_country: 'País',
  label_amount: 'Importe',
  placeholder_country: 'Elija su país',
  email_required: 'Escriba su correo electrónico.',
  email_invalid: 'Escriba su correo electrónico de esta forma: name@example.com.',
  email_long: 'Este correo electrónico es demasiado largo. Revíselo.',
  phone_required: 'Escriba su número de teléfono.',
  phone_letters: 'Use solo números: un teléfono no lleva letras.',
  phone_country_code: 'Empiece con + y el código de país, por ejemplo, {phone_example}.',
  phone_short: 'Este número de teléfono es demasiado corto. Revise que no falte ningún dígito ni el código de área.',
  phone_long: 'Este número de teléfono es demasiado largo. Revise si hay dígitos escritos dos veces.',
  phone_invalid: 'El número de teléfono no está bien escrito. Revíselo.',
  postal_code_required: 'Escriba su código postal.',
  postal_code_invalid: 'Revise el código postal. En su país tiene este formato: {postal_code_example}.',
  postal_code_unlikely: 'Revise el código postal: tiene de 2 a 10\u00a0letras o números.',
  country_required: 'Elija su país.',
  amount_required: 'Escriba el importe que desea pagar.',
  amount_invalid: 'Escriba el importe en cifras, por ejemplo, {amount_example}.',
  amount_ambiguous:
    'Este importe se puede leer de dos formas. Escríbalo sin separador de miles, por ejemplo, {amount_example}.',
  amount_decimals: 'Este importe tiene demasiados decimales. Use este formato: {amount_example}.',
  amount_too_small: 'Escriba como mínimo {min_amount}.',
  amount_too_large: 'Escriba como máximo {max_amount}.',
};

export default messages;
