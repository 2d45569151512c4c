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
  email_required: 'Introduzca su correo electrónico.',
  email_invalid: 'Introduzca un correo electrónico como name@example.com.',
  email_long: 'Este correo electrónico es demasiado largo.',
  phone_required: 'Introduzca su número de teléfono.',
  phone_letters: 'Use solo números.',
  phone_country_code: 'Empiece con + y el código de país, por ejemplo, {phone_example}.',
  phone_short: 'Este número de teléfono es demasiado corto. ¿Ha incluido el prefijo?',
  phone_long: 'Este número de teléfono tiene demasiados dígitos.',
  phone_invalid: 'Revise su número de teléfono: parece que hay un dígito incorrecto.',
  postal_code_required: 'Introduzca su código postal.',
  postal_code_invalid: 'Introduzca un código postal como {postal_code_example}.',
  postal_code_unlikely: 'Revise el código postal: tiene de 2 a 10\u00a0letras o números.',
  country_required: 'Elija su país.',
  amount_required: 'Introduzca un importe.',
  amount_invalid: 'Introduzca el importe en cifras, por ejemplo, {amount_example}.',
  amount_ambiguous: 'Introduzca el importe sin separador de miles, por ejemplo, {amount_example}.',
  amount_decimals: 'Este importe tiene demasiados decimales. Use este formato: {amount_example}.',
  amount_too_small: 'Introduzca como mínimo {min_amount}.',
  amount_too_large: 'Introduzca como máximo {max_amount}.',
};

export default messages;
