import assert from 'node:assert/strict';
import { request as sendRequest } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { EncryptJWT } from 'jose';
import { createOrderToken } from '../../../src/proxy/index.js';
import { createTokenReader } from '../../../src/proxy/order-token.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { askAttempt, assertProblem, captureLog, newKey, readReply, startMerchant } from '../../support/node-proxy.js';
import { answer, gate, reset } from '../../support/node-servers.js';
import { expiredToken, payWith, secondsFromNow, SECRET, signClaims, tokenFor } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';

const ORDER = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
const OLD_SECRET = 'the-secret-of-last-year-32-bytes';
const PAID = '{"id":"pay_1"}';

const start = (t: TestContext, settings: Parameters<typeof startMerchant>[1] = {}, ...rest: [typeof reset?]) =>
  startMerchant(t, { orderTokenSecret: SECRET, ...settings }, ...rest);

const claimsOf = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const read = (token: string, secrets: Parameters<typeof createTokenReader>[0] = SECRET) =>
  createTokenReader(secrets)(new Request('http://localhost/', { headers: { 'Order-Token': token } }));

describe('createOrderToken()', () => {
  it('creates a compact JWS with HS256 and the documented claims', async () => {
    const before = secondsFromNow(0);
    const token = await createOrderToken(ORDER, SECRET);
    const { exp, ...claims } = claimsOf(token) as { exp: number };
    assert.deepEqual(claims, ORDER);
    assert.ok(exp >= before + 3600 && exp <= secondsFromNow(3600));
    assert.equal(token, await signClaims(claimsOf(token) as object)); // any JWT library creates the same
  });

  it('expires after expiresIn seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_500 });
    const token = await createOrderToken({ ...ORDER, expiresIn: 60 }, SECRET);
    t.mock.timers.setTime(1_800_000_059_999);
    assert.equal((await read(token)).state, 'valid');
    t.mock.timers.setTime(1_800_000_060_000);
    assert.equal((await read(token)).state, 'expired');
  });

  for (const [name, values] of [
    ['secret', [undefined, '', 'x'.repeat(31), 5, Buffer.from(SECRET), [SECRET]]],
    ['reference', [undefined, null, '', 5, 'x'.repeat(256), ' order-1', 'order-1\u00a0', '\ufefforder-1']],
    ['amount', [undefined, null, 0, -1, 49.99, '4999', NaN, 1e12]],
    ['currency', [undefined, null, '', 'eur', 'EUX', 978]],
    ['expiresIn', [null, 0, -1, 1.5, '3600', NaN, Infinity]],
  ] as const) {
    for (const value of values) {
      it(`rejects ${name} ${String(value).slice(0, 40)} with a TypeError that names it and does not quote it`, async () => {
        const options = { ...ORDER, ...(name !== 'secret' && { [name]: value }) };
        await assert.rejects(createOrderToken(options, (name === 'secret' ? value : SECRET) as string), (error) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, new RegExp(`^createOrderToken: ${name} is (invalid|missing).* Expected `));
          assert.ok(typeof value !== 'string' || value.length < 6 || !error.message.includes(value));
          return true;
        });
      });
    }
  }

  it('counts the bytes of a secret in UTF-8', async () => {
    assert.equal((await read(await createOrderToken(ORDER, 'ключ'.repeat(4)), 'ключ'.repeat(4))).state, 'valid');
  });
});

