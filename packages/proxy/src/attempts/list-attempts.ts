import { realClock } from 'payment-widget/contract';
import { hashKey } from '../base/crypto.js';
import type { AttemptStore } from '../stores/store.js';
import { ATTEMPT_TIMES, attemptName } from './attempts.js';
import { createOutbox } from './outbox.js';
import { hasExpired, isForbidden, isInProgress, parseRecord, toAttempt } from './record.js';

/** An attempt, for operators. It contains nothing of a card. */
export interface ListedAttempt {
  /** The attempt in the log: the first 12 hexadecimal digits of the SHA-256 of its key. */
  readonly attempt: string;
  /** The `Idempotency-Key`. Do not publish it: pages read the outcome with it. */
  readonly key: string;
  /** The order. Missing if the payment named none. */
  readonly reference?: string;
  /**
   * `processing`: it may still be sent, or its response may still arrive. `pending`: accepted with 202. `failed`: certainly not
   * charged.
   */
  readonly state: 'processing' | 'pending' | 'unknown' | 'succeeded' | 'failed';
  /** When it entered this state. */
  readonly since: Date;
  /** Minor units. Missing if nothing was sent. */
  readonly amount?: number;
  /** ISO 4217 code. */
  readonly currency?: string;
}

/** Which attempts are listed. */
export interface ListAttemptsOptions {
  /**
   * Only attempts that are `processing`, `pending` or `unknown`. They are found fast among many others.
   * @default `false`
   */
  readonly open?: boolean;
  /** Only attempts that have entered their state since then. */
  readonly since?: Date;
}

const ATTEMPTS = attemptName('');

export async function* listAttempts(
  store: AttemptStore,
  { open = false, since }: ListAttemptsOptions = {},
  clock = realClock,
): AsyncGenerator<ListedAttempt> {
  const listed = new Set<string>(); // a store may repeat names
  for await (const [name, text] of store.list(ATTEMPTS, { lasting: open })) {
    const { record } = parseRecord(text);
    if (listed.has(name) || hasExpired(record, clock.now()) || isForbidden(record)) continue; // nothing was sent
    listed.add(name);
    const attempt = toAttempt(name.slice(ATTEMPTS.length), record, clock.now());
    if (since && attempt.since < since.getTime()) continue;
    const { key, reference, state, price, answer } = attempt;
    yield {
      attempt: await hashKey(key),
      key,
      ...(reference !== undefined && { reference }),
      state: isInProgress(state) ? 'processing' : state === 'unknown' && answer ? 'pending' : state,
      since: new Date(attempt.since),
      ...price,
    };
  }
}

export async function countWaiting(store: AttemptStore): Promise<number> {
  let waiting = 0;
  for await (const { count } of createOutbox(store, ATTEMPT_TIMES).list()) waiting += count;
  return waiting;
}
