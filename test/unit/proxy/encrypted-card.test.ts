import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encryptCard } from '../../../src/contract/encrypt-card.js';
import { publishedKey } from '../../../src/proxy/encrypted-card.js';
import { ProxyConfigurationError, type EncryptionKeys, type ResolvePayment } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { ecPair, rsaPair } from '../../support/encryption-keys.js';
import { assertProblem, newKey, payAs, startMerchant, testProxy, readReply } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

const rsa = rsaPair().publicKey;
const ec = { ...ecPair().publicKey, kid: 'key-2' };

/** The sample payment as a page sends it to a proxy with this key. */
async function encryptedPayment(key = rsa, reference = 'order-1042') {
  const { payment_method: method, ...order } = samplePayment({ reference });
  const { amount, currency } = order;
  const secret = { iat: 1, idempotency_key: IDEMPOTENCY_KEY, amount, currency, reference, card: method.card };
  return { ...order, payment_method: await encryptCard(secret, key) };
}

const { payment_method: SAMPLE } = await encryptedPayment();
const [, KEY = '', IV = '', CONTENT = '', TAG = ''] = SAMPLE.encrypted_card.split('.');
const HEADER = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: rsa.kid };

const withCard = (encrypted_card: unknown) => ({
  ...samplePayment(),
  payment_method: { type: 'card', encrypted_card },
});
const withHeader = (header: unknown) => withParts(Buffer.from(JSON.stringify(header)).toString('base64url'));
const withParts = (header?: string, key = KEY, iv = IV, content = CONTENT, tag = TAG) =>
  withCard([header ?? Buffer.from(JSON.stringify(HEADER)).toString('base64url'), key, iv, content, tag].join('.'));
const [EC_HEADER = '', ...EC_PARTS] = (await encryptedPayment(ec)).payment_method.encrypted_card.split('.');
const { epk: EPK } = JSON.parse(atob(EC_HEADER)) as { epk: object };
const ecWith = (header: object, key = '') => {
  const [, ...others] = EC_PARTS;
  return withCard(
    [
      Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid: ec.kid, ...header })).toString('base64url'),
      key,
      ...others,
    ].join('.'),
  );
};

