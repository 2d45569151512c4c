/** The English texts of a form that is loading, which are among those of `locales/en.ts`. `{…}` are placeholders. */
export const LOADING_FORM_TEXTS = {
  form: 'Card payment',

  label_card_number: 'Card number',
  label_card_expiry: 'Expiry date',
  label_card_cvc: 'Security code',
  label_cardholder_name: 'Name on card',
  placeholder_card_expiry: 'MM / YY',
  placeholder_card_cvc: 'CVC',

  pay: 'Pay {amount}',
  pay_open: 'Pay',
  busy: 'Processing payment…',

  checking: 'Checking whether this order is already paid…',
  unknown_text_open:
    'Your card may have been charged. Before you pay again, please ask the shop whether it received the payment.',
} as const;

/**
 * In English only, as the file that chooses the language cannot be loaded either. Most browsers load a file that has failed
 * once more only after a reload.
 */
export const NOT_LOADED =
  'The payment form could not be loaded. You were not charged. Please try again, or reload the page.';

/** Shown in place of the form, unless the page has its own content. An earlier page may have charged the card. */
export const UNAVAILABLE = 'The payment form could not be loaded. Please reload the page.';
