import assert from 'node:assert/strict';
import type { Clock } from '../../../src/contract/clock.js';
import { describe, it } from 'node:test';
import { createLimits } from '../../../src/proxy/limits.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { sendUpstream } from '../../../src/proxy/service/upstream.js';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, newKey, testProxy, testService } from '../../support/node-proxy.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';

const HEADERS = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };

describe('limits', () => {
  it('do not count an attempt of an order while the service is at its limit', async (t) => {
    const timers: { readonly end: () => void; readonly ms: number }[] = []; // the library has no clock
    t.mock.method(globalThis, 'setTimeout', (end: () => void, ms: number) => timers.push({ end, ms }));
    const { takeFromLimits } = createLimits(
      { requestsPerMinute: 1, attemptsPerReference: 2 },
      { mode: 'test', measure: () => undefined, log: () => undefined, store: undefined, clock: new FakeClock() },
    );
    const take = (reference: string) => {
      const { payment_method: _, ...draft } = samplePayment({ reference });
      return takeFromLimits(draft, new Request('https://shop.example'));
    };
    await take('a');
    for (let times = 0; times < 5; times++) await assert.rejects(take('b'));
    for (const { end, ms } of timers) if (ms <= 60_000) end();
    await assert.doesNotReject(take('b'));
  });
});

describe('pause before a retry', () => {
  /** Sends to a service that answers 429 first, and starts the clock. Returns the number of tries, and how long it took. */
  async function send({ limit = 30_000, chance }: { limit?: number; chance: number }) {
    const clock = new FakeClock({ chance: () => chance });
    const start = clock.now();
    let tries = 0;
    const fetch = () => {
      const status = tries++ === 0 ? 429 : 200;
      return Promise.resolve(new Response('{}', { status, headers: { 'Retry-After': '7' } }));
    };
    const { payment_method: method } = samplePayment();
    const sending = {
      body: '{}',
      card: method.card,
      idempotencyKey: newKey(),
      limit,
      takeResend: () => Promise.resolve(true),
    };
    await clock.run(sendUpstream(sending, testService(fetch, clock)), 8400);
    return [tries, clock.now() - start];
  }

  it('is at least the Retry-After of the service', async () => {
    assert.deepEqual(await send({ chance: 0 }), [2, 7000]);
  });

  it('is at most a fifth longer than Retry-After', async () => {
    assert.deepEqual(await send({ chance: 1 }), [2, 8400]);
  });

  it('is not waited for when too little time would be left for the response', async () => {
    assert.deepEqual(await send({ limit: 18_000, chance: 0 }), [1, 0]);
  });
});

describe('a machine that sleeps for a minute just before a payment is sent', () => {
  it('does not send it: it may be settled, and its order paid, meanwhile', async () => {
    const timers = new FakeClock();
    let slept = 0;
    const clock: Clock = {
      now: () => timers.now() + slept,
      random: () => 0,
      sleep: (ms, signal) => timers.sleep(ms, signal),
    };
    let requests = 0;
    const memory = createMemoryStore(clock);
    const store: AttemptStore = {
      ...memory,
      async swap(changes) {
        const isWritten = await memory.swap(changes);
        if (changes.some(({ after }) => after?.includes('"state":"sent"'))) slept = 60_000;
        return isWritten;
      },
    };
    const fetch = () => {
      requests++;
      return Promise.resolve(Response.json({ id: 'pay_1' }));
    };
    const proxy = testProxy({ store, fetch }, clock);
    const body = JSON.stringify(samplePayment());
    const request = new Request('https://shop.example/pay/v1/payments', { method: 'POST', headers: HEADERS, body });
    await assertProblem(await proxy(request), 503, 'proxy_error', 'not_charged');
    assert.equal(requests, 0);
  });
});
