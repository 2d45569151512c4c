import { PROBLEM_TYPE } from 'payment-widget/contract';
import type { StoredAttempt } from '../attempts/record.js';
import { parseBody } from '../base/json.js';
/** An attempt whose outcome is certain. */
export interface SettledPayment {
  /** Random, and the same each time that this is repeated. An attempt that `resolve()` corrects is settled twice. */
  readonly id: string;
  /** The order. Missing if the payment named none. */
  readonly reference?: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `failed`: certainly not charged. Another attempt may pay the order. */
  readonly outcome: 'paid' | 'failed';
  /** The JSON response of the service, as the page gets it. `null` if there is none. */
  readonly payment: unknown;
  /** The key of the attempt. */
  readonly idempotencyKey: string;
}

/**
 * Called for each attempt that is settled, after its record is durable: by the response to the payment, or by `resolve()`. May be
 * called more than once for an attempt, also with another outcome after `resolve(…, { override: true })`. The
 * latest call counts. Attempts are kept for 31 days. While it throws or rejects, it is called again, after 1 s at first and after an hour at last. A call that has
 * not ended after a minute has failed.
 */
export type OnSettled = (settled: SettledPayment) => unknown;

export function toSettledPayment(id: string, { key, reference, price, state, answer }: StoredAttempt): SettledPayment {
  return {
    id,
    ...(reference !== undefined && { reference }),
    ...(price as NonNullable<typeof price>), // each payment has one
    outcome: state === 'succeeded' ? 'paid' : 'failed',
    payment: answer?.mediaType === PROBLEM_TYPE ? null : parseBody(answer?.body),
    idempotencyKey: key,
  };
}
