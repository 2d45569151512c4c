import type { OptionalMessages } from '../../optional-messages.js';

/** Chinese, simplified. */
const messages: OptionalMessages = {
  test_card: '使用测试卡',
  test_card_filled: '已填入测试卡信息。',
  label_email: '电子邮箱',
  label_phone: '电话号码',
  label_postal_code: '邮政编码',
  label_country: '国家/地区',
  label_amount: '支付金额',
  placeholder_country: '请选择国家/地区',
  email_required: '请输入电子邮箱地址。',
  email_invalid: '请输入电子邮箱地址，例如 name@example.com。',
  email_long: '电子邮箱地址过长。',
  phone_required: '请输入电话号码。',
  phone_letters: '请只输入数字。',
  phone_country_code: '请以 + 和国际区号开头，例如 {phone_example}。',
  phone_short: '电话号码位数不足。是否漏输了区号？',
  phone_long: '电话号码位数过多。',
  phone_invalid: '请检查电话号码，似乎有一位数字有误。',
  postal_code_required: '请输入邮政编码。',
  postal_code_invalid: '请输入邮政编码，例如 {postal_code_example}。',
  postal_code_unlikely: '请检查邮政编码，应为 2\u00a0至\u00a010\u00a0位字母或数字。',
  country_required: '请选择国家/地区。',
  amount_required: '请输入金额。',
  amount_invalid: '请用数字输入金额，例如 {amount_example}。',
  amount_ambiguous: '请输入不带千位分隔符的金额，例如 {amount_example}。',
  amount_decimals: '小数位数过多，请减少后再输入，例如 {amount_example}。',
  amount_too_small: '请输入不低于 {min_amount} 的金额。',
  amount_too_large: '请输入不超过 {max_amount} 的金额。',
};

export default messages;
