import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from 'payment-widget/contract/clock';
import { answer, redirectTo, startRecorder, startServer, type Behaviour } from '../../support/node-servers.js';
import { payAt } from './sandbox-payment.js';
import { IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';
import { StepClock } from '../../support/step-clock.js';
import { until } from '../../support/until.js';
import { codesOf } from 'payment-widget-proxy/base/errors';
import type { Overview } from 'payment-widget-testing/sandbox/console';
import { createSandbox, type Sandbox, type ServiceOptions } from 'payment-widget-testing/sandbox/sandbox';
import { SCENARIOS } from 'payment-widget-testing/sandbox/scenarios';
import type { PaymentEvent } from 'payment-widget-testing/sandbox/webhooks';

const paymentWith = (number: string) => samplePayment({ card: { number } });

function sandboxWith(t: TestContext, options: ServiceOptions = {}): Sandbox {
  const sandbox = createSandbox(options);
  t.after(() => {
    sandbox.close();
  });
  return sandbox;
}

/** A sandbox behind a socket. */
async function started(t: TestContext, options?: ServiceOptions) {
  const sandbox = sandboxWith(t, options);
  const url = await startServer(t, sandbox.listener);
  const pay = (scenario: string, signal?: AbortSignal) =>
    fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${sandbox.keys.live}`, 'Sandbox-Scenario': scenario },
      body: JSON.stringify(samplePayment({ reference: scenario })),
      redirect: 'manual',
      ...(signal && { signal }),
    });
  return { sandbox, url, pay };
}

describe('a payment at the sandbox', () => {
  it('is charged with amount, currency, reference, mode and idempotency key', async (t) => {
    const sandbox = sandboxWith(t);
    const { key } = sandbox.credentials.create({ kind: 'live', name: 'Till' });
    await payAt(sandbox, { key, payment: samplePayment({ amount: 123, currency: 'JPY', reference: 'order-7' }) });
    const { amount, currency, reference, mode, idempotency_key: attempt } = sandbox.ledger.entries()[0] ?? {};
    assert.deepEqual([amount, currency, reference, mode, attempt], [123, 'JPY', 'order-7', 'live', IDEMPOTENCY_KEY]);
  });

  for (const [what, options, status] of [
    ['without a key', { key: '' }, 401],
    ['with an unknown key', { key: 'sandbox_test_x' }, 401],
    ['that is incomplete', { payment: { amount: 4999 } }, 400],
    ['with an unknown scenario', { scenario: 'zebra' }, 400],
    ['with a scenario of the page', { scenario: 'offline' }, 400],
    ['with a declined card', { payment: paymentWith('4000000000000002') }, 402],
  ] as const) {
    it(`${what} is refused: ${status}`, async (t) => {
      const sandbox = sandboxWith(t);
      const response = await payAt(sandbox, options);
      assert.deepEqual([response.status, sandbox.ledger.entries().length], [status, 0]);
    });
  }

  it('with the number of a test card is charged with a Live key', async (t) => {
    const sandbox = sandboxWith(t);
    const payment = paymentWith('4000000000000002');
    assert.equal((await payAt(sandbox, { key: sandbox.keys.live, payment })).status, 200);
  });

  it('is refused as soon as its key is revoked', async (t) => {
    const sandbox = sandboxWith(t);
    const { id, key } = sandbox.credentials.create({ kind: 'test', name: 'Till' });
    sandbox.credentials.revoke(id);
    assert.equal((await payAt(sandbox, { key })).status, 401);
  });

  it('is refused above 1000 requests per minute, with Retry-After', async (t) => {
    const sandbox = sandboxWith(t);
    for (let count = 0; count < 1000; count++) assert.equal((await payAt(sandbox)).status, 200);
    const { status, headers } = await payAt(sandbox);
    assert.deepEqual([status, Number(headers.get('Retry-After')) >= 1], [429, true]);
  });
});

describe('a scenario', () => {
  for (const { id, outcome, charges } of SCENARIOS.filter(({ by }) => by === 'service')) {
    const event = charges ? 'payment.succeeded' : 'payment.failed';
    const expected = outcome === 'not_charged' ? [] : [event]; // its response is final
    it(`${id}: ${charges} charges, and the events ${expected.join() || 'none'}`, async (t) => {
      const clock = new StepClock();
      const events: string[] = [];
      const sandbox = sandboxWith(t, { clock, onEvent: ({ type }) => events.push(type) });
      const answering = payAt(sandbox, { scenario: id }).catch(() => undefined);
      await until(() => {
        clock.move(1000);
        return events.length === expected.length;
      });
      await answering;
      assert.deepEqual([events, sandbox.ledger.entries().length], [expected, charges]);
    });
  }

  for (const [id, code] of [
    ['reset_before_charge', 'ECONNRESET'],
    ['reset_after_charge', 'ECONNRESET'],
    ['close', 'UND_ERR_SOCKET'],
    ['cut_body', 'UND_ERR_SOCKET'],
  ] as const) {
    it(`${id} breaks the connection: ${code}`, async (t) => {
      const { pay } = await started(t);
      const answered = pay(id).then((response) => response.text());
      assert.equal(await answered.then(() => 'nothing', codesOf), code);
    });
  }

  it('timeout does not respond until the client disconnects', async (t) => {
    const { sandbox, pay } = await started(t);
    const leaving = new AbortController();
    const answering = assert.rejects(pay('timeout', leaving.signal), { name: 'AbortError' });
    await until(() => sandbox.ledger.entries().length === 1);
    leaving.abort();
    await answering;
  });

  for (const [id, answered, events] of [
    ['bank_confirmed', 'confirm', ['payment.succeeded']],
    ['bank_refused', 'refuse', ['payment.failed card_declined']],
    ['bank_late', 'late', ['payment.failed confirmation_expired']],
    ['bank_closed', undefined, []],
  ] as const) {
    it(`${id}: a challenge, and after the first answer only: ${events[0] ?? 'nothing'}`, async (t) => {
      const seen: string[] = [];
      const onEvent: ServiceOptions['onEvent'] = ({ type, data: { error } }) =>
        seen.push([type, error?.code].filter(Boolean).join(' '));
      const { pay } = await started(t, { onEvent });
      const response = await pay(id);
      const { challenge } = (await response.json()) as { challenge: { url: string; fields: Record<string, string> } };
      assert.deepEqual([response.status, seen], [202, []]);
      for (const one of answered ? [answered, answered, 'confirm'] : []) {
        const body = new URLSearchParams({ ...challenge.fields, answer: one });
        await fetch(`${challenge.url}/answer`, { method: 'POST', body });
      }
      assert.deepEqual(seen, events);
    });
  }

  for (const [returnUrl, location] of [
    ['http://localhost:3000/return?a="1&b=2', 'http://localhost:3000/return?a=%221&b=2'],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
  ] as const) {
    it(`of the bank leads from ${returnUrl} to ${location}`, async (t) => {
      const { pay } = await started(t);
      const { challenge } = (await (await pay('bank_confirmed')).json()) as {
        challenge: { url: string; fields: Record<string, string> };
      };
      const body = new URLSearchParams({ ...challenge.fields, return_url: returnUrl, answer: 'confirm' });
      const page = await (await fetch(challenge.url, { method: 'POST', body })).text();
      const answered = await fetch(`${challenge.url}/answer`, { method: 'POST', body, redirect: 'manual' });
      assert.deepEqual([page.includes('return_url'), answered.headers.get('Location')], [location !== null, location]);
    });
  }
});

describe('a webhook', () => {
  /** Delivers the event of a payment at once. The endpoint knows how many ms have passed. */
  async function deliver(t: TestContext, behave: (ms: number) => Behaviour) {
    let now = 0;
    const sleep: Clock['sleep'] = (ms, _signal, inBackground) => {
      if (!inBackground) return new Promise(() => undefined); // the limit of a try
      now += ms;
      return Promise.resolve();
    };
    const endpoint = await startRecorder(t, (...args) => {
      behave(now)(...args);
    });
    const events: PaymentEvent[] = [];
    const clock = { now: () => now, random: () => 0, sleep };
    const sandbox = sandboxWith(t, { clock, onEvent: (event) => events.push(event) });
    await payAt(sandbox);
    sandbox.endpoints.set('test', endpoint.url);
    await sandbox.endpoints.deliver(events[0] as PaymentEvent, 'test', 0);
    return endpoint.requests;
  }

  it('has neither card number nor security code, and follows no redirect', async (t) => {
    const elsewhere = await startRecorder(t, answer(204));
    const [request] = await deliver(t, () => redirectTo(elsewhere.url));
    assert.equal(elsewhere.requests.length, 0);
    assert.doesNotMatch(request?.body ?? PAN, new RegExp(`${PAN}|cvc`));
  });

  it('is sent again with the same id until the payment is no longer in progress', async (t) => {
    const requests = await deliver(t, (ms) => answer(ms > 45_000 ? 204 : 503));
    const ids = requests.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([requests.length, new Set(ids).size], [5, 1]);
  });
});

describe('the developer console', () => {
  it('shows environment, version, limit, the requests of today and the ten most recent ones', async (t) => {
    const { sandbox, url } = await started(t);
    for (let count = 0; count < 11; count++) await payAt(sandbox, { key: sandbox.keys.live });
    const { recentRequests, ...values } = (await (await fetch(`${url}/console/api/overview`)).json()) as Overview;
    assert.deepEqual(values, { environment: 'LIVE', version: 'v1.0', requestsToday: 11, rateLimit: '1000/min' });
    assert.equal(recentRequests.length, 10);
  });

  for (const [method, path, body, status] of [
    ['POST', 'keys', { kind: 'live', name: 'Till' }, 201],
    ['POST', 'keys', { kind: 'prod', name: 'Till' }, 400],
    ['DELETE', 'keys/key_1', undefined, 404],
    ['PATCH', 'keys', {}, 404],
    ['PUT', 'webhooks/live', { url: 'https://shop.example/' }, 200],
    ['PUT', 'webhooks/live', { url: 'https://a:b@shop.example/' }, 400],
    ['PUT', 'webhooks/live', { url: 'shop' }, 400],
    ['PUT', 'webhooks/prod', { url: 'https://shop.example/' }, 404],
    ['DELETE', 'webhooks/test', undefined, 404],
    ['PUT', 'settings', { latencyMs: 1, webhookDelayMs: 3 }, 200],
    ['PUT', 'settings', { latencyMs: 20001, webhookDelayMs: 0 }, 400],
  ] as const) {
    it(`answers ${method} ${path} ${JSON.stringify(body) ?? ''} with ${status}`, async (t) => {
      const { url } = await started(t);
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      assert.equal((await fetch(`${url}/console/api/${path}`, init)).status, status);
    });
  }

  for (const [name, value] of [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ] as const) {
    it(`refuses changes by a page of another origin, with ${name}: ${value}`, async (t) => {
      const { sandbox, url } = await started(t);
      const body = JSON.stringify({ kind: 'live', name: 'Till' });
      const { status } = await fetch(`${url}/console/api/keys`, { method: 'POST', headers: { [name]: value }, body });
      assert.deepEqual([status, sandbox.credentials.list().length], [403, 2]);
    });
  }

  it('lists no API key', async (t) => {
    const { sandbox, url } = await started(t);
    const listed = await (await fetch(`${url}/console/api/keys`)).text();
    assert.deepEqual([listed.includes(sandbox.keys.test.slice(-4)), listed.includes(sandbox.keys.test)], [true, false]);
  });
});
