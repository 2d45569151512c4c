import type { Change, Table } from './data/table.js';
import type { PaymentRecord } from './assumptions.js';

/** A charge. */
export type LedgerEntry = PaymentRecord & {
  readonly idempotency_key: string | null;
  /** When the card was charged, which may be after the payment was created. */
  readonly charged_at: string;
};

/** All charges, append-only. */
export class Ledger {
  readonly #table: Table<LedgerEntry>;

  constructor(table: Table<LedgerEntry>) {
    this.#table = table;
  }

  /** Creates the change that appends an entry. */
  adding(entry: LedgerEntry): Change {
    return this.#table.appending(entry);
  }

  /** All entries, or those of one order. */
  entries(reference?: string): readonly LedgerEntry[] {
    return this.#table.values().filter((entry) => reference === undefined || entry.reference === reference);
  }

  /**
   * Calls the listener with each new entry.
   * @returns a function that removes the listener
   */
  onAppend(listener: (entry: LedgerEntry) => void): () => void {
    return this.#table.onWrite(listener);
  }
}
