import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Attempts } from '../../../src/proxy/attempts.js';
import { Payer, TIMES } from '../../../src/proxy/pay-once.js';
import type { AttemptStore, Change } from '../../../src/proxy/store.js';
import { openLmdbStore } from '../../../src/proxy/stores/lmdb.js';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import {
  API_KEY,
  assertProblem,
  newKey,
  payAs,
  startMerchant,
  startProxy,
  testProxy,
  testService,
  told,
} from '../../support/node-proxy.js';
import { answer, gate, inTurn, reset, type Behaviour } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import { temporaryFolder } from '../../support/stores.js';

const PAID = '{ "id": "pay_1" }';

async function lmdb(t: TestContext): Promise<AttemptStore> {
  const store = await openLmdbStore({ path: await temporaryFolder(t) });
  t.after(() => store.close?.());
  return store;
}

const STORES: readonly (readonly [name: string, open: (t: TestContext) => Promise<AttemptStore>])[] = [
  ['memory', () => Promise.resolve(createMemoryStore())],
  ['LMDB', lmdb],
];

/** Waits for the gate before it does anything. */
const after =
  ({ opened }: { opened: Promise<void> }, behave: Behaviour): Behaviour =>
  (response, request) =>
    void opened.then(() => {
      behave(response, request);
    });

for (const [name, open] of STORES) {
  describe(`the same key again, over ${name}`, () => {
    for (const status of [200, 201, 202, 400, 402, 422]) {
      it(`after a ${status}: the same answer, marked, nothing sent`, async (t) => {
        const { proxyUrl, service } = await startMerchant(t, { store: await open(t) }, answer(status, PAID));
        const key = newKey();
        const [first, second] = [await told(await payAs(proxyUrl, key)), await told(await payAs(proxyUrl, key))];
        assert.deepEqual([first, second, service.requests.length], [[status, PAID, false], [status, PAID, true], 1]);
      });
    }

    for (const [what, behaviour] of [
      ['a broken connection', reset],
      ['a 500', answer(500, '{}')],
      ['a 409', answer(409, '{}')],
    ] as const) {
      it(`after ${what}: 502 attempt_unknown, marked, nothing sent`, async (t) => {
        const { proxyUrl, service } = await startMerchant(t, { store: await open(t) }, behaviour);
        const key = newKey();
        await payAs(proxyUrl, key);
        const response = await payAs(proxyUrl, key);
        assert.equal(response.headers.get('Idempotency-Replayed'), 'true');
        await assertProblem(response, 502, 'attempt_unknown', 'unknown');
        assert.equal(service.requests.length, 1);
      });
    }

    it('while the first is on its way: everybody gets its answer, sent once', async (t) => {
      const released = gate();
      const behaviour = after(released, answer(200, PAID));
      const { proxyUrl, service } = await startMerchant(t, { store: await open(t) }, behaviour);
      const key = newKey();
      const all = Array.from({ length: 8 }, () => payAs(proxyUrl, key));
      await wait(150);
      released.open();
      const answers = await Promise.all((await Promise.all(all)).map(told));
      assert.deepEqual(
        [new Set(answers.map(([status, body]) => `${status} ${body}`)), service.requests.length],
        [new Set([`200 ${PAID}`]), 1],
      );
    });
  });
}

describe('the same key with another payment', () => {
  for (const [what, behaviour, outcome] of [
    ['has paid', answer(200, PAID), 'unknown'],
    ['is unknown', answer(500), 'unknown'],
    ['was declined', answer(402), 'not_charged'],
  ] as const) {
    it(`when the first ${what}: 422, ${outcome}, nothing sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      await payAs(proxyUrl, key);
      const response = await payAs(proxyUrl, key, samplePayment({ amount: 5 }));
      await assertProblem(response, 422, 'idempotency_key_reused', outcome);
      assert.equal(service.requests.length, 1);
    });
  }

  for (const [what, change] of [
    ['currency', { currency: 'USD' }],
    ['reference', { reference: 'order-1' }],
    ['customer', { customer: { name: 'Grace Hopper' } }],
    ['metadata', { metadata: { cart: '7' } }],
    ['expiry', { card: { exp_year: 2031 } }],
  ] as const) {
    it(`is one with another ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const key = newKey();
      await payAs(proxyUrl, key);
      assert.equal((await payAs(proxyUrl, key, samplePayment(change))).status, 422);
    });
  }

  for (const [what, card] of [
    ['number', { number: '5555555555554444' }],
    ['code', { cvc: '111' }],
  ] as const) {
    it(`is not seen by the card’s ${what}, which is never stored`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const key = newKey();
      await payAs(proxyUrl, key);
      assert.equal((await payAs(proxyUrl, key, samplePayment({ card }))).status, 200);
    });
  }
});

