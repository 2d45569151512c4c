import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import {
  askAttempt,
  assertProblem,
  captureLog,
  newKey,
  payAs,
  readReply,
  startMerchant,
} from '../../support/node-proxy.js';
import { answer, gate, reset } from '../../support/node-servers.js';
import { payWith, SECRET, tokenFor } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';

/** The same text, in one and in two code points. */
const [COMPOSED, DECOMPOSED] = ['caf\u00e9-7', 'cafe\u0301-7'];
const composed = samplePayment({ reference: COMPOSED });
const decomposed = samplePayment({ reference: DECOMPOSED });

const IS_PAID = [200, '{"state":"paid"}', true];

/** A shop that ignores case and reads `#7` as order-7. */
const resolvePayment = ({ reference = '' }: { reference?: string | undefined }) => ({
  amount: 4999,
  currency: 'EUR',
  reference: reference === '#7' ? 'order-7' : reference.toLowerCase(),
});

describe('two spellings of a reference', () => {
  it('are one order, which is paid once', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    await payAs(proxyUrl, newKey(), decomposed);
    assert.deepEqual(await readReply(await payAs(proxyUrl, newKey(), composed)), IS_PAID);
    assert.equal(service.requests.length, 1);
  });

  it('reach the service as the page sent them', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    await payAs(proxyUrl, newKey(), decomposed);
    assert.deepEqual(JSON.parse(service.requests[0]?.body ?? ''), decomposed);
  });

  it('are one order for a token', async (t) => {
    const { proxyUrl } = await startMerchant(t, { orderTokenSecret: SECRET });
    const token = await tokenFor({ reference: DECOMPOSED });
    assert.equal((await payWith(proxyUrl, token, { payment: composed })).status, 200);
    const again = await payWith(proxyUrl, await tokenFor({ reference: COMPOSED }), { payment: decomposed });
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
  });
});

describe('two names that resolvePayment knows for one order', () => {
  for (const [one, other] of [
    ['order-7', 'ORDER-7'],
    ['#7', 'Order-7'],
    [COMPOSED, DECOMPOSED.toUpperCase()],
  ] as const) {
    it(`${one} and ${other}: paid once`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { resolvePayment });
      await payAs(proxyUrl, newKey(), samplePayment({ reference: one }));
      const second = await payAs(proxyUrl, newKey(), samplePayment({ reference: other }));
      assert.deepEqual([await readReply(second), service.requests.length], [IS_PAID, 1]);
    });
  }

  it('share the limit of the order', async (t) => {
    const limits = { attemptsPerReference: 1 };
    const { proxyUrl } = await startMerchant(t, { resolvePayment, limits }, answer(402));
    const pay = async (reference: string) => (await payAs(proxyUrl, newKey(), samplePayment({ reference }))).status;
    assert.deepEqual([await pay('#7'), await pay('ORDER-7'), await pay('order-8')], [402, 429, 402]);
  });

  it('have one name in the log', async (t) => {
    const { logger, lines } = captureLog();
    const { proxyUrl } = await startMerchant(t, { resolvePayment, logger }, reset);
    await payAs(proxyUrl, newKey(), samplePayment({ reference: '#7' }));
    assert.equal(lines.find(({ event }) => event === 'payment_in_doubt')?.reference, 'order-7');
  });

  it('a key rejected under one name finds the payment under the other', async (t) => {
    const [arrived, released] = [gate(), gate()];
    const { proxyUrl } = await startMerchant(t, { resolvePayment }, (response) => {
      arrived.open();
      void released.opened.then(() => response.end('{}'));
    });
    const paying = payAs(proxyUrl, newKey(), samplePayment({ reference: '#7' }));
    await arrived.opened;
    const key = newKey();
    const rejected = await payAs(proxyUrl, key, samplePayment({ reference: 'ORDER-7' }));
    await assertProblem(rejected, 409, 'conflict', 'unknown');
    assert.deepEqual(await (await askAttempt(proxyUrl, key)).json(), { state: 'processing' });
    released.open();
    await paying;
  });

  it('a payment under one name is not reported as not charged under the other while the store fails', async (t) => {
    const store = createMemoryStore();
    let fails = false;
    const read: typeof store.read = (names) => (fails ? Promise.reject(new Error('no store')) : store.read(names));
    const { proxyUrl } = await startMerchant(t, { resolvePayment, store: { ...store, read } });
    await payAs(proxyUrl, newKey(), samplePayment({ reference: '#7' }));
    fails = true;
    const second = await payAs(proxyUrl, newKey(), samplePayment({ reference: 'ORDER-7' }));
    await assertProblem(second, 503, 'store_unavailable', 'unknown');
  });

  for (const reference of ['', ' order-7', 'order-7\u200b', 7, 'x'.repeat(256)]) {
    it(`nothing is sent if resolvePayment returns the reference ${JSON.stringify(reference).slice(0, 20)}`, async (t) => {
      const returned = { amount: 4999, currency: 'EUR', reference: reference as string };
      const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => returned });
      await assertProblem(await payAs(proxyUrl), 500, 'proxy_error', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }
});

describe('white space or an invisible character at an end of the reference', () => {
  for (const character of Array.from(
    ' \t\n\u0085\u00a0\u1680\u2003\u2028\u202f\u3000\u200b\u200d\u2060\ufeff\u00ad\u202e',
  )) {
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    for (const reference of [`${character}order-7`, `order-7${character}`, character]) {
      it(`is refused with 422: ${JSON.stringify(reference).replace(character, code)}`, async (t) => {
        const { proxyUrl, service } = await startMerchant(t);
        const response = await payAs(proxyUrl, newKey(), samplePayment({ reference }));
        const { errors } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
        const detail = 'Expected no white space or invisible characters at either end';
        assert.deepEqual(errors, [{ pointer: '/reference', detail }]);
        assert.equal(service.requests.length, 0);
      });
    }
  }

  for (const reference of ['order 7', 'order-7.', 'Bestellung № 7', '注文7', 'order-\u2764\ufe0f']) {
    it(`${reference} is accepted`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      assert.equal((await payAs(proxyUrl, newKey(), samplePayment({ reference }))).status, 200);
    });
  }
});
