import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptStore, Change } from 'payment-widget-proxy/stores/store';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, newKey, paymentRequest, readReply, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const PAID = '{ "id": "pay_1" }';

/** A store that fails completely, or whose writes of a state fail before or after they take place. */
function faultyStore(): AttemptStore & { fail: 'nothing' | 'all' | { states: string[]; written: boolean } } {
  const store = createMemoryStore();
  const writes = (changes: readonly Change[], states: string[]) =>
    changes.some(({ after }) => states.some((state) => after?.includes(`"state":"${state}"`)));
  return {
    ...store,
    fail: 'nothing',
    read(names) {
      return this.fail === 'all' ? Promise.reject(new Error('no store')) : store.read(names);
    },
    async swap(changes) {
      if (this.fail === 'all') throw new Error('no store');
      if (this.fail === 'nothing' || !writes(changes, this.fail.states)) return store.swap(changes);
      if (this.fail.written) await store.swap(changes);
      throw new Error('no store');
    },
  };
}

function setUp({ volatile = false } = {}) {
  const clock = new FakeClock();
  const store = Object.assign(faultyStore(), { volatile });
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve(new Response(PAID, { headers: { 'Content-Type': 'application/json' } }));
  };
  const resolvePayment = ({ reference }: { reference?: string }) =>
    reference === 'unknown' ? undefined : { amount: 4999, currency: 'EUR' };
  const proxy = testProxy({ store, fetch, resolvePayment }, clock);
  return {
    store,
    sent,
    pay: (key: string, payment: unknown = samplePayment()) =>
      proxy(paymentRequest('http://localhost/pay', payment, { 'Idempotency-Key': key })),
    /** Lets the proxy repeat failed writes. */
    backgroundWrites: () => clock.advance(500),
  };
}

describe('store failure', () => {
  for (const [what, fail] of [
    ['before sending', 'all'],
    ['during the claim', { states: ['claimed'], written: false }],
  ] as const) {
    it(`${what}: 503, unknown, since another process may have sent it; nothing sent`, async () => {
      const { store, sent, pay } = setUp();
      store.fail = fail === 'all' ? fail : { ...fail, states: [...fail.states] };
      await assertProblem(await pay(newKey()), 503, 'store_unavailable', 'unknown');
      assert.equal(sent.length, 0);
    });
  }

  for (const written of [false, true]) {
    const what = `${written ? 'after' : 'before'} the write that permits sending`;
    it(`${what}: 503, not charged, no copy of the request is sent later, and the order is free`, async () => {
      const { store, sent, pay } = setUp();
      store.fail = { states: ['sent'], written };
      const key = newKey();
      await assertProblem(await pay(key), 503, 'store_unavailable', 'not_charged');
      store.fail = 'nothing';
      await assertProblem(await pay(key), 503, 'proxy_error', 'not_charged');
      assert.equal(sent.length, 0);
      assert.equal((await pay(newKey())).status, 200);
    });

    it(`${what}, and later: 503, unknown, and not charged when the store works again`, async () => {
      const { store, sent, pay, backgroundWrites } = setUp();
      store.fail = { states: ['sent', 'failed'], written };
      const key = newKey();
      await assertProblem(await pay(key), 503, 'store_unavailable', 'unknown');
      store.fail = 'nothing';
      await backgroundWrites();
      await assertProblem(await pay(key), 503, 'proxy_error', 'not_charged');
      assert.equal(sent.length, 0);
      assert.equal((await pay(newKey())).status, 200);
    });
  }

  it('after the response of the service: the shopper gets the response, and it is stored later', async () => {
    const { store, sent, pay, backgroundWrites } = setUp();
    store.fail = { states: ['succeeded'], written: false };
    const key = newKey();
    assert.deepEqual(await readReply(await pay(key)), [200, PAID, false]);
    store.fail = 'nothing';
    await backgroundWrites();
    assert.deepEqual([await readReply(await pay(key)), sent.length], [[200, PAID, true], 1]);
  });
});
