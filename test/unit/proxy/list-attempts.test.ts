import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AttemptStore, ListAttemptsOptions, PaymentProxy } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const STATUS_OF: Readonly<Record<string, number>> = { paid: 200, later: 202, declined: 402, lost: 500 };

/** A proxy whose service answers by the reference of the order, which it has attempted to pay. */
async function proxyWith(references: readonly string[], store: AttemptStore = createMemoryStore()) {
  const keys = new Map<string, string>();
  const proxy = testProxy({
    store,
    fetch: async (request) => {
      const { reference } = (await request.json()) as { reference: string };
      return Response.json({}, { status: STATUS_OF[reference] ?? 200 });
    },
  });
  for (const reference of references) {
    const key = newKey();
    keys.set(reference, key);
    await proxy(paymentRequest('https://shop.example/pay', samplePayment({ reference }), { 'Idempotency-Key': key }));
  }
  return { proxy, keys };
}

async function statesOf(proxy: PaymentProxy, options?: ListAttemptsOptions) {
  const states: Record<string, string> = {};
  for await (const { reference = '', state } of proxy.listAttempts(options)) states[reference] = state;
  return states;
}

describe('listAttempts()', () => {
  it('names the state of each attempt', async () => {
    const { proxy } = await proxyWith(['paid', 'later', 'declined', 'lost']);
    const expected = { paid: 'succeeded', later: 'pending', declined: 'failed', lost: 'unknown' };
    assert.deepEqual(await statesOf(proxy), expected);
    assert.deepEqual(await statesOf(proxy, { open: true }), { later: 'pending', lost: 'unknown' });
  });

  it('names order, price and time of an attempt, and how the log names it', async (t) => {
    const now = new Date('2026-03-01T12:00:00Z');
    t.mock.timers.enable({ apis: ['Date'], now });
    const { proxy, keys } = await proxyWith(['paid']);
    const key = keys.get('paid') ?? '';
    const attempt = createHash('sha256').update(key).digest('hex').slice(0, 12);
    const expected = { attempt, key, reference: 'paid', state: 'succeeded', since: now, amount: 4999, currency: 'EUR' };
    for await (const listed of proxy.listAttempts()) assert.deepEqual(listed, expected);
  });

  it('lists only attempts that changed since a time', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const store = createMemoryStore();
    await proxyWith(['paid'], store);
    t.mock.timers.tick(60_000);
    const { proxy } = await proxyWith(['declined'], store);
    assert.deepEqual(await statesOf(proxy, { since: new Date(Date.now() - 1000) }), { declined: 'failed' });
  });

  it('keeps Test and Live apart', async () => {
    const store = createMemoryStore();
    await proxyWith(['paid'], store);
    const live = testProxy({ store, mode: 'live' });
    assert.deepEqual(await statesOf(live), {});
  });
});
