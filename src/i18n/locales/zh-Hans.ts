import type { CardMessages } from '../messages.js';

/** Chinese, simplified. */
const messages: CardMessages = {
  banner: '测试模式：不会真正扣款。',

  form: '银行卡支付',

  label_card_number: '卡号',
  label_card_expiry: '有效期',
  label_card_cvc: '安全码（CVV）',
  label_cardholder_name: '持卡人姓名',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: '卡片背面的 3\u00a0位数字',
  hint_card_cvc_4: '卡片正面的 4\u00a0位数字',

  pay: '支付 {amount}',
  pay_open: '支付',
  pay_wait: '{wait}后重试',
  retry_ready: '现在可以重试了。',
  busy: '支付处理中…',
  checking: '正在确认此订单是否已支付…',

  card_number_required: '请输入卡号，即卡片上的长串数字。',
  card_number_letters: '请只输入数字，卡号中没有字母或其他符号。',
  card_number_incomplete: '卡号位数不足，请检查是否漏输了数字。',
  card_number_long: '卡号位数过多，请对照卡片检查是否有重复输入的数字。',
  card_number_invalid: '卡号输入有误，请对照卡片检查。',
  card_number_unusual: '此卡号不太常见，请再对照卡片核对一次；如果无误，请继续。',
  card_number_test: '这是测试用的号码，不是真实的银行卡。如需付款，请输入您自己的卡号。',
  card_expiry_required: '请输入有效期，即卡片上的月份和年份。',
  card_expiry_invalid: '请按先月后年的顺序输入有效期，例如 {expiry_example}。',
  card_expiry_month: '没有这个月份。请按卡片所示，先输入月份（01\u00a0至\u00a012），再输入年份。',
  card_expiry_past: '此卡已过有效期，请检查日期，或换一张卡。',
  card_expiry_far: '此年份太靠后，请检查有效期。',
  card_cvc_required: '请输入安全码，即卡片背面的 3\u00a0位数字。',
  card_cvc_required_4: '请输入安全码，即卡片正面的 4\u00a0位数字。',
  card_cvc_invalid: '请检查安全码，应为卡片背面的 3\u00a0位数字。',
  card_cvc_invalid_4: '请检查安全码，应为卡片正面的 4\u00a0位数字。',
  cardholder_name_required: '请按卡片所示输入姓名。',
  cardholder_name_invalid: '请按卡片所示，用文字输入姓名。',
  cardholder_name_long: '姓名过长，请只输入卡片上的姓名。',

  control_invalid: '请检查此项。',
  control_long: '请不要超过 1000\u00a0个字符。',
  summary_title: '支付前，请检查以下内容：',

  paid_title: '支付成功',
  paid_text: '您已支付 {amount}。',
  paid_text_open: '此订单已支付。',
  pending_title: '您的支付正在处理中',
  pending_text: '这笔 {amount} 的支付尚未完成，您无需再次支付。',
  pending_text_open: '这笔支付尚未完成，您无需再次支付。',
  unknown_title: '我们未能确认支付结果',
  unknown_checking_title: '正在确认您的支付…',
  unknown_text: '您的卡可能已被扣款 {amount}。请不要再次支付。请先向商家询问是否已收到这笔款项。',
  unknown_text_open: '您的卡可能已被扣款。请不要再次支付。请先向商家询问是否已收到这笔款项。',
  unknown_checking_text:
    '您的卡可能已被扣款 {amount}。请不要再次支付。我们正在确认商家是否已收到这笔款项，结果将在此处显示。',
  unknown_checking_text_open:
    '您的卡可能已被扣款。请不要再次支付。我们正在确认商家是否已收到这笔款项，结果将在此处显示。',
  unknown_go_on: '仍要再次支付',
  unknown_warning: '如果商家已收到第一笔款项，您将重复支付。请先向商家询问。',
  unknown_confirm: '商家未收到款项，显示表单',
  unknown_back: '不再次支付',
  card_ending: '尾号为 {last_digits} 的 {brand} 卡',
  reference: '参考编号：{reference}',
  time: '时间：{time}',
  print: '打印',

  failed_offline: '当前没有网络连接。本次未扣款。请检查网络后重试。',
  failed_declined: '您的银行卡交易被拒绝。本次未扣款。请换一张卡，或咨询发卡银行。',
  failed_busy: '商家系统繁忙。本次未扣款。请稍后再试。',
  failed_other_window: '此订单正在另一个窗口中支付。请先在那里查看结果。',
  failed_amount_changed: '现在的价格为 {amount}。本次未扣款。请确认新金额后再支付。',
  failed_refused: '支付未被受理。本次未扣款。请检查银行卡信息后重试。',
  failed_try_again: '支付失败。本次未扣款。请重试。',
  failed_page_expired: '此页面已过期。本次未扣款。请刷新页面。',
  failed_shop: '该商家暂时无法接受银行卡支付。本次未扣款。',

  configuration_title: '此支付表单未正确设置',
};

export default messages;
