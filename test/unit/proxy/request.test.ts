import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { API_KEY, assertProblem, post, startMerchant } from '../../support/node-proxy.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/payments.json' with { type: 'json' };

const LIMIT = 16 * 1024;
const PAYMENT = JSON.stringify(samplePayment());

describe('payment request: rejects', () => {
  for (const [what, status, body, headers] of [
    ['no Idempotency-Key', 400, PAYMENT, { 'Idempotency-Key': undefined }],
    ['a short Idempotency-Key', 400, PAYMENT, { 'Idempotency-Key': 'k'.repeat(21) }],
    ['no Content-Type', 415, PAYMENT, { 'Content-Type': '' }],
    ['a Content-Encoding', 415, PAYMENT, { 'Content-Encoding': 'gzip' }],
    ['a media type that needs no preflight', 415, PAYMENT, { 'Content-Type': 'text/plain;application/json' }],
    ...vectors.unreadable.map(({ what, body }) => [what, 400, body, {}] as const),
    ['a body above 16 KiB', 413, PAYMENT.padEnd(LIMIT + 1), {}],
    ['an array', 422, '[]', {}],
  ] as const) {
    it(`${what}: ${status}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      await assertProblem(await post(proxyUrl, body, headers), status, 'invalid_request', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  for (const method of ['GET', 'PUT']) {
    it(`${method}: 405 with Allow`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const response = await fetch(`${proxyUrl}/v1/payments`, method === 'GET' ? {} : { method, body: PAYMENT });
      assert.equal(response.headers.get('Allow'), 'POST');
      await assertProblem(response, 405, 'not_found', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  it('bytes that are not UTF-8: 400', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const bytes = Buffer.from(PAYMENT.replace('Ada', '\u00e9'), 'latin1');
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };
    const response = await fetch(`${proxyUrl}/v1/payments`, { method: 'POST', headers, body: bytes });
    await assertProblem(response, 400, 'invalid_request', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  it('a body above 16 KiB of unknown length: 413 before its end, and closes the connection', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const { sending, response } = send(t, `${proxyUrl}/v1/payments`, JSON_HEADERS);
    for (let sent = 0; sent <= LIMIT; sent += 1024) sending.write(' '.repeat(1024)); // each one a chunk of its own
    assert.equal((await response).statusCode, 413);
    await closed(await response);
  });

  for (const [what, path, headers, status] of [
    ['wrong media type', 'v1/payments', { 'Content-Type': 'text/plain' }, 415],
    ['wrong origin', 'v1/payments', { 'Content-Type': 'application/json', Origin: 'https://evil.example' }, 403],
    ['unknown path', 'v2', {}, 404],
  ] as const) {
    it(`an endless body with ${what}: ${status} without reading it, and closes the connection`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const { sending, response } = send(t, `${proxyUrl}/${path}`, headers);
      sending.write(' ');
      assert.equal((await response).statusCode, status);
      await closed(await response);
    });
  }
});

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };

/** Begins a request with a chunked body. */
function send(t: TestContext, url: string, headers: Record<string, string>) {
  const sending = httpRequest(url, { method: 'POST', headers });
  sending.on('error', () => undefined); // the proxy may reset the connection, even after the test
  t.after(() => sending.destroy());
  const response = once(sending, 'response').then(([message]) => message as IncomingMessage);
  return { sending, response };
}

/** Resolves when the connection of a response is closed. */
async function closed(response: IncomingMessage): Promise<void> {
  response.resume();
  if (!response.socket.destroyed) await once(response.socket, 'close');
}

describe('payment request: accepts', () => {
  for (const [what, body, headers] of [
    ['a media type in capitals with a charset', PAYMENT, { 'Content-Type': 'Application/JSON; charset=UTF-8' }],
    ['a body of exactly 16 KiB', PAYMENT.padEnd(LIMIT), {}],
    ['the same name in different objects', PAYMENT.replace(/}$/, ',"metadata":{"amount":"1","name":"2"}}'), {}],
  ] as const) {
    it(what, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      assert.equal((await post(proxyUrl, body, headers)).status, 200);
    });
  }
});

describe('payment request: problem document', () => {
  const MARK = 'zebra';

  it('names the invalid members', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await post(proxyUrl, { ...samplePayment({ amount: 0 }), ...withCard({ cvc: '1' }), amount: 0 });
    const { errors } = (await response.json()) as { errors: { pointer: string; detail: string }[] };
    assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/amount', '/payment_method/card/cvc']);
  });

  it('names at most twenty members', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const members = Array.from({ length: 500 }, (_, at) => `"${at}":${at}`);
    const { errors } = (await (await post(proxyUrl, withMetadata(members.join()))).json()) as { errors: unknown[] };
    assert.equal(errors.length, 20);
  });

  for (const [what, body] of [
    ['a wrong amount', { ...samplePayment(), amount: MARK }],
    ['a card number in the wrong place', { ...samplePayment(), amount: PAN }],
    ['a security code in the wrong place', { ...samplePayment(), reference: Number(CVC) }],
    ['the name of an unknown member', { ...samplePayment(), [MARK]: 1 }],
    ['the name of a member of metadata', withMetadata(`"${MARK}":7`)],
    ['text that is not JSON', `{"amount": ${MARK}`],
    ['a key in the body', { ...samplePayment(), apiKey: API_KEY }],
  ] as const) {
    it(`does not quote ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const response = await post(proxyUrl, body);
      assert.ok(response.status === 400 || response.status === 422);
      assert.doesNotMatch(await response.text(), new RegExp(`${MARK}|${PAN}|\\b${CVC}\\b|${API_KEY}`));
    });
  }

  it('does not quote names of unknown members when the host program has set a zod locale', async (t) => {
    const { localeError } = z.config();
    t.after(() => z.config({ localeError }));
    z.config(en());
    const { error } = z.strictObject({}).safeParse({ [MARK]: 1 });
    assert.match(String(error?.issues[0]?.message), new RegExp(MARK)); // the locale does quote them
    const { proxyUrl } = await startMerchant(t);
    const text = await (await post(proxyUrl, { ...samplePayment(), [MARK]: 1, [PAN]: 1 })).text();
    assert.doesNotMatch(text, new RegExp(`${MARK}|${PAN}`));
  });
});

/** The sample payment with metadata as text, since an object cannot have every name. */
function withMetadata(members: string): string {
  return PAYMENT.replace(/}$/, `,"metadata":{${members}}}`);
}

/** The sample payment with changes to its card. */
function withCard(change: Record<string, unknown>): object {
  return {
    ...samplePayment(),
    payment_method: { type: 'card', card: { ...samplePayment().payment_method.card, ...change } },
  };
}
