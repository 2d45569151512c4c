import type { LedgerEntry } from '../../../demo/sandbox/ledger.js';
import type { SeenExchange } from '../fault-proxy.js';
import type { OrderPlan } from './plan.js';

/** What a page was told of an attempt. */
export type Word = 'paid' | 'pending' | 'not_charged' | 'unknown' | 'processing' | 'not_found' | 'no_answer';

export interface Told {
  /** Which attempt of the order, from 0. */
  readonly attempt: number;
  readonly key: string;
  /** What was to be paid, by the word of the proxy if it says so. */
  readonly amount: number;
  /** In answer to the payment, to a question on the way, or to one at the end, when nothing goes wrong any more. */
  readonly by: 'payment' | 'question' | 'last question';
  readonly word: Word;
  readonly code?: string | undefined;
  /** The charges that there were before it asked. */
  readonly before: readonly LedgerEntry[];
  /** The charges that there were when it had its answer. */
  readonly then: readonly LedgerEntry[];
}

/** An attempt as it was made. */
export interface AttemptMade {
  readonly attempt: number;
  readonly key: string;
  /** Whether the proxy had said that it keeps keys apart. */
  readonly idempotent: boolean;
  /** What passed between page and proxy. */
  readonly seen: readonly SeenExchange[];
}

/** What became of an order. */
export interface Story {
  readonly plan: OrderPlan;
  readonly reference: string;
  readonly made: readonly AttemptMade[];
  readonly told: readonly Told[];
  readonly charges: readonly LedgerEntry[];
  /** What passed between proxy and service. */
  readonly behind: readonly SeenExchange[];
  readonly kills: number;
}
