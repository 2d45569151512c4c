import type { Mode } from 'payment-widget/contract';
import type { PaymentRecord } from './assumptions.js';

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

export class Idempotency {
  readonly #ledger: Ledger;
  readonly #responses = new Map<string, Promise<Response>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async once(mode: Mode, key: string, pay: () => Promise<Response>): Promise<Response> {
    const name = `${mode}:${key}`;
    const known = this.#responses.get(name);
    if (known) return (await known).clone();
    const charged = this.#charged(mode, key);
    if (charged) return charged;
    const response = pay();
    this.#responses.set(name, response);
    response.catch(() => this.#responses.delete(name)); // a fault of the connection
    return (await response).clone();
  }

  /** The response to a charge without a stored response, after a fault of the connection. */
  #charged(mode: Mode, key: string): Response | undefined {
    const entry = this.#ledger.entries().find((entry) => entry.idempotency_key === key && entry.mode === mode);
    if (!entry) return undefined;
    const { idempotency_key: _, charged_at: __, ...payment } = entry;
    return Response.json(payment, { statusText: 'OK' });
  }
}
