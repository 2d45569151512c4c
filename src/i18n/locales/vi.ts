import type { CardMessages } from '../messages.js';

/** Vietnamese. */
const messages: CardMessages = {
  banner: 'Chế độ thử nghiệm: không dùng tiền thật.',

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
  pay_wait: 'Thử lại sau {wait}',
  retry_ready: 'Bạn có thể thử lại ngay bây giờ.',
  busy: 'Đang xử lý thanh toán…',
  checking: 'Đang kiểm tra xem đơn hàng này đã được thanh toán chưa…',

  card_number_required: 'Vui lòng nhập số thẻ: dãy số dài trên thẻ của bạn.',
  card_number_letters: 'Vui lòng chỉ nhập chữ số: số thẻ không có chữ cái hay ký tự khác.',
  card_number_incomplete: 'Số thẻ quá ngắn. Vui lòng kiểm tra xem đã đủ chữ số chưa.',
  card_number_long: 'Số thẻ quá dài. Vui lòng đối chiếu với thẻ xem có chữ số nào bị nhập lặp không.',
  card_number_invalid: 'Số thẻ có chỗ gõ nhầm. Vui lòng đối chiếu với thẻ của bạn.',
  card_number_unusual: 'Số thẻ này ít gặp. Vui lòng đối chiếu lại với thẻ; nếu đúng, bạn cứ tiếp tục.',
  card_number_test: 'Đây là số dùng để thử, không phải thẻ thật. Để thanh toán, vui lòng nhập số thẻ của chính bạn.',
  card_expiry_required: 'Vui lòng nhập ngày hết hạn: tháng và năm như trên thẻ.',
  card_expiry_invalid: 'Vui lòng nhập ngày hết hạn gồm tháng và năm, ví dụ {expiry_example}.',
  card_expiry_month: 'Không có tháng nào như vậy. Vui lòng nhập tháng (01 đến 12) rồi đến năm, như trên thẻ.',
  card_expiry_past: 'Thẻ này đã hết hạn. Vui lòng kiểm tra lại ngày hoặc dùng thẻ khác.',
  card_expiry_far: 'Năm hết hạn quá xa. Vui lòng kiểm tra lại trên thẻ.',
  card_cvc_required: 'Vui lòng nhập mã bảo mật (CVV): 3\u00a0chữ số ở mặt sau thẻ.',
  card_cvc_required_4: 'Vui lòng nhập mã bảo mật (CVV): 4\u00a0chữ số ở mặt trước thẻ.',
  card_cvc_invalid: 'Vui lòng kiểm tra mã bảo mật (CVV): 3\u00a0chữ số ở mặt sau thẻ.',
  card_cvc_invalid_4: 'Vui lòng kiểm tra mã bảo mật (CVV): 4\u00a0chữ số ở mặt trước thẻ.',
  cardholder_name_required: 'Vui lòng nhập tên đúng như trên thẻ.',
  cardholder_name_invalid: 'Vui lòng nhập tên bằng chữ cái, đúng như trên thẻ.',
  cardholder_name_long: 'Tên này quá dài. Vui lòng chỉ nhập tên có trên thẻ.',

  control_invalid: 'Vui lòng kiểm tra mục này.',
  control_long: 'Vui lòng nhập tối đa 1000\u00a0ký tự.',
  summary_title: 'Vui lòng kiểm tra các mục sau trước khi thanh toán:',

  paid_title: 'Thanh toán thành công',
  paid_text: 'Bạn đã thanh toán {amount}.',
  paid_text_open: 'Đơn hàng này đã được thanh toán.',
  pending_title: 'Khoản thanh toán của bạn đang được xử lý',
  pending_text: 'Khoản thanh toán {amount} của bạn vẫn chưa hoàn tất. Bạn không cần thanh toán lại.',
  pending_text_open: 'Khoản thanh toán của bạn vẫn chưa hoàn tất. Bạn không cần thanh toán lại.',
  unknown_title: 'Chúng tôi chưa xác nhận được kết quả thanh toán của bạn',
  unknown_checking_title: 'Đang kiểm tra thanh toán của bạn…',
  unknown_text:
    'Thẻ của bạn có thể đã bị trừ {amount}. Vui lòng không thanh toán lại: hãy hỏi cửa hàng trước xem đã nhận được khoản thanh toán chưa.',
  unknown_text_open:
    'Thẻ của bạn có thể đã bị trừ tiền. Vui lòng không thanh toán lại: hãy hỏi cửa hàng trước xem đã nhận được khoản thanh toán chưa.',
  unknown_checking_text:
    'Thẻ của bạn có thể đã bị trừ {amount}. Vui lòng không thanh toán lại: chúng tôi đang kiểm tra xem cửa hàng đã nhận được khoản thanh toán chưa và sẽ hiển thị kết quả tại đây.',
  unknown_checking_text_open:
    'Thẻ của bạn có thể đã bị trừ tiền. Vui lòng không thanh toán lại: chúng tôi đang kiểm tra xem cửa hàng đã nhận được khoản thanh toán chưa và sẽ hiển thị kết quả tại đây.',
  unknown_go_on: 'Vẫn muốn thanh toán lại',
  unknown_warning:
    'Nếu cửa hàng đã nhận được khoản thanh toán đầu tiên, bạn sẽ bị trừ tiền hai lần. Vui lòng hỏi cửa hàng trước.',
  unknown_confirm: 'Cửa hàng không nhận được tiền: hiển thị biểu mẫu',
  unknown_back: 'Không thanh toán lại',
  card_ending: '{brand} có số cuối là {last_digits}',
  reference: 'Mã tham chiếu: {reference}',
  time: 'Thời gian: {time}',
  print: 'In',

  failed_offline: 'Bạn đang ngoại tuyến. Không có khoản tiền nào bị trừ. Vui lòng kiểm tra kết nối rồi thử lại.',
  failed_declined: 'Thẻ của bạn bị từ chối. Không có khoản tiền nào bị trừ. Vui lòng dùng thẻ khác hoặc hỏi ngân hàng.',
  failed_busy: 'Cửa hàng đang quá tải. Không có khoản tiền nào bị trừ. Vui lòng đợi một lát rồi thử lại.',
  failed_other_window: 'Đơn hàng này đang được thanh toán ở cửa sổ khác. Vui lòng xem kết quả ở đó trước.',
  failed_amount_changed:
    'Giá hiện là {amount}. Không có khoản tiền nào bị trừ. Vui lòng xem số tiền mới rồi thanh toán.',
  failed_refused: 'Thanh toán bị từ chối. Không có khoản tiền nào bị trừ. Vui lòng kiểm tra thông tin thẻ rồi thử lại.',
  failed_try_again: 'Không thực hiện được thanh toán. Không có khoản tiền nào bị trừ. Vui lòng thử lại.',
  failed_page_expired: 'Trang này đã hết hạn. Không có khoản tiền nào bị trừ. Vui lòng tải lại trang.',
  failed_shop: 'Cửa hàng này hiện không thể nhận thanh toán bằng thẻ. Không có khoản tiền nào bị trừ.',

  configuration_title: 'Biểu mẫu thanh toán này chưa được thiết lập đúng',
};

export default messages;
