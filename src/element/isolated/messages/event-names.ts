/** The events that the page gets. */
export const EVENT_NAMES = [
  'payment-ready',
  'payment-change',
  'payment-field',
  'payment-submit',
  'payment-action',
  'payment-success',
  'payment-pending',
  'payment-failure',
  'payment-unknown',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];
