import type { Clock, PaymentErrorCode } from 'payment-widget/contract';
import type { Log } from './events.js';

const PERIOD_MS = 60_000;

/** Refusals that someone should know of. The documentation of each code has its remedy. */
export const COUNTED_REFUSALS = new Set<string>([
  'not_found',
  'rate_limited',
  'origin_not_allowed',
  'unknown_order',
  'amount_changed',
  'order_token_invalid',
  'order_token_expired',
  'body_already_read',
] satisfies PaymentErrorCode[]);

/** Writes at most one line per minute, event and code, against floods. The next line, or `flush()`, counts what was left out. */
export function createRareLog(log: Log, clock: Clock) {
  const last = new Map<string, { readonly at: number; readonly leftOut: number; readonly write?: () => void }>();
  const rareLog: Log = (event, details, error) => {
    const name = `${event} ${details?.code}`;
    const { at, leftOut } = last.get(name) ?? { at: -PERIOD_MS, leftOut: 0 };
    const write = () => {
      log(event, { ...details, count: leftOut + 1 }, error);
      last.set(name, { at: clock.now(), leftOut: 0 });
    };
    const wait = at + PERIOD_MS - clock.now();
    if (wait <= 0) {
      write();
      return;
    }
    last.set(name, { at, leftOut: leftOut + 1, write });
    if (leftOut === 0) void clock.sleep(wait, undefined, true).then(() => last.get(name)?.write?.());
  };
  const flush = () => {
    for (const { write } of last.values()) write?.();
  };
  return { rareLog, flush };
}
