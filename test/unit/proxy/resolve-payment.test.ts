import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CardHint, PaymentDraft, ResolvePayment } from 'payment-widget-proxy';
import {
  API_KEY,
  askAttempt,
  readReport,
  assertProblem,
  captureLog,
  newKey,
  payAs,
  readReply,
  startMerchant,
} from '../../support/node-proxy.js';
import { answer, gate } from '../../support/node-servers.js';
import { payWith, SECRET, tokenFor } from '../../support/order-tokens.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const KNOWN = { amount: 4999, currency: 'EUR' };
const PAID = '{"id":"pay_1"}';
const IS_PAID = [200, '{"state":"paid"}', true];
const AMEX = '371449635398431';

const start = (t: TestContext, resolvePayment: ResolvePayment, settings = {}) =>
  startMerchant(t, { resolvePayment, ...settings }, answer(200, PAID));

describe('resolvePayment', () => {
  it('lets a payment with the same price pass, and receives it without its card', async (t) => {
    const drafts: PaymentDraft[] = [];
    const { proxyUrl, service } = await start(t, (draft) => {
      drafts.push(draft);
      return Promise.resolve({ ...KNOWN, lines: ['secret'] });
    });
    const payment = samplePayment({ metadata: { cart: '77' } });
    assert.equal((await payAs(proxyUrl, newKey(), payment)).status, 200);
    const { payment_method: _, ...withoutCard } = payment;
    assert.deepEqual([drafts, JSON.parse(service.requests[0]?.body ?? '')], [[withoutCard], payment]);
  });

  for (const [what, changed] of [
    ['a higher amount', { amount: 5499, currency: 'EUR' }],
    ['a lower amount', { amount: 1, currency: 'EUR' }],
    ['another currency', { amount: 4999, currency: 'USD' }],
  ] as const) {
    it(`rejects a payment after ${what}: 409 with the right price, nothing sent`, async (t) => {
      const { proxyUrl, service } = await start(t, () => changed);
      const { amount, currency } = await assertProblem(await payAs(proxyUrl), 409, 'amount_changed', 'not_charged');
      assert.deepEqual([{ amount, currency }, service.requests.length], [changed, 0]);
    });
  }

  for (const [what, payment] of [
    ['an unknown order', samplePayment()],
    ['a payment without a reference', samplePayment({ reference: undefined })],
  ] as const) {
    it(`rejects ${what}: 404, nothing sent`, async (t) => {
      const { proxyUrl, service } = await start(t, () => undefined);
      await assertProblem(await payAs(proxyUrl, newKey(), payment), 404, 'unknown_order', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  for (const [what, resolvePayment] of [
    ['rejects', () => Promise.reject(new Error(`no database for ${API_KEY}`))],
    ['returns an amount with decimals', () => ({ amount: 49.99, currency: 'EUR' })],
    ['returns a currency of four letters', () => ({ amount: 4999, currency: 'EURO' })],
    ['returns a reference with white space', () => ({ ...KNOWN, reference: ' order-7' })],
    ['returns an empty reference', () => ({ ...KNOWN, reference: '' })],
    [
      'fails with the card',
      (_draft, _request, { bin }) => Promise.reject(Object.assign(new Error(bin), { code: bin })),
    ],
  ] satisfies [string, ResolvePayment][]) {
    it(`fails if it ${what}: 500 without details, nothing sent, one log line`, async (t) => {
      const { logger, lines } = captureLog();
      const { proxyUrl, service } = await start(t, resolvePayment, { logger });
      const document = await assertProblem(await payAs(proxyUrl), 500, 'proxy_error', 'not_charged');
      const events = lines.map(({ event }) => event);
      assert.deepEqual([events, service.requests.length], [['proxy_failed'], 0]);
      assert.doesNotMatch(JSON.stringify([document, lines]), new RegExp(`${API_KEY}|${PAN.slice(0, 6)}|\\b${CVC}\\b`));
    });
  }
});

describe('the card that resolvePayment gets', () => {
  for (const [what, number, hint] of [
    ['16 digits: the first 8', PAN, { bin: '42424242', brand: 'visa' }],
    ['15 digits: the first 6', AMEX, { bin: '371449', brand: 'american-express' }],
    ['a regional brand', '2200000000000053', { bin: '22000000', brand: 'mir' }],
    ['an unknown brand: none', '9999999999999995', { bin: '99999999' }],
  ] as const) {
    it(`has of a number with ${what}`, async (t) => {
      const hints: CardHint[] = [];
      const { proxyUrl } = await start(t, (_draft, _request, card) => {
        hints.push(card);
        return KNOWN;
      });
      const cvc = number === AMEX ? '1234' : '123';
      await payAs(proxyUrl, newKey(), samplePayment({ card: { number, cvc } }));
      assert.deepEqual(hints, [hint]);
    });
  }

  it('may change the price, also beside an order token', async (t) => {
    const byBrand: ResolvePayment = (_draft, _request, { brand }) => ({
      ...KNOWN,
      amount: brand === 'visa' ? 5199 : 4999,
    });
    const { proxyUrl, service } = await start(t, byBrand, { orderTokenSecret: SECRET });
    const pay = async (amount: number) => payWith(proxyUrl, await tokenFor(), { payment: samplePayment({ amount }) });
    const { amount } = await assertProblem(await pay(4999), 409, 'amount_changed', 'not_charged');
    assert.deepEqual([amount, (await pay(5199)).status, service.requests.length], [5199, 200, 1]);
  });
});

it('the outcome of a known key is replayed, although the price has changed since', async (t) => {
  let amount = 4999;
  const { proxyUrl, service } = await start(t, () => ({ ...KNOWN, amount }));
  const key = newKey();
  await payAs(proxyUrl, key);
  amount = 5499;
  assert.deepEqual([await readReply(await payAs(proxyUrl, key)), service.requests.length], [[200, PAID, true], 1]);
});

/** The same text, in one and in two code points. */
const [COMPOSED, DECOMPOSED] = ['caf\u00e9-7', 'cafe\u0301-7'];

describe('two names of one order', () => {
  /** A shop that ignores case and reads `#7` as order-7. */
  const lowerCase: ResolvePayment = ({ reference = '' }) => ({
    ...KNOWN,
    reference: reference === '#7' ? 'order-7' : reference.toLowerCase(),
  });

  for (const [one, other, settings] of [
    [DECOMPOSED, COMPOSED, {}],
    ['order-7', 'ORDER-7', { resolvePayment: lowerCase }],
    ['#7', 'Order-7', { resolvePayment: lowerCase }],
    [COMPOSED, DECOMPOSED.toUpperCase(), { resolvePayment: lowerCase }],
  ] as const) {
    it(`${one} and ${other}: paid once, and sent as the page wrote it`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, settings);
      await payAs(proxyUrl, newKey(), samplePayment({ reference: one }));
      const second = await payAs(proxyUrl, newKey(), samplePayment({ reference: other }));
      assert.deepEqual([await readReply(second), service.requests.length], [IS_PAID, 1]);
      assert.deepEqual(JSON.parse(service.requests[0]?.body ?? ''), samplePayment({ reference: one }));
    });
  }

  it('the report names the order as its page does', async (t) => {
    const { proxyUrl } = await startMerchant(t, { resolvePayment: lowerCase });
    const key = newKey();
    await payAs(proxyUrl, key, samplePayment({ reference: '#7' }));
    assert.equal((await readReport(askAttempt(proxyUrl, key)))['reference'], '#7');
  });

  it('are one order for a token', async (t) => {
    const { proxyUrl } = await startMerchant(t, { orderTokenSecret: SECRET });
    const pay = async (token: string, reference: string) =>
      payWith(proxyUrl, await tokenFor({ reference: token }), { payment: samplePayment({ reference }) });
    assert.equal((await pay(DECOMPOSED, COMPOSED)).status, 200);
    assert.equal((await pay(COMPOSED, DECOMPOSED)).headers.get('Idempotency-Replayed'), 'true');
  });

  it('a key rejected under one name finds the payment under the other', async (t) => {
    const [arrived, released] = [gate(), gate()];
    const { proxyUrl } = await startMerchant(t, { resolvePayment: lowerCase }, (response) => {
      arrived.open();
      void released.opened.then(() => response.end('{}'));
    });
    const paying = payAs(proxyUrl, newKey(), samplePayment({ reference: '#7' }));
    await arrived.opened;
    const key = newKey();
    const rejected = await payAs(proxyUrl, key, samplePayment({ reference: 'ORDER-7' }));
    await assertProblem(rejected, 409, 'conflict', 'unknown');
    assert.equal((await readReport(askAttempt(proxyUrl, key)))['state'], 'processing');
    released.open();
    await paying;
  });

  for (const [status, state] of [
    [200, 'succeeded'],
    [500, 'unknown'],
    [402, 'failed'],
  ] as const) {
    it(`the report of a rejected key names the order as its page does: the payment is ${state}`, async (t) => {
      const [arrived, released] = [gate(), gate()];
      const { proxyUrl } = await startMerchant(t, { resolvePayment: lowerCase }, (response, request) => {
        arrived.open();
        void released.opened.then(() => {
          answer(status, '{}')(response, request);
        });
      });
      const paying = payAs(proxyUrl, newKey(), samplePayment({ reference: '#7' }));
      await arrived.opened;
      const key = newKey();
      await payAs(proxyUrl, key, samplePayment({ reference: 'ORDER-7' }));
      released.open();
      await paying;
      const report = await readReport(askAttempt(proxyUrl, key));
      assert.deepEqual([report['state'], report['reference']], [state, 'ORDER-7']);
    });
  }
});

describe('white space or an invisible character at an end of the reference', () => {
  for (const character of Array.from(' \n\u00a0\u2028\u200b\ufeff\u00ad\u202e')) {
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    it(`is refused with 422: ${code}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      for (const reference of [`${character}order-7`, `order-7${character}`, character]) {
        const response = await payAs(proxyUrl, newKey(), samplePayment({ reference }));
        const { errors } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
        assert.equal((errors as { pointer: string }[])[0]?.pointer, '/reference');
      }
      assert.equal(service.requests.length, 0);
    });
  }

  it('is allowed inside', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    for (const reference of ['Bestellung № 7', '注文7', 'order-\u2764\ufe0f']) {
      assert.equal((await payAs(proxyUrl, newKey(), samplePayment({ reference }))).status, 200);
    }
  });
});
