import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { isLuhn } from '../../../src/card/card.js';

export interface LoadResult {
  readonly perSecond: number;
  /** Latency of each request, in ms. */
  readonly latencies: readonly number[];
}

interface Load {
  readonly connections: number;
  /** In seconds. */
  readonly duration: number;
}

/** Keeps the proxy busy, to measure throughput. */
export const CONCURRENT: Load = { connections: 16, duration: 4 };
/** One request at a time, to measure latency. */
export const SEQUENTIAL: Load = { connections: 1, duration: 3 };

let orders = 0;

/** Sends payments, each for another order and card. @throws if any response is not 2xx */
export async function generateLoad(proxyUrl: string, { connections, duration }: Load): Promise<LoadResult> {
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
  if (non2xx + errors > 0)
    throw new Error(
      `${non2xx} of ${paid + non2xx} responses are not 2xx, ${errors} requests failed. Expected 2xx only.`,
    );
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

/** A different valid number per order, so that caching per card has no effect. */
function newNumber(order: number): string {
  const digits = String(424_242_424_000_000 + order);
  return Array.from('0123456789', (check) => digits + check).find(isLuhn) ?? '';
}
