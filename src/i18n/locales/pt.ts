import type { CardMessages } from '../messages.js';

/** Brazilian Portuguese. */
const messages: CardMessages = {
  banner: 'Modo de teste: nenhum dinheiro real será movimentado.',

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
  pay_wait: 'Tente de novo em {wait}',
  retry_ready: 'Você já pode tentar de novo.',
  busy: 'Processando pagamento…',
  checking: 'Verificando se este pedido já foi pago…',

  card_number_required: 'Digite o número do cartão: o número longo que aparece nele.',
  card_number_letters: 'Use só números: o número do cartão não tem letras nem outros sinais.',
  card_number_incomplete: 'O número do cartão está curto demais. Confira se não falta nenhum dígito.',
  card_number_long:
    'O número do cartão está longo demais. Compare com o cartão e veja se há dígitos repetidos por engano.',
  card_number_invalid: 'Há um erro de digitação no número do cartão. Compare com o cartão.',
  card_number_unusual:
    'Este número de cartão é incomum. Compare mais uma vez com o cartão; se estiver certo, continue.',
  card_number_test:
    'Este é um número de teste, não um cartão de verdade. Para pagar, digite o número do seu próprio cartão.',
  card_expiry_required: 'Digite a validade: mês e ano, como no cartão.',
  card_expiry_invalid: 'Digite o mês e o ano da validade, por exemplo, {expiry_example}.',
  card_expiry_month: 'Esse mês não existe. Digite primeiro o mês, de 01 a 12, e depois o ano, como no cartão.',
  card_expiry_past: 'Este cartão está vencido. Confira a data ou use outro cartão.',
  card_expiry_far: 'O ano digitado está distante demais. Confira a validade.',
  card_cvc_required: 'Digite o código CVV: 3\u00a0dígitos no verso do cartão.',
  card_cvc_required_4: 'Digite o código CVV: 4\u00a0dígitos na frente do cartão.',
  card_cvc_invalid: 'Confira o código CVV: 3\u00a0dígitos no verso do cartão.',
  card_cvc_invalid_4: 'Confira o código CVV: 4\u00a0dígitos na frente do cartão.',
  cardholder_name_required: 'Digite o nome como está no cartão.',
  cardholder_name_invalid: 'Digite o nome como está no cartão, com letras.',
  cardholder_name_long: 'O nome está longo demais. Digite apenas o nome que está no cartão.',

  control_invalid: 'Confira este campo.',
  control_long: 'Use no máximo 1.000\u00a0caracteres.',
  summary_title: 'Antes de pagar, confira o seguinte:',

  paid_title: 'Pagamento realizado',
  paid_text: 'Você pagou {amount}.',
  paid_text_open: 'Este pedido já foi pago.',
  pending_title: 'Seu pagamento está sendo processado',
  pending_text: 'Seu pagamento de {amount} ainda não foi concluído. Você não precisa pagar de novo.',
  pending_text_open: 'Seu pagamento ainda não foi concluído. Você não precisa pagar de novo.',
  unknown_title: 'Não conseguimos confirmar seu pagamento',
  unknown_checking_title: 'Verificando seu pagamento…',
  unknown_text:
    'Pode ter havido uma cobrança de {amount} no seu cartão. Por favor, não pague de novo: pergunte antes à loja se ela recebeu o pagamento.',
  unknown_text_open:
    'Pode ter havido uma cobrança no seu cartão. Por favor, não pague de novo: pergunte antes à loja se ela recebeu o pagamento.',
  unknown_checking_text:
    'Pode ter havido uma cobrança de {amount} no seu cartão. Por favor, não pague de novo: estamos verificando se a loja recebeu o pagamento e mostraremos o resultado aqui.',
  unknown_checking_text_open:
    'Pode ter havido uma cobrança no seu cartão. Por favor, não pague de novo: estamos verificando se a loja recebeu o pagamento e mostraremos o resultado aqui.',
  unknown_go_on: 'Pagar de novo mesmo assim',
  unknown_warning: 'Se a loja recebeu o primeiro pagamento, você pagará duas vezes. Pergunte antes à loja.',
  unknown_confirm: 'A loja não recebeu o pagamento: mostrar o formulário',
  unknown_back: 'Não pagar de novo',
  card_ending: '{brand} com final {last_digits}',
  reference: 'Referência: {reference}',
  time: 'Data e hora: {time}',
  print: 'Imprimir',

  failed_offline: 'Você está sem internet. Nenhum valor foi cobrado. Verifique sua conexão e tente de novo.',
  failed_declined: 'Seu cartão foi recusado. Nenhum valor foi cobrado. Use outro cartão ou fale com seu banco.',
  failed_busy: 'A loja está com muitos acessos. Nenhum valor foi cobrado. Aguarde um momento e tente de novo.',
  failed_other_window: 'Este pedido está sendo pago em outra janela. Confira antes a outra janela.',
  failed_amount_changed: 'O preço agora é {amount}. Nenhum valor foi cobrado. Confira o novo valor e depois pague.',
  failed_refused: 'O pagamento foi recusado. Nenhum valor foi cobrado. Confira os dados do cartão e tente de novo.',
  failed_try_again: 'Não foi possível fazer o pagamento. Nenhum valor foi cobrado. Tente de novo.',
  failed_page_expired: 'Esta página expirou. Nenhum valor foi cobrado. Recarregue a página.',
  failed_shop: 'No momento, esta loja não pode aceitar pagamentos com cartão. Nenhum valor foi cobrado.',

  configuration_title: 'Este formulário de pagamento não está configurado corretamente',
};

export default messages;
