import { realClock, withinTime } from '../contract/clock.js';
import { parseOrder, type TokenOrder } from '../contract/parse-report.js';
import { ORDERS_PATH } from '../contract/protocol.js';
import { digestIfPossible } from './binding.js';
import { fetchJson, type ProxyAddress } from './proxy-request.js';

const TIMEOUT_MS = 10_000;

/** The order of a token, for a form that does not trust the page around it. `undefined` if the proxy uses no tokens. */
export async function loadTokenOrder(proxy: ProxyAddress, token: string): Promise<TokenOrder | undefined> {
  const digest = await digestIfPossible(token);
  const path = digest ? `${ORDERS_PATH}/${digest}` : ORDERS_PATH; // caches answer by address
  const [{ status }, body] = await withinTime(TIMEOUT_MS, realClock, (signal) => fetchJson(proxy, path, { signal }));
  if (status === 404) return undefined;
  const order = status === 200 && body.kind === 'json' ? parseOrder(body.value) : undefined;
  if (!order) throw new Error(`The proxy answered ${status}.`);
  if (digest && order.token !== digest) throw new Error('The answer is about another order, so it came from a cache.');
  return order;
}
