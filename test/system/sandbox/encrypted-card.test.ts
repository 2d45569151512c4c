import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { encryptCard } from '../../../src/contract/encrypt-card.js';
import type { EncryptionKey } from '../../../src/contract/encryption-key.js';
import type { CardSecret } from '../../../src/contract/schema.js';
import { ecPair } from '../../support/encryption-keys.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

const MINUTE = 60;
const now = () => Math.floor(Date.now() / 1000);
const encrypting = () => createSandbox({ encryption: 'ECDH-ES' });

/** The sample payment with an encrypted card, optionally with other content. */
async function encrypted(sandbox: Sandbox, change: Partial<CardSecret> = {}, key?: EncryptionKey) {
  const { payment_method: method, ...order } = samplePayment();
  const { amount, currency, reference } = order;
  const facts = { iat: now(), idempotency_key: IDEMPOTENCY_KEY, amount, currency, reference, card: method.card };
  const publicKey = key ?? sandbox.encryptionKey ?? assert.fail('the sandbox has no key');
  return { ...order, payment_method: await encryptCard({ ...facts, ...change }, publicKey) };
}

function pay(sandbox: Sandbox, payment: unknown, idempotencyKey = IDEMPOTENCY_KEY): Promise<Response> {
  return sandbox.handle(
    new Request('https://service.example/v1/payments', {
      method: 'POST',
      headers: { Authorization: `Bearer ${sandbox.keys.test}`, 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(payment),
    }),
  );
}

async function answered(response: Response): Promise<[number, string | undefined]> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return [response.status, error?.code];
}

describe('a sandbox with a key pair', () => {
  for (const encryption of ['RSA-OAEP-256', 'ECDH-ES'] as const) {
    it(`charges a card that is encrypted with ${encryption}`, async () => {
      const sandbox = createSandbox({ encryption });
      await pay(sandbox, await encrypted(sandbox));
      assert.deepEqual(
        sandbox.ledger.entries().map(({ amount, card }) => [amount, card.last4]),
        [[4999, '4242']],
      );
    });
  }

  it('decrypts the card number and declines a declined card', async () => {
    const sandbox = encrypting();
    const card = { ...samplePayment().payment_method.card, number: '4000000000000002' };
    assert.deepEqual(await answered(await pay(sandbox, await encrypted(sandbox, { card }))), [402, 'card_declined']);
  });

  it('accepts a plain card, too', async () => {
    assert.equal((await pay(encrypting(), samplePayment())).status, 200);
  });

  for (const [what, code, change] of [
    ['for another attempt', 'other_attempt', () => ({ idempotency_key: 'x'.repeat(43) })],
    ['for another order', 'other_order', () => ({ reference: 'order-7' })],
    ['for another amount', 'other_order', () => ({ amount: 1 })],
    ['for another currency', 'other_order', () => ({ currency: 'USD' })],
    ['eleven minutes ago', 'stale', () => ({ iat: now() - 11 * MINUTE })],
    ['eleven minutes ahead', 'stale', () => ({ iat: now() + 11 * MINUTE })],
    ['with an invalid card', 'unreadable', () => ({ card: { ...samplePayment().payment_method.card, number: '1' } })],
  ] as const) {
    it(`rejects a card encrypted ${what} with 422 and charges nothing`, async () => {
      const sandbox = encrypting();
      const response = await pay(sandbox, await encrypted(sandbox, change()));
      assert.deepEqual(
        [...(await answered(response)), sandbox.ledger.entries().length],
        [422, `encrypted_card_${code}`, 0],
      );
    });
  }

  it('accepts a card encrypted nine minutes ago', async () => {
    const sandbox = encrypting();
    assert.equal((await pay(sandbox, await encrypted(sandbox, { iat: now() - 9 * MINUTE }))).status, 200);
  });

  it('rejects a ciphertext reused for another order', async () => {
    const sandbox = encrypting();
    const payment = await encrypted(sandbox);
    await pay(sandbox, payment);
    const replayed = await pay(sandbox, { ...payment, reference: 'order-7' }, 'y'.repeat(43));
    assert.deepEqual(
      [...(await answered(replayed)), sandbox.ledger.entries().length],
      [422, 'encrypted_card_other_attempt', 1],
    );
  });

  it('charges once when the same request is repeated, and responds with 409', async () => {
    const sandbox = encrypting();
    const payment = await encrypted(sandbox);
    await pay(sandbox, payment);
    assert.deepEqual(
      [...(await answered(await pay(sandbox, payment))), sandbox.ledger.entries().length],
      [409, 'encrypted_card_used', 1],
    );
  });

  for (const [what, change] of [
    ['another key', { kid: 'zebra' }],
    ['another key of the same id', {}],
  ] as const) {
    it(`rejects a card encrypted for ${what}`, async () => {
      const sandbox = encrypting();
      const key = { ...ecPair().publicKey, kid: sandbox.encryptionKey?.kid ?? '', ...change };
      const response = await pay(sandbox, await encrypted(sandbox, {}, key));
      assert.deepEqual(await answered(response), [422, 'encrypted_card_unreadable']);
    });
  }

  it('rejects another id of its key', async () => {
    const sandbox = encrypting();
    const key = { ...(sandbox.encryptionKey ?? assert.fail()), kid: 'zebra' };
    const response = await pay(sandbox, await encrypted(sandbox, {}, key));
    assert.deepEqual(await answered(response), [422, 'encrypted_card_unreadable']);
  });

  it('stores and returns neither card number nor security code', async () => {
    const sandbox = encrypting();
    const answer = await (await pay(sandbox, await encrypted(sandbox))).text();
    const kept = JSON.stringify([sandbox.ledger.entries(), sandbox.log.entries()]) + answer;
    assert.doesNotMatch(kept, new RegExp(`${PAN}|"${CVC}"|cvc`));
  });
});

describe('a sandbox without a key pair', () => {
  it('has no public key', () => {
    assert.equal(createSandbox().encryptionKey, undefined);
  });

  it('rejects an encrypted card', async () => {
    const response = await pay(createSandbox(), await encrypted(encrypting()));
    assert.deepEqual(await answered(response), [422, 'encrypted_card_unreadable']);
  });
});
