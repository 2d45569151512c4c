import type { CardMessages } from '../messages.js';

/** Brazilian Portuguese. */
const messages: CardMessages = {
  banner: 'Modo de teste: nenhum pagamento real será feito.',

  form: 'Pagamento com cartão',

  label_card_number: 'Número do cartão',
  label_card_expiry: 'Validade',
  label_card_cvc: 'Código CVV',
  label_cardholder_name: 'Nome no cartão',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0dígitos no verso do cartão',
  hint_card_cvc_4: '4\u00a0dígitos na frente do cartão',

  pay: 'Pagar {amount}',
  pay_open: 'Pagar',
  pay_wait: 'Você poderá tentar de novo em {wait}',
  retry_ready: 'Você já pode tentar de novo.',
  busy: 'Processando pagamento…',
  checking: 'Verificando se este pedido já foi pago…',

  card_number_required: 'Digite o número do cartão.',
  card_number_letters: 'Use só números.',
  card_number_incomplete: 'O número do cartão está incompleto.',
  card_number_long: 'Este número de cartão tem dígitos demais.',
  card_number_invalid: 'Confira o número do cartão: parece haver um dígito errado.',
  card_number_unusual: 'Confira de novo este número de cartão. Se for igual ao do cartão, continue.',
  card_number_test: 'Este é um número de cartão de teste. Use um cartão de verdade para pagar.',
  card_expiry_required: 'Digite a validade.',
  card_expiry_invalid: 'Digite o mês e o ano, por exemplo, {expiry_example}.',
  card_expiry_month: 'Digite primeiro o mês (01 a 12) e depois o ano.',
  card_expiry_past: 'Este cartão está vencido. Confira a data ou use outro cartão.',
  card_expiry_far: 'Confira o ano.',
  card_cvc_required: 'Digite o código de 3\u00a0dígitos no verso do cartão.',
  card_cvc_required_4: 'Digite o código de 4\u00a0dígitos na frente do cartão.',
  card_cvc_invalid: 'O código CVV são os 3\u00a0dígitos no verso do cartão.',
  card_cvc_invalid_4: 'O código CVV são os 4\u00a0dígitos na frente do cartão.',
  cardholder_name_required: 'Digite o nome que está no cartão.',
  cardholder_name_invalid: 'Digite o nome com letras, como está no cartão.',
  cardholder_name_long: 'O nome está longo demais. Digite como está no cartão.',

  control_invalid: 'Confira este campo.',
  control_long: 'Use no máximo 1.000\u00a0caracteres.',
  summary_title: 'Corrija estes dados:',

  paid_title: 'Pagamento realizado',
  paid_text: 'Você pagou {amount}.',
  paid_text_open: 'Este pedido já foi pago.',
  pending_title: 'Seu pagamento está sendo processado',
  pending_text: 'Seu pagamento de {amount} ainda está sendo processado. Você não precisa pagar de novo.',
  pending_text_open: 'Seu pagamento ainda está sendo processado. Você não precisa pagar de novo.',
  unknown_title: 'Ainda não sabemos se o pagamento foi feito',
  unknown_checking_title: 'Verificando seu pagamento…',
  unknown_text:
    'Pode ter havido uma cobrança de {amount} no seu cartão. Antes de pagar de novo, pergunte à loja se ela recebeu o pagamento.',
  unknown_text_open:
    'Pode ter havido uma cobrança no seu cartão. Antes de pagar de novo, pergunte à loja se ela recebeu o pagamento.',
  unknown_checking_text:
    'Pode ter havido uma cobrança de {amount} no seu cartão. Estamos verificando e mostraremos o resultado aqui. Por favor, não pague de novo.',
  unknown_checking_text_open:
    'Pode ter havido uma cobrança no seu cartão. Estamos verificando e mostraremos o resultado aqui. Por favor, não pague de novo.',
  unknown_go_on: 'Pagar de novo mesmo assim',
  unknown_warning: 'Se o primeiro pagamento foi feito, o valor será cobrado duas vezes. Pergunte antes à loja.',
  unknown_confirm: 'A loja não recebeu o pagamento: pagar de novo',
  unknown_back: 'Voltar',
  card_ending: '{brand} com final {last_digits}',
  reference: 'Referência: {reference}',
  time: 'Data e hora: {time}',
  print: 'Imprimir',

  failed_offline: 'Você está sem internet. Nenhum valor foi cobrado. Verifique sua conexão e tente de novo.',
  failed_declined: 'Seu cartão foi recusado. Nenhum valor foi cobrado. Use outro cartão ou fale com seu banco.',
  failed_busy: 'Há pagamentos demais neste momento. Nenhum valor foi cobrado. Tente de novo em instantes.',
  failed_other_window: 'Este pedido já está sendo pago em outra aba. Continue por lá.',
  failed_amount_changed: 'O preço agora é {amount}. Nenhum valor foi cobrado. Confira o novo valor e depois pague.',
  failed_refused:
    'O pagamento não foi concluído. Nenhum valor foi cobrado. Confira os dados do cartão e tente de novo.',
  failed_try_again: 'Algo deu errado. Nenhum valor foi cobrado. Tente de novo.',
  failed_page_expired: 'Esta página expirou. Nenhum valor foi cobrado. Recarregue a página.',
  failed_shop: 'O pagamento com cartão não está disponível no momento. Nenhum valor foi cobrado.',

  configuration_title: 'Este formulário de pagamento não está configurado corretamente',
};

export default messages;
