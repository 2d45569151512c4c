import type { CardMessages } from '../messages.js';

/** Japanese. */
const messages: CardMessages = {
  banner: 'テストモード：実際の請求は発生しません。',

  form: 'カードでのお支払い',

  label_card_number: 'カード番号',
  label_card_expiry: '有効期限',
  label_card_cvc: 'セキュリティコード',
  label_cardholder_name: 'カード名義人',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: 'カード裏面の3桁の数字',
  hint_card_cvc_4: 'カード表面の4桁の数字',

  pay: '{amount}を支払う',
  pay_open: '支払う',
  pay_wait: '{wait}後に再試行できます',
  retry_ready: '再度お試しいただけます。',
  busy: '処理中…',
  checking: 'このご注文のお支払いが済んでいるか確認しています…',

  card_number_required: 'カード番号を入力してください。',
  card_number_letters: '数字だけを入力してください。',
  card_number_incomplete: 'カード番号の桁数が足りません。',
  card_number_long: 'カード番号の桁数が多すぎます。',
  card_number_invalid: 'カード番号をご確認ください。数字に誤りがあるようです。',
  card_number_unusual: 'カード番号をもう一度ご確認ください。カードと一致していれば、そのままお進みください。',
  card_number_test: 'これはテスト用のカード番号です。お支払いには実際のカードをご利用ください。',
  card_expiry_required: '有効期限を入力してください。',
  card_expiry_invalid: '月と年を入力してください（例：{expiry_example}）。',
  card_expiry_month: '先に月（01～12）、次に年を入力してください。',
  card_expiry_past: 'このカードは有効期限が切れています。日付をご確認いただくか、別のカードをご利用ください。',
  card_expiry_far: '年をご確認ください。',
  card_cvc_required: 'カード裏面の3桁のセキュリティコードを入力してください。',
  card_cvc_required_4: 'カード表面の4桁のセキュリティコードを入力してください。',
  card_cvc_invalid: 'セキュリティコードはカード裏面の3桁の数字です。',
  card_cvc_invalid_4: 'セキュリティコードはカード表面の4桁の数字です。',
  cardholder_name_required: 'カードに記載のお名前を入力してください。',
  cardholder_name_invalid: '数字や記号を除いて、カードの記載どおりにお名前を入力してください。',
  cardholder_name_long: 'お名前が長すぎます。カードの記載どおりに入力してください。',

  control_invalid: 'この項目をご確認ください。',
  control_long: '1000文字以内で入力してください。',
  summary_title: '次の項目を修正してください。',

  paid_title: 'お支払いが完了しました',
  paid_text: '{amount}をお支払いいただきました。',
  paid_text_open: 'このご注文はお支払い済みです。',
  pending_title: 'お支払いを処理しています',
  pending_text: '{amount}のお支払いはまだ処理中です。もう一度お支払いいただく必要はありません。',
  pending_text_open: 'お支払いはまだ処理中です。もう一度お支払いいただく必要はありません。',
  unknown_title: 'お支払いが完了したかどうか、まだ確認できていません',
  unknown_checking_title: 'お支払いを確認しています…',
  unknown_text:
    'カードに{amount}が請求された可能性があります。再度お支払いになる前に、入金があったかどうかをショップにお問い合わせください。',
  unknown_text_open:
    'カードへの請求が行われた可能性があります。再度お支払いになる前に、入金があったかどうかをショップにお問い合わせください。',
  unknown_checking_text:
    'カードに{amount}が請求された可能性があります。現在確認しており、結果はこちらに表示します。再度のお支払いは行わないでください。',
  unknown_checking_text_open:
    'カードへの請求が行われた可能性があります。現在確認しており、結果はこちらに表示します。再度のお支払いは行わないでください。',
  unknown_go_on: 'それでも再度支払う',
  unknown_warning: '最初のお支払いが完了していた場合、二重に請求されます。まずショップにお問い合わせください。',
  unknown_confirm: 'ショップに入金がないため、もう一度支払う',
  unknown_back: '戻る',
  card_ending: '末尾が{last_digits}の{brand}',
  reference: '照会番号：{reference}',
  time: '日時：{time}',
  print: '印刷',

  failed_offline:
    'インターネットに接続されていません。請求は発生していません。接続をご確認のうえ、再度お試しください。',
  failed_declined:
    'カードが承認されませんでした。請求は発生していません。別のカードをご利用になるか、カード会社にお問い合わせください。',
  failed_busy: '現在、お支払いが混み合っています。請求は発生していません。しばらくしてから再度お試しください。',
  failed_other_window: 'このご注文は別のタブでお支払い手続き中です。そちらで続けてください。',
  failed_amount_changed:
    '現在の価格は{amount}です。請求は発生していません。新しい金額をご確認のうえ、お支払いください。',
  failed_refused:
    'お支払いが完了しませんでした。請求は発生していません。カード情報をご確認のうえ、再度お試しください。',
  failed_try_again: 'エラーが発生しました。請求は発生していません。再度お試しください。',
  failed_page_expired: 'このページの有効期限が切れました。請求は発生していません。ページを再読み込みしてください。',
  failed_shop: '現在、カードでのお支払いをご利用いただけません。請求は発生していません。',

  configuration_title: 'このお支払いフォームは正しく設定されていません',
};

export default messages;
