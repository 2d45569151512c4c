import { PaymentError } from '../contract/errors.js';
import { realClock, withinTime } from '../contract/clock.js';
import type { PaymentSubmitDetail } from './outcome.js';
import type { PaymentRequest } from './payment-request.js';

const TIMEOUT_MS = 10_000;

type Confirmable = Pick<PaymentRequest, 'order' | 'proxyUrl' | 'confirm'>;

type Collect<Request> = (agreed: Confirmable['order']) => Request | Promise<Request>;

/** `undefined` if the request may be sent as it is. Throws `submit_prevented`. */
export function confirmPayment<Request extends Confirmable>(
  request: Request,
  attempt: PaymentSubmitDetail,
  collect: Collect<Request>,
): Promise<Request> | undefined {
  const checks = request.confirm(attempt);
  if (!checks) throw new PaymentError('submit_prevented', 'The page has prevented the payment.');
  if (checks.length === 0) return undefined;
  return collectAgain(request, checks, collect);
}

/** The page may have changed everything meanwhile, but the shopper agreed to one price of one order. */
async function collectAgain<Request extends Confirmable>(
  { order, proxyUrl }: Request,
  checks: readonly PromiseLike<unknown>[],
  collect: Collect<Request>,
): Promise<Request> {
  try {
    await withinTime(TIMEOUT_MS, realClock, () => Promise.all(checks));
  } catch (cause) {
    const message = 'A check of the page has failed, or did not end within 10 seconds. Nothing was sent.';
    throw new PaymentError('submit_prevented', message, { cause });
  }
  const request = await collect(order);
  if (request.order.reference !== order.reference || request.proxyUrl !== proxyUrl) {
    throw new PaymentError('submit_prevented', 'The page has changed the order. Nothing was sent.');
  }
  return request;
}
