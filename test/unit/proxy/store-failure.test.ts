import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptStore, Change } from '../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, newKey, paymentRequest, readReply, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const PAID = '{ "id": "pay_1" }';

/** A store that fails completely, or whose writes of a state fail before or after they take place. */
function faultyStore(): AttemptStore & { fail: 'nothing' | 'all' | { state: string; written: boolean } } {
  const store = createMemoryStore();
  const writes = (changes: readonly Change[], state: string) =>
    changes.some(({ after }) => after?.includes(`"state":"${state}"`));
  return {
    fail: 'nothing',
    read(names) {
      return this.fail === 'all' ? Promise.reject(new Error('no store')) : store.read(names);
    },
    async swap(changes) {
      if (this.fail === 'all') throw new Error('no store');
      if (this.fail === 'nothing' || !writes(changes, this.fail.state)) return store.swap(changes);
      if (this.fail.written) await store.swap(changes);
      throw new Error('no store');
    },
  };
}

function setUp({ shared = false } = {}) {
  const clock = new FakeClock();
  const store = Object.assign(faultyStore(), { shared });
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
  it('before sending: 503, not charged, nothing sent', async () => {
    const { store, sent, pay } = setUp();
    store.fail = 'all';
    await assertProblem(await pay(newKey()), 503, 'store_unavailable', 'not_charged');
    assert.equal(sent.length, 0);
  });

  it('of a store that other machines share, before sending: 503, unknown, nothing sent', async () => {
    const { store, sent, pay } = setUp({ shared: true });
    store.fail = 'all';
    await assertProblem(await pay(newKey()), 503, 'store_unavailable', 'unknown');
    assert.equal(sent.length, 0);
  });

  it('of a store that other machines share, during the claim: 503, unknown, nothing sent', async () => {
    const { store, sent, pay } = setUp({ shared: true });
    store.fail = { state: 'claimed', written: false };
    await assertProblem(await pay(newKey()), 503, 'store_unavailable', 'unknown');
    assert.equal(sent.length, 0);
  });

  for (const [shared, status, code, outcome] of [
    [false, 404, 'unknown_order', 'not_charged'],
    [true, 503, 'store_unavailable', 'unknown'],
  ] as const) {
    const what = shared ? 'a store that other machines share' : 'the only store';
    it(`of ${what}, for an order that is refused: ${status}, ${outcome}`, async () => {
      const { store, pay } = setUp({ shared });
      store.fail = 'all';
      const response = await pay(newKey(), samplePayment({ reference: 'unknown' }));
      await assertProblem(response, status, code, outcome);
    });
  }

  for (const [what, again] of [
    ['the same key', (key: string) => key],
    ['the same order', () => newKey()],
  ] as const) {
    it(`after a payment was sent: ${what} is answered with 503, unknown, nothing sent`, async () => {
      const { store, sent, pay } = setUp();
      const key = newKey();
      await pay(key);
      store.fail = 'all';
      await assertProblem(await pay(again(key)), 503, 'store_unavailable', 'unknown');
      assert.equal(sent.length, 1);
    });
  }

  for (const [written, shared] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    const what = `${written ? 'after' : 'before'} the write that permits sending${shared ? ', to a shared store' : ''}`;
    it(`${what}: 503, not charged, nothing sent, and the order is freed later`, async () => {
      const { store, sent, pay, backgroundWrites } = setUp({ shared });
      store.fail = { state: 'sent', written };
      await assertProblem(await pay(newKey()), 503, 'store_unavailable', 'not_charged');
      assert.equal(sent.length, 0);
      store.fail = 'nothing';
      await backgroundWrites();
      assert.equal((await pay(newKey())).status, 200);
    });
  }

  it('after the response of the service: the shopper gets the response, and it is stored later', async () => {
    const { store, sent, pay, backgroundWrites } = setUp();
    store.fail = { state: 'succeeded', written: false };
    const key = newKey();
    assert.deepEqual(await readReply(await pay(key)), [200, PAID, false]);
    store.fail = 'nothing';
    await backgroundWrites();
    assert.deepEqual([await readReply(await pay(key)), sent.length], [[200, PAID, true], 1]);
  });
});
