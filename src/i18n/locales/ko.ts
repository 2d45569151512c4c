import type { CardMessages } from '../messages.js';

/** Korean. */
const messages: CardMessages = {
  banner: '테스트 모드: 실제 돈은 오가지 않습니다.',

  form: '카드 결제',

  label_card_number: '카드 번호',
  label_card_expiry: '유효기간',
  label_card_cvc: 'CVC 번호',
  label_cardholder_name: '카드 명의자 이름',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: '카드 뒷면의 숫자 3자리',
  hint_card_cvc_4: '카드 앞면의 숫자 4자리',

  pay: '{amount} 결제하기',
  pay_open: '결제하기',
  pay_wait: '{wait} 후 다시 시도',
  retry_ready: '이제 다시 시도할 수 있습니다.',
  busy: '결제 처리 중…',
  checking: '이 주문이 이미 결제되었는지 확인 중…',

  card_number_required: '카드 번호를 입력해 주세요. 카드에 적힌 긴 번호입니다.',
  card_number_letters: '숫자만 입력해 주세요. 카드 번호에는 문자나 기호가 들어가지 않습니다.',
  card_number_incomplete: '카드 번호가 너무 짧습니다. 빠진 숫자가 없는지 확인해 주세요.',
  card_number_long: '카드 번호가 너무 깁니다. 두 번 입력된 숫자가 없는지 카드와 비교해 주세요.',
  card_number_invalid: '카드 번호에 오타가 있습니다. 카드와 비교해 확인해 주세요.',
  card_number_unusual: '흔하지 않은 카드 번호입니다. 카드와 다시 비교해 보시고, 맞으면 그대로 진행해 주세요.',
  card_number_test: '테스트용 번호이며 실제 카드가 아닙니다. 결제하려면 본인 카드의 번호를 입력해 주세요.',
  card_expiry_required: '유효기간을 입력해 주세요. 카드에 적힌 월과 연도입니다.',
  card_expiry_invalid: '유효기간을 월, 연도 순으로 입력해 주세요(예: {expiry_example}).',
  card_expiry_month: '존재하지 않는 월입니다. 카드에 적힌 대로 월(01~12)을 먼저, 그다음 연도를 입력해 주세요.',
  card_expiry_past: '유효기간이 지난 카드입니다. 날짜를 확인하거나 다른 카드를 사용해 주세요.',
  card_expiry_far: '연도가 너무 먼 미래입니다. 유효기간을 확인해 주세요.',
  card_cvc_required: 'CVC 번호를 입력해 주세요. 카드 뒷면의 숫자 3자리입니다.',
  card_cvc_required_4: 'CVC 번호를 입력해 주세요. 카드 앞면의 숫자 4자리입니다.',
  card_cvc_invalid: 'CVC 번호를 확인해 주세요. 카드 뒷면의 숫자 3자리입니다.',
  card_cvc_invalid_4: 'CVC 번호를 확인해 주세요. 카드 앞면의 숫자 4자리입니다.',
  cardholder_name_required: '카드에 적힌 대로 이름을 입력해 주세요.',
  cardholder_name_invalid: '카드에 적힌 대로 이름을 글자로 입력해 주세요.',
  cardholder_name_long: '이름이 너무 깁니다. 카드에 적힌 이름만 입력해 주세요.',

  control_invalid: '이 항목을 확인해 주세요.',
  control_long: '1000자 이내로 입력해 주세요.',
  summary_title: '결제하기 전에 다음 내용을 확인해 주세요.',

  paid_title: '결제 완료',
  paid_text: '{amount} 결제가 완료되었습니다.',
  paid_text_open: '이 주문은 결제되었습니다.',
  pending_title: '결제를 처리하고 있습니다',
  pending_text: '{amount} 결제가 아직 완료되지 않았습니다. 다시 결제하지 않으셔도 됩니다.',
  pending_text_open: '결제가 아직 완료되지 않았습니다. 다시 결제하지 않으셔도 됩니다.',
  unknown_title: '결제 결과를 확인하지 못했습니다',
  unknown_checking_title: '결제를 확인하는 중…',
  unknown_text:
    '카드로 {amount} 결제가 이루어졌을 수 있습니다. 다시 결제하지 마시고, 결제가 되었는지 먼저 쇼핑몰에 문의해 주세요.',
  unknown_text_open:
    '카드로 결제가 이루어졌을 수 있습니다. 다시 결제하지 마시고, 결제가 되었는지 먼저 쇼핑몰에 문의해 주세요.',
  unknown_checking_text:
    '카드로 {amount} 결제가 이루어졌을 수 있습니다. 다시 결제하지 마세요. 결제가 되었는지 확인하고 있으며, 결과는 여기에 표시해 드립니다.',
  unknown_checking_text_open:
    '카드로 결제가 이루어졌을 수 있습니다. 다시 결제하지 마세요. 결제가 되었는지 확인하고 있으며, 결과는 여기에 표시해 드립니다.',
  unknown_go_on: '그래도 다시 결제하기',
  unknown_warning: '첫 번째 결제가 이루어졌다면 이중으로 결제됩니다. 먼저 쇼핑몰에 문의해 주세요.',
  unknown_confirm: '결제되지 않았음을 쇼핑몰에 확인함: 양식 보기',
  unknown_back: '다시 결제하지 않기',
  card_ending: '끝번호가 {last_digits}인 {brand}',
  reference: '참조 번호: {reference}',
  time: '일시: {time}',
  print: '인쇄하기',

  failed_offline: '인터넷에 연결되어 있지 않습니다. 결제된 금액은 없습니다. 연결을 확인하고 다시 시도해 주세요.',
  failed_declined: '카드 승인이 거절되었습니다. 결제된 금액은 없습니다. 다른 카드를 사용하거나 카드사에 문의해 주세요.',
  failed_busy: '지금 쇼핑몰이 매우 혼잡합니다. 결제된 금액은 없습니다. 잠시 후 다시 시도해 주세요.',
  failed_other_window: '이 주문은 다른 창에서 결제 중입니다. 먼저 그 창에서 결과를 확인해 주세요.',
  failed_amount_changed: '현재 가격은 {amount}입니다. 결제된 금액은 없습니다. 변경된 금액을 확인한 후 결제해 주세요.',
  failed_refused: '결제가 거부되었습니다. 결제된 금액은 없습니다. 카드 정보를 확인하고 다시 시도해 주세요.',
  failed_try_again: '결제를 진행하지 못했습니다. 결제된 금액은 없습니다. 다시 시도해 주세요.',
  failed_page_expired: '이 페이지는 만료되었습니다. 결제된 금액은 없습니다. 페이지를 새로고침해 주세요.',
  failed_shop: '지금은 이 쇼핑몰에서 카드 결제를 이용할 수 없습니다. 결제된 금액은 없습니다.',

  configuration_title: '이 결제 양식이 올바르게 설정되지 않았습니다',
};

export default messages;
