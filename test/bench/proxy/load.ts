import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { isLuhn } from '../../../src/card/card.js';

export interface LoadResult {
  readonly perSecond: number;
  /** In ms, of each request. */
  readonly latencies: readonly number[];
}

interface Load {
  readonly connections: number;
  /** In s. */
  readonly duration: number;
}

/** So many at once that there is always something to do: how many get through. */
export const FULL: Load = { connections: 16, duration: 4 };
/** One after the other: how long each takes when nothing is in its way. */
export const ONE_BY_ONE: Load = { connections: 1, duration: 3 };

let orders = 0;

/** Pays again and again, each time another order with another card. @throws when any of it was not answered with 200 */
export async function putLoadOn(proxyUrl: string, { connections, duration }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const instance = autocannon({
    url: `${proxyUrl}/pay/v1/payments`,
    method: 'POST',
    connections,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, ...newPayment() }) }],
  });
  void instance.on('response', (_client, _status, _bytes, time) => latencies.push(time));
  const { non2xx, errors, requests, '2xx': paid } = await instance;
  if (non2xx + errors > 0) throw new Error(`${non2xx} of ${paid + non2xx} requests were refused, ${errors} failed.`);
  return { perSecond: requests.average, latencies };
}

function newPayment() {
  const order = ++orders;
  return {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomBytes(24).toString('base64url') },
    body: JSON.stringify({
      amount: 4999,
      currency: 'EUR',
      reference: `order-${order}`,
      customer: { name: 'Ada Lovelace' },
      payment_method: { type: 'card', card: { number: newNumber(order), exp_month: 12, exp_year: 2040, cvc: '123' } },
    }),
  };
}

/** As in a shop, where what is worked out for one card is of no use for the next. */
function newNumber(order: number): string {
  const digits = String(424_242_424_000_000 + order);
  return Array.from('0123456789', (check) => digits + check).find(isLuhn) ?? '';
}
