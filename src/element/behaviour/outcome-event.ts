import type { PaymentErrorDetail, PaymentOutcome, PaymentResultDetail } from '../../payment/outcome.js';
import { PaymentFailureEvent } from '../events.js';
import { PaymentPendingEvent, PaymentSuccessEvent, PaymentUnknownEvent } from '../late-events.js';
import type { WidgetModel } from './widget-model.js';

/**
 * Dispatches the event of an outcome. Then the page goes to `return-url`, unless a listener prevents it. An element that the page has
 * removed leaves the page alone.
 */
export function reportOutcome({ widget, settings }: WidgetModel, outcome: PaymentOutcome): void {
  const isDone = widget.isConnected && endsVisit(outcome);
  const isAllowed = widget.dispatchEvent(createOutcomeEvent(outcome));
  const url = isDone && isAllowed ? settings.returnUrlFor(outcome) : undefined;
  if (url) widget.ownerDocument.location.assign(url);
}

/** Whether the shopper is done here. A shopper who comes back to a page that has paid wants to see that page. */
function endsVisit({ outcome, restored }: PaymentOutcome): boolean {
  return (outcome === 'paid' || outcome === 'pending') && !restored;
}

/** Creates the event for an outcome. */
function createOutcomeEvent({ outcome, ...detail }: PaymentOutcome): CustomEvent {
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
