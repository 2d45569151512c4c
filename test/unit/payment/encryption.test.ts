import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { encryptCard, keyProblem } from '../../../src/contract/encrypt-card.js';
import type { CardSecret } from '../../../src/contract/schema.js';
import { ecPair, rsaPair, type KeyPair } from '../../support/encryption-keys.js';
import { CVC, IDEMPOTENCY_KEY, PAN } from '../../support/sample-payment.js';

const SECRET: CardSecret = {
  iat: 1_795_262_400,
  idempotency_key: IDEMPOTENCY_KEY,
  amount: 4999,
  currency: 'EUR',
  reference: 'order-1042',
  card: { number: PAN, exp_month: 12, exp_year: 2030, cvc: CVC },
};

const encrypt = async ({ publicKey }: KeyPair) => (await encryptCard(SECRET, publicKey)).encrypted_card;

for (const [name, alg, pair] of [
  ['an RSA key', 'RSA-OAEP-256', rsaPair()],
  ['a P-256 key', 'ECDH-ES', ecPair()],
  ['a P-521 key', 'ECDH-ES', ecPair('P-521')],
] as const) {
  describe(`a card encrypted with ${name}`, () => {
    it('can be decrypted with the private key', async () => {
      const { plaintext } = await compactDecrypt(await encrypt(pair), pair.privateKey);
      assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), SECRET);
    });

    it('names algorithm and key in its header', async () => {
      const { epk: _, ...header } = decodeProtectedHeader(await encrypt(pair));
      assert.deepEqual(header, { alg, enc: 'A256GCM', kid: 'key-1' });
    });

    it('differs every time', async () => {
      assert.notEqual(await encrypt(pair), await encrypt(pair));
    });

    it('cannot be decrypted after its header was changed', async () => {
      const [header = '', ...others] = (await encrypt(pair)).split('.');
      const changed = JSON.stringify({ ...(JSON.parse(atob(header)) as object), kid: 'key-2' });
      const jwe = [Buffer.from(changed).toString('base64url'), ...others].join('.');
      await assert.rejects(compactDecrypt(jwe, pair.privateKey));
    });
  });
}

describe('keyProblem()', () => {
  const { publicKey } = ecPair();

  it('accepts a valid key', async () => {
    assert.equal(await keyProblem(publicKey, Date.now()), undefined);
  });

  it('rejects a point that is not on its curve', async () => {
    assert.match(
      (await keyProblem({ ...publicKey, x: publicKey.y }, Date.now())) ?? 'none',
      /cannot be read\. Expected .* x and y/,
    );
  });

  it('accepts key_ops, which browsers reject for public ECDH keys', async () => {
    const key = { ...publicKey, use: undefined, key_ops: ['deriveKey'] };
    assert.equal(await keyProblem(key, Date.now()), undefined);
    await assert.doesNotReject(encryptCard(SECRET, key));
  });
});
