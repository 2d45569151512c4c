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

/** The first responses, by mode and idempotency key. */
export class Responses {
  readonly #ledger: Ledger;
  readonly #byKey = new Map<string, Promise<Response>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async once(mode: Mode, key: string, pay: () => Promise<Response>): Promise<Response> {
    const name = `${mode}:${key}`;
    let response = this.#byKey.get(name);
    if (!response) {
      const charge = this.#ledger.entries().find((entry) => entry.idempotency_key === key && entry.mode === mode);
      if (charge) return repeat(charge);
      response = pay();
      this.#byKey.set(name, response);
      response.catch(() => this.#byKey.delete(name)); // a fault of the connection
    }
    return (await response).clone();
  }
}

/** After a fault of the connection there is a charge, but no response. */
function repeat({ idempotency_key: _, charged_at: __, ...payment }: LedgerEntry): Response {
  return Response.json(payment, { statusText: 'OK' });
}
