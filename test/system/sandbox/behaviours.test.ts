import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Server } from 'node:http';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { SCENARIOS } from '../../../src/sandbox/scenarios.js';
import { codesOf } from '../../../src/proxy/service/upstream-failure.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

let sandbox: Sandbox;
let server: Server;
let url: string;

before(async () => {
  sandbox = createSandbox({ delays: { slow: 20, pending: 20 } });
  server = createSandboxServer(sandbox);
  url = await listen(server, 0);
});

after(() => Promise.all([close(server), sandbox.close()]));

/** A payment for an order named after the scenario. */
function payment(scenario: string, { base = url, signal }: { base?: string; signal?: AbortSignal } = {}): Request {
  return new Request(`${base}/v1/payments`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${sandbox.keys.live}`,
      'Idempotency-Key': IDEMPOTENCY_KEY,
      'Sandbox-Scenario': scenario,
    },
    body: JSON.stringify(samplePayment({ reference: scenario })),
    redirect: 'manual',
    signal: signal ?? null,
  });
}

const charged = async (scenario: string) =>
  ((await (await fetch(`${url}/sandbox/ledger?reference=${scenario}`)).json()) as unknown[]).length;

/** The error codes of a failed request. */
const errorCodes = (answering: Promise<unknown>): Promise<string> => answering.then(() => 'nothing', codesOf);

describe('scenarios over a socket', () => {
  for (const [scenario, code, charges] of [
    ['reset_before_charge', 'ECONNRESET', 0],
    ['reset_after_charge', 'ECONNRESET', 1],
    ['close', 'UND_ERR_SOCKET', 1],
  ] as const) {
    it(`${scenario}: ${code} before a response, ${charges} charged`, async () => {
      assert.deepEqual([await errorCodes(fetch(payment(scenario))), await charged(scenario)], [code, charges]);
    });
  }

  it('cut_body: 200 with a truncated body', async () => {
    const response = await fetch(payment('cut_body'));
    const announced = Number(response.headers.get('Content-Length'));
    assert.deepEqual(
      [response.status, announced > 100, await errorCodes(response.text()), await charged('cut_body')],
      [200, true, 'UND_ERR_SOCKET', 1],
    );
  });

  it('timeout: charges, and does not respond until the client disconnects', async () => {
    const leaving = new AbortController();
    const answering = fetch(payment('timeout', { signal: leaving.signal }));
    const ended = answering.then(
      () => 'answered',
      (error: unknown) => (error as Error).name,
    );
    await until(async () => (await charged('timeout')) === 1);
    leaving.abort();
    assert.equal(await ended, 'AbortError');
  });

  it('redirect: responds with 302', async () => {
    const { status, headers } = await fetch(payment('redirect'));
    assert.deepEqual([status, headers.get('Location')], [302, '/moved/v1/payments']);
  });

  it('html: responds with 200 and a web page', async () => {
    const response = await fetch(payment('html'));
    assert.deepEqual(
      [response.status, response.headers.get('Content-Type'), (await response.text()).startsWith('<!doctype html>')],
      [200, 'text/html; charset=utf-8', true],
    );
  });

  it('empty: responds with 200 and no body', async () => {
    const response = await fetch(payment('empty'));
    assert.deepEqual([response.status, await response.text()], [200, '']);
  });

  it('pending: responds with 202 and charges the same payment later', async () => {
    const response = await fetch(payment('pending'));
    const { id, status } = (await response.json()) as { id: string; status: string };
    assert.deepEqual([response.status, status], [202, 'pending']);
    await until(() => sandbox.ledger.entries('pending').some((entry) => entry.id === id));
    const { created_at: created, charged_at: charged } = sandbox.ledger.entries('pending')[0] ?? assert.fail();
    assert.ok(charged > created, `${created} ${charged}`);
  });

  for (const [scenario, header] of [
    ['http_429', '15'],
    ['http_429_bare', null],
  ] as const) {
    it(`${scenario}: has Retry-After ${header}`, async () => {
      assert.equal((await fetch(payment(scenario))).headers.get('Retry-After'), header);
    });
  }

  it('invalid: names the invalid fields', async () => {
    const { errors } = (await (await fetch(payment('invalid'))).json()) as { errors: { pointer: string }[] };
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/payment_method/card/number', '/payment_method/card/cvc'],
    );
  });

  it('echo_key: repeats the API key in the response', async () => {
    assert.ok((await (await fetch(payment('echo_key'))).text()).includes(sandbox.keys.live));
  });

  for (const scenario of ['offline', 'connection_refused', 'zebra', 'constructor']) {
    it(`${scenario}: rejected, since it is not a scenario of the service`, async () => {
      const response = await fetch(payment(scenario));
      assert.deepEqual([response.status, await charged(scenario)], [400, 0]);
    });
  }
});

const eventsOf = (reference: string) =>
  sandbox.deliveries
    .list()
    .map(({ event }) => event)
    .filter(({ data }) => data.reference === reference);

describe('webhook events of scenarios', () => {
  before(() => sandbox.endpoints.set('live', `${url}/not-found`));

  for (const { id, outcome, charges } of SCENARIOS.filter(({ by }) => by === 'service')) {
    const expected = charges ? 'payment.succeeded' : 'payment.failed';
    const isFinal = outcome === 'not_charged';
    it(`${id}: ${isFinal ? 'no event, since the response is final' : expected}`, async () => {
      const events = () => eventsOf(id);
      const answering = sandbox.handle(payment(id, { base: 'https://service.example' })).catch(() => undefined);
      if (isFinal) await answering;
      else await until(() => events().length > 0);
      assert.deepEqual(
        events().map(({ type }) => type),
        isFinal ? [] : [expected],
      );
    });
  }
});

describe('scenarios at the bank', () => {
  before(() => sandbox.endpoints.set('live', `${url}/not-found`));

  const post = (address: string, fields: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  for (const [id, answer, type, code] of [
    ['bank_confirmed', 'confirm', 'payment.succeeded', undefined],
    ['bank_refused', 'refuse', 'payment.failed', 'card_declined'],
    ['bank_late', 'late', 'payment.failed', 'confirmation_expired'],
  ] as const) {
    it(`${id}: 202 with a challenge, and ${type} after the first answer only`, async () => {
      const response = await fetch(payment(id));
      const { challenge } = (await response.json()) as { challenge: { url: string; fields: Record<string, string> } };
      assert.equal(response.status, 202);
      assert.deepEqual([await charged(id), eventsOf(id)], [0, []]);
      for (const one of [answer, answer, 'confirm'])
        await post(`${challenge.url}/answer`, { ...challenge.fields, answer: one });
      const events = eventsOf(id).map(({ type: name, data }) => [name, data.error?.code]);
      assert.deepEqual([events, await charged(id)], [[[type, code]], type === 'payment.succeeded' ? 1 : 0]);
    });
  }

  const answerWith = async (returnUrl: string) => {
    const { challenge } = (await (await fetch(payment('bank_confirmed'))).json()) as {
      challenge: { url: string; fields: Record<string, string> };
    };
    const fields = { ...challenge.fields, return_url: returnUrl };
    const page = await (await post(challenge.url, fields)).text();
    return { page, answered: await post(`${challenge.url}/answer`, { ...fields, answer: 'confirm' }) };
  };

  it('leads back to the return_url of the page, if it is on this machine', async () => {
    const returnUrl = 'http://localhost:3000/return?a="1&b=2';
    const { page, answered } = await answerWith(returnUrl);
    assert.match(page, /name="return_url" value="http:\/\/localhost:3000\/return\?a=%221&amp;b=2"/);
    assert.deepEqual([answered.status, answered.headers.get('Location')], [303, new URL(returnUrl).href]);
  });

  for (const returnUrl of ['https://evil.example/', 'javascript:alert(1)', 'http://x;sandbox.localhost/', 'x']) {
    it(`does not lead to ${returnUrl}`, async () => {
      const { page, answered } = await answerWith(returnUrl);
      assert.doesNotMatch(page, /return_url/);
      assert.deepEqual([answered.status, answered.headers.get('Location')], [200, null]);
    });
  }

  it('bank_closed: 202 with a challenge, and no event', async () => {
    assert.equal((await fetch(payment('bank_closed'))).status, 202);
    assert.deepEqual([await charged('bank_closed'), eventsOf('bank_closed')], [0, []]);
  });
});
