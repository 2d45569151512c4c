import type { OptionalMessages } from '../../optional-messages.js';

/** Korean. */
const messages: OptionalMessages = {
  test_card: '테스트 카드 사용',
  test_card_filled: '테스트 카드 정보가 입력되었습니다.',
  label_email: '이메일',
  label_phone: '전화번호',
  label_postal_code: '우편번호',
  label_country: '국가/지역',
  label_amount: '결제 금액',
  placeholder_country: '국가/지역 선택',
  email_required: '이메일 주소를 입력해 주세요.',
  email_invalid: 'name@example.com과 같은 이메일 주소를 입력해 주세요.',
  email_long: '이메일 주소가 너무 깁니다.',
  phone_required: '전화번호를 입력해 주세요.',
  phone_letters: '숫자만 입력해 주세요.',
  phone_country_code: '‘+’ 기호와 국가 번호부터 입력해 주세요(예: {phone_example}).',
  phone_short: '전화번호가 너무 짧습니다. 지역번호를 입력하셨나요?',
  phone_long: '전화번호의 자릿수가 너무 많습니다.',
  phone_invalid: '전화번호를 확인해 주세요. 잘못된 숫자가 있는 것 같습니다.',
  postal_code_required: '우편번호를 입력해 주세요.',
  postal_code_invalid: '우편번호를 입력해 주세요(예: {postal_code_example}).',
  postal_code_unlikely: '우편번호를 확인해 주세요. 영문자와 숫자 2~10자리입니다.',
  country_required: '국가/지역을 선택해 주세요.',
  amount_required: '금액을 입력해 주세요.',
  amount_invalid: '금액을 숫자로 입력해 주세요(예: {amount_example}).',
  amount_ambiguous: '천 단위 구분 기호 없이 금액을 입력해 주세요(예: {amount_example}).',
  amount_decimals: '소수점 아래 자릿수가 너무 많습니다. 자릿수를 줄여 입력해 주세요(예: {amount_example}).',
  amount_too_small: '{min_amount} 이상의 금액을 입력해 주세요.',
  amount_too_large: '{max_amount} 이하의 금액을 입력해 주세요.',
};

export default messages;
