import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { API_KEY, assertProblem, post, startMerchant } from '../../support/node-proxy.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

const LIMIT = 16 * 1024;
const PAYMENT = JSON.stringify(samplePayment());

describe('what the proxy refuses, sending nothing', () => {
  for (const [what, status, body, headers] of [
    ['no Idempotency-Key', 400, PAYMENT, { 'Idempotency-Key': undefined }],
    ['an empty Idempotency-Key', 400, PAYMENT, { 'Idempotency-Key': '' }],
    ['a short Idempotency-Key', 400, PAYMENT, { 'Idempotency-Key': 'k'.repeat(21) }],
    ['no Content-Type', 415, PAYMENT, { 'Content-Type': '' }],
    ['what says that it is packed', 415, PAYMENT, { 'Content-Encoding': 'gzip' }],
    ['a form', 415, 'amount=4999', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['what a foreign page may send without asking', 415, PAYMENT, { 'Content-Type': 'text/plain;application/json' }],
    ['no body', 400, '', {}],
    ['a body that is not JSON', 400, PAYMENT.slice(1), {}],
    ['a body cut short', 400, PAYMENT.slice(0, -1), {}],
    ['a body above 16 KiB', 413, PAYMENT.padEnd(LIMIT + 1), {}],
    ['a body nested nine deep', 400, `${'['.repeat(9)}${']'.repeat(9)}`, {}],
    ['a body nested nine deep among other things', 400, `{"a":${'['.repeat(9)}${']'.repeat(9)}}`, {}],
    ['two members of one name', 400, twice('"amount":4999', '"amount":1'), {}],
    ['two members of one name, one of them spelled otherwise', 400, twice('"amount":4999', '"\\u0061mount":1'), {}],
    ['two members of one name and one value', 400, twice('"currency":"EUR"', '"currency":"EUR"'), {}],
    ['two members of one name in the card', 400, twice('"cvc":"987"', '"cvc":"123"'), {}],
    ['two members of one name in the customer', 400, twice('"name":"Ada Lovelace"', '"name":"Eve"'), {}],
    ['two members of one name in the metadata', 400, withMetadata('"a":"1","b":"2","a":"3"'), {}],
    ['a member __proto__', 400, twice('"amount":4999', '"__proto__":{"amount":1}'), {}],
    ['a member __proto__, spelled otherwise', 400, twice('"amount":4999', '"\\u005f_proto__":{"amount":1}'), {}],
    ['metadata by the name of __proto__', 400, withMetadata('"__proto__":"x"'), {}],
    ['metadata by the name of constructor', 400, withMetadata('"constructor":"x"'), {}],
    ['metadata by the name of prototype', 400, withMetadata('"prototype":"x"'), {}],
    ['a customer with a member that is unknown', 422, samplePayment({ customer: { vip: '1' } as never }), {}],
    ['a payment method with a member that is unknown', 422, twice('"type":"card"', '"token":"x"'), {}],
    ['a body of another shape', 422, '[]', {}],
    ['a body that is null', 422, 'null', {}],
    ['a member that is unknown', 422, { ...samplePayment(), capture: true }, {}],
    ['a card with a member that is unknown', 422, withCard({ pin: '1234' }), {}],
    ['an amount that is no minor units', 422, samplePayment({ amount: 49.99 }), {}],
    ['a currency that does not exist', 422, samplePayment({ currency: 'EURO' }), {}],
    ['a card number with spaces', 422, withCard({ number: '4242 4242 4242 4242' }), {}],
    ['a month that does not exist', 422, withCard({ exp_month: 13 }), {}],
  ] as const) {
    it(`${what}: ${status}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      await assertProblem(await post(proxyUrl, body, headers), status, 'invalid_request', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    it(`${method}: 405, and says what it takes`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const response = await fetch(`${proxyUrl}/v1/payments`, method === 'GET' ? {} : { method, body: PAYMENT });
      assert.equal(response.headers.get('Allow'), 'POST');
      await assertProblem(response, 405, 'not_found', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  it('bytes that are no UTF-8: 400', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const bytes = Buffer.from(PAYMENT.replace('Ada', '\u00e9'), 'latin1');
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };
    const response = await fetch(`${proxyUrl}/v1/payments`, { method: 'POST', headers, body: bytes });
    await assertProblem(response, 400, 'invalid_request', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  it('a body without an end: 413 as soon as it is too long, and it hangs up', { timeout: 60_000 }, async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };
    const sending = httpRequest(`${proxyUrl}/v1/payments`, { method: 'POST', headers }); // chunked: no length is said
    t.after(() => sending.destroy());
    sending.write(' '.repeat(LIMIT + 1));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    await hungUp(response);
  });
});

it('a body that drips in: 408 after ten seconds, not charged, and it hangs up', { timeout: 60_000 }, async (t) => {
  const { proxyUrl, service } = await startMerchant(t);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };
  const sending = httpRequest(`${proxyUrl}/v1/payments`, { method: 'POST', headers });
  const drip = setInterval(() => sending.write(' '), 200);
  t.after(() => {
    clearInterval(drip);
    sending.destroy();
  });
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  assert.deepEqual([response.statusCode, service.requests.length], [408, 0]);
  await hungUp(response);
});

for (const [what, path, headers, status] of [
  ['the wrong media type', 'v1/payments', { 'Content-Type': 'text/plain' }, 415],
  ['the wrong origin', 'v1/payments', { 'Content-Type': 'application/json', Origin: 'https://evil.example' }, 403],
  ['a path that is none', 'v2', {}, 404],
] as const) {
  it(`a body without an end, of ${what}: ${status}, and the proxy hangs up without reading it`, async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const request = httpRequest(`${proxyUrl}/${path}`, { method: 'POST', headers });
    t.after(() => request.destroy());
    request.on('error', () => undefined);
    request.write(' ');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, status);
    await hungUp(response);
  });
}

/** Resolves when the server has closed the connection, whatever the client still sends. */
async function hungUp(response: IncomingMessage): Promise<void> {
  response.resume();
  if (!response.socket.destroyed) await once(response.socket, 'close');
}

describe('what the proxy takes', () => {
  for (const [what, body, headers] of [
    ['a media type with a charset, in capitals', PAYMENT, { 'Content-Type': 'Application/JSON; charset=UTF-8' }],
    ['an Idempotency-Key of 22 characters', PAYMENT, { 'Idempotency-Key': 'k'.repeat(22) }],
    ['a body of exactly 16 KiB', PAYMENT.padEnd(LIMIT), {}],
    ['one name in two objects', PAYMENT.replace(/}$/, ',"metadata":{"amount":"1","name":"2"}}'), {}],
    ['a name as the value of others', withMetadata('"a":"b","b":"a","c":"a"'), {}],
    ['brackets in a text, which are no depth', samplePayment({ description: '[{'.repeat(20) + '"\\[[' }), {}],
    ['names in any script', samplePayment({ customer: { name: '李小龙 محمد Дарья' } }), {}],
  ] as const) {
    it(what, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      assert.equal((await post(proxyUrl, body, headers)).status, 200);
    });
  }
});

describe('the problem document of a refusal', () => {
  const MARK = 'zebra';

  it('names the members that are wrong', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await post(proxyUrl, { ...samplePayment({ amount: 0 }), ...withCard({ cvc: '1' }), amount: 0 });
    const { errors } = (await response.json()) as { errors: { pointer: string; detail: string }[] };
    assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/amount', '/payment_method/card/cvc']);
  });

  it('names twenty of them at most', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const members = Array.from({ length: 500 }, (_, at) => `"${at}":${at}`);
    const { errors } = (await (await post(proxyUrl, withMetadata(members.join()))).json()) as { errors: unknown[] };
    assert.equal(errors.length, 20);
  });

  for (const [what, body] of [
    ['a wrong amount', { ...samplePayment(), amount: MARK }],
    ['a wrong currency', samplePayment({ currency: MARK })],
    ['a wrong card number', withCard({ number: MARK })],
    ['a card number in the wrong place', { ...samplePayment(), amount: PAN }],
    ['a security code in the wrong place', { ...samplePayment(), reference: Number(CVC) }],
    ['an unknown member with a card number', { ...samplePayment(), pan: PAN }],
    ['an unknown member by a telling name', { ...samplePayment(), [MARK]: 1 }],
    ['a payment method of a kind that is not known', { ...samplePayment(), payment_method: { type: MARK } }],
    ['text that is no JSON', `{"amount": ${MARK}`],
    ['a key in the body', { ...samplePayment(), apiKey: API_KEY }],
  ] as const) {
    it(`never quotes what came in: ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const response = await post(proxyUrl, body);
      assert.ok(response.status === 400 || response.status === 422);
      assert.doesNotMatch(await response.text(), new RegExp(`${MARK}|${PAN}|\\b${CVC}\\b|${API_KEY}`));
    });
  }
});

/** The sample payment with one more member behind one that it has. */
function twice(member: string, more: string): string {
  assert.ok(PAYMENT.includes(member), member);
  return PAYMENT.replace(member, `${member},${more}`);
}

/** The sample payment with metadata as text, since an object cannot have all names. */
function withMetadata(members: string): string {
  return PAYMENT.replace(/}$/, `,"metadata":{${members}}}`);
}

/** The sample payment with something else in its card. */
function withCard(change: Record<string, unknown>): object {
  return {
    ...samplePayment(),
    payment_method: { type: 'card', card: { ...samplePayment().payment_method.card, ...change } },
  };
}
