/** English texts of the first view, and of a form whose other code cannot be loaded. `{…}` are placeholders. */
export const FIRST_ENGLISH = {
  form: 'Card payment',

  label_card_number: 'Card number',
  label_card_expiry: 'Expiry date',
  label_card_cvc: 'Security code',
  label_cardholder_name: 'Name on card',
  placeholder_card_expiry: 'MM / YY',

  pay: 'Pay {amount}',
  pay_open: 'Pay',
  busy: 'Processing payment…',

  failed_try_again: 'Something went wrong. You were not charged. Please try again.',
} as const;
