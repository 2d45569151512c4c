import type { CardMessages } from '../messages.js';

/** Japanese. */
const messages: CardMessages = {
  banner: 'テストモード：実際のお金は動きません。',

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
  busy: 'お支払いを処理しています…',
  checking: 'このご注文のお支払いが済んでいるか確認しています…',

  card_number_required: 'カード番号（カードに記載の長い番号）を入力してください。',
  card_number_letters: '数字だけを入力してください。カード番号に文字や記号は含まれません。',
  card_number_incomplete: 'カード番号の桁数が足りません。抜けている数字がないかご確認ください。',
  card_number_long: 'カード番号の桁数が多すぎます。重複して入力された数字がないか、カードと見比べてご確認ください。',
  card_number_invalid: 'カード番号に入力の誤りがあります。カードと見比べてご確認ください。',
  card_number_unusual: 'あまり見られないカード番号です。もう一度カードと見比べ、正しければそのままお進みください。',
  card_number_test:
    'これはテスト用の番号で、実際のカードではありません。お支払いには、ご自分のカード番号を入力してください。',
  card_expiry_required: 'カードに記載の有効期限（月と年）を入力してください。',
  card_expiry_invalid: '有効期限を月、年の順に入力してください（例：{expiry_example}）。',
  card_expiry_month: '存在しない月です。カードの記載どおり、先に月（01～12）、次に年を入力してください。',
  card_expiry_past: 'このカードは有効期限が切れています。日付をご確認いただくか、別のカードをご利用ください。',
  card_expiry_far: '年が先すぎます。有効期限をご確認ください。',
  card_cvc_required: 'セキュリティコード（カード裏面の3桁の数字）を入力してください。',
  card_cvc_required_4: 'セキュリティコード（カード表面の4桁の数字）を入力してください。',
  card_cvc_invalid: 'セキュリティコード（カード裏面の3桁の数字）をご確認ください。',
  card_cvc_invalid_4: 'セキュリティコード（カード表面の4桁の数字）をご確認ください。',
  cardholder_name_required: 'カードの記載どおりにお名前を入力してください。',
  cardholder_name_invalid: 'カードの記載どおりに、お名前を文字で入力してください。',
  cardholder_name_long: 'お名前が長すぎます。カードに記載のお名前だけを入力してください。',

  control_invalid: 'この項目をご確認ください。',
  control_long: '1000文字以内で入力してください。',
  summary_title: 'お支払いの前に、次の内容をご確認ください。',

  paid_title: 'お支払いが完了しました',
  paid_text: '{amount}をお支払いいただきました。',
  paid_text_open: 'このご注文はお支払い済みです。',
  pending_title: 'お支払いを処理しています',
  pending_text: '{amount}のお支払いはまだ完了していません。もう一度お支払いいただく必要はありません。',
  pending_text_open: 'お支払いはまだ完了していません。もう一度お支払いいただく必要はありません。',
  unknown_title: 'お支払いの結果を確認できませんでした',
  unknown_checking_title: 'お支払いを確認しています…',
  unknown_text:
    'カードに{amount}が請求された可能性があります。再度のお支払いは行わないでください。お支払いが完了しているかどうか、まずショップにお問い合わせください。',
  unknown_text_open:
    'カードへの請求が行われた可能性があります。再度のお支払いは行わないでください。お支払いが完了しているかどうか、まずショップにお問い合わせください。',
  unknown_checking_text:
    'カードに{amount}が請求された可能性があります。再度のお支払いは行わないでください。お支払いが完了しているかどうかを確認しています。結果はこちらに表示します。',
  unknown_checking_text_open:
    'カードへの請求が行われた可能性があります。再度のお支払いは行わないでください。お支払いが完了しているかどうかを確認しています。結果はこちらに表示します。',
  unknown_go_on: 'それでも再度支払う',
  unknown_warning: '最初のお支払いが済んでいた場合、二重のお支払いになります。まずショップにお問い合わせください。',
  unknown_confirm: 'ショップに入金がないことを確認済み：フォームを表示',
  unknown_back: '再度支払わない',
  card_ending: '末尾が{last_digits}の{brand}',
  reference: '照会番号：{reference}',
  time: '日時：{time}',
  print: '印刷',

  failed_offline:
    'インターネットに接続されていません。請求は発生していません。接続をご確認のうえ、再度お試しください。',
  failed_declined:
    'カードが承認されませんでした。請求は発生していません。別のカードをご利用になるか、カード会社にお問い合わせください。',
  failed_busy: 'ショップが大変混み合っています。請求は発生していません。しばらくしてから再度お試しください。',
  failed_other_window: 'このご注文は別のウィンドウでお支払い手続き中です。まずそちらで結果をご確認ください。',
  failed_amount_changed:
    '現在の価格は{amount}です。請求は発生していません。新しい金額をご確認のうえ、お支払いください。',
  failed_refused:
    'お支払いを受け付けられませんでした。請求は発生していません。カード情報をご確認のうえ、再度お試しください。',
  failed_try_again: 'お支払いができませんでした。請求は発生していません。再度お試しください。',
  failed_page_expired: 'このページの有効期限が切れました。請求は発生していません。ページを再読み込みしてください。',
  failed_shop: 'このショップでは現在、カードでのお支払いをご利用いただけません。請求は発生していません。',

  configuration_title: 'このお支払いフォームは正しく設定されていません',
};

export default messages;
