import type { PaymentErrorDetail, PaymentOutcome, PaymentResultDetail } from '../../payment/outcome.js';
import { PaymentFailureEvent } from '../events.js';
import { PaymentPendingEvent, PaymentSuccessEvent, PaymentUnknownEvent } from '../late-events.js';

/** Creates the event for an outcome. */
export function createOutcomeEvent({ outcome, ...detail }: PaymentOutcome): CustomEvent {
  switch (outcome) {
    case 'paid':
      return new PaymentSuccessEvent(detail as PaymentResultDetail);
    case 'pending':
      return new PaymentPendingEvent(detail as PaymentResultDetail);
    case 'failed':
      return new PaymentFailureEvent(detail as PaymentErrorDetail);
    case 'unknown':
      return new PaymentUnknownEvent(detail as PaymentErrorDetail);
  }
}
