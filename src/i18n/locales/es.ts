import type { CardMessages } from '../messages.js';

/** Spanish. */
const messages: CardMessages = {
  banner: 'Modo de prueba: no se moverá dinero real.',

  form: 'Pago con tarjeta',

  label_card_number: 'Número de tarjeta',
  label_card_expiry: 'Vencimiento',
  label_card_cvc: 'Código CVV',
  label_cardholder_name: 'Nombre en la tarjeta',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0dígitos en el reverso de su tarjeta',
  hint_card_cvc_4: '4\u00a0dígitos en la parte delantera de su tarjeta',

  pay: 'Pagar {amount}',
  pay_open: 'Pagar',
  pay_wait: 'Inténtelo de nuevo en {wait}',
  retry_ready: 'Ya puede intentarlo de nuevo.',
  busy: 'Procesando el pago…',
  checking: 'Comprobando si este pedido ya está pagado…',

  card_number_required: 'Escriba el número de tarjeta: el número largo que aparece en ella.',
  card_number_letters: 'Use solo números: un número de tarjeta no lleva letras ni otros signos.',
  card_number_incomplete: 'Este número de tarjeta es demasiado corto. Revise que no falte ningún dígito.',
  card_number_long:
    'Este número de tarjeta es demasiado largo. Compárelo con su tarjeta: quizá haya dígitos escritos dos veces.',
  card_number_invalid: 'El número de tarjeta no está bien escrito. Compárelo con su tarjeta.',
  card_number_unusual:
    'Este número de tarjeta es poco común. Compárelo otra vez con su tarjeta; si es correcto, continúe.',
  card_number_test:
    'Este es un número de prueba, no una tarjeta real. Para pagar, introduzca el número de su propia tarjeta.',
  card_expiry_required: 'Escriba la fecha de vencimiento: mes y año, como en su tarjeta.',
  card_expiry_invalid: 'Escriba el mes y el año de vencimiento, por ejemplo, {expiry_example}.',
  card_expiry_month: 'Ese mes no existe. Escriba primero el mes, de 01 a 12, y luego el año, como en su tarjeta.',
  card_expiry_past: 'Esta tarjeta ha vencido. Revise la fecha o use otra tarjeta.',
  card_expiry_far: 'El año indicado es demasiado lejano. Revise la fecha de vencimiento.',
  card_cvc_required: 'Escriba el código CVV: 3\u00a0dígitos en el reverso de su tarjeta.',
  card_cvc_required_4: 'Escriba el código CVV: 4\u00a0dígitos en la parte delantera de su tarjeta.',
  card_cvc_invalid: 'Revise el código CVV: 3\u00a0dígitos en el reverso de su tarjeta.',
  card_cvc_invalid_4: 'Revise el código CVV: 4\u00a0dígitos en la parte delantera de su tarjeta.',
  cardholder_name_required: 'Escriba el nombre tal como aparece en su tarjeta.',
  cardholder_name_invalid: 'Escriba el nombre tal como aparece en su tarjeta, con letras.',
  cardholder_name_long: 'Este nombre es demasiado largo. Escriba solo el nombre que aparece en su tarjeta.',

  control_invalid: 'Revise este campo.',
  control_long: 'Use como máximo 1000\u00a0caracteres.',
  summary_title: 'Antes de pagar, revise lo siguiente:',

  paid_title: 'Pago realizado',
  paid_text: 'Ha pagado {amount}.',
  paid_text_open: 'Este pedido está pagado.',
  pending_title: 'Su pago se está procesando',
  pending_text: 'Su pago de {amount} aún no se ha completado. No es necesario que vuelva a pagar.',
  pending_text_open: 'Su pago aún no se ha completado. No es necesario que vuelva a pagar.',
  unknown_title: 'No hemos podido confirmar su pago',
  unknown_checking_title: 'Comprobando su pago…',
  unknown_text:
    'Es posible que se haya hecho un cargo de {amount} en su tarjeta. Por favor, no vuelva a pagar: pregunte antes a la tienda si ha recibido el pago.',
  unknown_text_open:
    'Es posible que se haya hecho un cargo en su tarjeta. Por favor, no vuelva a pagar: pregunte antes a la tienda si ha recibido el pago.',
  unknown_checking_text:
    'Es posible que se haya hecho un cargo de {amount} en su tarjeta. Por favor, no vuelva a pagar: estamos comprobando si la tienda ha recibido el pago y mostraremos aquí el resultado.',
  unknown_checking_text_open:
    'Es posible que se haya hecho un cargo en su tarjeta. Por favor, no vuelva a pagar: estamos comprobando si la tienda ha recibido el pago y mostraremos aquí el resultado.',
  unknown_go_on: 'Volver a pagar de todos modos',
  unknown_warning: 'Si la tienda ha recibido el primer pago, pagará dos veces. Pregunte antes a la tienda.',
  unknown_confirm: 'La tienda no ha recibido el pago: mostrar el formulario',
  unknown_back: 'No volver a pagar',
  card_ending: '{brand} terminada en {last_digits}',
  reference: 'Referencia: {reference}',
  time: 'Fecha y hora: {time}',
  print: 'Imprimir',

  failed_offline: 'No tiene conexión a internet. No se ha cobrado nada. Revise su conexión e inténtelo de nuevo.',
  failed_declined: 'Su tarjeta ha sido rechazada. No se ha cobrado nada. Use otra tarjeta o consulte a su banco.',
  failed_busy: 'La tienda está saturada. No se ha cobrado nada. Espere un momento e inténtelo de nuevo.',
  failed_other_window: 'Este pedido se está pagando en otra ventana. Compruebe primero allí el resultado.',
  failed_amount_changed:
    'El precio ahora es de {amount}. No se ha cobrado nada. Revise el nuevo importe y luego pague.',
  failed_refused:
    'El pago ha sido rechazado. No se ha cobrado nada. Revise los datos de su tarjeta e inténtelo de nuevo.',
  failed_try_again: 'No se ha podido realizar el pago. No se ha cobrado nada. Inténtelo de nuevo.',
  failed_page_expired: 'Esta página ha caducado. No se ha cobrado nada. Vuelva a cargarla.',
  failed_shop: 'Esta tienda no puede aceptar pagos con tarjeta en este momento. No se ha cobrado nada.',

  configuration_title: 'Este formulario de pago no está bien configurado',
};

export default messages;
