import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { EncryptionKey } from '../../src/contract/encryption-key.js';

/** Key pair of a payment service. */
export interface KeyPair {
  readonly publicKey: EncryptionKey;
  readonly privateKey: KeyObject;
}

export function rsaPair(modulusLength = 2048, publicExponent = 65537): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
  return { publicKey: toJwk(publicKey, 'RSA-OAEP-256'), privateKey };
}

export function ecPair(namedCurve = 'P-256'): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  return { publicKey: toJwk(publicKey, 'ECDH-ES'), privateKey };
}

function toJwk(key: KeyObject, alg: string): EncryptionKey {
  return { ...key.export({ format: 'jwk' }), alg, kid: 'key-1', use: 'enc' } as EncryptionKey;
}
