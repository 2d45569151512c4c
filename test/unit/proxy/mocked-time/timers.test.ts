import assert from 'node:assert/strict';
import { realClock } from '../../../../src/contract/clock.js';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLimits } from '../../../../src/proxy/limits.js';
import type { AttemptStore } from '../../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../../src/proxy/attempts/stores/memory.js';
import { sendUpstream } from '../../../../src/proxy/service/upstream.js';
import { assertProblem, newKey, testProxy, testService } from '../../../support/node-proxy.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../../support/sample-payment.js';

// These tests have a process of their own, in which nothing uses the network: a mocked clearTimeout does not clear the
// timers of open connections, and when these fire without their connection, Node throws an uncaught error.

const HEADERS = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };

describe('limits', () => {
  it('do not count an attempt of an order while the service is at its limit', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const { takeFromLimits } = createLimits(
      { requestsPerMinute: 1, attemptsPerReference: 2 },
      { mode: 'test', measure: () => undefined, log: () => undefined, store: undefined, clock: realClock },
    );
    const take = (reference: string) => {
      const { payment_method: _, ...draft } = samplePayment({ reference });
      return takeFromLimits(draft, new Request('https://shop.example'));
    };
    await take('a');
    for (let times = 0; times < 5; times++) await assert.rejects(take('b'));
    t.mock.timers.tick(61_000);
    await assert.doesNotReject(take('b'));
  });
});

describe('payment request', () => {
  it('a body that is not complete after 10 s: 408, and closes the connection', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let sent = 0;
    const proxy = testProxy({
      fetch: () => {
        sent++;
        return Promise.resolve(Response.json({}));
      },
    });
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
      },
    });
    const init = { method: 'POST', headers: HEADERS, body: stream, duplex: 'half' };
    let response: Response | undefined;
    void proxy(new Request('https://shop.example/pay/v1/payments', init)).then((answered) => (response = answered));
    for (const ms of [...Array<number>(9).fill(1000), 999, 1]) {
      body?.enqueue(new TextEncoder().encode(' ')); // data keeps arriving
      await setImmediate();
      assert.equal(response, undefined);
      t.mock.timers.tick(ms);
    }
    await setImmediate();
    assert.ok(response);
    await assertProblem(response, 408, 'invalid_request', 'not_charged');
    assert.deepEqual([response.headers.get('Connection'), sent], ['close', 0]);
  });
});

describe('pause before a retry', () => {
  /** Sends to a service that answers 429, on a mocked clock; `limit` in ms. Returns a function that counts the tries. */
  function sendOn(t: TestContext, limit: number, headers: Record<string, string>) {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    let tries = 0;
    const fetch = () => {
      tries++;
      return Promise.resolve(new Response('{}', { status: 429, headers }));
    };
    const { payment_method: method } = samplePayment();
    const sending = {
      body: '{}',
      card: method.card,
      idempotencyKey: newKey(),
      limit,
      takeResend: () => Promise.resolve(true),
    };
    void sendUpstream(sending, testService(fetch));
    return async (ms: number) => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      t.mock.timers.tick(ms);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      return tries;
    };
  }

  it('is at least the Retry-After of the service', async (t) => {
    const triesAfter = sendOn(t, 30_000, { 'Retry-After': '7' });
    assert.equal(await triesAfter(6999), 1);
  });

  it('is at most a fifth longer than Retry-After', async (t) => {
    const triesAfter = sendOn(t, 30_000, { 'Retry-After': '7' });
    assert.equal(await triesAfter(8400), 2);
  });

  it('is not waited for when too little time would be left for the response', async (t) => {
    const triesAfter = sendOn(t, 18_000, { 'Retry-After': '7' });
    assert.equal(await triesAfter(18_000), 1);
  });
});

describe('a machine that sleeps for a minute just before a payment is sent', () => {
  it('does not send it: it may be settled, and its order paid, meanwhile', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let requests = 0;
    const memory = createMemoryStore();
    const store: AttemptStore = {
      ...memory,
      async swap(changes) {
        const isWritten = await memory.swap(changes);
        if (changes.some(({ after }) => after?.includes('"state":"sent"'))) t.mock.timers.tick(60_000);
        return isWritten;
      },
    };
    const proxy = testProxy({
      store,
      fetch: () => {
        requests++;
        return Promise.resolve(Response.json({ id: 'pay_1' }));
      },
    });
    const body = JSON.stringify(samplePayment());
    const request = new Request('https://shop.example/pay/v1/payments', { method: 'POST', headers: HEADERS, body });
    await assertProblem(await proxy(request), 503, 'proxy_error', 'not_charged');
    assert.equal(requests, 0);
  });
});