describe('proxy with an encryption key', () => {
  const settings = { encryptionKey: [rsa, ec] as const };

  it('publishes its first key', async () => {
    const response = await testProxy(settings)(new Request('https://shop.example/pay/config'));
    const { encryption_key: key } = (await response.json()) as { encryption_key: unknown };
    assert.deepEqual(key, rsa);
  });

  for (const [name, key] of [
    ['first', rsa],
    ['other', ec],
  ] as const) {
    it(`forwards a card that is encrypted with its ${name} key, unchanged`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, settings);
      const payment = await encryptedPayment(key);
      const { status } = await payAs(proxyUrl, IDEMPOTENCY_KEY, payment);
      assert.deepEqual([status, JSON.parse(service.requests[0]?.body ?? '')], [200, payment]);
    });
  }

  it('tells resolvePayment nothing about the card', async (t) => {
    const hints: unknown[] = [];
    const resolvePayment: ResolvePayment = (draft, _request, card) => {
      hints.push(card, Object.keys(draft).includes('payment_method'));
      return { amount: 4999, currency: 'EUR' };
    };
    const { proxyUrl } = await startMerchant(t, { ...settings, resolvePayment });
    await payAs(proxyUrl, IDEMPOTENCY_KEY, await encryptedPayment(rsa));
    assert.deepEqual(hints, [{}, false]);
  });

  for (const [what, payment] of [
    ['a plain card', samplePayment()],
    ['a card for an unknown key', withHeader({ ...HEADER, kid: 'key-3' })],
    ['a card without a key id', withHeader({ ...HEADER, kid: undefined })],
    ['another algorithm', withHeader({ ...HEADER, alg: 'RSA1_5' })],
    ['the algorithm of the other key', withHeader({ ...HEADER, alg: 'ECDH-ES' })],
    ['a shared secret', withHeader({ ...HEADER, alg: 'dir' })],
    ['another content encryption', withHeader({ ...HEADER, enc: 'A128CBC-HS256' })],
    ['compressed content', withHeader({ ...HEADER, zip: 'DEF' })],
    ['a header with a key URL', withHeader({ ...HEADER, jku: 'https://elsewhere.example/' })],
    ['a header that is not an object', withHeader('text')],
    ['a header that is null', withHeader(null)],
    ['a header that is not JSON', withParts('e30x')],
    ['a header that is too long', withHeader({ ...HEADER, kid: 'k'.repeat(3000) })],
    ['a wrapped key of another length', withParts(undefined, KEY.slice(4))],
    ['no wrapped key', withParts(undefined, '')],
    ['an initialisation vector of another length', withParts(undefined, KEY, `${IV}AAAA`)],
    ['a tag of another length', withParts(undefined, KEY, IV, CONTENT, TAG.slice(2))],
    ['a wrapped key with key agreement', ecWith({ epk: EPK }, 'AAAA')],
    ['no ephemeral key', ecWith({})],
    ['an ephemeral key on another curve', ecWith({ epk: { ...EPK, crv: 'P-384' } })],
    ['a private ephemeral key', ecWith({ epk: { ...EPK, d: 'AAAA' } })],
  ] as const) {
    it(`rejects ${what}: 422, not charged`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, settings);
      await assertProblem(await payAs(proxyUrl, newKey(), payment), 422, 'encryption_failed', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  for (const [what, payment] of [
    ['four parts', withCard(SAMPLE.encrypted_card.replace(/\.[^.]*$/, ''))],
    ['six parts', withCard(`${SAMPLE.encrypted_card}.AAAA`)],
    ['parts that are not base64url', withParts(undefined, KEY, IV, `${CONTENT}=`)],
    ['more than 8 KiB', withParts(undefined, KEY, IV, 'A'.repeat(8192))],
    ['a number', withCard(PAN)],
    ['an object', withCard({ ciphertext: 'AAAA' })],
    ['both forms at once', { ...samplePayment(), payment_method: { ...samplePayment().payment_method, ...SAMPLE } }],
    ['neither form', { ...samplePayment(), payment_method: { type: 'card' } }],
  ] as const) {
    it(`rejects ${what}: 422 without quoting it`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, settings);
      const response = await payAs(proxyUrl, newKey(), payment);
      const text = await response.clone().text();
      await assertProblem(response, 422, 'invalid_request', 'not_charged');
      assert.deepEqual([service.requests.length, text.includes(PAN), text.includes(CONTENT)], [0, false, false]);
    });
  }

  it('passes the encrypted card to buildRequest', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { ...settings, buildRequest: ({ payment_method: m }) => [m] });
    await payAs(proxyUrl, newKey(), await encryptedPayment());
    assert.deepEqual(Object.keys((JSON.parse(service.requests[0]?.body ?? '') as object[])[0] ?? {}), [
      'type',
      'encrypted_card',
    ]);
  });

  it('recognizes a repeated payment whose card was encrypted again', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, settings, answer(200, '{"id":"pay_1"}'));
    const first = await readReply(await payAs(proxyUrl, IDEMPOTENCY_KEY, await encryptedPayment()));
    const again = await readReply(await payAs(proxyUrl, IDEMPOTENCY_KEY, await encryptedPayment()));
    assert.deepEqual(
      [first, again, service.requests.length],
      [[200, '{"id":"pay_1"}', false], [200, '{"id":"pay_1"}', true], 1],
    );
  });

  it('rejects another payment with the same attempt key', async (t) => {
    const { proxyUrl } = await startMerchant(t, settings, answer(500, '{}'));
    await payAs(proxyUrl, IDEMPOTENCY_KEY, await encryptedPayment());
    const other = await payAs(proxyUrl, IDEMPOTENCY_KEY, await encryptedPayment(rsa, 'order-7'));
    await assertProblem(other, 422, 'idempotency_key_reused', 'unknown');
  });

  it('replays a payment that was sent with a removed key', async (t) => {
    const store = createMemoryStore();
    const payment = await encryptedPayment();
    const before = await startMerchant(t, { encryptionKey: rsa, store }, answer(200, '{"id":"pay_1"}'));
    await payAs(before.proxyUrl, IDEMPOTENCY_KEY, payment);
    const after = await startMerchant(t, { encryptionKey: ec, store });
    assert.deepEqual(await readReply(await payAs(after.proxyUrl, IDEMPOTENCY_KEY, payment)), [
      200,
      '{"id":"pay_1"}',
      true,
    ]);
  });

  it('redacts a card that the service repeats, encrypted or not', async (t) => {
    const payment = await encryptedPayment();
    const repeated = {
      id: 'pay_1',
      request: payment,
      card: { number: PAN, cvc: CVC },
      text: `for ${payment.payment_method.encrypted_card}`,
    };
    const { proxyUrl } = await startMerchant(t, settings, answer(200, JSON.stringify(repeated)));
    const body = JSON.parse((await readReply(await payAs(proxyUrl, newKey(), payment)))[1]) as object;
    const { payment_method: _, ...order } = payment;
    const masked = { ...order, payment_method: { type: 'card', encrypted_card: '[masked]' } };
    assert.deepEqual(body, {
      id: 'pay_1',
      request: masked,
      card: { number: '[masked]', cvc: '[masked]' },
      text: 'for [masked]',
    });
  });
});

