import { realClock, withinTime } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import { parseOrder, type TokenOrder } from '../contract/parse-order.js';
import { ORDERS_PATH } from '../contract/protocol.js';
import { digestIfPossible, fetchJson, type ProxyAddress } from './proxy-request.js';

const TIMEOUT_MS = 10_000;

/**
 * Asks the proxy for an order, as the form does not trust the page around it. Throws unless the proxy has answered.
 * @throws {PaymentError} `order_token_invalid` or `order_token_expired`
 */
export async function loadTokenOrder(proxy: ProxyAddress, token: string): Promise<TokenOrder> {
  const digest = await digestIfPossible(token);
  const path = digest ? `${ORDERS_PATH}/${digest}` : ORDERS_PATH; // caches answer by address
  const [{ status }, body] = await withinTime(TIMEOUT_MS, realClock, (signal) => fetchJson(proxy, path, { signal }));
  const json = body.kind === 'json' ? body.value : undefined;
  if (status === 403) throwRefusal(json);
  const order = status === 200 ? parseOrder(json) : undefined;
  if (!order) throw new Error(`The proxy answered ${status}.`);
  if (digest && order.token !== digest) throw new Error('The answer is about another order, so it came from a cache.');
  return order;
}

/** Throws if the proxy refuses the token. With a Test key, it gives a reason. */
function throwRefusal(problem: unknown): void {
  const { code, reason } = Object(problem) as { code?: unknown; reason?: unknown };
  if (code === 'order_token_expired') throw new PaymentError(code, 'The order token has expired.');
  const message = `The proxy refuses the order token${typeof reason === 'string' ? ` (${reason})` : ''}.`;
  if (code === 'order_token_invalid') throw new PaymentError(code, message);
}
