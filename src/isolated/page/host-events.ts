import { PaymentError } from '../../contract/errors.js';
import { checkTextOf } from '../../contract/request.js';
import type { PaymentOutcome, PaymentSubmitDetail } from '../../payment/outcome.js';
import {
  askListeners,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentReadyEvent,
  reportOutcome,
  takePrice,
} from '../../element/payment-events.js';
import { leavePage } from '../../payment/next-action.js';
import { returnUrlFor } from './host-settings.js';
import type { Permission } from '../messages/to-frame.js';
import { OUTCOME_EVENTS, type EventName } from '../messages/shared.js';
import type { SentError } from '../messages/to-page.js';
import type { Widget } from '../../element/widget-properties.js';

type Detail = Readonly<Record<string, unknown>>;

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

const REPORTS = {
  'payment-ready': PaymentReadyEvent,
  'payment-change': PaymentChangeEvent,
  'payment-field': PaymentFieldEvent,
};

export function dispatchFromFrame(element: Widget, name: Exclude<EventName, 'payment-submit'>, sent: Detail): void {
  const outcome = outcomeOf(name, sent);
  if (!outcome) {
    element.dispatchEvent(new REPORTS[name as keyof typeof REPORTS](sent as never));
    return;
  }
  const error = 'error' in outcome ? outcome.error : undefined;
  const price = error?.code === 'amount_changed' && element.amount !== undefined && error.cause;
  if (price) takePrice(element, price, outcome); // the form shows it already
  reportOutcome(element, outcome, leavePage, (result) => returnUrlFor(element, result));
}

export interface Answer extends Omit<Permission, 'key'> {
  /** The text of a `PaymentCheckError` for the shopper. It stays in the page. */
  readonly text?: string | undefined;
}

export const PREVENTED: Answer = { isAllowed: false, isPrevented: true };

export async function askPermission(element: Widget, sent: Detail): Promise<Answer> {
  const checks = askListeners(element, sent as unknown as PaymentSubmitDetail);
  if (!checks) return PREVENTED;
  try {
    await Promise.all(checks);
    return { isAllowed: true };
  } catch (reason) {
    return { isAllowed: false, text: checkTextOf(reason) };
  }
}
