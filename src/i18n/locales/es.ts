import type { CardMessages } from '../messages.js';

/** Spanish. */
const messages: CardMessages = {
  banner: 'Modo de prueba: no se hará ningún cargo real.',

  form: 'Pago con tarjeta',

  label_card_number: 'Número de tarjeta',
  label_card_expiry: 'Vencimiento',
  label_card_cvc: 'Código CVV',
  label_cardholder_name: 'Nombre en la tarjeta',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0dígitos en el reverso de su tarjeta',
  hint_card_cvc_4: '4\u00a0dígitos en el anverso de su tarjeta',

  pay: 'Pagar {amount}',
  pay_open: 'Pagar',
  pay_wait: 'Podrá intentarlo de nuevo en {wait}',
  retry_ready: 'Ya puede intentarlo de nuevo.',
  busy: 'Procesando el pago…',
  checking: 'Comprobando si este pedido ya está pagado…',

  card_number_required: 'Introduzca el número de su tarjeta.',
  card_number_letters: 'Use solo números.',
  card_number_incomplete: 'El número de su tarjeta está incompleto.',
  card_number_long: 'Este número de tarjeta tiene demasiados dígitos.',
  card_number_invalid: 'Revise el número de su tarjeta: parece que hay un dígito incorrecto.',
  card_number_unusual: 'Revise de nuevo este número de tarjeta. Si coincide con su tarjeta, continúe.',
  card_number_test: 'Este es un número de tarjeta de prueba. Use una tarjeta real para pagar.',
  card_expiry_required: 'Introduzca la fecha de vencimiento.',
  card_expiry_invalid: 'Introduzca el mes y el año, por ejemplo, {expiry_example}.',
  card_expiry_month: 'Introduzca primero el mes (de 01 a 12) y luego el año.',
  card_expiry_past: 'Esta tarjeta ha vencido. Revise la fecha o use otra tarjeta.',
  card_expiry_far: 'Revise el año.',
  card_cvc_required: 'Introduzca el código de 3\u00a0dígitos del reverso de su tarjeta.',
  card_cvc_required_4: 'Introduzca el código de 4\u00a0dígitos del anverso de su tarjeta.',
  card_cvc_invalid: 'El código CVV son los 3\u00a0dígitos del reverso de su tarjeta.',
  card_cvc_invalid_4: 'El código CVV son los 4\u00a0dígitos del anverso de su tarjeta.',
  cardholder_name_required: 'Introduzca el nombre que aparece en su tarjeta.',
  cardholder_name_invalid: 'Introduzca el nombre con letras, tal como aparece en su tarjeta.',
  cardholder_name_long: 'Este nombre es demasiado largo. Introdúzcalo tal como aparece en su tarjeta.',

  control_invalid: 'Revise este campo.',
  control_long: 'Use como máximo 1000\u00a0caracteres.',
  summary_title: 'Corrija estos datos:',

  paid_title: 'Pago realizado',
  paid_text: 'Importe pagado: {amount}.',
  paid_text_open: 'Este pedido está pagado.',
  pending_title: 'Su pago se está procesando',
  pending_text: 'Su pago de {amount} aún se está procesando. No es necesario que vuelva a pagar.',
  pending_text_open: 'Su pago aún se está procesando. No es necesario que vuelva a pagar.',
  unknown_title: 'Aún no sabemos si su pago se ha realizado',
  unknown_checking_title: 'Comprobando su pago…',
  unknown_text:
    'Es posible que se haya hecho un cargo de {amount} en su tarjeta. Antes de volver a pagar, pregunte a la tienda si ha recibido el pago.',
  unknown_text_open:
    'Es posible que se haya hecho un cargo en su tarjeta. Antes de volver a pagar, pregunte a la tienda si ha recibido el pago.',
  unknown_checking_text:
    'Es posible que se haya hecho un cargo de {amount} en su tarjeta. Lo estamos comprobando y mostraremos aquí el resultado. Por favor, no vuelva a pagar.',
  unknown_checking_text_open:
    'Es posible que se haya hecho un cargo en su tarjeta. Lo estamos comprobando y mostraremos aquí el resultado. Por favor, no vuelva a pagar.',
  unknown_go_on: 'Volver a pagar de todos modos',
  unknown_warning: 'Si el primer pago se ha realizado, se le cobrará dos veces. Pregunte antes a la tienda.',
  unknown_confirm: 'La tienda no tiene el pago: volver a pagar',
  unknown_back: 'Volver',
  card_ending: '{brand} terminada en {last_digits}',
  reference: 'Referencia: {reference}',
  time: 'Fecha y hora: {time}',
  print: 'Imprimir',

  failed_offline: 'No tiene conexión a internet. No se ha cobrado nada. Revise su conexión e inténtelo de nuevo.',
  failed_declined: 'Su tarjeta ha sido rechazada. No se ha cobrado nada. Use otra tarjeta o consulte a su banco.',
  failed_busy: 'Hay demasiados pagos en este momento. No se ha cobrado nada. Inténtelo de nuevo en unos instantes.',
  failed_other_window: 'Este pedido ya se está pagando en otra pestaña. Continúe allí.',
  failed_amount_changed:
    'El precio ahora es de {amount}. No se ha cobrado nada. Revise el nuevo importe y luego pague.',
  failed_refused:
    'El pago no se ha realizado. No se ha cobrado nada. Revise los datos de su tarjeta e inténtelo de nuevo.',
  failed_try_again: 'Se ha producido un error. No se ha cobrado nada. Inténtelo de nuevo.',
  failed_page_expired: 'Esta página ya no es válida. No se ha cobrado nada. Vuelva a cargarla.',
  failed_shop: 'El pago con tarjeta no está disponible en este momento. No se ha cobrado nada.',

  configuration_title: 'Este formulario de pago no está bien configurado',
};

export default messages;
