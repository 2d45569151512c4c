import { PaymentError } from '../../contract/errors.js';
import { checkTextOf } from '../../contract/request.js';
import type {
  Order,
  PaymentActionDetail,
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentSubmitDetail,
} from '../../payment/outcome.js';
import { PaymentFailureEvent, PaymentUnknownEvent } from '../../element/events.js';
import {
  PaymentActionEvent,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
  takePrice,
} from '../../element/payment-events.js';
import { leavePage } from '../../payment/next-action.js';
import { returnUrlFor } from './host-settings.js';
import { OUTCOME_EVENTS, type EventName } from '../messages/shared.js';
import type { Permission } from '../messages/to-frame.js';
import type { SentError } from '../messages/to-page.js';
import type { Widget } from '../../element/widget-properties.js';

type Detail = Readonly<Record<string, unknown>>;
type EventClass = new (detail: never) => CustomEvent;

type Report = Exclude<EventName, 'payment-submit'>;

const EVENTS: Readonly<Record<Report, EventClass>> = {
  'payment-ready': PaymentReadyEvent,
  'payment-change': PaymentChangeEvent,
  'payment-field': PaymentFieldEvent,
  'payment-action': PaymentActionEvent,
  'payment-success': PaymentSuccessEvent,
  'payment-pending': PaymentPendingEvent,
  'payment-failure': PaymentFailureEvent,
  'payment-unknown': PaymentUnknownEvent,
};

/** The body of the service stays in the frame. */
function toDetail(sent: Detail): Detail {
  if ('status' in sent) return { ...sent, payment: null };
  return sent['error'] ? { ...sent, error: toError(sent['error'] as SentError) } : sent;
}

function toError({ code, message, price, ...options }: SentError): PaymentError {
  return new PaymentError(code, message, { ...options, cause: price });
}

export function outcomeOf(name: EventName, sent: Detail): PaymentOutcome | undefined {
  const [outcome] = Object.entries(OUTCOME_EVENTS).find(([, event]) => event === name) ?? [];
  return outcome === undefined ? undefined : ({ outcome, ...toDetail(sent) } as PaymentOutcome);
}

type EventMembers = Partial<PaymentErrorDetail> & { readonly afterAction?: boolean };

export function dispatchFromFrame(element: Widget, name: Report, sent: Detail): void {
  const detail = toDetail(sent);
  const { error, restored, afterAction, ...order } = detail as unknown as Order & EventMembers;
  const price = error?.code === 'amount_changed' && element.amount !== undefined && error.cause;
  if (price) takePrice(element, price, order); // the form shows it already
  const wasConnected = element.isConnected;
  const isAllowed = element.dispatchEvent(new EVENTS[name](detail as never));
  if (!isAllowed || !wasConnected) return;
  if (name === 'payment-action' && !restored) leavePage((detail as unknown as PaymentActionDetail).action);
  if ((name !== 'payment-success' && name !== 'payment-pending') || (restored && !afterAction)) return;
  const outcome = name === 'payment-success' ? 'paid' : 'pending';
  const url = returnUrlFor(element, { outcome, reference: order.reference });
  if (url) element.ownerDocument.location.assign(url);
}

export type Answer = Omit<Permission, 'key'>;

export const PREVENTED: Answer = { isAllowed: false, isPrevented: true };

export async function askListeners(element: Widget, sent: Detail): Promise<Answer> {
  const checks: PromiseLike<unknown>[] = [];
  const event = new PaymentSubmitEvent(sent as unknown as PaymentSubmitDetail, (check) => checks.push(check));
  if (!element.dispatchEvent(event)) return PREVENTED;
  try {
    await Promise.all(checks);
    return { isAllowed: true };
  } catch (reason) {
    return { isAllowed: false, text: checkTextOf(reason)?.slice(0, 1000) };
  }
}
