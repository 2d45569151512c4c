import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { encryptCard, keyProblem } from '../../src/encryption.js';
import type { CardSecret } from '../../src/payment/schema.js';
import { ecPair, rsaPair, type KeyPair } from '../support/encryption-keys.js';
import { CVC, IDEMPOTENCY_KEY, PAN } from '../support/sample-payment.js';

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
  ['RSA', 'RSA-OAEP-256', rsaPair()],
  ['a curve', 'ECDH-ES', ecPair()],
  ['the longest curve', 'ECDH-ES', ecPair('P-521')],
] as const) {
  describe(`a card that is encrypted with a key of ${name}`, () => {
    it('can be read with the other half of the key', async () => {
      const { plaintext } = await compactDecrypt(await encrypt(pair), pair.privateKey);
      assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), SECRET);
    });

    it('says how it was encrypted, and for which key', async () => {
      const { epk: _, ...header } = decodeProtectedHeader(await encrypt(pair));
      assert.deepEqual(header, { alg, enc: 'A256GCM', kid: 'key-1' });
    });

    it('comes out differently every time', async () => {
      assert.notEqual(await encrypt(pair), await encrypt(pair));
    });

    it('cannot be read any more when its header was changed', async () => {
      const [header = '', ...others] = (await encrypt(pair)).split('.');
      const changed = JSON.stringify({ ...(JSON.parse(atob(header)) as object), kid: 'key-2' });
      const jwe = [Buffer.from(changed).toString('base64url'), ...others].join('.');
      await assert.rejects(compactDecrypt(jwe, pair.privateKey));
    });
  });
}

describe('a key as the browser reads it', () => {
  const { publicKey } = ecPair();

  it('has no problem', async () => {
    assert.equal(await keyProblem(publicKey, Date.now()), undefined);
  });

  it('cannot be read when its point is not on its curve', async () => {
    assert.match(
      (await keyProblem({ ...publicKey, x: publicKey.y }, Date.now())) ?? 'none',
      /cannot be read\. Expected .* x and y/,
    );
  });

  it('may say for which operation it is, though browsers know none for it', async () => {
    const key = { ...publicKey, use: undefined, key_ops: ['deriveKey'] };
    await assert.doesNotReject(encryptCard(SECRET, key));
  });
});
