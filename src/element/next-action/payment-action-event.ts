import type { PaymentActionDetail } from '../../payment/outcome.js';
import { PaymentEvent } from '../events.js';

/** The bank asks the shopper to confirm the payment; `preventDefault()` keeps the shopper on this page. */
export class PaymentActionEvent extends PaymentEvent<PaymentActionDetail> {
  constructor(detail: PaymentActionDetail) {
    super('payment-action', detail, true);
  }
}
