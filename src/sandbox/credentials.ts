import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Mode } from '../contract/protocol.js';
import type { Database, Table } from './database.js';
import { createApiKey } from './assumptions.js';
import type { Credential, NewKey, RevealedCredential } from './console-api.js';

interface StoredCredential extends Credential {
  /** SHA-256 in hex. The key is random, so it needs no salt. */
  readonly hash: string;
}

export class Credentials {
  readonly #table: Table<StoredCredential>;
  readonly #lastMode: Table<Mode>;

  constructor(database: Database) {
    this.#table = database.table('credentials');
    this.#lastMode = database.table('last-mode');
  }

  /** The key works at once; it is stored when the promise resolves. */
  async create(newKey: NewKey, key = createApiKey(newKey.kind)): Promise<RevealedCredential> {
    const credential: Credential = {
      id: `key_${randomUUID()}`,
      kind: newKey.kind,
      name: newKey.name,
      hint: key.slice(-4),
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.#put({ ...credential, hash: hashOf(key).toString('hex') });
    return { ...credential, key };
  }

  list(): readonly Credential[] {
    const newestFirst = this.#table
      .values()
      .reverse()
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    return newestFirst.map(({ hash: _, ...credential }) => credential);
  }

  async revoke(id: string): Promise<boolean> {
    const credential = this.#table.get(id);
    if (!credential) return false;
    if (credential.revokedAt === null) await this.#put({ ...credential, revokedAt: new Date().toISOString() });
    return true;
  }

  find(key: string): Credential | undefined {
    const hash = hashOf(key);
    return this.#table.values().filter((stored) => timingSafeEqual(Buffer.from(stored.hash, 'hex'), hash))[0];
  }

  async markUsed({ id, kind }: Credential): Promise<void> {
    const stored = this.#table.get(id);
    if (!stored) return;
    const used = this.#table.change(id, { ...stored, lastUsedAt: new Date().toISOString() });
    const isOther = kind !== this.lastMode;
    await this.#table.write(isOther ? [used, this.#lastMode.change('mode', kind)] : [used]);
  }

  get lastMode(): Mode {
    return this.#lastMode.get('mode') ?? 'test';
  }

  #put(credential: StoredCredential): Promise<void> {
    return this.#table.put(credential.id, credential);
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export function restoreKey(credentials: Credentials, kind: Mode, known = createApiKey(kind)): string {
  const credential = credentials.find(known);
  if (credential?.revokedAt === null && credential.kind === kind) return known;
  const key = credential ? createApiKey(kind) : known;
  // The key works at once. If this write fails, all later writes fail, too, and report the error.
  credentials.create({ kind, name: 'Demo shop' }, key).catch(() => undefined);
  return key;
}
