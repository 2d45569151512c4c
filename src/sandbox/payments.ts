import type { Mode } from '../contract/protocol.js';
import { errorResponse, type PaymentRecord } from './assumptions.js';
import type { Change, Table } from './database.js';

export type LedgerEntry = PaymentRecord & {
  readonly idempotency_key: string | null;
  /** When the card was charged, which may be after the payment was created. */
  readonly charged_at: string;
};

export class Ledger {
  readonly #table: Table<LedgerEntry>;

  constructor(table: Table<LedgerEntry>) {
    this.#table = table;
  }

  adding(entry: LedgerEntry): Change {
    return this.#table.appending(entry);
  }

  entries(reference?: string): readonly LedgerEntry[] {
    return this.#table.values().filter((entry) => reference === undefined || entry.reference === reference);
  }

  onAppend(listener: (entry: LedgerEntry) => void): () => void {
    return this.#table.onWrite(listener);
  }
}

const KEPT = 1000;

export class Idempotency {
  readonly #ledger: Ledger;
  readonly #responses = new Map<string, Response>();
  readonly #pending = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async once(mode: Mode, key: string, pay: () => Promise<Response>): Promise<Response> {
    const name = `${mode}:${key}`;
    const known = this.#responses.get(name)?.clone() ?? this.#charged(mode, key);
    if (known) return known;
    if (this.#pending.has(name)) return errorResponse(409, 'idempotency_key_in_use');
    this.#pending.add(name);
    try {
      const response = await pay();
      this.#responses.set(name, response.clone());
      for (const old of [...this.#responses.keys()].slice(0, -KEPT)) this.#responses.delete(old);
      return response;
    } finally {
      this.#pending.delete(name);
    }
  }

  /** The response to a charge without a stored response, for example after a restart. */
  #charged(mode: Mode, key: string): Response | undefined {
    const entry = this.#ledger.entries().find((entry) => entry.idempotency_key === key && entry.mode === mode);
    if (!entry) return undefined;
    const { idempotency_key: _, charged_at: __, ...payment } = entry;
    return Response.json(payment, { statusText: 'OK' });
  }
}
