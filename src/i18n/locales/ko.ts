import type { CardMessages } from '../messages.js';

/** Korean. */
const messages: CardMessages = {
  banner: '테스트 모드: 실제 결제는 이루어지지 않습니다.',

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
  pay_wait: '{wait} 후 다시 시도할 수 있습니다',
  retry_ready: '이제 다시 시도할 수 있습니다.',
  busy: '결제 처리 중…',
  checking: '이 주문이 이미 결제되었는지 확인 중…',

  card_number_required: '카드 번호를 입력해 주세요.',
  card_number_letters: '숫자만 입력해 주세요.',
  card_number_incomplete: '카드 번호를 끝까지 입력해 주세요.',
  card_number_long: '카드 번호의 자릿수가 너무 많습니다.',
  card_number_invalid: '카드 번호를 확인해 주세요. 잘못된 숫자가 있는 것 같습니다.',
  card_number_unusual: '카드 번호를 다시 한번 확인해 주세요. 카드와 일치하면 계속 진행해 주세요.',
  card_number_test: '테스트용 카드 번호입니다. 결제하려면 실제 카드를 사용해 주세요.',
  card_expiry_required: '유효기간을 입력해 주세요.',
  card_expiry_invalid: '월과 연도를 입력해 주세요(예: {expiry_example}).',
  card_expiry_month: '월(01~12)을 먼저, 그다음 연도를 입력해 주세요.',
  card_expiry_past: '유효기간이 지난 카드입니다. 날짜를 확인하거나 다른 카드를 사용해 주세요.',
  card_expiry_far: '연도를 확인해 주세요.',
  card_cvc_required: '카드 뒷면의 3자리 번호를 입력해 주세요.',
  card_cvc_required_4: '카드 앞면의 4자리 번호를 입력해 주세요.',
  card_cvc_invalid: 'CVC 번호는 카드 뒷면의 숫자 3자리입니다.',
  card_cvc_invalid_4: 'CVC 번호는 카드 앞면의 숫자 4자리입니다.',
  cardholder_name_required: '카드에 적힌 이름을 입력해 주세요.',
  cardholder_name_invalid: '카드에 적힌 대로 이름을 글자로 입력해 주세요.',
  cardholder_name_long: '이름이 너무 깁니다. 카드에 적힌 대로 입력해 주세요.',

  control_invalid: '이 항목을 확인해 주세요.',
  control_long: '1000자 이내로 입력해 주세요.',
  summary_title: '다음 항목을 수정해 주세요.',

  paid_title: '결제 완료',
  paid_text: '{amount} 결제가 완료되었습니다.',
  paid_text_open: '이 주문은 결제되었습니다.',
  pending_title: '결제를 처리하고 있습니다',
  pending_text: '{amount} 결제가 아직 처리 중입니다. 다시 결제하지 않으셔도 됩니다.',
  pending_text_open: '결제가 아직 처리 중입니다. 다시 결제하지 않으셔도 됩니다.',
  unknown_title: '결제가 완료되었는지 아직 알 수 없습니다',
  unknown_checking_title: '결제를 확인하는 중…',
  unknown_text:
    '카드로 {amount} 결제가 이루어졌을 수 있습니다. 다시 결제하기 전에 결제가 되었는지 쇼핑몰에 문의해 주세요.',
  unknown_text_open: '카드로 결제가 이루어졌을 수 있습니다. 다시 결제하기 전에 결제가 되었는지 쇼핑몰에 문의해 주세요.',
  unknown_checking_text:
    '카드로 {amount} 결제가 이루어졌을 수 있습니다. 확인하고 있으며, 결과는 여기에 표시해 드립니다. 다시 결제하지 마세요.',
  unknown_checking_text_open:
    '카드로 결제가 이루어졌을 수 있습니다. 확인하고 있으며, 결과는 여기에 표시해 드립니다. 다시 결제하지 마세요.',
  unknown_go_on: '그래도 다시 결제하기',
  unknown_warning: '첫 번째 결제가 완료되었다면 이중으로 결제됩니다. 먼저 쇼핑몰에 문의해 주세요.',
  unknown_confirm: '쇼핑몰에 결제 내역이 없음: 다시 결제',
  unknown_back: '돌아가기',
  card_ending: '끝번호가 {last_digits}인 {brand}',
  reference: '참조 번호: {reference}',
  time: '일시: {time}',
  print: '인쇄하기',

  failed_offline: '인터넷에 연결되어 있지 않습니다. 결제된 금액은 없습니다. 연결을 확인하고 다시 시도해 주세요.',
  failed_declined: '카드 승인이 거절되었습니다. 결제된 금액은 없습니다. 다른 카드를 사용하거나 카드사에 문의해 주세요.',
  failed_busy: '지금 결제가 너무 많습니다. 결제된 금액은 없습니다. 잠시 후 다시 시도해 주세요.',
  failed_other_window: '이 주문은 이미 다른 탭에서 결제 중입니다. 그 탭에서 계속 진행해 주세요.',
  failed_amount_changed: '현재 가격은 {amount}입니다. 결제된 금액은 없습니다. 변경된 금액을 확인한 후 결제해 주세요.',
  failed_refused: '결제가 완료되지 않았습니다. 결제된 금액은 없습니다. 카드 정보를 확인하고 다시 시도해 주세요.',
  failed_try_again: '문제가 발생했습니다. 결제된 금액은 없습니다. 다시 시도해 주세요.',
  failed_page_expired: '이 페이지는 만료되었습니다. 결제된 금액은 없습니다. 페이지를 새로고침해 주세요.',
  failed_shop: '지금은 카드 결제를 이용할 수 없습니다. 결제된 금액은 없습니다.',

  configuration_title: '이 결제 양식이 올바르게 설정되지 않았습니다',
};

export default messages;
