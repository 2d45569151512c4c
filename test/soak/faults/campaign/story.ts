import type { LedgerEntry } from '../../../../src/sandbox/ledger.js';
import type { SeenExchange } from '../fault-proxy.js';
import type { OrderPlan } from './plan.js';

/** The outcome of an attempt, as far as a page knows it. */
export type Word = 'paid' | 'pending' | 'not_charged' | 'unknown' | 'processing' | 'not_found' | 'no_answer';

export interface Told {
  /** Number of the attempt in its order, from 0. */
  readonly attempt: number;
  readonly key: string;
  /** The amount that the answer claims. `undefined` if it has none, as the element then shows none. */
  readonly amount: number | undefined;
  /** In answer to the payment, to a question in between, or to one at the end, without faults. */
  readonly by: 'payment' | 'question' | 'last question';
  readonly word: Word;
  readonly code?: string | undefined;
  /** The charges when it asked. */
  readonly before: readonly LedgerEntry[];
  /** The charges when it received the answer. */
  readonly then: readonly LedgerEntry[];
}

/** An attempt as it was played. */
export interface AttemptMade {
  readonly attempt: number;
  readonly key: string;
  /** Whether the proxy has declared idempotency. */
  readonly idempotent: boolean;
  /** Requests between page and proxy. */
  readonly seen: readonly SeenExchange[];
}

/** The record of an order. */
export interface Story {
  readonly plan: OrderPlan;
  readonly reference: string;
  readonly made: readonly AttemptMade[];
  readonly told: readonly Told[];
  readonly charges: readonly LedgerEntry[];
  /** Requests between proxy and service. */
  readonly behind: readonly SeenExchange[];
  readonly kills: number;
}
