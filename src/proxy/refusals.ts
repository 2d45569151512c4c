import { startTimer, type Clock } from '../contract/clock.js';
import type { PaymentErrorCode } from '../contract/errors.js';
import type { Log } from './log.js';

/** In ms. */
const PERIOD = 60_000;

/** Refusals that an attacker can cause in large numbers, and what to do about them. */
const REMEDIES = {
  not_found:
    'Compare proxy-url with the path at which the proxy is mounted. A path such as /api/pay needs the option mountPath.',
  rate_limited: 'If shoppers are affected, raise limits. Otherwise look for card testing.',
  origin_not_allowed: 'If it is a page of yours, add its origin to allowedOrigins.',
  unknown_order: 'resolvePayment returned no order. Compare the reference of the page with your records.',
  amount_changed: 'Compare the amount of the page with the price of your server.',
  order_token_invalid: 'Create order-token with the reference of the page and the orderTokenSecret of this proxy.',
  order_token_expired: 'Renew order-token before it expires, or create it with a longer expiresIn.',
  body_already_read: 'Mount the proxy before express.json() and other body parsers.',
  late_body:
    'The body of a payment did not arrive in time. If it happens each time, other code has read it: mount the proxy before ' +
    'express.json() and other body parsers.',
} as const satisfies Partial<Record<PaymentErrorCode | 'late_body', string>>;

/** An error code, or `late_body`, whose code has other causes as well. */
type CountedRefusal = keyof typeof REMEDIES;

const LATE_BODY = { code: 'invalid_request', status: 408 } as const;

interface Period {
  /** Refusals since the last line. */
  count: number;
  readonly stop: () => void;
}

/**
 * Logs refusals, at most one line per minute and code: the first one at once, and those of the next minute as a count. So a
 * developer reads of a mistake immediately, and no one can flood the log.
 */
export function createRefusalLog(log: Log, clock: Clock) {
  const periods = new Map<CountedRefusal, Period>();

  const write = (refusal: CountedRefusal, count: number): void => {
    const cause = refusal === 'late_body' ? LATE_BODY : { code: refusal };
    log('requests_refused', { ...cause, count, remedy: REMEDIES[refusal] });
  };
  const start = (refusal: CountedRefusal): void => {
    const end = () => {
      const count = periods.get(refusal)?.count ?? 0;
      periods.delete(refusal);
      if (count === 0) return;
      write(refusal, count);
      start(refusal);
    };
    periods.set(refusal, { count: 0, stop: startTimer(PERIOD, clock, end) });
  };
  /** Counts a refusal, if it is one of those. */
  const add = (code: string, status?: number): void => {
    const refusal = code === LATE_BODY.code && status === LATE_BODY.status ? 'late_body' : code;
    if (!isCounted(refusal)) return;
    const period = periods.get(refusal);
    if (period) {
      period.count++;
      return;
    }
    write(refusal, 1);
    start(refusal);
  };
  /** Writes the counts now. */
  const flush = (): void => {
    for (const [refusal, { count, stop }] of periods) {
      stop();
      if (count > 0) write(refusal, count);
    }
    periods.clear();
  };
  return { add, flush };
}

const isCounted = (refusal: string): refusal is CountedRefusal => refusal in REMEDIES;
