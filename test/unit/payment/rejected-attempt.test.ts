import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import { openSession, payRequest } from './session.js';
import { until } from '../../support/until.js';

const CONFLICT = { code: 'conflict', outcome: 'unknown' };
const IN_DOUBT = { code: 'connection_lost', outcome: 'unknown' };

let proxies = 0;

/** Pays 49.99, gets a problem, and follows the attempt until the proxy's report settles it. */
async function settle(t: TestContext, problem: object, report: object): Promise<PaymentOutcome | undefined> {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(globalThis, 'fetch', (input: string, init: RequestInit) => {
    if (input.endsWith('/config')) return Promise.resolve(Response.json({ mode: 'test', recovery: true }));
    if (init.method !== 'POST') return Promise.resolve(Response.json(report));
    const headers = { 'Content-Type': 'application/problem+json' };
    return Promise.resolve(Response.json(problem, { status: 409, headers }));
  });
  const outcomes: PaymentOutcome[] = [];
  const session = openSession(undefined, (outcome) => outcome && outcomes.push(outcome));
  await session.pay(
    payRequest({
      proxyUrl: `https://shop.example/rejected-${proxies++}`,
      order: { amount: 4999, currency: 'EUR', reference: undefined },
    }),
  );
  session.follow();
  await until(() => {
    t.mock.timers.tick(1000);
    return outcomes.length === 2;
  });
  session.stopFollowing();
  return outcomes[1];
}

describe('an attempt that the proxy rejected because another one holds the order', () => {
  it('has no amount when the other one has paid, since its price may differ', async (t) => {
    const outcome = await settle(t, CONFLICT, { state: 'succeeded' });
    assert.deepEqual([outcome?.outcome, outcome?.amount], ['paid', undefined]);
  });

  it('has its own amount if the proxy reports on it without one', async (t) => {
    const outcome = await settle(t, IN_DOUBT, { state: 'succeeded' });
    assert.deepEqual([outcome?.outcome, outcome?.amount], ['paid', 4999]);
  });
});
