import type { PaymentErrorCode } from '../contract/errors.js';
import type { MessageKey } from './messages.js';

/** Messages for payments that were not charged. Other codes have one of two. */
export const FAILURE_MESSAGES: Partial<Record<PaymentErrorCode, MessageKey>> = {
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

/** Uses short forms, which fit every sentence: long ones would need its case. */
export function formatWait(seconds: number, locale: string): string {
  const format = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit }).format(value);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = minutes ? [format(minutes, 'minute')] : [];
  if (rest || !minutes) parts.push(format(rest, 'second'));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts);
}
