import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from 'payment-widget/contract/clock';
import { FakeClock } from '../../support/fake-clock.js';
import {
  API_KEY,
  assertProblem,
  newKey,
  payAs,
  startMerchant,
  startProxy,
  testProxy,
  testService,
  readReply,
} from '../../support/node-proxy.js';
import { answer, gate, inTurn, reset, type Behaviour } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';
import { Attempts, ATTEMPT_TIMES } from 'payment-widget-proxy/attempts/attempts';
import { createLimits } from 'payment-widget-proxy/limits/limits';
import { accessOf } from 'payment-widget-proxy/order/access';
import { Payer } from 'payment-widget-proxy/payment/payer';
import { TIMES } from 'payment-widget-proxy/payment/store-steps';
import type { Service } from 'payment-widget-proxy/service/service';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import type { AttemptStore } from 'payment-widget-proxy/stores/store';

const PAID = '{ "id": "pay_1" }';

/** Waits for a gate before it answers. Opens another one when a request arrives. */
const after =
  ({ opened }: { opened: Promise<void> }, behave: Behaviour, arrived?: { open: () => void }): Behaviour =>
  (response, request) => {
    arrived?.open();
    void opened.then(() => {
      behave(response, request);
    });
  };

describe('repeated attempt key', () => {
  for (const status of [200, 201, 202, 400, 402, 422]) {
    it(`replays the response after a ${status}, sends nothing`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, answer(status, PAID));
      const key = newKey();
      const [first, second] = [
        await readReply(await payAs(proxyUrl, key)),
        await readReply(await payAs(proxyUrl, key)),
      ];
      assert.deepEqual([first, second, service.requests.length], [[status, PAID, false], [status, PAID, true], 1]);
    });
  }

  for (const [what, behaviour] of [
    ['a broken connection', reset],
    ['a 500', answer(500, '{}')],
    ['a 409', answer(409, '{}')],
  ] as const) {
    it(`answers 502 attempt_unknown after ${what}, sends nothing`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      await payAs(proxyUrl, key);
      const response = await payAs(proxyUrl, key);
      assert.equal(response.headers.get('Idempotency-Replayed'), 'true');
      await assertProblem(response, 502, 'attempt_unknown', 'unknown');
      assert.equal(service.requests.length, 1);
    });
  }

  it('gives concurrent requests the same response, sends once', async (t) => {
    const allArrived = gate();
    let arrived = 0;
    const resolvePayment = () => {
      if (++arrived === 8) allArrived.open();
      return { amount: 4999, currency: 'EUR' };
    };
    const behaviour = after(allArrived, answer(200, PAID));
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment }, behaviour);
    const key = newKey();
    const all = Array.from({ length: 8 }, () => payAs(proxyUrl, key));
    const answers = await Promise.all((await Promise.all(all)).map(readReply));
    assert.deepEqual(
      [new Set(answers.map(([status, body]) => `${status} ${body}`)), service.requests.length],
      [new Set([`200 ${PAID}`]), 1],
    );
  });
});

describe('repeated attempt key with another payment', () => {
  for (const [what, behaviour, outcome] of [
    ['succeeded', answer(200, PAID), 'unknown'],
    ['is unknown', answer(500), 'unknown'],
    ['was declined', answer(402), 'not_charged'],
  ] as const) {
    it(`is rejected when the first ${what}: 422, ${outcome}, nothing sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      await payAs(proxyUrl, key);
      const response = await payAs(proxyUrl, key, samplePayment({ amount: 5 }));
      await assertProblem(response, 422, 'idempotency_key_reused', outcome);
      assert.equal(service.requests.length, 1);
    });
  }
});

describe('another attempt key for the same order', () => {
  it('answers 409 conflict, unknown, when the order may be paid, sends nothing', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, answer(500));
    await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('answers 409 conflict, unknown, while a payment is in progress, sends nothing', async (t) => {
    const [arrived, released] = [gate(), gate()];
    const { proxyUrl, service } = await startMerchant(t, {}, after(released, answer(200, PAID), arrived));
    const first = payAs(proxyUrl);
    await arrived.opened;
    await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
    released.open();
    assert.deepEqual([(await first).status, service.requests.length], [200, 1]);
  });

  it('is sent after a decline', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, inTurn(answer(402), answer(200, PAID)));
    await payAs(proxyUrl);
    assert.deepEqual([await readReply(await payAs(proxyUrl)), service.requests.length], [[200, PAID, false], 2]);
  });

  for (const [what, reference] of [
    ['no reference', undefined],
    ['an empty reference', ''],
  ] as const) {
    it(`is sent when there is ${what}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const payment = samplePayment({ reference });
      for (let times = 0; times < 2; times++) await payAs(proxyUrl, newKey(), payment);
      assert.equal(service.requests.length, 2);
    });
  }
});

