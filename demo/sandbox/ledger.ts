import type { Change, Table } from '../data/table.js';
import type { PaymentRecord } from './choices.js';

/** One accepted payment: what the service would have to settle. */
export type LedgerEntry = PaymentRecord & {
  readonly idempotency_key: string | null;
  /** When the card was charged, which may be well after the payment was created. */
  readonly charged_at: string;
};

/** Every payment that was accepted, in order. Entries are only ever added: it is the judge of what was charged. */
export class Ledger {
  readonly #table: Table<LedgerEntry>;

  constructor(table: Table<LedgerEntry>) {
    this.#table = table;
  }

  /** The change that adds an entry. */
  adding(entry: LedgerEntry): Change {
    return this.#table.appending(entry);
  }

  /** All entries, or those of one order. */
  entries(reference?: string): readonly LedgerEntry[] {
    return this.#table.values().filter((entry) => reference === undefined || entry.reference === reference);
  }

  /**
   * Tells of each entry that is added.
   * @returns what ends it
   */
  onAppend(listener: (entry: LedgerEntry) => void): () => void {
    return this.#table.onWrite(listener);
  }
}
