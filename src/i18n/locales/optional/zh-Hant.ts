import type { OptionalMessages } from '../../optional-messages.js';

/** Chinese, traditional. */
const messages: OptionalMessages = {
  test_card: '使用測試卡',
  test_card_filled: '已填入測試卡資料。',
  label_email: '電子郵件',
  label_phone: '電話號碼',
  label_postal_code: '郵遞區號',
  label_country: '國家／地區',
  label_amount: '付款金額',
  placeholder_country: '請選擇國家／地區',
  email_required: '請輸入電子郵件地址。',
  email_invalid: '請輸入電子郵件地址，例如 name@example.com。',
  email_long: '電子郵件地址過長。',
  phone_required: '請輸入電話號碼。',
  phone_letters: '請只輸入數字。',
  phone_country_code: '請以 + 和國碼開頭，例如 {phone_example}。',
  phone_short: '電話號碼位數不足。是否漏了區碼？',
  phone_long: '電話號碼位數過多。',
  phone_invalid: '請檢查電話號碼，似乎有一位數字有誤。',
  postal_code_required: '請輸入郵遞區號。',
  postal_code_invalid: '請輸入郵遞區號，例如 {postal_code_example}。',
  postal_code_unlikely: '請檢查郵遞區號，應為 2\u00a0至\u00a010\u00a0位字母或數字。',
  country_required: '請選擇國家／地區。',
  amount_required: '請輸入金額。',
  amount_invalid: '請以數字輸入金額，例如 {amount_example}。',
  amount_ambiguous: '請輸入不含千分位符號的金額，例如 {amount_example}。',
  amount_decimals: '小數位數過多，請減少後再輸入，例如 {amount_example}。',
  amount_too_small: '請輸入不低於 {min_amount} 的金額。',
  amount_too_large: '請輸入不超過 {max_amount} 的金額。',
};

export default messages;
