import type { Order } from '../../payment/outcome.js';
import { normalizeReference } from '../../settings/usual-settings.js';
import type { PaymentWidget } from '../payment-widget.js';

/**
 * Shows the price that the proxy has reported, unless the page has set another order since.
 * @param submitted - the order that was paid
 */
export function takePrice(widget: PaymentWidget, price: Partial<Order>, submitted: Order | undefined): void {
  if (widget.currency !== submitted?.currency) return;
  if (normalizeReference(widget.reference) !== submitted?.reference) return;
  widget.amount = price.amount;
  widget.currency = price.currency;
}
