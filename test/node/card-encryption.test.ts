import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactDecrypt } from 'jose';
import { CardEncryption } from '../../src/card-encryption.js';
import { isPaymentError } from '../../src/errors.js';
import { cardSecret } from '../../src/payment/schema.js';
import { ecPair, rsaPair } from '../support/encryption-keys.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../support/sample-payment.js';

const { publicKey, privateKey } = ecPair();
const PAYMENT = samplePayment();
const HOUR = 3_600_000;

let pages = 0;
/** What a proxy is known by: this process is one page for all tests. */
const newUrl = () => `https://shop.example/${++pages}`;

function encryptionWith(key: unknown, clockOffset?: number, url = newUrl()): CardEncryption {
  const encryption = new CardEncryption(() => undefined);
  encryption.take(url, key, clockOffset);
  return encryption;
}

const seal = (encryption: CardEncryption, isRequired = false) => encryption.seal(PAYMENT, IDEMPOTENCY_KEY, isRequired);

async function secretOf(sealed: Awaited<ReturnType<typeof seal>>) {
  const { plaintext } = await compactDecrypt(sealed.payment_method.encrypted_card ?? '', privateKey);
  return cardSecret().parse(JSON.parse(new TextDecoder().decode(plaintext)));
}

const rejectsWith = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (error) => isPaymentError(error) && error.code === code && error.outcome === 'not_charged');

describe('a proxy that gives a key', () => {
  it('gets the card encrypted, and the rest as it is', async () => {
    const sealed = await seal(encryptionWith(publicKey));
    const { payment_method, ...rest } = sealed;
    const { payment_method: _, ...order } = PAYMENT;
    assert.deepEqual([rest, Object.keys(payment_method)], [order, ['type', 'encrypted_card']]);
  });

  it('gets a card that fits this attempt at this order only', async () => {
    const {
      idempotency_key: key,
      amount,
      currency,
      reference,
      card,
    } = await secretOf(await seal(encryptionWith(publicKey)));
    assert.deepEqual(
      { key, amount, currency, reference, card },
      {
        key: IDEMPOTENCY_KEY,
        amount: 4999,
        currency: 'EUR',
        reference: 'order-1042',
        card: PAYMENT.payment_method.card,
      },
    );
  });

  it('gets the time by its own clock, whatever the shopper’s says', async () => {
    const before = Date.now();
    const { iat } = await secretOf(await seal(encryptionWith(publicKey, HOUR)));
    assert.ok(iat * 1000 > before + HOUR - 1000 && iat * 1000 <= Date.now() + HOUR);
  });

  it('has not expired by its own clock, whatever the shopper’s says', async () => {
    const exp = Math.floor((Date.now() - HOUR / 2) / 1000);
    await assert.doesNotReject(seal(encryptionWith({ ...publicKey, exp }, -HOUR)));
  });

  it('never gets a plain card afterwards, when its answer is lost', async () => {
    const url = newUrl();
    encryptionWith(publicKey, 0, url);
    const { payment_method: method } = await seal(encryptionWith(undefined, 0, url));
    assert.equal(method.card, undefined);
  });

  it('never gets a plain card afterwards, when it says that it has none', async () => {
    const url = newUrl();
    encryptionWith(publicKey, 0, url);
    const { payment_method: method } = await seal(encryptionWith(null, 0, url));
    assert.equal(method.card, undefined);
  });

  it('gets nothing when the browser cannot encrypt', async (t) => {
    t.mock.method(crypto.subtle, 'encrypt', () => Promise.reject(new DOMException('no', 'OperationError')));
    await rejectsWith(seal(encryptionWith(publicKey)), 'encryption_failed');
  });

  for (const [what, key] of [
    ['is too small', rsaPair(1024).publicKey],
    ['has expired', { ...publicKey, exp: 1 }],
    ['is not for encryption', { ...publicKey, use: 'sig' }],
    ['is no key', 'yes'],
    ['is false', false],
  ] as const) {
    it(`that ${what} gets nothing`, async () => {
      await rejectsWith(seal(encryptionWith(key)), 'invalid_encryption_key');
    });
  }

  it('that is wrong is reported at once, not when it is paid', async () => {
    let report = () => {};
    const reported = new Promise<void>((resolve) => (report = resolve));
    const encryption = new CardEncryption(() => {
      report();
    });
    encryption.take(newUrl(), { ...publicKey, use: 'sig' });
    await reported;
    assert.equal(encryption.error?.code, 'invalid_encryption_key');
  });

  it('is asked again when its key has expired', () => {
    assert.equal(encryptionWith({ ...publicKey, exp: 1 }).isOutdated, true);
  });

  it('is asked again when it has refused a card for its form', () => {
    const encryption = encryptionWith(publicKey);
    const before = encryption.isOutdated;
    encryption.doubt();
    assert.deepEqual([before, encryption.isOutdated], [false, true]);
  });
});

describe('a proxy that gives no key', () => {
  for (const key of [undefined, null]) {
    it(`(${String(key)}) gets the card as it was typed`, async () => {
      assert.equal(await seal(encryptionWith(key)), PAYMENT);
    });

    it(`(${String(key)}) gets nothing where the page wants no plain card sent`, async () => {
      await rejectsWith(seal(encryptionWith(key), true), 'encryption_failed');
    });
  }
});
