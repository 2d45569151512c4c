import type { Scenario } from '../../../src/sandbox/scenarios.js';
import { money } from './format.js';

/** An outcome that the shopper sees. */
export type Outcome = Scenario['outcome'];

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'payment-success': 'paid',
  'payment-pending': 'pending',
  'payment-failure': 'not_charged',
  'payment-unknown': 'unknown',
};

/** What the shopper of one order saw, according to the events of the element. */
export class AttemptOutcomes {
  outcome: Outcome | undefined;
  /** The first outcome of the last attempt. */
  firstOutcome: Outcome | undefined;
  /** The amount that the shopper agreed to pay. */
  shown: string | undefined;
  /** The selected scenario when the last attempt began. */
  scenario: Scenario | undefined;
  state = 'loading';
  /** Whether the shopper is asked to confirm at the bank. */
  isAtBank = false;
  #reference: string | undefined;
  /** Time of submission, by idempotency key. */
  #submitted = new Map<string, number>();
  /** Idempotency keys of attempts with an outcome. */
  #ended = new Set<string>();

  setReference(reference: string): void {
    if (reference === this.#reference) return;
    this.#reference = reference;
    this.outcome = this.firstOutcome = this.shown = this.scenario = undefined;
    this.isAtBank = false;
    this.#submitted.clear();
    this.#ended.clear();
  }

  /** Whether this page has submitted an attempt. */
  get isSubmitted(): boolean {
    return this.#submitted.size > 0;
  }

  submittedAt(key: string | undefined): number | undefined {
    return key === undefined ? undefined : this.#submitted.get(key);
  }

  /**
   * Records an event of the element.
   * @returns the duration of the attempt in ms, if it has ended
   */
  record(
    type: string,
    detail: Readonly<Record<string, unknown>>,
    at: number,
    scenario: Scenario | undefined,
  ): number | undefined {
    const { idempotencyKey, amount, currency, reference } = detail;
    if (reference !== undefined && reference !== this.#reference) return undefined; // of a previous order
    const key = typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
    if (type === 'payment-submit' && key !== undefined) {
      this.#submitted.set(key, at);
      this.#ended.delete(key);
      this.shown = money(amount, currency);
      this.scenario = scenario;
    }
    if (type === 'payment-action') this.isAtBank = true;
    const outcome = OUTCOMES[type];
    if (!outcome) return undefined;
    this.isAtBank = false;
    this.outcome = outcome;
    this.shown ??= money(amount, currency);
    const isFirst = key === undefined || !this.#ended.has(key);
    if (key !== undefined) this.#ended.add(key);
    if (isFirst) this.firstOutcome = outcome;
    const submitted = this.submittedAt(key);
    return submitted === undefined ? undefined : at - submitted;
  }
}
