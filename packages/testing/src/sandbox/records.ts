import { randomUUID } from 'node:crypto';
import type { Mode } from 'payment-widget/contract';
import { createApiKey, type PaymentRecord } from './behaviours.js';

/** What the sandbox keeps in memory. */

export interface NewKey {
  readonly kind: Mode;
  readonly name: string;
}

export interface Credential extends NewKey {
  readonly id: string;
  /** The last four characters of the key. */
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** A credential whose API key is shown once. */
export type RevealedCredential = Credential & { readonly key: string };

export class Credentials {
  readonly #byKey = new Map<string, Credential>();
  lastMode: Mode = 'test';

  create({ kind, name }: NewKey, key = createApiKey(kind)): RevealedCredential {
    const id = `key_${randomUUID()}`;
    const createdAt = new Date().toISOString();
    const credential = { id, kind, name, hint: key.slice(-4), createdAt, lastUsedAt: null, revokedAt: null };
    this.#byKey.set(key, credential);
    return { ...credential, key };
  }

  /** Lists the newest first. */
  list(): readonly Credential[] {
    return [...this.#byKey.values()].reverse();
  }

  revoke(id: string): boolean {
    const [key, credential] = [...this.#byKey].find(([, each]) => each.id === id) ?? [];
    if (!key || !credential) return false;
    this.#byKey.set(key, { ...credential, revokedAt: credential.revokedAt ?? new Date().toISOString() });
    return true;
  }

  /** @returns `undefined` for a key that is unknown or revoked */
  use(key: string): Credential | undefined {
    const credential = this.#byKey.get(key);
    if (!credential || credential.revokedAt !== null) return undefined;
    this.lastMode = credential.kind;
    this.#byKey.set(key, { ...credential, lastUsedAt: new Date().toISOString() });
    return credential;
  }
}

export type LedgerEntry = PaymentRecord & {
  readonly idempotency_key: string | null;
  /** When the card was charged, which may be after the payment was created. */
  readonly charged_at: string;
};

export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #listeners = new Set<(entry: LedgerEntry) => void>();

  add(entry: LedgerEntry): void {
    this.#entries.push(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  entries(reference?: string): readonly LedgerEntry[] {
    return this.#entries.filter((entry) => reference === undefined || entry.reference === reference);
  }

  onAppend(listener: (entry: LedgerEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
