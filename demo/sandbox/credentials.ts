import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Mode } from '../../src/contract/protocol.js';
import type { Database } from '../data/database.js';
import type { Table } from '../data/table.js';
import { createApiKey } from './choices.js';
import type { Changes } from './changes.js';
import type { Credential, KeyWish, RevealedCredential } from './console-api.js';

/** What is kept of an API key: not the key. */
interface StoredCredential extends Credential {
  /** SHA-256, in hex. The key is random enough that nobody finds it by trying. */
  readonly hash: string;
}

/** The API credentials of the account: Live and Test keys. */
export class Credentials {
  readonly #table: Table<StoredCredential>;
  readonly #lastMode: Table<Mode>;
  readonly #changes: Changes;

  constructor(database: Database, changes: Changes) {
    this.#table = database.table('credentials');
    this.#lastMode = database.table('last-mode');
    this.#changes = changes;
  }

  /** Makes a key, and reveals it this once. It is good as soon as this is called, and for ever when it has resolved. */
  async create(wish: KeyWish, key = createApiKey(wish.kind)): Promise<RevealedCredential> {
    const credential: Credential = {
      id: `key_${randomUUID()}`,
      kind: wish.kind,
      name: wish.name,
      hint: key.slice(-4),
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    };
    const written = this.#put({ ...credential, hash: hashOf(key).toString('hex') });
    await written;
    return { ...credential, key };
  }

  /** All of them, the newest first. */
  list(): readonly Credential[] {
    const newestFirst = this.#table
      .values()
      .reverse()
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    return newestFirst.map(({ hash: _, ...credential }) => credential);
  }

  /**
   * From now on the key is refused.
   * @returns false when there is none by that id
   */
  async revoke(id: string): Promise<boolean> {
    const credential = this.#table.get(id);
    if (!credential) return false;
    if (credential.revokedAt === null) await this.#put({ ...credential, revokedAt: new Date().toISOString() });
    return true;
  }

  /** Whose key it is; one that was revoked is found, too. */
  find(key: string): Credential | undefined {
    const hash = hashOf(key);
    return this.#table.values().filter((stored) => timingSafeEqual(Buffer.from(stored.hash, 'hex'), hash))[0];
  }

  /** Notes that a request came with it. */
  async markUsed({ id, kind }: Credential): Promise<void> {
    const stored = this.#table.get(id);
    if (!stored) return;
    const used = this.#table.change(id, { ...stored, lastUsedAt: new Date().toISOString() });
    const isOther = kind !== this.lastMode;
    const written = this.#table.write(isOther ? [used, this.#lastMode.change('mode', kind)] : [used]);
    this.#changes.tell('keys');
    await written;
  }

  /** The kind of the key that was used last. */
  get lastMode(): Mode {
    return this.#lastMode.get('mode') ?? 'test';
  }

  #put(credential: StoredCredential): Promise<void> {
    const written = this.#table.put(credential.id, credential);
    this.#changes.tell('keys');
    return written;
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
