import type { CardMessages } from '../messages.js';

/** Vietnamese. */
const messages: CardMessages = {
  banner: 'Chế độ thử nghiệm: không có khoản thanh toán thật nào.',

  form: 'Thanh toán bằng thẻ',

  label_card_number: 'Số thẻ',
  label_card_expiry: 'Ngày hết hạn',
  label_card_cvc: 'Mã bảo mật (CVV)',
  label_cardholder_name: 'Tên trên thẻ',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: '3\u00a0chữ số ở mặt sau thẻ',
  hint_card_cvc_4: '4\u00a0chữ số ở mặt trước thẻ',

  pay: 'Thanh toán {amount}',
  pay_open: 'Thanh toán',
  pay_wait: 'Bạn có thể thử lại sau {wait}',
  retry_ready: 'Bạn có thể thử lại ngay bây giờ.',
  busy: 'Đang xử lý thanh toán…',
  checking: 'Đang kiểm tra xem đơn hàng này đã được thanh toán chưa…',

  card_number_required: 'Vui lòng nhập số thẻ của bạn.',
  card_number_letters: 'Vui lòng chỉ nhập chữ số.',
  card_number_incomplete: 'Số thẻ của bạn chưa đầy đủ.',
  card_number_long: 'Số thẻ này có quá nhiều chữ số.',
  card_number_invalid: 'Vui lòng kiểm tra số thẻ: có vẻ một chữ số bị sai.',
  card_number_unusual: 'Vui lòng kiểm tra lại số thẻ này. Nếu khớp với thẻ của bạn, hãy tiếp tục.',
  card_number_test: 'Đây là số thẻ thử nghiệm. Vui lòng dùng thẻ thật để thanh toán.',
  card_expiry_required: 'Vui lòng nhập ngày hết hạn.',
  card_expiry_invalid: 'Vui lòng nhập tháng và năm, ví dụ {expiry_example}.',
  card_expiry_month: 'Vui lòng nhập tháng trước (01 đến 12), rồi đến năm.',
  card_expiry_past: 'Thẻ này đã hết hạn. Vui lòng kiểm tra lại ngày hoặc dùng thẻ khác.',
  card_expiry_far: 'Vui lòng kiểm tra lại năm.',
  card_cvc_required: 'Vui lòng nhập mã 3\u00a0chữ số ở mặt sau thẻ.',
  card_cvc_required_4: 'Vui lòng nhập mã 4\u00a0chữ số ở mặt trước thẻ.',
  card_cvc_invalid: 'Mã bảo mật là 3\u00a0chữ số ở mặt sau thẻ.',
  card_cvc_invalid_4: 'Mã bảo mật là 4\u00a0chữ số ở mặt trước thẻ.',
  cardholder_name_required: 'Vui lòng nhập tên trên thẻ.',
  cardholder_name_invalid: 'Vui lòng nhập tên bằng chữ cái, đúng như trên thẻ.',
  cardholder_name_long: 'Tên này quá dài. Vui lòng nhập đúng như trên thẻ.',

  control_invalid: 'Vui lòng kiểm tra trường này.',
  control_long: 'Vui lòng nhập tối đa 1000\u00a0ký tự.',
  summary_title: 'Vui lòng sửa các thông tin sau:',

  paid_title: 'Thanh toán thành công',
  paid_text: 'Bạn đã thanh toán {amount}.',
  paid_text_open: 'Đơn hàng này đã được thanh toán.',
  pending_title: 'Khoản thanh toán của bạn đang được xử lý',
  pending_text: 'Khoản thanh toán {amount} của bạn vẫn đang được xử lý. Bạn không cần thanh toán lại.',
  pending_text_open: 'Khoản thanh toán của bạn vẫn đang được xử lý. Bạn không cần thanh toán lại.',
  unknown_title: 'Chúng tôi chưa biết thanh toán của bạn có thành công hay không',
  unknown_checking_title: 'Đang kiểm tra thanh toán của bạn…',
  unknown_text:
    'Thẻ của bạn có thể đã bị trừ {amount}. Trước khi thanh toán lại, vui lòng hỏi cửa hàng xem đã nhận được khoản thanh toán chưa.',
  unknown_text_open:
    'Thẻ của bạn có thể đã bị trừ tiền. Trước khi thanh toán lại, vui lòng hỏi cửa hàng xem đã nhận được khoản thanh toán chưa.',
  unknown_checking_text:
    'Thẻ của bạn có thể đã bị trừ {amount}. Chúng tôi đang kiểm tra và sẽ hiển thị kết quả tại đây. Vui lòng không thanh toán lại.',
  unknown_checking_text_open:
    'Thẻ của bạn có thể đã bị trừ tiền. Chúng tôi đang kiểm tra và sẽ hiển thị kết quả tại đây. Vui lòng không thanh toán lại.',
  unknown_go_on: 'Vẫn muốn thanh toán lại',
  unknown_warning: 'Nếu lần thanh toán đầu đã thành công, bạn sẽ bị trừ tiền hai lần. Vui lòng hỏi cửa hàng trước.',
  unknown_confirm: 'Cửa hàng không nhận được tiền: thanh toán lại',
  unknown_back: 'Quay lại',
  card_ending: '{brand} có số cuối là {last_digits}',
  reference: 'Mã tham chiếu: {reference}',
  time: 'Thời gian: {time}',
  print: 'In',

  failed_offline: 'Bạn đang ngoại tuyến. Không có khoản tiền nào bị trừ. Vui lòng kiểm tra kết nối rồi thử lại.',
  failed_declined: 'Thẻ của bạn bị từ chối. Không có khoản tiền nào bị trừ. Vui lòng dùng thẻ khác hoặc hỏi ngân hàng.',
  failed_busy: 'Hiện có quá nhiều lượt thanh toán. Không có khoản tiền nào bị trừ. Vui lòng thử lại sau giây lát.',
  failed_other_window: 'Đơn hàng này đang được thanh toán ở tab khác. Vui lòng tiếp tục ở đó.',
  failed_amount_changed:
    'Giá hiện là {amount}. Không có khoản tiền nào bị trừ. Vui lòng xem số tiền mới rồi thanh toán.',
  failed_refused:
    'Thanh toán không thành công. Không có khoản tiền nào bị trừ. Vui lòng kiểm tra thông tin thẻ rồi thử lại.',
  failed_try_again: 'Đã xảy ra lỗi. Không có khoản tiền nào bị trừ. Vui lòng thử lại.',
  failed_page_expired: 'Trang này đã hết hạn. Không có khoản tiền nào bị trừ. Vui lòng tải lại trang.',
  failed_shop: 'Hiện không thể thanh toán bằng thẻ. Không có khoản tiền nào bị trừ.',

  configuration_title: 'Biểu mẫu thanh toán này chưa được thiết lập đúng',
};

export default messages;
