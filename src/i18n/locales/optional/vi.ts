import type { OptionalMessages } from '../../optional-messages.js';

/** Vietnamese. */
const messages: OptionalMessages = {
  test_card: 'Dùng thẻ thử nghiệm',
  test_card_filled: 'Đã điền thông tin thẻ thử nghiệm vào biểu mẫu.',
  label_email: 'Email',
  label_phone: 'Số điện thoại',
  label_postal_code: 'Mã bưu chính',
  label_country: 'Quốc gia',
  label_amount: 'Số tiền',
  placeholder_country: 'Chọn quốc gia của bạn',
  email_required: 'Vui lòng nhập địa chỉ email.',
  email_invalid: 'Vui lòng nhập địa chỉ email như name@example.com.',
  email_long: 'Địa chỉ email này quá dài.',
  phone_required: 'Vui lòng nhập số điện thoại.',
  phone_letters: 'Vui lòng chỉ nhập chữ số.',
  phone_country_code: 'Vui lòng bắt đầu bằng dấu + và mã quốc gia, ví dụ {phone_example}.',
  phone_short: 'Số điện thoại này quá ngắn. Bạn đã nhập mã vùng chưa?',
  phone_long: 'Số điện thoại này có quá nhiều chữ số.',
  phone_invalid: 'Vui lòng kiểm tra số điện thoại: có vẻ một chữ số bị sai.',
  postal_code_required: 'Vui lòng nhập mã bưu chính.',
  postal_code_invalid: 'Vui lòng nhập mã bưu chính như {postal_code_example}.',
  postal_code_unlikely: 'Vui lòng kiểm tra mã bưu chính: mã gồm 2 đến 10\u00a0chữ cái hoặc chữ số.',
  country_required: 'Vui lòng chọn quốc gia.',
  amount_required: 'Vui lòng nhập số tiền.',
  amount_invalid: 'Vui lòng nhập số tiền bằng chữ số, ví dụ {amount_example}.',
  amount_ambiguous: 'Vui lòng nhập số tiền không có dấu phân cách hàng nghìn, ví dụ {amount_example}.',
  amount_decimals: 'Số tiền có quá nhiều chữ số thập phân. Vui lòng nhập như {amount_example}.',
  amount_too_small: 'Vui lòng nhập tối thiểu {min_amount}.',
  amount_too_large: 'Vui lòng nhập tối đa {max_amount}.',
};

export default messages;
