import type { CardMessages } from '../messages.js';

/** European Portuguese. */
const messages: CardMessages = {
  banner: 'Modo de teste: não será movimentado dinheiro real.',

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
  pay_wait: 'Tente novamente dentro de {wait}',
  retry_ready: 'Já pode tentar novamente.',
  busy: 'A processar o pagamento…',
  checking: 'A verificar se esta encomenda já foi paga…',

  card_number_required: 'Introduza o número do cartão: o número longo que consta nele.',
  card_number_letters: 'Utilize apenas dígitos: um número de cartão não tem letras nem outros sinais.',
  card_number_incomplete: 'Este número de cartão é demasiado curto. Verifique se não falta nenhum dígito.',
  card_number_long:
    'Este número de cartão é demasiado longo. Compare-o com o seu cartão: pode haver dígitos em duplicado.',
  card_number_invalid: 'Há um erro de digitação no número do cartão. Compare-o com o seu cartão.',
  card_number_unusual:
    'Este número de cartão é invulgar. Compare-o mais uma vez com o seu cartão; se estiver certo, continue.',
  card_number_test:
    'Este é um número de teste, não um cartão verdadeiro. Para pagar, introduza o número do seu próprio cartão.',
  card_expiry_required: 'Introduza a data de validade: mês e ano, como no seu cartão.',
  card_expiry_invalid: 'Introduza o mês e o ano da validade, por exemplo, {expiry_example}.',
  card_expiry_month: 'Esse mês não existe. Introduza primeiro o mês, de 01 a 12, e depois o ano, como no seu cartão.',
  card_expiry_past: 'Este cartão já expirou. Verifique a data ou utilize outro cartão.',
  card_expiry_far: 'O ano indicado é demasiado distante. Verifique a data de validade.',
  card_cvc_required: 'Introduza o código CVV: 3\u00a0dígitos no verso do seu cartão.',
  card_cvc_required_4: 'Introduza o código CVV: 4\u00a0dígitos na frente do seu cartão.',
  card_cvc_invalid: 'Verifique o código CVV: 3\u00a0dígitos no verso do seu cartão.',
  card_cvc_invalid_4: 'Verifique o código CVV: 4\u00a0dígitos na frente do seu cartão.',
  cardholder_name_required: 'Introduza o nome tal como consta no seu cartão.',
  cardholder_name_invalid: 'Introduza o nome tal como consta no seu cartão, em letras.',
  cardholder_name_long: 'Este nome é demasiado longo. Introduza apenas o nome que consta no seu cartão.',

  control_invalid: 'Verifique este campo.',
  control_long: 'Utilize no máximo 1000\u00a0carateres.',
  summary_title: 'Antes de pagar, verifique o seguinte:',

  paid_title: 'Pagamento efetuado',
  paid_text: 'Pagou {amount}.',
  paid_text_open: 'Esta encomenda já foi paga.',
  pending_title: 'O seu pagamento está a ser processado',
  pending_text: 'O seu pagamento de {amount} ainda não está concluído. Não precisa de voltar a pagar.',
  pending_text_open: 'O seu pagamento ainda não está concluído. Não precisa de voltar a pagar.',
  unknown_title: 'Não foi possível confirmar o seu pagamento',
  unknown_checking_title: 'A verificar o seu pagamento…',
  unknown_text:
    'Pode ter sido cobrado o montante de {amount} no seu cartão. Por favor, não volte a pagar: pergunte primeiro à loja se recebeu o pagamento.',
  unknown_text_open:
    'Pode ter sido feita uma cobrança no seu cartão. Por favor, não volte a pagar: pergunte primeiro à loja se recebeu o pagamento.',
  unknown_checking_text:
    'Pode ter sido cobrado o montante de {amount} no seu cartão. Por favor, não volte a pagar: estamos a verificar se a loja recebeu o pagamento e mostraremos aqui o resultado.',
  unknown_checking_text_open:
    'Pode ter sido feita uma cobrança no seu cartão. Por favor, não volte a pagar: estamos a verificar se a loja recebeu o pagamento e mostraremos aqui o resultado.',
  unknown_go_on: 'Voltar a pagar mesmo assim',
  unknown_warning: 'Se a loja tiver recebido o primeiro pagamento, pagará duas vezes. Pergunte primeiro à loja.',
  unknown_confirm: 'A loja não recebeu o pagamento: mostrar o formulário',
  unknown_back: 'Não voltar a pagar',
  card_ending: '{brand} terminado em {last_digits}',
  reference: 'Referência: {reference}',
  time: 'Data e hora: {time}',
  print: 'Imprimir',

  failed_offline: 'Não tem ligação à Internet. Não foi cobrado nada. Verifique a ligação e tente novamente.',
  failed_declined: 'O seu cartão foi recusado. Não foi cobrado nada. Utilize outro cartão ou contacte o seu banco.',
  failed_busy: 'A loja está com muita afluência. Não foi cobrado nada. Aguarde um momento e tente novamente.',
  failed_other_window: 'Esta encomenda está a ser paga noutra janela. Verifique primeiro a outra janela.',
  failed_amount_changed: 'O preço é agora de {amount}. Não foi cobrado nada. Verifique o novo montante e depois pague.',
  failed_refused: 'O pagamento foi recusado. Não foi cobrado nada. Verifique os dados do cartão e tente novamente.',
  failed_try_again: 'Não foi possível efetuar o pagamento. Não foi cobrado nada. Tente novamente.',
  failed_page_expired: 'Esta página expirou. Não foi cobrado nada. Recarregue a página.',
  failed_shop: 'De momento, esta loja não pode aceitar pagamentos com cartão. Não foi cobrado nada.',

  configuration_title: 'Este formulário de pagamento não está configurado corretamente',
};

export default messages;
