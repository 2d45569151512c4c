import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encryptionKeyProblem, publicPart } from '../../../src/contract/encryption-key.js';
import { ecPair, rsaPair } from '../../support/encryption-keys.js';

const NOW = Date.UTC(2026, 10, 21);
const SECOND = 1000;

const { publicKey: rsa, privateKey } = rsaPair();
const ec = ecPair().publicKey;
const privateJwk = privateKey.export({ format: 'jwk' });

describe('encryptionKeyProblem() accepts', () => {
  for (const [what, key] of [
    ['RSA with 2048 bits', rsa],
    ['RSA with 3072 bits', { ...rsa, n: `w${'A'.repeat(511)}` }],
    ['P-256', ec],
    ['P-384', ecPair('P-384').publicKey],
    ['P-521', ecPair('P-521').publicKey],
    ['key_ops instead of use', { ...rsa, use: undefined, key_ops: ['wrapKey'] }],
    ['both use and key_ops', { ...rsa, key_ops: ['encrypt'] }],
    ['an EC key with the operation deriveBits', { ...ec, use: undefined, key_ops: ['deriveBits'] }],
    ['an EC key with empty key_ops', { ...ec, key_ops: [] }],
    ['a key that expires in a second', { ...rsa, exp: NOW / SECOND + 1 }],
    ['an unknown member', { ...rsa, 'x5t#S256': 'abc' }],
  ] as const) {
    it(what, () => {
      assert.equal(encryptionKeyProblem(key, NOW), undefined);
    });
  }
});

describe('encryptionKeyProblem() rejects', () => {
  for (const [what, problem, key] of [
    ['null', /is not a key/, null],
    ['a string', /is not a key/, JSON.stringify(rsa)],
    ['RSA with 1024 bits', /is too small\. Expected at least 2048/, rsaPair(1024).publicKey],
    ['RSA with 2047 bits', /is too small/, { ...rsa, n: rsa.n?.replace(/^./, 'P') }],
    ['RSA with more than 8192 bits', /is too large/, { ...rsa, n: `${rsa.n ?? ''}${'A'.repeat(1100)}` }],
    ['RSA without a modulus', /an n that cannot be read\. Expected base64url/, { ...rsa, n: undefined }],
    ['RSA with leading zeros', /cannot be read/, { ...rsa, n: `AAAA${rsa.n ?? ''}` }],
    ['RSA with the exponent 1', /exponent/, { ...rsa, e: 'AQ' }],
    ['RSA with the exponent 3', /exponent/, { ...rsa, e: 'Aw' }],
    ['an unsupported curve', /curve that is not supported/, { ...ec, crv: 'secp256k1' }],
    [
      'a curve with the name of a member of Object.prototype',
      /curve that is not supported/,
      { ...ec, crv: 'toString' },
    ],
    ['a point without y', /is not a point on its curve\. Expected x and y/, { ...ec, y: undefined }],
    ['a point of another curve', /is not a point/, { ...ec, crv: 'P-384' }],
    ['a private key', /is a private key\. Revoke it/, { ...privateJwk, alg: 'RSA-OAEP-256', kid: 'k', use: 'enc' }],
    ['a symmetric key', /is a private key/, { kty: 'oct', k: 'c2VjcmV0', alg: 'A256KW', kid: 'k', use: 'enc' }],
    ['another key type', /unsupported kty\. Expected RSA or EC/, { ...ec, kty: 'OKP' }],
    ['a key for signatures', /not for encryption/, { ...rsa, use: 'sig' }],
    ['the operation verify', /not for encryption/, { ...rsa, key_ops: ['verify'] }],
    ['an algorithm for signatures', /unsupported alg\. Expected RSA-OAEP-256/, { ...rsa, alg: 'RS256' }],
    ['RSAES-PKCS1-v1_5, which is broken', /unsupported alg\. Expected RSA-OAEP-256/, { ...rsa, alg: 'RSA1_5' }],
    ['OAEP with SHA-1', /unsupported alg\. Expected RSA-OAEP-256/, { ...rsa, alg: 'RSA-OAEP' }],
    ['a missing alg', /unsupported alg\. Expected ECDH-ES/, { ...ec, alg: undefined }],
    ['a missing use', /not for encryption/, { ...rsa, use: undefined }],
    ['a missing kid', /no valid kid/, { ...rsa, kid: undefined }],
    ['an empty kid', /no valid kid/, { ...rsa, kid: '' }],
    ['a key that expires now', /has expired\. Expected an exp/, { ...rsa, exp: NOW / SECOND }],
    ['exp in milliseconds', /invalid exp\. Expected seconds/, { ...rsa, exp: NOW + SECOND }],
    ['exp that is not a number', /invalid exp/, { ...rsa, exp: '2030-01-01' }],
  ] as const) {
    it(`${what}: "${problem.source}"`, () => {
      assert.match(encryptionKeyProblem(key, NOW) ?? 'none', problem);
    });
  }

  it('without quoting the key', () => {
    const problem = encryptionKeyProblem({ ...privateJwk, alg: 'zebra', kid: 'zebra' }, NOW) ?? '';
    assert.equal(
      [privateJwk.d, privateJwk.n, 'zebra'].some((part) => problem.includes(part ?? '')),
      false,
    );
  });
});

describe('publicPart()', () => {
  it('returns the public and known members', () => {
    const published = publicPart({ ...rsa, note: 'from the vault' } as typeof rsa);
    assert.deepEqual(JSON.parse(JSON.stringify(published)), {
      kty: 'RSA',
      alg: rsa.alg,
      kid: rsa.kid,
      use: 'enc',
      n: rsa.n,
      e: rsa.e,
    });
  });
});
