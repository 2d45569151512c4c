import type { PaymentErrorCode } from '../contract/errors.js';
import type { Log } from './log.js';

/** In ms. */
const PERIOD = 60_000;

/** Refusals that an attacker can cause in large numbers, and what to do about them. */
const REMEDIES = {
  not_found: 'Compare proxy-url with the path at which the proxy is mounted.',
  rate_limited: 'If shoppers are affected, raise limits. Otherwise look for card testing.',
  origin_not_allowed: 'If it is a page of yours, add its origin to allowedOrigins.',
  unknown_order: 'resolvePayment returned no order. Compare the reference of the page with your records.',
  amount_changed: 'Compare the amount of the page with the price of your server.',
  order_token_invalid: 'Create order-token with the reference of the page and the orderTokenSecret of this proxy.',
  order_token_expired: 'Renew order-token before it expires, or create it with a longer expiresIn.',
  body_already_read: 'Mount the proxy before express.json() and other body parsers.',
} as const satisfies Partial<Record<PaymentErrorCode, string>>;

type CountedCode = keyof typeof REMEDIES;

interface Period {
  /** Refusals since the last line. */
  count: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Logs refusals, at most one line per minute and code: the first one at once, and those of the next minute as a count. So a
 * developer reads of a mistake immediately, and no one can flood the log.
 */
export function createRefusalLog(log: Log) {
  const periods = new Map<CountedCode, Period>();

  const write = (code: CountedCode, count: number): void => {
    log('requests_refused', { code, count, remedy: REMEDIES[code] });
  };
  const start = (code: CountedCode): void => {
    const end = () => {
      const count = periods.get(code)?.count ?? 0;
      periods.delete(code);
      if (count === 0) return;
      write(code, count);
      start(code);
    };
    periods.set(code, { count: 0, timer: startTimer(end) });
  };
  /** Counts a refusal, if its code is one of those. */
  const add = (code: string): void => {
    if (!isCounted(code)) return;
    const period = periods.get(code);
    if (period) {
      period.count++;
      return;
    }
    write(code, 1);
    start(code);
  };
  /** Writes the counts now. */
  const flush = (): void => {
    for (const [code, { count, timer }] of periods) {
      clearTimeout(timer);
      if (count > 0) write(code, count);
    }
    periods.clear();
  };
  return { add, flush };
}

const isCounted = (code: string): code is CountedCode => Object.hasOwn(REMEDIES, code);

/** Does not keep the process running. Only Node has `unref`. */
function startTimer(onEnd: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(onEnd, PERIOD);
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
