import type { PaymentErrorCode } from '../contract/errors.js';
import { FIRST_ENGLISH } from './first-messages.js';
import type { OptionalMessages } from './optional-messages.js';

/** English texts of every form. `{…}` are placeholders. */
export const ENGLISH = {
  ...FIRST_ENGLISH,

  banner: 'Test mode: no real money will move.',

  hint_card_cvc: '3 digits on the back of your card',
  hint_card_cvc_4: '4 digits on the front of your card',

  pay_wait: 'Try again in {wait}',
  /** Announced when the wait is over. */
  retry_ready: 'You can try again now.',
  checking: 'Checking whether this order is already paid…',

  card_number_required: 'Enter the card number: the long number on your card.',
  card_number_letters: 'Use digits only: a card number has no letters or other signs.',
  card_number_incomplete: 'This card number is too short. Check that every digit is there.',
  card_number_long: 'This card number is too long. Check it against your card for digits that are there twice.',
  card_number_invalid: 'There is a typing error in the card number. Check it against your card.',
  card_number_unusual: 'This card number is unusual. Check it against your card. If it matches, continue.',
  card_number_test: 'This is a number for tests, not a real card. To pay, enter the number of your own card.',
  card_expiry_required: 'Enter the expiry date: month and year, as on your card.',
  card_expiry_invalid: 'Enter the expiry date as month and year, for example {expiry_example}.',
  card_expiry_month: 'There is no such month. Enter the month first, 01 to 12, then the year, as on your card.',
  card_expiry_past: 'This card has expired. Check the date, or use another card.',
  card_expiry_far: 'This year is too far ahead. Check the expiry date.',
  card_cvc_required: 'Enter the security code: 3 digits on the back of your card.',
  card_cvc_required_4: 'Enter the security code: 4 digits on the front of your card.',
  card_cvc_invalid: 'Check the security code: 3 digits on the back of your card.',
  card_cvc_invalid_4: 'Check the security code: 4 digits on the front of your card.',
  cardholder_name_required: 'Enter the name as it is on your card.',
  cardholder_name_invalid: 'Enter the name as it is on your card, in letters.',
  cardholder_name_long: 'This name is too long. Enter only the name that is on your card.',

  control_invalid: 'Check this.',
  control_long: 'Use at most 1000 characters.',
  summary_title: 'Please check the following before you pay:',

  paid_title: 'Payment successful',
  paid_text: 'You paid {amount}.',
  paid_text_open: 'This order is paid.',
  pending_title: 'Your payment is being processed',
  pending_text: 'Your payment of {amount} is not finished yet. You do not need to pay again.',
  pending_text_open: 'Your payment is not finished yet. You do not need to pay again.',
  unknown_title: 'We could not confirm your payment',
  /** Title while the outcome is being polled. */
  unknown_checking_title: 'Checking your payment…',
  unknown_text:
    'Your card may have been charged {amount}. Please do not pay again: ask the shop first whether the payment arrived.',
  unknown_text_open:
    'Your card may have been charged. Please do not pay again: ask the shop first whether the payment arrived.',
  unknown_checking_text:
    'Your card may have been charged {amount}. Please do not pay again: we are checking whether the payment arrived, and will show the result here.',
  unknown_checking_text_open:
    'Your card may have been charged. Please do not pay again: we are checking whether the payment arrived, and will show the result here.',
  unknown_go_on: 'Pay again anyway',
  unknown_warning: 'If the first payment has arrived, you will pay twice. Ask the shop first.',
  unknown_confirm: 'The shop did not receive it: show the form',
  unknown_back: 'Do not pay again',
  /** For screen readers, in place of `Visa •••• 4242`. */
  card_ending: '{brand} ending in {last_digits}',
  reference: 'Reference: {reference}',
  time: 'Time: {time}',
  print: 'Print',

  failed_offline: 'You are offline. Nothing was charged. Check your connection and try again.',
  failed_declined: 'Your card was declined. Nothing was charged. Use another card, or ask your bank.',
  failed_busy: 'The shop is very busy. Nothing was charged. Wait a moment and try again.',
  failed_other_window: 'This order is being paid in another window. Look there first.',
  failed_amount_changed: 'The price is now {amount}. Nothing was charged. Check the new amount, then pay.',
  failed_refused: 'The payment was refused. Nothing was charged. Check your card details and try again.',
  failed_page_expired: 'This page is too old. Nothing was charged. Reload it.',
  failed_shop: 'This shop cannot take card payments at the moment. Nothing was charged.',

  configuration_title: 'This payment form is not set up correctly',
} as const;

export type CardMessages = Record<keyof typeof ENGLISH, string>;

/** All texts by key, as in the `messages` property. */
export type Messages = CardMessages & OptionalMessages;
export type MessageKey = keyof Messages;

/** Messages for payments that were not charged. Other codes are not shown to the shopper. */
export const FAILURE_MESSAGES: Partial<Record<PaymentErrorCode, MessageKey>> = {
  offline: 'failed_offline',
  order_in_progress: 'failed_other_window',
  declined: 'failed_declined',
  rate_limited: 'failed_busy',
  amount_changed: 'failed_amount_changed',
  invalid_request: 'failed_refused',
  encryption_failed: 'failed_try_again',
  not_loaded: 'failed_try_again',
  proxy_error: 'failed_try_again',
  store_unavailable: 'failed_try_again',
  idempotency_key_reused: 'failed_try_again',
  service_unreachable: 'failed_try_again',
  order_token_expired: 'failed_page_expired',
  invalid_metadata: 'failed_shop',
  invalid_request_body: 'failed_shop',
  form_failed: 'failed_shop',
};

export function failureKey({ code }: { readonly code: PaymentErrorCode }): MessageKey {
  return FAILURE_MESSAGES[code] ?? 'failed_shop';
}

export interface ResultFacts {
  /** Whether the outcome is being polled. */
  readonly isFollowing: boolean;
  /** `undefined` if not known, after a reload. */
  readonly amount: number | undefined;
}

export function resultKey(state: 'paid' | 'pending' | 'unknown', { isFollowing, amount }: ResultFacts): MessageKey {
  const key = state === 'unknown' && isFollowing ? 'unknown_checking_text' : (`${state}_text` as const);
  return amount === undefined ? `${key}_open` : key;
}

/** Letters of Hebrew, Arabic and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/**
 * Fills in placeholders. In right-to-left text each value is isolated (U+2068, U+2069), or 04 / 30 would read 30 / 04.
 */
export function fill(text: string, values: Readonly<Record<string, () => string>>): string {
  const [before, after] = RIGHT_TO_LEFT.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${before}${values[name]?.() ?? ''}${after}` : placeholder,
  );
}
