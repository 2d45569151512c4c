/** All events of the element, in the order in which they can occur. */
export const PAYMENT_EVENTS = [
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
