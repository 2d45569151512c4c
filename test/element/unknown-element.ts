import type { PaymentWidget } from 'payment-widget';

/** An element that the registry of the page does not know, as in jsdom. */
export const createUnknown = (): PaymentWidget =>
  document.implementation.createHTMLDocument().createElement('payment-widget');
