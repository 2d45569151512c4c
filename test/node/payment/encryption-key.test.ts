import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encryptionKeyProblem, publicPart } from '../../../src/payment/encryption-key.js';
import { ecPair, rsaPair } from '../../support/encryption-keys.js';

const NOW = Date.UTC(2026, 10, 21);
const SECOND = 1000;

const rsa = rsaPair().publicKey;
const ec = ecPair().publicKey;
const privateJwk = rsaPair().privateKey.export({ format: 'jwk' });

describe('a key that cards can be encrypted with', () => {
  for (const [what, key] of [
    ['RSA of 2048 bits', rsa],
    ['RSA of 3072 bits', rsaPair(3072).publicKey],
    ['P-256', ec],
    ['P-384', ecPair('P-384').publicKey],
    ['P-521', ecPair('P-521').publicKey],
    ['one that says what it is for by its operations', { ...rsa, use: undefined, key_ops: ['wrapKey'] }],
    ['an RSA key with both', { ...rsa, key_ops: ['encrypt'] }],
    ['a curve’s key with the operation of its other half', { ...ec, use: undefined, key_ops: ['deriveBits'] }],
    ['a curve’s key with no operation of its own', { ...ec, key_ops: [] }],
    ['one that expires in a second', { ...rsa, exp: NOW / SECOND + 1 }],
    ['one with a member that is not known', { ...rsa, 'x5t#S256': 'abc' }],
  ] as const) {
    it(what, () => {
      assert.equal(encryptionKeyProblem(key, NOW), undefined);
    });
  }
});

describe('a key that is refused', () => {
  for (const [what, problem, key] of [
    ['nothing', /is no key/, null],
    ['a text', /is no key/, JSON.stringify(rsa)],
    ['RSA of 1024 bits', /is too small\. Expected RSA of 2048/, rsaPair(1024).publicKey],
    ['RSA of 2047 bits', /is too small/, { ...rsa, n: rsa.n?.replace(/^./, 'P') }],
    ['RSA of more bits than anybody uses', /is too large/, { ...rsa, n: `${rsa.n ?? ''}${'A'.repeat(1100)}` }],
    ['RSA without a modulus', /an n that cannot be read\. Expected base64url/, { ...rsa, n: undefined }],
    ['RSA with zeros in front', /cannot be read/, { ...rsa, n: `AAAA${rsa.n ?? ''}` }],
    ['RSA that leaves what it encrypts as it is', /exponent/, { ...rsa, e: 'AQ' }],
    ['RSA with the exponent 3', /exponent/, rsaPair(2048, 3).publicKey],
    ['a curve that is not supported', /curve that is not supported/, { ...ec, crv: 'secp256k1' }],
    ['a curve by a name that every object has', /curve that is not supported/, { ...ec, crv: 'toString' }],
    ['half a point', /is no point of its curve\. Expected x and y/, { ...ec, y: undefined }],
    ['a point of another curve', /is no point/, { ...ec, crv: 'P-384' }],
    ['a private key', /is a private key\. Revoke it/, { ...privateJwk, alg: 'RSA-OAEP-256', kid: 'k', use: 'enc' }],
    ['a secret key', /is a private key/, { kty: 'oct', k: 'c2VjcmV0', alg: 'A256KW', kid: 'k', use: 'enc' }],
    ['one of another kind', /of a kind that is not supported/, { ...ec, kty: 'OKP' }],
    ['one for signatures', /not for encryption/, { ...rsa, use: 'sig' }],
    ['one whose operation is to verify', /not for encryption/, { ...rsa, key_ops: ['verify'] }],
    ['one for signatures, by the way it works', /expected alg RSA-OAEP-256/i, { ...rsa, alg: 'RS256' }],
    ['PKCS#1 1.5, which can be broken', /expected alg RSA-OAEP-256/i, { ...rsa, alg: 'RSA1_5' }],
    ['OAEP with SHA-1', /expected alg RSA-OAEP-256/i, { ...rsa, alg: 'RSA-OAEP' }],
    ['one that does not say how', /expected alg ECDH-ES/i, { ...ec, alg: undefined }],
    ['one that does not say what for', /not for encryption/, { ...rsa, use: undefined }],
    ['one without a name', /has no kid/, { ...rsa, kid: undefined }],
    ['one with an empty name', /has no kid/, { ...rsa, kid: '' }],
    ['one that expires now', /has expired\. Expected an exp/, { ...rsa, exp: NOW / SECOND }],
    ['one whose end is in milliseconds', /exp that is no number of seconds/, { ...rsa, exp: NOW + SECOND }],
    ['one whose end is no number', /exp that is no number/, { ...rsa, exp: '2030-01-01' }],
  ] as const) {
    it(`${what}: it ${problem.source}`, () => {
      assert.match(encryptionKeyProblem(key, NOW) ?? 'none', problem);
    });
  }

  it('is never quoted', () => {
    const problem = encryptionKeyProblem({ ...privateJwk, alg: 'zebra', kid: 'zebra' }, NOW) ?? '';
    assert.equal(
      [privateJwk.d, privateJwk.n, 'zebra'].some((part) => problem.includes(part ?? '')),
      false,
    );
  });
});

describe('what is told of a key', () => {
  it('is what is public and known', () => {
    const told = publicPart({ ...rsa, note: 'from the vault' } as typeof rsa);
    assert.deepEqual(JSON.parse(JSON.stringify(told)), {
      kty: 'RSA',
      alg: rsa.alg,
      kid: rsa.kid,
      use: 'enc',
      n: rsa.n,
      e: rsa.e,
    });
  });
});
