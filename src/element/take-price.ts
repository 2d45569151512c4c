import type { Order } from '../payment/outcome.js';
import { normalizeReference } from '../settings/settings.js';
import type { ElementSettings } from './plain-settings.js';

/** Unless the page has set another order since it was submitted. */
export function takePrice(element: ElementSettings, price: Partial<Order>, submitted: Order | undefined): void {
  if (element.currency !== submitted?.currency) return;
  if (normalizeReference(element.reference) !== submitted?.reference) return;
  element.amount = price.amount;
  element.currency = price.currency;
}
