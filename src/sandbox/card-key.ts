import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { compactDecrypt } from 'jose';
import { CONTENT_ENCRYPTION, type EncryptionKey } from '../contract/encryption-key.js';
import { cardSecret, type PaymentRequest, type PlainPayment } from '../contract/schema.js';
import type { Database } from './data/database.js';
import type { Table } from './data/table.js';

/** Maximum age of an encrypted card, in seconds. Also limits clocks that run ahead. */
const FRESH = 600;

/** Supported key management algorithms. */
export const ENCRYPTIONS = ['RSA-OAEP-256', 'ECDH-ES'] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];

/** Why a card was refused. `used`: the same attempt sent it before and may have been charged. */
export interface RefusedCard {
  readonly refused: 'unreadable' | 'stale' | 'other_attempt' | 'other_order' | 'used';
}

/** A stored key pair. */
interface StoredKey {
  readonly kid: string;
  readonly jwk: JsonWebKey;
}

/** A key pair of the service. Pages encrypt cards with the public key. */
export class CardKey {
  readonly publicKey: EncryptionKey;
  readonly #privateKey: KeyObject;
  /** Expiry of used ciphertexts in seconds since 1970, by hash. */
  readonly #used: Table<number>;

  /** @param database - stores the key pair */
  constructor(alg: Encryption, database: Database) {
    const table = database.table<StoredKey>('card-keys');
    const stored = table.get(alg) ?? createKey(alg);
    // If this write fails, all later writes fail, too, and report the error.
    table.put(alg, stored).catch(() => undefined);
    this.#privateKey = createPrivateKey({ key: stored.jwk, format: 'jwk' });
    const jwk = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    this.publicKey = { ...jwk, alg, kid: stored.kid, use: 'enc' } as EncryptionKey;
    this.#used = database.table('used-cards');
  }

  /**
   * Decrypts a card that was encrypted recently, for this attempt and order, and was not used before.
   * @param now - ms since 1970
   */
  async open(
    { payment_method: { encrypted_card = '' }, ...order }: PaymentRequest,
    idempotencyKey: string | null,
    now: number,
  ): Promise<PlainPayment | RefusedCard> {
    const secret = await this.#decrypt(encrypted_card);
    if (!secret) return { refused: 'unreadable' };
    if (secret.idempotency_key !== idempotencyKey) return { refused: 'other_attempt' };
    const isSame = (['amount', 'currency', 'reference'] as const).every((name) => secret[name] === order[name]);
    if (!isSame) return { refused: 'other_order' };
    if (!(await this.#use(encrypted_card, now / 1000))) return { refused: 'used' };
    if (Math.abs(now / 1000 - secret.iat) > FRESH) return { refused: 'stale' };
    return { ...order, payment_method: { type: 'card', card: secret.card } };
  }

  async #decrypt(jwe: string) {
    const { alg, kid } = this.publicKey;
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(jwe, this.#privateKey, {
        keyManagementAlgorithms: [alg],
        contentEncryptionAlgorithms: [CONTENT_ENCRYPTION],
      });
      if (protectedHeader.kid !== kid) return undefined;
      return cardSecret().safeParse(JSON.parse(new TextDecoder().decode(plaintext))).data;
    } catch {
      return undefined;
    }
  }

  /** @returns `false` if it was used before */
  async #use(jwe: string, now: number): Promise<boolean> {
    const old = this.#used.keys().filter((hash) => (this.#used.get(hash) ?? 0) < now);
    const hash = createHash('sha256').update(jwe).digest('base64url');
    if (this.#used.get(hash) !== undefined) return false;
    const changes = old.map((hash) => this.#used.change(hash, undefined));
    await this.#used.write([...changes, this.#used.change(hash, now + 2 * FRESH)]);
    return true;
  }
}

function createKey(alg: Encryption): StoredKey {
  const { privateKey } =
    alg === 'ECDH-ES'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid: `sandbox-${randomUUID()}`, jwk: privateKey.export({ format: 'jwk' }) };
}