describe('order that resolvePayment refuses after an attempt was sent', () => {
  for (const [what, now] of [
    ['unknown order', undefined],
    ['another price', { amount: 1, currency: 'EUR' }],
  ] as const) {
    for (const [became, behaviour, status] of [
      ['paid', answer(200, PAID), 200],
      ['unknown', answer(500), 502],
    ] as const) {
      it(`${what}: the same key is answered as ${became}, not as not charged`, async (t) => {
        let known: { amount: number; currency: string } | undefined = { amount: 4999, currency: 'EUR' };
        const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => known }, behaviour);
        const key = newKey();
        await payAs(proxyUrl, key);
        known = now;
        const [again, , replayed] = await readReply(await payAs(proxyUrl, key));
        assert.deepEqual([again, replayed, service.requests.length], [status, true, 1]);
      });
    }
  }
});

describe('stored response', () => {
  const echo = JSON.stringify({ id: 'pay_1', card: PAN, note: `paid with 4242 4242 4242 4242`, cvc: CVC, code: CVC });

  it('contains neither card nor API key when the service repeats them', async (t) => {
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: AttemptStore = {
      ...memory,
      volatile: false,
      swap: (changes) => {
        kept.push(JSON.stringify(changes));
        return memory.swap(changes);
      },
    };
    const { proxyUrl } = await startMerchant(t, { store }, answer(200, echo));
    await payAs(proxyUrl);
    assert.doesNotMatch(kept.join(), new RegExp(`${PAN}|4242 4242|\\b${CVC}\\b|${API_KEY}`));
  });
});

