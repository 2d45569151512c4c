import type { Scenario } from '../../scenarios.js';
import { money } from './format.js';

/** What the shopper can be told about the money. */
export type Told = Scenario['told'];

const TELLS: Readonly<Record<string, Told>> = {
  'payment-success': 'paid',
  'payment-pending': 'pending',
  'payment-failure': 'not_charged',
  'payment-unknown': 'unknown',
};

/** What the shopper of one order was shown and told, as the element's events say it. */
export class Attempts {
  told: Told | undefined;
  /** What was told first of the last attempt. */
  firstTold: Told | undefined;
  /** What the shopper agreed to pay. */
  shown: string | undefined;
  /** What the switch said when the last attempt began. */
  scenario: Scenario | undefined;
  state = 'loading';
  #reference: string | undefined;
  /** When each attempt was submitted, by its key. */
  #submitted = new Map<string, number>();
  /** The attempts that something was told of. */
  #ended = new Set<string>();

  begin(reference: string): void {
    if (reference === this.#reference) return;
    this.#reference = reference;
    this.told = this.firstTold = this.shown = this.scenario = undefined;
    this.#submitted.clear();
    this.#ended.clear();
  }

  enter(state: string): void {
    this.state = state;
  }

  /** Whether an attempt of this page was sent, or was about to be. */
  get isSubmitted(): boolean {
    return this.#submitted.size > 0;
  }

  submittedAt(key: string | undefined): number | undefined {
    return key === undefined ? undefined : this.#submitted.get(key);
  }

  /** @returns how long the attempt took, if it has ended, in ms */
  hear(
    type: string,
    detail: Readonly<Record<string, unknown>>,
    at: number,
    scenario: Scenario | undefined,
  ): number | undefined {
    const { idempotencyKey, amount, currency, reference } = detail;
    if (reference !== undefined && reference !== this.#reference) return undefined; // of an order before
    const key = typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
    if (type === 'payment-submit' && key !== undefined) {
      this.#submitted.set(key, at);
      this.#ended.delete(key);
      this.shown = money(amount, currency);
      this.scenario = scenario;
    }
    const told = TELLS[type];
    if (!told) return undefined;
    this.told = told;
    this.shown ??= money(amount, currency);
    const isFirst = key === undefined || !this.#ended.has(key);
    if (key !== undefined) this.#ended.add(key);
    if (isFirst) this.firstTold = told;
    const submitted = this.submittedAt(key);
    return submitted === undefined ? undefined : at - submitted;
  }
}
