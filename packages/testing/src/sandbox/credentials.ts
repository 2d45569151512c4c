import { randomUUID } from 'node:crypto';
import type { Mode } from 'payment-widget/contract';
import { createApiKey } from './assumptions.js';

export interface NewKey {
  readonly kind: Mode;
  readonly name: string;
}

export interface Credential extends NewKey {
  readonly id: string;
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** Its API key is shown once. */
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

  /** The newest first. */
  list(): readonly Credential[] {
    return [...this.#byKey.values()].reverse();
  }

  revoke(id: string): boolean {
    const [key, credential] = [...this.#byKey].find(([, each]) => each.id === id) ?? [];
    if (!key || !credential) return false;
    this.#byKey.set(key, { ...credential, revokedAt: credential.revokedAt ?? new Date().toISOString() });
    return true;
  }

  find(key: string): Credential | undefined {
    return this.#byKey.get(key);
  }

  markUsed(key: string, credential: Credential): void {
    this.lastMode = credential.kind;
    this.#byKey.set(key, { ...credential, lastUsedAt: new Date().toISOString() });
  }
}
