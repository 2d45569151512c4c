import type { PaymentErrorCode } from '../contract/errors.js';
import { ENGLISH_LABELS } from './english-labels.js';
import type { EXTRA_ENGLISH } from './extra-messages.js';
import type { PROBLEM_ENGLISH } from './problem-messages.js';

/** English texts that each payment needs. `{…}` are placeholders. */
const BASIC_ENGLISH = {
  ...ENGLISH_LABELS,

  banner: 'Test mode: no real payment will be made.',
  hint_card_cvc: '3 digits on the back of your card',
  hint_card_cvc_4: '4 digits on the front of your card',
  card_number_unusual: 'Please double-check this card number. If it matches your card, continue.',
  card_number_test: 'This is a test card number. Use a real card to pay.',
  control_invalid: 'Please check this field.',
  paid_title: 'Payment successful',
  paid_text: 'You paid {amount}.',
  paid_text_open: 'This order is paid.',
  pending_text_open: 'Your payment is still being processed. You don’t need to pay again.',
  /** For screen readers, in place of `Visa •••• 4242`. */
  card_ending: '{brand} ending in {last_digits}',
  reference: 'Reference: {reference}',
  time: 'Time: {time}',
  print: 'Print',
} as const;

/** All texts by key, as in the `messages` property. */
export type Messages = Record<
  keyof typeof BASIC_ENGLISH | keyof typeof PROBLEM_ENGLISH | keyof typeof EXTRA_ENGLISH,
  string
>;
export type MessageKey = keyof Messages;

/** With the texts of the files that are loaded. */
export const ENGLISH: Partial<Messages> = { ...BASIC_ENGLISH };

export function addEnglish(texts: Partial<Messages>): void {
  Object.assign(ENGLISH, texts);
}

/** Messages for payments that were not charged. Other codes are not shown to the shopper. */
export const FAILURE_MESSAGES: Partial<Record<PaymentErrorCode, MessageKey>> = {
  offline: 'failed_offline',
  order_in_progress: 'failed_other_window',
  declined: 'failed_declined',
  rate_limited: 'failed_busy',
  amount_changed: 'failed_amount_changed',
  invalid_request: 'failed_refused',
  not_loaded: 'failed_try_again',
  submit_prevented: 'failed_try_again',
  proxy_error: 'failed_try_again',
  store_unavailable: 'failed_try_again',
  idempotency_key_reused: 'failed_try_again',
  service_unreachable: 'failed_try_again',
  order_token_expired: 'failed_page_expired',
  invalid_request_body: 'failed_shop',
  form_failed: 'failed_shop',
};

export function failureKey({ code }: { readonly code: PaymentErrorCode }): MessageKey {
  return FAILURE_MESSAGES[code] ?? 'failed_shop';
}

type Result = 'paid' | 'pending' | 'unknown';

export function titleKey(state: Result, isFollowing: boolean): MessageKey {
  return state === 'unknown' && isFollowing ? 'unknown_checking_title' : `${state}_title`;
}

export function resultKey(state: Result, isFollowing: boolean, amount: number | undefined): MessageKey {
  const key = state === 'unknown' && isFollowing ? 'unknown_checking_text' : (`${state}_text` as const);
  return amount === undefined ? `${key}_open` : key;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** In right-to-left text each value is isolated (U+2068, U+2069), or 04 / 30 would read 30 / 04. */
export function fill(text: string, values: Readonly<Record<string, () => string>>): string {
  const [before, after] = RIGHT_TO_LEFT.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${before}${values[name]?.() ?? ''}${after}` : placeholder,
  );
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
