import { realClock, withinTime } from '../contract/clock.js';
import { parseOrder, type TokenOrder } from '../contract/parse-order.js';
import { ORDERS_PATH } from '../contract/protocol.js';
import { digestIfPossible } from './binding.js';
import { fetchJson, type ProxyAddress } from './proxy-request.js';

const TIMEOUT_MS = 10_000;

/** Asks the proxy for an order, as the form does not trust the page around it. Throws unless the proxy has answered. */
export async function loadTokenOrder(proxy: ProxyAddress, token: string): Promise<TokenOrder> {
  const digest = await digestIfPossible(token);
  const path = digest ? `${ORDERS_PATH}/${digest}` : ORDERS_PATH; // caches answer by address
  const [{ status }, body] = await withinTime(TIMEOUT_MS, realClock, (signal) => fetchJson(proxy, path, { signal }));
  const order = status === 200 && body.kind === 'json' ? parseOrder(body.value) : undefined;
  if (!order) throw new Error(`The proxy answered ${status}.`);
  if (digest && order.token !== digest) throw new Error('The answer is about another order, so it came from a cache.');
  return order;
}
