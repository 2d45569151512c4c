import type { CardMessages } from '../messages.js';

/** European Portuguese. */
const messages: CardMessages = {
  banner: 'Modo de teste: não será efetuado nenhum pagamento real.',

  form: 'Pagamento com cartão',

  label_card_number: 'Número do cartão',
  label_card_expiry: 'Data de validade',
  label_card_cvc: 'Código CVV',
  label_cardholder_name: 'Nome no cartão',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0dígitos no verso do seu cartão',
  hint_card_cvc_4: '4\u00a0dígitos na frente do seu cartão',

  pay: 'Pagar {amount}',
  pay_open: 'Pagar',
  pay_wait: 'Pode tentar novamente dentro de {wait}',
  retry_ready: 'Já pode tentar novamente.',
  busy: 'A processar o pagamento…',
  checking: 'A verificar se esta encomenda já foi paga…',

  card_number_required: 'Introduza o número do seu cartão.',
  card_number_letters: 'Utilize apenas dígitos.',
  card_number_incomplete: 'O número do seu cartão está incompleto.',
  card_number_long: 'Este número de cartão tem demasiados dígitos.',
  card_number_invalid: 'Verifique o número do seu cartão: um dígito parece estar errado.',
  card_number_unusual: 'Verifique novamente este número de cartão. Se corresponder ao seu cartão, continue.',
  card_number_test: 'Este é um número de cartão de teste. Utilize um cartão verdadeiro para pagar.',
  card_expiry_required: 'Introduza a data de validade.',
  card_expiry_invalid: 'Introduza o mês e o ano, por exemplo, {expiry_example}.',
  card_expiry_month: 'Introduza primeiro o mês (01 a 12) e depois o ano.',
  card_expiry_past: 'Este cartão já expirou. Verifique a data ou utilize outro cartão.',
  card_expiry_far: 'Verifique o ano.',
  card_cvc_required: 'Introduza o código de 3\u00a0dígitos no verso do seu cartão.',
  card_cvc_required_4: 'Introduza o código de 4\u00a0dígitos na frente do seu cartão.',
  card_cvc_invalid: 'O código CVV são os 3\u00a0dígitos no verso do seu cartão.',
  card_cvc_invalid_4: 'O código CVV são os 4\u00a0dígitos na frente do seu cartão.',
  cardholder_name_required: 'Introduza o nome que consta no seu cartão.',
  cardholder_name_invalid: 'Introduza o nome em letras, tal como consta no seu cartão.',
  cardholder_name_long: 'Este nome é demasiado longo. Introduza-o tal como consta no seu cartão.',

  control_invalid: 'Verifique este campo.',
  control_long: 'Utilize no máximo 1000\u00a0carateres.',
  summary_title: 'Corrija estes dados:',

  paid_title: 'Pagamento efetuado',
  paid_text: 'Pagou {amount}.',
  paid_text_open: 'Esta encomenda já foi paga.',
  pending_title: 'O seu pagamento está a ser processado',
  pending_text: 'O seu pagamento de {amount} ainda está a ser processado. Não precisa de voltar a pagar.',
  pending_text_open: 'O seu pagamento ainda está a ser processado. Não precisa de voltar a pagar.',
  unknown_title: 'Ainda não sabemos se o seu pagamento foi efetuado',
  unknown_checking_title: 'A verificar o seu pagamento…',
  unknown_text:
    'Pode ter sido cobrado o montante de {amount} no seu cartão. Antes de voltar a pagar, pergunte à loja se recebeu o pagamento.',
  unknown_text_open:
    'Pode ter sido feita uma cobrança no seu cartão. Antes de voltar a pagar, pergunte à loja se recebeu o pagamento.',
  unknown_checking_text:
    'Pode ter sido cobrado o montante de {amount} no seu cartão. Estamos a verificar e mostraremos aqui o resultado. Por favor, não volte a pagar.',
  unknown_checking_text_open:
    'Pode ter sido feita uma cobrança no seu cartão. Estamos a verificar e mostraremos aqui o resultado. Por favor, não volte a pagar.',
  unknown_go_on: 'Voltar a pagar mesmo assim',
  unknown_warning:
    'Se o primeiro pagamento foi efetuado, o montante será cobrado duas vezes. Pergunte primeiro à loja.',
  unknown_confirm: 'A loja não recebeu o pagamento: voltar a pagar',
  unknown_back: 'Voltar',
  card_ending: '{brand} terminado em {last_digits}',
  reference: 'Referência: {reference}',
  time: 'Data e hora: {time}',
  print: 'Imprimir',

  failed_offline: 'Não tem ligação à Internet. Não foi cobrado nada. Verifique a ligação e tente novamente.',
  failed_declined: 'O seu cartão foi recusado. Não foi cobrado nada. Utilize outro cartão ou contacte o seu banco.',
  failed_busy: 'Há demasiados pagamentos neste momento. Não foi cobrado nada. Tente novamente dentro de momentos.',
  failed_other_window: 'Esta encomenda já está a ser paga noutro separador. Continue nesse separador.',
  failed_amount_changed: 'O preço é agora de {amount}. Não foi cobrado nada. Verifique o novo montante e depois pague.',
  failed_refused:
    'O pagamento não foi concluído. Não foi cobrado nada. Verifique os dados do cartão e tente novamente.',
  failed_try_again: 'Ocorreu um erro. Não foi cobrado nada. Tente novamente.',
  failed_page_expired: 'Esta página expirou. Não foi cobrado nada. Recarregue a página.',
  failed_shop: 'O pagamento com cartão não está disponível de momento. Não foi cobrado nada.',

  configuration_title: 'Este formulário de pagamento não está configurado corretamente',
};

export default messages;
