import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createOrderToken } from 'payment-widget-proxy';
import type { Mode } from 'payment-widget/contract';
import { createTokenReader } from 'payment-widget-proxy/order/order-token';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import {
  askAttempt,
  assertProblem,
  captureLog,
  newKey,
  readReply,
  readReport,
  startMerchant,
} from '../../support/node-proxy.js';
import { answer, gate, reset } from '../../support/node-servers.js';
import { expiredToken, payWith, secondsFromNow, SECRET, signClaims, tokenFor } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/tokens.json' with { type: 'json' };

const ORDER = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
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

  it('expects a text if the reference is a number', async () => {
    const reference = 1042 as unknown as string;
    await assert.rejects(createOrderToken({ ...ORDER, reference }, SECRET), /Expected a text/);
  });

  for (const [name, values] of [
    ['secret', [undefined, 'x'.repeat(31), ' '.repeat(40), [SECRET]]],
    ['reference', [undefined, '', 1042, 'x'.repeat(256), ' order-1']],
    ['amount', [undefined, 0, 49.99, '4999', 1e12]],
    ['currency', [undefined, 'eur', 'EUX']],
    ['expiresIn', [null, 0, 1.5, 30 * 86_400 + 1, Infinity]],
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
});

describe('order token', () => {
  const clock = { now: () => vectors.now * 1000 };
  const readIn = createTokenReader(vectors.secrets as [string, string], clock);

  for (const { what, token, state } of vectors.tokens) {
    it(`is ${state}: ${what}`, async () => {
      const request = { headers: { get: () => token } } as unknown as Request; // some are no value of a header
      const found = await readIn(request);
      assert.equal(found.state, state);
      assert.equal(found.order === undefined, state === 'invalid');
    });
  }

  for (const { what, token, reason } of vectors.tokens) {
    it(`tells the developer of a page why it is refused: ${what}`, async () => {
      const request = { headers: { get: () => token } } as unknown as Request;
      const { state, hint } = await createTokenReader(vectors.secrets as [string, string], clock, 'test')(request);
      assert.deepEqual(hint, reason ? { reason } : state === 'expired' ? { now: vectors.now } : undefined);
      assert.equal((await readIn(request)).hint, undefined); // in Live mode
    });
  }

  it('has the order of its claims', async () => {
    const [{ token } = { token: '' }] = vectors.tokens;
    const headers = { 'Order-Token': token };
    assert.deepEqual((await readIn(new Request('http://localhost/', { headers }))).order, vectors.order);
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
    it(`answers 403 ${code} to GET /config with ${what}`, async (t) => {
      const { proxyUrl } = await start(t);
      const given = await token();
      const response = await fetch(`${proxyUrl}/config`, { headers: given ? { 'Order-Token': given } : {} });
      await assertProblem(response, 403, code, 'not_charged');
    });

    it(`says more about ${what} in Test mode only`, async (t) => {
      const given = await token();
      const membersIn = async (mode: Mode) => {
        const { proxyUrl } = await start(t, { mode });
        const response = await fetch(`${proxyUrl}/config`, { headers: given ? { 'Order-Token': given } : {} });
        return Object.keys((await response.json()) as object).filter((name) => ['reason', 'now'].includes(name));
      };
      const expected = code === 'order_token_expired' ? ['now'] : ['reason'];
      assert.deepEqual([await membersIn('test'), await membersIn('live')], [expected, []]);
    });

    it(`reports that a payment with ${what} has not arrived, and why it would be refused`, async (t) => {
      const { proxyUrl } = await start(t);
      const given = await token();
      const report = await readReport(askAttempt(proxyUrl, newKey(), given ? { 'Order-Token': given } : {}));
      const { code: reason } = report['error'] as { code: string };
      assert.deepEqual([report['state'], reason], ['not_found', code]);
    });
  }

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

  it('is sent by no process any more once a page whose token has expired was told so', async (t) => {
    const { proxyUrl, service } = await start(t);
    const key = newKey();
    const expired = await expiredToken();
    await assertProblem(await payWith(proxyUrl, expired, { key }), 403, 'order_token_expired', 'not_charged');
    await askAttempt(proxyUrl, key, { 'Order-Token': expired });
    await payWith(proxyUrl, await tokenFor(), { key });
    assert.equal(service.requests.length, 0);
  });

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
    for (const reference of [undefined, 'ORDER-1042']) {
      const payment = samplePayment({ reference });
      assert.equal((await payWith(proxyUrl, await tokenFor(), { payment })).status, 200);
    }
    assert.deepEqual(asked, ['order-1042', 'ORDER-1042']);
  });

  for (const [what, found, reference, status, code] of [
    ['another price', { amount: 5499, currency: 'EUR' }, 'order-1042', 409, 'amount_changed'],
    ['no order', null, 'order-1042', 404, 'unknown_order'],
    ['another order', { ...ORDER, reference: 'order-7' }, 'order-1042', 403, 'order_token_invalid'],
    ['an order that the token is not for', { amount: 1, currency: 'EUR' }, 'order-7', 403, 'order_token_invalid'],
    ['no order that the token is not for', null, 'order-7', 403, 'order_token_invalid'],
  ] as const) {
    it(`answers ${status} ${code} if resolvePayment finds ${what}, sends nothing`, async (t) => {
      const { proxyUrl, service } = await start(t, { resolvePayment: () => found });
      const response = await payWith(proxyUrl, await tokenFor(), { payment: samplePayment({ reference }) });
      await assertProblem(response, status, code, 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }
});