describe('time limits', () => {
  const payer = (clock: Clock, fetch: Service['fetch'], store: AttemptStore = createMemoryStore(clock)) =>
    new Payer(
      testService(fetch, clock),
      createLimits({ requestsPerMinute: false, attemptsPerReference: false }, 'test', () => undefined, clock),
      () => Promise.resolve(new Attempts(store, { clock })),
    );
  const request = new Request('http://localhost/pay/v1/payments');
  const never = () => new Promise<never>(() => undefined);
  const key = newKey();
  const pay = (by: Payer, startedAt: number, as = key): Promise<Response> => {
    const turn = by.enter(as, startedAt);
    const disclose = accessOf(as, { token: undefined, isFramed: false });
    const payment = { turn, disclose, payment: samplePayment(), reference: 'order-1042', price: undefined };
    const paying = by.pay(payment, request);
    const leave = () => {
      by.leave(turn);
    };
    paying.then(leave, leave);
    return paying;
  };
  const longestPause = 1600;

  it('repeated key while the first is in progress: 409 attempt_in_flight, unknown, Retry-After 2', async () => {
    const clock = new FakeClock();
    const [sent, released] = [gate(), gate()];
    const slow = payer(clock, async () => {
      sent.open();
      await released.opened;
      return Response.json({});
    });
    const first = pay(slow, clock.now());
    await sent.opened;
    const start = clock.now();
    await assert.rejects(clock.run(pay(slow, start), longestPause), {
      status: 409,
      code: 'attempt_in_flight',
      outcome: 'unknown',
      headers: { 'Retry-After': '2' },
    });
    const waited = clock.now() - start;
    assert.ok(waited > TIMES.patience - longestPause && waited <= TIMES.patience, `${waited} ms`);
    released.open();
    await first;
  });

  it('no response from the service: 504 timeout, even when fetch ignores the abort signal', async () => {
    const clock = new FakeClock();
    const sent = gate();
    const silent = payer(clock, () => {
      sent.open();
      return never();
    });
    const paying = pay(silent, clock.now());
    await sent.opened;
    await clock.advance(TIMES.upstream);
    await assertProblem(await paying, 504, 'timeout', 'unknown');
  });

  it('no response from the service: the request is aborted', async () => {
    const clock = new FakeClock();
    const sent = gate();
    let signal: AbortSignal | undefined;
    const silent = payer(clock, (request) => {
      ({ signal } = request);
      sent.open();
      return never();
    });
    const paying = pay(silent, clock.now());
    await sent.opened;
    await clock.advance(TIMES.upstream);
    await paying;
    assert.equal(signal?.aborted, true);
  });

  it('too late to send: 503, not charged, nothing sent, and the order is free', async () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    const late = payer(clock, () => {
      sent.push('once');
      return Promise.resolve(Response.json({}));
    });
    const longAgo = clock.now() - TIMES.total + 1000;
    await assert.rejects(pay(late, longAgo), { code: 'proxy_error', outcome: 'not_charged' });
    assert.deepEqual([(await pay(late, clock.now())).status, sent.length], [503, 0]);
    assert.equal((await pay(late, clock.now(), newKey())).status, 200);
  });

  it('a process that was paused until another one has paid under its claim: sends nothing, and replays', async () => {
    const timers = new FakeClock();
    let paused = 0;
    const clock: Clock = {
      now: () => timers.now() + paused,
      random: () => 0,
      sleep: (ms, signal) => timers.sleep(ms, signal),
    };
    const store = createMemoryStore(clock);
    let sent = 0;
    const payOver = (over: AttemptStore) => {
      const fetch = () => Promise.resolve(Response.json({ sent: ++sent }));
      return pay(payer(clock, fetch, over), clock.now());
    };
    const response = await payOver({
      ...store,
      async swap(changes) {
        if (paused === 0 && changes.some(({ after }) => after?.includes('"state":"sent"'))) {
          paused = ATTEMPT_TIMES.lease;
          await payOver(store);
        }
        return store.swap(changes);
      },
    });
    assert.deepEqual([await response.json(), sent], [{ sent: 1 }, 1]);
  });

  it('a claim that the store grants too late: 503, unknown, and no copy of the request is sent', async () => {
    const clock = new FakeClock();
    const store = createMemoryStore();
    const [asked, granted] = [gate(), gate()];
    let writes = 0;
    const slow: AttemptStore = {
      ...store,
      async swap(changes) {
        if (changes.some(({ after }) => after?.includes('"state":"claimed"'))) {
          asked.open();
          await granted.opened;
        }
        const isWritten = await store.swap(changes);
        if (changes.some(({ name }) => name.startsWith('attempt:'))) writes++;
        return isWritten;
      },
    };
    const paying = pay(payer(clock, never, slow), clock.now());
    await asked.opened;
    await clock.advance(TIMES.store);
    await assert.rejects(paying, { code: 'store_unavailable', outcome: 'unknown' });
    granted.open();
    await until(() => writes === 2);
    assert.equal((await new Attempts(store, { clock }).find(key))?.state, 'failed');
  });

  it('no response from the store: 503, unknown, since another process may have sent the payment', async () => {
    const clock = new FakeClock();
    const asked = gate();
    const read = () => {
      asked.open();
      return never();
    };
    const silent = payer(clock, never, { ...createMemoryStore(), volatile: false, read, swap: never });
    const paying = pay(silent, clock.now());
    await asked.opened;
    await clock.advance(TIMES.store);
    await assert.rejects(paying, { code: 'store_unavailable', outcome: 'unknown' });
  });
});

describe('close()', () => {
  it('waits for the payment in progress and rejects new ones', async (t) => {
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
