import type { Attempts } from '../attempts/attempts.js';
import { isSettledState, type AttemptAnswer } from '../attempts/record.js';
import type { Log } from '../log/events.js';
import type { Deliveries } from '../settlement/deliveries.js';
import { isAnswer } from './replay.js';

/** A response to return for the attempt, and whether an attempt that is already settled may be corrected. */
export type ResolveOptions = Partial<Omit<AttemptAnswer, 'action'>> & {
  /**
   * Corrects an attempt that was settled by mistake.
   * @default `false`
   */
  readonly override?: boolean;
};

/** Settles an attempt: see `PaymentProxy.resolve`. */
export type Resolve = (
  idempotencyKey: string,
  outcome: 'succeeded' | 'failed',
  options?: ResolveOptions,
) => Promise<boolean>;

export function createResolve(
  open: () => Promise<Attempts>,
  deliveries: Pick<Deliveries, 'deliver'> | undefined,
  log: Log,
): Resolve {
  return async (key, outcome, options = {}) => {
    const { override, answer } = check(key, outcome, options);
    const attempts = await open();
    let settled = await attempts.resolve(key, outcome, answer);
    if (!settled && override) {
      const result = await attempts.override(key, outcome, answer);
      if (result === 'order_held') log('override_refused', { key });
      if (typeof result === 'object') {
        log('attempt_overridden', { key });
        settled = result;
      }
    }
    deliveries?.deliver(settled);
    return settled !== undefined;
  };
}

function check(
  key: unknown,
  outcome: unknown,
  { override = false, ...rest }: ResolveOptions,
): { override: boolean; answer: AttemptAnswer | undefined } {
  // The key is no order, since a late or repeated event would settle a later attempt of the same order.
  if (typeof key !== 'string') throw new TypeError('resolve: invalid attempt. Expected its idempotency key.');
  if (!isSettledState(outcome)) {
    throw new TypeError("resolve: invalid outcome. Expected 'succeeded' or 'failed'.");
  }
  if (typeof override !== 'boolean') throw new TypeError('resolve: invalid override. Expected true or false.');
  if (Object.keys(rest).length === 0) return { override, answer: undefined };
  const { status, ...others } = rest;
  if (status === undefined || !isAnswer({ status, ...others })) {
    throw new TypeError('resolve: invalid answer. Expected { status, body } with a status from 200 to 599.');
  }
  return { override, answer: { status, ...others } };
}