describe('proxy without an encryption key', () => {
  it('rejects an encrypted card', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const response = await payAs(proxyUrl, newKey(), await encryptedPayment());
    await assertProblem(response, 422, 'encryption_failed', 'not_charged');
    assert.equal(service.requests.length, 0);
  });
});

describe('encryptionKey option', () => {
  for (const [what, keys] of [
    ['a key that is too small', rsaPair(1024).publicKey],
    ['an expired key', { ...rsa, exp: 1 }],
    ['a private key', { ...rsaPair().privateKey.export({ format: 'jwk' }), alg: rsa.alg, kid: 'k', use: 'enc' }],
    ['a signature key', { ...rsa, use: 'sig' }],
    ['an invalid second key', [rsa, { ...ec, crv: 'P-999' }]],
    ['two keys with the same id', [rsa, { ...ec, kid: rsa.kid }]],
    ['an empty list', []],
    ['null', null],
  ] as const) {
    it(`rejects ${what}`, () => {
      assert.throws(
        () => testProxy({ encryptionKey: keys as unknown as EncryptionKeys }),
        (error) => error instanceof ProxyConfigurationError && error.option === 'encryptionKey',
      );
    });
  }

  it('reports which of two keys is invalid', () => {
    const keys = [rsa, { ...ec, crv: 'P-999' }] as unknown as EncryptionKeys;
    assert.throws(() => testProxy({ encryptionKey: keys }), /encryptionKey no\. 2 is on a curve that is not supported/);
  });
});

describe('two keys, the first of which expires', () => {
  const SECOND = 1000;
  const keys = [
    { ...rsa, kid: 'old', exp: 10 },
    { ...ec, kid: 'new' },
  ] as const;

  for (const [when, now, kid] of [
    ['before the expiry', 10 * SECOND - 1, 'old'],
    ['after the expiry', 10 * SECOND, 'new'],
  ] as const) {
    it(`publishes the ${kid} key ${when}`, () => {
      assert.equal(publishedKey(keys, now)?.kid, kid);
    });
  }

  it('publishes the first when all are expired, so that pages report it', () => {
    assert.equal(publishedKey([keys[0], { ...ec, kid: 'new', exp: 20 }], 30 * SECOND)?.kid, 'old');
  });
});
