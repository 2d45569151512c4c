import type { Messages } from '../messages.js';

/** Brazilian Portuguese. */
const messages: Messages = {
  banner: 'Modo de teste: nenhum dinheiro real será movimentado.',
  test_card: 'Usar cartão de teste',
  test_card_filled: 'O formulário foi preenchido com um cartão de teste.',

  form: 'Pagamento com cartão',

  label_card_number: 'Número do cartão',
  label_card_expiry: 'Validade',
  label_card_cvc: 'Código CVV',
  label_cardholder_name: 'Nome no cartão',
  label_email: 'E-mail',
  label_phone: 'Telefone',
  label_postal_code: 'CEP (código postal)',
  label_country: 'País',
  label_amount: 'Valor',
  placeholder_card_expiry: 'MM / AA',
  placeholder_country: 'Selecione seu país',
  hint_card_cvc: '3\u00a0dígitos no verso do cartão',
  hint_card_cvc_4: '4\u00a0dígitos na frente do cartão',

  pay: 'Pagar {amount}',
  pay_open: 'Pagar',
  pay_wait: 'Tente de novo em {wait}',
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
  failed_shop: 'No momento, esta loja não pode aceitar pagamentos com cartão. Nenhum valor foi cobrado.',

  configuration_title: 'Este formulário de pagamento não está configurado corretamente',
};

export default messages;
