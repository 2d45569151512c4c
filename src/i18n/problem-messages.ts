import type { PaymentErrorCode } from '../contract/errors.js';

/** English texts of errors, failures, and outcomes other than paid. `{…}` are placeholders. */
export const PROBLEM_ENGLISH = {
  pay_wait: 'You can try again in {wait}',
  /** Announced when the wait is over. */
  retry_ready: 'You can try again now.',

  card_number_required: 'Enter your card number.',
  card_number_letters: 'Use digits only.',
  card_number_incomplete: 'Your card number is incomplete.',
  card_number_long: 'This card number has too many digits.',
  card_number_invalid: 'Check your card number: a digit seems to be wrong.',
  card_expiry_required: 'Enter the expiry date.',
  card_expiry_invalid: 'Enter month and year, for example {expiry_example}.',
  card_expiry_month: 'Enter the month first (01 to 12), then the year.',
  card_expiry_past: 'This card has expired. Check the date, or use another card.',
  card_expiry_far: 'Check the year.',
  card_cvc_required: 'Enter the 3-digit code on the back of your card.',
  card_cvc_required_4: 'Enter the 4-digit code on the front of your card.',
  card_cvc_invalid: 'The security code is the 3 digits on the back of your card.',
  card_cvc_invalid_4: 'The security code is the 4 digits on the front of your card.',
  cardholder_name_required: 'Enter the name on your card.',
  cardholder_name_invalid: 'Enter the name in letters, as shown on your card.',
  cardholder_name_long: 'This name is too long. Enter it as shown on your card.',

  control_long: 'Use at most 1000 characters.',
  summary_title: 'Please fix these details:',

  pending_title: 'Your payment is being processed',
  /** Below the title, which says the rest. */
  pending_text: '{amount} · You don’t need to pay again.',
  unknown_title: 'We don’t know yet whether your payment went through',
  /** Title while the outcome is being polled. */
  unknown_checking_title: 'Checking your payment…',
  unknown_text:
    'Your card may have been charged {amount}. Before you pay again, please ask the shop whether it received the payment.',
  unknown_checking_text:
    'Your card may have been charged {amount}. We’re checking and will show the result here. Please don’t pay again.',
  unknown_checking_text_open:
    'Your card may have been charged. We’re checking and will show the result here. Please don’t pay again.',
  unknown_go_on: 'Pay again anyway',
  unknown_warning: 'If the first payment went through, you’ll be charged twice. Please ask the shop first.',
  unknown_confirm: 'The shop has no payment: pay again',
  unknown_back: 'Go back',

  failed_offline: 'You are offline. You were not charged. Check your connection and try again.',
  failed_declined: 'Your card was declined. You were not charged. Try another card or contact your bank.',
  failed_busy: 'Too many payments right now. You were not charged. Please try again in a moment.',
  failed_other_window: 'This order is already being paid in another tab. Please continue there.',
  failed_amount_changed: 'The price is now {amount}. You were not charged. Check the new amount, then pay.',
  failed_refused: 'The payment didn’t go through. You were not charged. Check your card details and try again.',
  failed_page_expired: 'This page is too old. You were not charged. Reload it.',
  failed_shop: 'Card payments are not available right now. You were not charged.',

  action_title: 'Confirm the payment with your bank',
  action_text: 'Your bank asks you to confirm this payment. You will come back here afterwards.',
  action_continue: 'Continue to your bank',

  configuration_title: 'This payment form is not set up correctly',
} as const;

type ProblemKey = keyof typeof PROBLEM_ENGLISH;

/** Messages for payments that were not charged. Other codes have one of two. */
export const FAILURE_MESSAGES: Partial<Record<PaymentErrorCode, ProblemKey>> = {
  offline: 'failed_offline',
  order_in_progress: 'failed_other_window',
  declined: 'failed_declined',
  rate_limited: 'failed_busy',
  amount_changed: 'failed_amount_changed',
  invalid_request: 'failed_refused',
  order_token_expired: 'failed_page_expired',
  not_loaded: 'failed_page_expired',
};

type Result = 'paid' | 'pending' | 'unknown';

export function titleKey(state: Result, isFollowing: boolean) {
  return state === 'unknown' && isFollowing ? 'unknown_checking_title' : (`${state}_title` as const);
}

export function resultKey(state: Result, isFollowing: boolean, amount: number | undefined) {
  const key = state === 'unknown' && isFollowing ? 'unknown_checking_text' : (`${state}_text` as const);
  return amount === undefined ? (`${key}_open` as const) : key;
}

/** In short forms, which fit every sentence: the long ones would need its case. */
export function formatWait(seconds: number, locale: string): string {
  const format = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit }).format(value);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = minutes ? [format(minutes, 'minute')] : [];
  if (rest || !minutes) parts.push(format(rest, 'second'));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts);
}
