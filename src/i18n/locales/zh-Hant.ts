import type { CardMessages } from '../messages.js';

/** Chinese, traditional. */
const messages: CardMessages = {
  banner: '測試模式：不會實際扣款。',

  form: '刷卡付款',

  label_card_number: '卡號',
  label_card_expiry: '有效期限',
  label_card_cvc: '安全碼（CVV）',
  label_cardholder_name: '持卡人姓名',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: '卡片背面的 3\u00a0位數字',
  hint_card_cvc_4: '卡片正面的 4\u00a0位數字',

  pay: '付款 {amount}',
  pay_open: '付款',
  pay_wait: '{wait}後再試一次',
  retry_ready: '現在可以再試一次了。',
  busy: '付款處理中…',
  checking: '正在確認此訂單是否已付款…',

  card_number_required: '請輸入卡號，也就是卡片上的長串數字。',
  card_number_letters: '請只輸入數字，卡號不含字母或其他符號。',
  card_number_incomplete: '卡號位數不足，請檢查是否有遺漏的數字。',
  card_number_long: '卡號位數過多，請對照卡片檢查是否有重複輸入的數字。',
  card_number_invalid: '卡號輸入有誤，請對照卡片檢查。',
  card_number_unusual: '此卡號較少見，請再對照卡片確認一次；若正確無誤，請繼續。',
  card_number_test: '這是測試用的號碼，不是真實的卡片。若要付款，請輸入您自己的卡號。',
  card_expiry_required: '請輸入有效期限，也就是卡片上的月份與年份。',
  card_expiry_invalid: '請依先月後年的順序輸入有效期限，例如 {expiry_example}。',
  card_expiry_month: '沒有這個月份。請依卡片所示，先輸入月份（01\u00a0至\u00a012），再輸入年份。',
  card_expiry_past: '此卡已過有效期限，請檢查日期，或改用其他卡片。',
  card_expiry_far: '此年份距今太遠，請檢查有效期限。',
  card_cvc_required: '請輸入安全碼，也就是卡片背面的 3\u00a0位數字。',
  card_cvc_required_4: '請輸入安全碼，也就是卡片正面的 4\u00a0位數字。',
  card_cvc_invalid: '請檢查安全碼，應為卡片背面的 3\u00a0位數字。',
  card_cvc_invalid_4: '請檢查安全碼，應為卡片正面的 4\u00a0位數字。',
  cardholder_name_required: '請依卡片所示輸入姓名。',
  cardholder_name_invalid: '請依卡片所示，以文字輸入姓名。',
  cardholder_name_long: '姓名過長，請只輸入卡片上的姓名。',

  control_invalid: '請檢查此項目。',
  control_long: '請勿超過 1000\u00a0個字元。',
  summary_title: '付款前，請檢查以下項目：',

  paid_title: '付款成功',
  paid_text: '您已支付 {amount}。',
  paid_text_open: '此訂單已付款。',
  pending_title: '您的付款正在處理中',
  pending_text: '這筆 {amount} 的付款尚未完成，您不需要再次付款。',
  pending_text_open: '這筆付款尚未完成，您不需要再次付款。',
  unknown_title: '我們無法確認付款結果',
  unknown_checking_title: '正在確認您的付款…',
  unknown_text: '您的卡片可能已扣款 {amount}。請勿再次付款。請先向商家詢問是否已收到這筆款項。',
  unknown_text_open: '您的卡片可能已扣款。請勿再次付款。請先向商家詢問是否已收到這筆款項。',
  unknown_checking_text:
    '您的卡片可能已扣款 {amount}。請勿再次付款。我們正在確認商家是否已收到這筆款項，結果將顯示於此。',
  unknown_checking_text_open: '您的卡片可能已扣款。請勿再次付款。我們正在確認商家是否已收到這筆款項，結果將顯示於此。',
  unknown_go_on: '仍要再次付款',
  unknown_warning: '若商家已收到第一筆款項，您將重複付款。請先向商家詢問。',
  unknown_confirm: '商家未收到款項，顯示表單',
  unknown_back: '不再次付款',
  card_ending: '卡號末碼為 {last_digits} 的 {brand} 卡',
  reference: '參考編號：{reference}',
  time: '時間：{time}',
  print: '列印',

  failed_offline: '目前沒有網路連線。本次並未扣款。請檢查連線後再試一次。',
  failed_declined: '您的卡片交易遭到拒絕。本次並未扣款。請改用其他卡片，或洽詢發卡銀行。',
  failed_busy: '商家系統忙碌中。本次並未扣款。請稍後再試。',
  failed_other_window: '此訂單正在另一個視窗中付款。請先在該視窗查看結果。',
  failed_amount_changed: '現在的價格為 {amount}。本次並未扣款。請確認新金額後再付款。',
  failed_refused: '付款未獲受理。本次並未扣款。請檢查卡片資料後再試一次。',
  failed_try_again: '付款失敗。本次並未扣款。請再試一次。',
  failed_page_expired: '此頁面已過期。本次並未扣款。請重新載入頁面。',
  failed_shop: '此商家目前無法接受刷卡付款。本次並未扣款。',

  configuration_title: '此付款表單的設定不正確',
};

export default messages;
