import type { OptionalMessages } from '../../optional-messages.js';

/** Japanese. */
const messages: OptionalMessages = {
  test_card: 'テストカードを使う',
  test_card_filled: 'テストカードの情報を入力しました。',
  label_email: 'メールアドレス',
  label_phone: '電話番号',
  label_postal_code: '郵便番号',
  label_country: '国・地域',
  label_amount: 'お支払い金額',
  placeholder_country: '国・地域を選択',
  email_required: 'メールアドレスを入力してください。',
  email_invalid: 'name@example.comのような形式でメールアドレスを入力してください。',
  email_long: 'メールアドレスが長すぎます。',
  phone_required: '電話番号を入力してください。',
  phone_letters: '数字だけを入力してください。',
  phone_country_code: '「+」と国番号から入力してください（例：{phone_example}）。',
  phone_short: '電話番号の桁数が足りません。市外局番は入力しましたか？',
  phone_long: '電話番号の桁数が多すぎます。',
  phone_invalid: '電話番号をご確認ください。数字に誤りがあるようです。',
  postal_code_required: '郵便番号を入力してください。',
  postal_code_invalid: '郵便番号を入力してください（例：{postal_code_example}）。',
  postal_code_unlikely: '郵便番号をご確認ください。2～10文字の英数字です。',
  country_required: '国・地域を選択してください。',
  amount_required: '金額を入力してください。',
  amount_invalid: '金額を数字で入力してください（例：{amount_example}）。',
  amount_ambiguous: '桁区切りを使わずに金額を入力してください（例：{amount_example}）。',
  amount_decimals: '小数点以下の桁数が多すぎます。桁数を減らして入力してください（例：{amount_example}）。',
  amount_too_small: '{min_amount}以上の金額を入力してください。',
  amount_too_large: '{max_amount}以下の金額を入力してください。',
};

export default messages;
