import type { Mode } from '../../src/contract/protocol.js';
import { errorAnswer } from './choices.js';
import type { Ledger } from './ledger.js';

/** How many answers are remembered. */
const KEPT = 1000;

/** A service that honours idempotency keys: the same key gets the same answer, and is charged once. */
export class Idempotency {
  readonly #ledger: Ledger;
  readonly #answers = new Map<string, Response>();
  readonly #underWay = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async once(mode: Mode, key: string, pay: () => Promise<Response>): Promise<Response> {
    const name = `${mode}:${key}`;
    const known = this.#answers.get(name)?.clone() ?? this.#charged(mode, key);
    if (known) return known;
    if (this.#underWay.has(name)) return errorAnswer(409, 'idempotency_key_in_use');
    this.#underWay.add(name);
    try {
      const answer = await pay();
      this.#answers.set(name, answer.clone());
      for (const old of [...this.#answers.keys()].slice(0, -KEPT)) this.#answers.delete(old);
      return answer;
    } finally {
      this.#underWay.delete(name);
    }
  }

  /** The answer that was never given, or before a restart. */
  #charged(mode: Mode, key: string): Response | undefined {
    const entry = this.#ledger.entries().find((entry) => entry.idempotency_key === key && entry.mode === mode);
    if (!entry) return undefined;
    const { idempotency_key: _, charged_at: __, ...payment } = entry;
    return Response.json(payment, { statusText: 'OK' });
  }
}