describe('order token', () => {
  const claims = { ...ORDER, exp: 4_000_000_000 };

  for (const [what, header] of [
    ['without typ', { alg: 'HS256' }],
    ['with a kid', { alg: 'HS256', kid: '1' }],
  ] as const) {
    it(`of another library is accepted: ${what}`, async () => {
      assert.deepEqual(await read(await signClaims(claims, { header })), { state: 'valid', order: ORDER });
    });
  }

  it('may have other claims', async () => {
    assert.equal((await read(await signClaims({ ...claims, iat: secondsFromNow(0), sub: 'ada' }))).state, 'valid');
  });

  it('is accepted with the new and the old secret', async () => {
    const states = [SECRET, OLD_SECRET].map(
      async (secret) => (await read(await tokenFor({}, secret), [SECRET, OLD_SECRET])).state,
    );
    assert.deepEqual(await Promise.all(states), ['valid', 'valid']);
  });

  it('is rejected with a secret that was removed', async () => {
    assert.equal((await read(await tokenFor({}, OLD_SECRET), [SECRET])).state, 'invalid');
  });

  const [head, body, signature] = ['eyJhbGciOiJIUzI1NiJ9', 'e30', 'x'];
  const forged: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none without a signature': async () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await tokenFor()).split('.')[1] ?? ''}.`,
    'alg none with the signature of HS256': () => signClaims(claims, { header: { alg: 'none' } }),
    'alg HS512': () => signClaims(claims, { header: { alg: 'HS512' }, hash: 'SHA-512' }),
    'alg HS384': () => signClaims(claims, { header: { alg: 'HS384' }, hash: 'SHA-384' }),
    'a hash of 512 bits under the name HS256': () => signClaims(claims, { hash: 'SHA-512' }),
    'alg hs256': () => signClaims(claims, { header: { alg: 'hs256' } }),
    'no alg': () => signClaims(claims, { header: {} }),
    'a critical extension': () => signClaims(claims, { header: { alg: 'HS256', crit: ['x'], x: 1 } }),
    'a payload that is not encoded (b64)': () =>
      signClaims(claims, { header: { alg: 'HS256', crit: ['b64'], b64: false } }),
    'another secret': () => signClaims(claims, { secret: 'x'.repeat(32) }),
    'an empty secret': () => tokenFor().then((token) => `${token.split('.').slice(0, 2).join('.')}.`),
    'another claim under the same signature': async () => {
      const [first = '', , last = ''] = (await tokenFor()).split('.');
      return `${first}.${Buffer.from(JSON.stringify({ ...claims, amount: 1 })).toString('base64url')}.${last}`;
    },
    'a signature that is cut': async () => (await tokenFor()).slice(0, -1),
    'four parts': async () => `${await tokenFor()}.x`,
    'an encrypted token (JWE)': () =>
      new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(Buffer.from(SECRET)),
    'a prefix': async () => `Bearer ${await tokenFor()}`,
    'two tokens in one header': async () => `${await tokenFor()}, ${await tokenFor()}`,
    'more than 4096 characters': () => signClaims({ ...claims, padding: 'x'.repeat(4000) }),
    'no exp': () => signClaims(ORDER),
    'exp as a string': () => signClaims({ ...ORDER, exp: String(secondsFromNow(3600)) }),
    'an infinite exp': () => signClaims(`{"reference":"order-1042","amount":4999,"currency":"EUR","exp":1e999}`),
    'exp null': () => signClaims({ ...ORDER, exp: null }),
    'nbf in the future': () => signClaims({ ...claims, nbf: secondsFromNow(60) }),
    'amount with decimals': () => signClaims({ ...claims, amount: 49.99 }),
    'amount as a string': () => signClaims({ ...claims, amount: '4999' }),
    'no amount': () => signClaims({ ...claims, amount: undefined }),
    'a lower-case currency': () => signClaims({ ...claims, currency: 'eur' }),
    'no reference': () => signClaims({ ...claims, reference: undefined }),
    'an empty reference': () => signClaims({ ...claims, reference: '' }),
    'a reference that is a number': () => signClaims({ ...claims, reference: 1042 }),
    'a reference with a trailing space': () => signClaims({ ...claims, reference: 'order-1042 ' }),
    'expired and without an amount': () => signClaims({ ...ORDER, amount: undefined, exp: secondsFromNow(-60) }),
    'a payload that is a list': () => signClaims('[]'),
    'a payload that is not JSON': () => signClaims('order-1042'),
    words: () => 'order-1042',
    'parts without content': () => '..',
    'parts of another text': () => `${head}.${body}.${signature}`,
  };
  for (const [what, create] of Object.entries(forged)) {
    it(`is rejected with ${what}`, async () => {
      assert.deepEqual(await read(await create()), { state: 'invalid' });
    });
  }

  it('of the longest reference is accepted', async () => {
    const reference = '\ud83c\udf39'.repeat(127);
    assert.equal((await read(await tokenFor({ reference }))).state, 'valid');
  });

  it('is rejected in two headers', async (t) => {
    const { proxyUrl } = await start(t);
    const token = await tokenFor();
    const status = await new Promise((resolve, reject) => {
      const headers = { 'Order-Token': [token, token] };
      sendRequest(`${proxyUrl}/config`, { headers }, (response) => {
        resolve(response.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
    assert.equal(status, 403);
  });
});

describe('a proxy with orderTokenSecret', () => {
  it('accepts a payment with a token of its order, and forwards no token', async (t) => {
    const { proxyUrl, service } = await start(t, {}, answer(200, PAID));
    const token = await tokenFor();
    assert.equal((await payWith(proxyUrl, token)).status, 200);
    const [{ headers, body } = { headers: undefined, body: '' }] = service.requests;
    assert.equal(headers?.['order-token'], undefined);
    assert.ok(!JSON.stringify([headers, body]).includes(token));
  });

  for (const [what, token, code] of [
    ['no token', () => undefined, 'order_token_invalid'],
    ['a forged token', () => signClaims(ORDER, { secret: 'x'.repeat(32) }), 'order_token_invalid'],
    ['an expired token', () => expiredToken(), 'order_token_expired'],
    ['a token of another order', () => tokenFor({ reference: 'order-7' }), 'order_token_invalid'],
  ] as const) {
    it(`answers 403 ${code} to a payment with ${what}, sends nothing, quotes nothing`, async (t) => {
      const { logger, lines } = captureLog();
      const { proxyUrl, service } = await start(t, { logger });
      const given = await token();
      const response = await payWith(proxyUrl, given);
      const document = await assertProblem(response, 403, code, 'not_charged');
      assert.ok(given === undefined || !JSON.stringify([document, lines]).includes(given.slice(-20)));
      assert.equal(service.requests.length, 0);
    });

    if (what === 'a token of another order') continue;
    for (const [path, outcome] of [
      ['/config', 'not_charged'],
      ['/attempts', 'unknown'],
    ] as const) {
      it(`answers 403 ${code} to GET ${path} with ${what}`, async (t) => {
        const { proxyUrl } = await start(t);
        const given = await token();
        const headers = { 'Idempotency-Key': newKey(), ...(given && { 'Order-Token': given }) };
        await assertProblem(await fetch(proxyUrl + path, { headers }), 403, code, outcome);
      });
    }
  }

  it('answers GET /config and GET /attempts with a token', async (t) => {
    const { proxyUrl } = await start(t);
    const headers = { 'Order-Token': await tokenFor() };
    assert.equal((await fetch(`${proxyUrl}/config`, { headers })).status, 200);
    await assertProblem(await askAttempt(proxyUrl, newKey(), headers), 404, 'attempt_not_found', 'not_charged');
  });

  it('answers a preflight without a token', async (t) => {
    const origin = 'https://shop.example';
    const { proxyUrl } = await start(t, { allowedOrigins: [origin] });
    const headers = { Origin: origin, 'Access-Control-Request-Headers': 'order-token' };
    const response = await fetch(`${proxyUrl}/v1/payments`, { method: 'OPTIONS', headers });
    assert.equal(response.status, 204);
    assert.match(response.headers.get('Access-Control-Allow-Headers') ?? '', /\bOrder-Token\b/);
  });

  for (const change of [{ amount: 1 }, { currency: 'USD' }]) {
    it(`answers 409 amount_changed with the price of the token to ${JSON.stringify(change)}`, async (t) => {
      const { proxyUrl, service } = await start(t);
      const response = await payWith(proxyUrl, await tokenFor(), { payment: samplePayment(change) });
      const { amount, currency } = await assertProblem(response, 409, 'amount_changed', 'not_charged');
      assert.deepEqual([amount, currency, service.requests.length], [4999, 'EUR', 0]);
    });
  }

  it('replays nothing to a known key with another order in the body', async (t) => {
    const { proxyUrl, service } = await start(t, {}, answer(200, PAID));
    const key = newKey();
    await payWith(proxyUrl, await tokenFor(), { key });
    const payment = samplePayment({ reference: 'order-7' });
    const response = await payWith(proxyUrl, await tokenFor(), { key, payment });
    await assertProblem(response, 403, 'order_token_invalid', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('takes the order of the token for a payment without a reference', async (t) => {
    const { proxyUrl, service } = await start(t, {}, answer(200, PAID));
    const { reference, ...payment } = samplePayment();
    const token = await tokenFor();
    await payWith(proxyUrl, token, { payment });
    assert.deepEqual(await readReply(await payWith(proxyUrl, token, { payment: samplePayment() })), [200, PAID, true]);
    assert.equal(service.requests.length, 1);
  });

  it('replays the response of a paid order to another key with a token of that order', async (t) => {
    const { proxyUrl } = await start(t, {}, answer(201, PAID));
    await payWith(proxyUrl, await tokenFor());
    assert.deepEqual(await readReply(await payWith(proxyUrl, await tokenFor())), [201, PAID, true]);
  });

  it('names the order in the log, and not the token', async (t) => {
    const { logger, lines } = captureLog();
    const { proxyUrl } = await start(t, { logger }, reset);
    const token = await tokenFor();
    await payWith(proxyUrl, token);
    assert.equal(lines.find(({ event }) => event === 'payment_in_doubt')?.reference, 'order-1042');
    assert.ok(!JSON.stringify(lines).includes(token));
  });

  it('answers 500 without the token when a function of the shop fails', async (t) => {
    const { logger, lines } = captureLog();
    const resolvePayment = (_: unknown, request: Request) => {
      throw new Error(`no order for ${request.headers.get('Order-Token') ?? ''}`);
    };
    const { proxyUrl } = await start(t, { logger, resolvePayment });
    const token = await tokenFor();
    const document = await assertProblem(await payWith(proxyUrl, token), 500, 'proxy_error', 'not_charged');
    assert.ok(!JSON.stringify([document, lines]).includes(token));
  });
});

describe('an order token that has expired after the payment', () => {
  /** Two proxies with one store: time passes between them. */
  async function paidBefore(t: TestContext, behaviour = answer(200, PAID)) {
    const key = newKey();
    const merchant = await start(t, { store: createMemoryStore() }, behaviour);
    await payWith(merchant.proxyUrl, await tokenFor(), { key });
    return { key, ...merchant };
  }

  it('replays the response to the same key', async (t) => {
    const { key, proxyUrl, service } = await paidBefore(t);
    assert.deepEqual(await readReply(await payWith(proxyUrl, await expiredToken(), { key })), [200, PAID, true]);
    assert.equal(service.requests.length, 1);
  });

  it('replays an unknown outcome to the same key', async (t) => {
    const { key, proxyUrl } = await paidBefore(t, reset);
    await assertProblem(await payWith(proxyUrl, await expiredToken(), { key }), 502, 'attempt_unknown', 'unknown');
  });

  it('of another order replays nothing', async (t) => {
    const { key, proxyUrl } = await paidBefore(t);
    const token = await expiredToken({ reference: 'order-7' });
    await assertProblem(await payWith(proxyUrl, token, { key }), 403, 'order_token_invalid', 'unknown');
  });
});

describe('a repeated payment while the first copy is not stored yet', () => {
  /** The first copy waits for a function of the shop. */
  async function startFirst(t: TestContext) {
    const [asked, answered] = [gate(), gate()];
    const clientId = async () => {
      asked.open();
      await answered.opened;
      return 'ada';
    };
    const { proxyUrl } = await start(t, { limits: { clientId } }, answer(200, PAID));
    const key = newKey();
    const first = payWith(proxyUrl, await tokenFor(), { key });
    await asked.opened;
    const finish = async () => {
      answered.open();
      assert.equal((await first).status, 200);
    };
    return { proxyUrl, key, finish };
  }

  it('is in progress, and not refused, if its token has expired since', async (t) => {
    const { proxyUrl, key, finish } = await startFirst(t);
    await assertProblem(await payWith(proxyUrl, await expiredToken(), { key }), 409, 'attempt_in_flight', 'unknown');
    await finish();
  });

  it('is refused without a claim about the first copy if its token is invalid', async (t) => {
    const { proxyUrl, key, finish } = await startFirst(t);
    await assertProblem(await payWith(proxyUrl, undefined, { key }), 403, 'order_token_invalid', 'unknown');
    await finish();
  });
});

describe('orderTokenSecret with resolvePayment', () => {
  it('accepts a payment if both agree, and asks for the order of the token', async (t) => {
    const asked: unknown[] = [];
    const resolvePayment = ({ reference }: { reference?: string | undefined }) => {
      asked.push(reference);
      return ORDER;
    };
    const { proxyUrl } = await start(t, { resolvePayment });
    const { reference, ...payment } = samplePayment();
    assert.equal((await payWith(proxyUrl, await tokenFor(), { payment })).status, 200);
    assert.deepEqual(asked, ['order-1042']);
  });

  it('answers 409 amount_changed with the price of resolvePayment if that one differs', async (t) => {
    const { proxyUrl, service } = await start(t, { resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) });
    const response = await payWith(proxyUrl, await tokenFor());
    assert.equal((await assertProblem(response, 409, 'amount_changed', 'not_charged'))['amount'], 5499);
    assert.equal(service.requests.length, 0);
  });

  it('answers 404 unknown_order if resolvePayment finds no order, sends nothing', async (t) => {
    const { proxyUrl, service } = await start(t, { resolvePayment: () => null });
    await assertProblem(await payWith(proxyUrl, await tokenFor()), 404, 'unknown_order', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  it('answers 403 if resolvePayment finds another order', async (t) => {
    const { proxyUrl } = await start(t, { resolvePayment: () => ({ ...ORDER, reference: 'order-7' }) });
    await assertProblem(await payWith(proxyUrl, await tokenFor()), 403, 'order_token_invalid', 'not_charged');
  });

  it('accepts another name of the order if resolvePayment returns the one in the token', async (t) => {
    const { proxyUrl } = await start(t, { resolvePayment: () => ORDER });
    const payment = samplePayment({ reference: 'ORDER-1042' });
    assert.equal((await payWith(proxyUrl, await tokenFor(), { payment })).status, 200);
  });

  for (const [what, resolvePayment] of [
    ['exists', () => ({ amount: 1, currency: 'EUR' })],
    ['does not exist', () => null],
  ] as const) {
    it(`answers 403 to a token of another order, also if the order ${what}`, async (t) => {
      const { proxyUrl } = await start(t, { resolvePayment });
      const payment = samplePayment({ reference: 'order-7' });
      const response = await payWith(proxyUrl, await tokenFor(), { payment });
      await assertProblem(response, 403, 'order_token_invalid', 'not_charged');
    });
  }
});
