import type { PaymentRecord } from './choices.js';

/** One accepted payment: what the service would have to settle. */
export type LedgerEntry = PaymentRecord & { readonly idempotency_key: string | null };

/** Every payment that was accepted, in order. Entries are only ever added: it is the judge of what was charged. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];

  append(entry: LedgerEntry): void {
    this.#entries.push(Object.freeze(entry));
  }

  /** All entries, or those of one order. */
  entries(reference?: string): readonly LedgerEntry[] {
    return this.#entries.filter((entry) => reference === undefined || entry.reference === reference);
  }
}
