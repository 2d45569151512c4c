import type { PaymentErrorDetail, PaymentOutcome, PaymentResultDetail } from '../../payment/outcome.js';
import { PaymentFailureEvent, PaymentUnknownEvent } from '../events.js';
import { PaymentPendingEvent, PaymentSuccessEvent } from '../late-events.js';
import type { WidgetModel } from './widget-model.js';

/**
 * Dispatches the event of an outcome. Then the page goes to `return-url`, unless a listener prevents it. An element that the page has
 * removed leaves the page alone.
 */
export function reportOutcome({ widget, settings }: WidgetModel, outcome: PaymentOutcome): void {
  if (outcome.outcome === 'action_required') {
    const { outcome: _, ...detail } = outcome;
    settings.nextAction?.requestAction(widget, detail);
    return;
  }
  if (outcome.outcome === 'unknown' && outcome.error.status !== undefined) {
    console.warn(`<payment-widget>: ${outcome.error.code}: ${outcome.error.message}`); // another server may have answered
  }
  const isDone = widget.isConnected && endsVisit(outcome);
  const isAllowed = widget.dispatchEvent(createOutcomeEvent(outcome));
  const url = isDone && isAllowed ? settings.returnUrlFor(outcome) : undefined;
  if (url) widget.ownerDocument.location.assign(url);
}

/** An outcome without a further step of the shopper. */
export type Ended = Exclude<PaymentOutcome, { outcome: 'action_required' }>;

/** Whether the shopper is done here. A shopper who comes back to a page that has paid wants to see that page. */
function endsVisit(ended: Ended): boolean {
  return !('error' in ended) && (!ended.restored || ended.afterAction === true);
}

const EVENTS = {
  paid: PaymentSuccessEvent,
  pending: PaymentPendingEvent,
  failed: PaymentFailureEvent,
  unknown: PaymentUnknownEvent,
};

/** Creates the event for an outcome. */
export function createOutcomeEvent({ outcome, ...detail }: Ended): CustomEvent {
  return new EVENTS[outcome](detail as PaymentResultDetail & PaymentErrorDetail);
}