describe('another key for the same order', () => {
  it('that is paid: the paid answer, marked, nothing sent', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, answer(201, PAID));
    await payAs(proxyUrl);
    assert.deepEqual([await told(await payAs(proxyUrl)), service.requests.length], [[201, PAID, true], 1]);
  });

  it('that may be paid: 409 conflict, unknown, nothing sent', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, answer(500));
    await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('that is being paid: 409 conflict, unknown, nothing sent', async (t) => {
    const released = gate();
    const { proxyUrl, service } = await startMerchant(t, {}, after(released, answer(200, PAID)));
    const first = payAs(proxyUrl);
    while (service.requests.length === 0) await wait(5);
    await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
    released.open();
    assert.deepEqual([(await first).status, service.requests.length], [200, 1]);
  });

  it('whose payment was declined: is sent', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, inTurn(answer(402), answer(200, PAID)));
    await payAs(proxyUrl);
    assert.deepEqual([await told(await payAs(proxyUrl)), service.requests.length], [[200, PAID, false], 2]);
  });

  for (const [what, reference] of [
    ['no reference', undefined],
    ['an empty reference', ''],
  ] as const) {
    it(`${what} is no order: each key is sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const payment = samplePayment({ reference });
      for (let times = 0; times < 2; times++) await payAs(proxyUrl, newKey(), payment);
      assert.equal(service.requests.length, 2);
    });
  }

  it('paid with a Test key only: the live one is sent, though both share a store', async (t) => {
    const store = createMemoryStore();
    const test = await startMerchant(t, { store });
    const live = await startMerchant(t, { store, mode: 'live' });
    const key = newKey();
    await payAs(test.proxyUrl, key);
    await payAs(live.proxyUrl, key);
    assert.equal(live.service.requests.length, 1);
  });
});

describe('an order that the merchant refuses once it was sent', () => {
  for (const [what, now] of [
    ['since it is paid', undefined],
    ['since it has another price', { amount: 1, currency: 'EUR' }],
  ] as const) {
    for (const [became, behaviour, status] of [
      ['paid', answer(200, PAID), 200],
      ['unknown', answer(500), 502],
    ] as const) {
      it(`${what}: who repeats the request is told that it is ${became}, not "not charged"`, async (t) => {
        let known: { amount: number; currency: string } | undefined = { amount: 4999, currency: 'EUR' };
        const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => known }, behaviour);
        const key = newKey();
        await payAs(proxyUrl, key);
        known = now;
        const [again, , replayed] = await told(await payAs(proxyUrl, key));
        assert.deepEqual([again, replayed, service.requests.length], [status, true, 1]);
      });
    }
  }

  it('while it is on its way: 409 attempt_in_flight, unknown', async (t) => {
    const released = gate();
    let known: { amount: number; currency: string } | undefined = { amount: 4999, currency: 'EUR' };
    const behaviour = after(released, answer(200, PAID));
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => known }, behaviour);
    const key = newKey();
    const first = payAs(proxyUrl, key);
    while (service.requests.length === 0) await wait(5);
    known = undefined;
    await assertProblem(await payAs(proxyUrl, key), 409, 'attempt_in_flight', 'unknown');
    released.open();
    await first;
  });

  it('another key learns nothing of it: 404', async (t) => {
    let known: { amount: number; currency: string } | undefined = { amount: 4999, currency: 'EUR' };
    const { proxyUrl } = await startMerchant(t, { resolvePayment: () => known }, answer(200, PAID));
    await payAs(proxyUrl);
    known = undefined;
    await assertProblem(await payAs(proxyUrl), 404, 'unknown_order', 'not_charged');
  });
});

describe('what ends before anything is sent leaves the key and the order free', () => {
  it('buildRequest that fails', async (t) => {
    let fails = true;
    const buildRequest = () => (fails ? undefined : {});
    const { proxyUrl } = await startMerchant(t, { buildRequest });
    const key = newKey();
    await assertProblem(await payAs(proxyUrl, key), 500, 'proxy_error', 'not_charged');
    assert.equal((await fetch(`${proxyUrl}/attempts/${key}`)).status, 404); // at once, not when its lease runs out
    fails = false;
    assert.deepEqual(await told(await payAs(proxyUrl, key)), [200, '{}', false]);
  });
});

/** A store of which a step fails as long as it is told to, before it is done or after. */
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

describe('a store that fails', () => {
  it('at the claim: 503, not charged, nothing sent', async (t) => {
    const store = faultyStore();
    store.fail = 'all';
    const { proxyUrl, service } = await startMerchant(t, { store });
    await assertProblem(await payAs(proxyUrl), 503, 'store_unavailable', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  for (const [what, again] of [
    ['its key', (key: string) => key],
    ['its order', () => newKey()],
  ] as const) {
    it(`after a payment that it was sent: who asks for ${what} is not told "not charged"`, async (t) => {
      const store = faultyStore();
      const { proxyUrl, service } = await startMerchant(t, { store });
      const key = newKey();
      await payAs(proxyUrl, key);
      store.fail = 'all';
      await assertProblem(await payAs(proxyUrl, again(key)), 503, 'store_unavailable', 'unknown');
      assert.equal(service.requests.length, 1);
    });
  }

  for (const written of [false, true]) {
    const what = written ? 'though it was written' : 'and it was not written';
    it(`before "sent" is promised, ${what}: not charged, nothing sent, and the order is free soon`, async (t) => {
      const store = faultyStore();
      const { proxyUrl, service } = await startMerchant(t, { store });
      store.fail = { state: 'sent', written };
      const key = newKey();
      await assertProblem(await payAs(proxyUrl, key), 503, 'store_unavailable', 'not_charged');
      assert.equal(service.requests.length, 0);
      store.fail = 'nothing';
      const isFree = async () => (await fetch(`${proxyUrl}/attempts/${key}`)).status === 404;
      for (const soon = Date.now() + 5000; !(await isFree()) && Date.now() < soon;) await wait(20);
      assert.equal((await payAs(proxyUrl)).status, 200);
    });
  }

  it('when the answer is there: the shopper gets it, and it is written down later', async (t) => {
    const store = faultyStore();
    store.fail = { state: 'succeeded', written: false };
    const { proxyUrl } = await startMerchant(t, { store }, answer(200, PAID));
    const key = newKey();
    assert.deepEqual(await told(await payAs(proxyUrl, key)), [200, PAID, false]);
    store.fail = 'nothing';
    assert.deepEqual(await told(await payAs(proxyUrl, key)), [200, PAID, true]);
  });
});

describe('what is stored', () => {
  const echo = JSON.stringify({ id: 'pay_1', card: PAN, note: `paid with 4242 4242 4242 4242`, cvc: CVC, code: CVC });

  it('holds no card, though the service repeats it', async (t) => {
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: AttemptStore = {
      read: (names) => memory.read(names),
      swap: (changes) => {
        kept.push(JSON.stringify(changes));
        return memory.swap(changes);
      },
    };
    const { proxyUrl } = await startMerchant(t, { store }, answer(200, echo));
    await payAs(proxyUrl);
    assert.doesNotMatch(kept.join(), new RegExp(`${PAN}|4242 4242|\\b${CVC}\\b|${API_KEY}`));
  });

  it('and what the page is told are the same', async (t) => {
    const { proxyUrl } = await startMerchant(t, {}, answer(200, echo));
    const key = newKey();
    const [card, cvc, code] = ['[masked]', '[masked]', '[masked]'];
    const masked = JSON.stringify({ id: 'pay_1', card, note: 'paid with [masked]', cvc, code });
    assert.deepEqual(
      [(await told(await payAs(proxyUrl, key)))[1], (await told(await payAs(proxyUrl, key)))[1]],
      [masked, masked],
    );
  });

  it('has a limit: of a longer answer the status is repeated', async (t) => {
    const long = JSON.stringify('x'.repeat(64 * 1024));
    const { proxyUrl } = await startMerchant(t, {}, answer(200, long));
    const key = newKey();
    assert.deepEqual(
      [await told(await payAs(proxyUrl, key)), await told(await payAs(proxyUrl, key))],
      [
        [200, long, false],
        [200, '', true],
      ],
    );
  });
});

describe('an order that was paid with another amount', () => {
  it('is in doubt: it is neither charged again nor called paid', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, answer(200, PAID));
    await payAs(proxyUrl, newKey(), samplePayment({ reference: 'order-1042', amount: 1000 }));
    const second = await payAs(proxyUrl, newKey(), samplePayment({ reference: 'order-1042', amount: 2500 }));
    await assertProblem(second, 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });
});

describe('times', () => {
  it('are nested: the service, the proxy, the widget', () => {
    assert.ok(TIMES.upstream + TIMES.store + TIMES.finish < TIMES.total && TIMES.total < 55_000);
  });

  const payer = (times: Partial<typeof TIMES>, fetch: () => Promise<Response>, store = createMemoryStore()) =>
    new Payer({
      options: {},
      service: testService(fetch),
      log: () => undefined,
      open: () => Promise.resolve(new Attempts(store)),
      takeFromLimits: () => Promise.resolve(),
      takeResend: () => Promise.resolve(true),
      times: { ...TIMES, ...times },
    });
  const request = new Request('http://localhost/pay/v1/payments');
  const never = () => new Promise<never>(() => undefined);
  const payment = { payment: samplePayment(), idempotencyKey: newKey() };

  it('who has waited long enough for the first answer: 409 attempt_in_flight, unknown, ask again in 2 s', async () => {
    const { opened, open } = gate();
    const sent = gate();
    const impatient = payer({ patience: 250 }, () => {
      sent.open();
      return opened.then(() => Response.json({}));
    });
    const first = impatient.pay(payment, request, Date.now());
    await sent.opened;
    await assert.rejects(impatient.pay(payment, request, Date.now()), {
      status: 409,
      code: 'attempt_in_flight',
      outcome: 'unknown',
      headers: { 'Retry-After': '2' },
    });
    open();
    await first;
  });

  it('a service that never answers: 504 timeout, even when its fetch cannot be aborted', async () => {
    const response = await payer({ upstream: 100 }, never).pay(payment, request, Date.now());
    await assertProblem(response, 504, 'timeout', 'unknown');
  });

  it('too late to send: 503, not charged, and the order is free', async () => {
    const sent: string[] = [];
    const late = payer({}, () => {
      sent.push('once');
      return Promise.resolve(Response.json({}));
    });
    const longAgo = Date.now() - TIMES.total + 1000;
    await assert.rejects(late.pay(payment, request, longAgo), { code: 'proxy_error', outcome: 'not_charged' });
    assert.equal(sent.length, 0);
    assert.equal((await late.pay(payment, request, Date.now())).status, 200);
  });

  it('a store that never answers: 503, not charged', async () => {
    const stuck = payer({ store: 50 }, never, { read: never, swap: never });
    await assert.rejects(stuck.pay(payment, request, Date.now()), {
      code: 'store_unavailable',
      outcome: 'not_charged',
    });
  });
});

describe('resolve', () => {
  for (const [what, of] of [
    ['its key', (key: string) => key],
    ['its order', () => ({ reference: 'order-1042' })],
  ] as const) {
    it(`settles an unknown attempt by ${what} as paid: that is answered from then on`, async (t) => {
      const proxy = testProxy({ fetch: () => Promise.reject(new Error('odd')) });
      const proxyUrl = await startProxy(t, proxy);
      const key = newKey();
      await payAs(proxyUrl, key);
      assert.equal(await proxy.resolve(of(key), 'succeeded', { status: 200, body: PAID }), true);
      assert.deepEqual(await told(await payAs(proxyUrl, key)), [200, PAID, true]);
    });
  }

  it('as failed: the order can be paid again, and the old key says that it is not charged', async (t) => {
    const service = inTurn(answer(500), answer(200, PAID));
    const store = createMemoryStore();
    const { proxyUrl } = await startMerchant(t, { store }, service);
    const key = newKey();
    await payAs(proxyUrl, key);
    await testProxy({ store }).resolve(key, 'failed');
    await assertProblem(await payAs(proxyUrl, key), 503, 'proxy_error', 'not_charged');
    assert.deepEqual(await told(await payAs(proxyUrl)), [200, PAID, false]);
  });

  for (const [what, attempt] of [
    ['a key that never came', newKey()],
    ['an order that nobody has paid', { reference: 'none' }],
  ] as const) {
    it(`${what}: false`, async () => {
      assert.equal(await testProxy().resolve(attempt, 'succeeded'), false);
    });
  }

  it('what is paid cannot be called failed', async (t) => {
    const store = createMemoryStore();
    const { proxyUrl } = await startMerchant(t, { store });
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.equal(await testProxy({ store }).resolve(key, 'failed'), false);
  });
});

describe('close', () => {
  it('waits for the payment that is on its way, and takes no other', async (t) => {
    const [arrived, released] = [gate(), gate()];
    const proxy = testProxy({
      fetch: async () => {
        arrived.open();
        await released.opened;
        return Response.json({});
      },
    });
    const proxyUrl = await startProxy(t, proxy);
    const first = payAs(proxyUrl);
    await arrived.opened;
    let closed = false;
    const closing = proxy.close().then(() => (closed = true));
    await assertProblem(await payAs(proxyUrl), 503, 'store_unavailable', 'not_charged');
    assert.equal(closed, false);
    released.open();
    assert.deepEqual([(await first).status, await closing], [200, true]);
  });
});
