import type { PaymentErrorCode } from '../contract/errors.js';
import type { Log } from './log.js';

/** In ms. */
const PERIOD = 60_000;

/** Refusals that an attacker can cause in large numbers. */
const COUNTED = [
  'rate_limited',
  'origin_not_allowed',
  'unknown_order',
  'amount_changed',
  'order_token_invalid',
  'order_token_expired',
] as const satisfies readonly PaymentErrorCode[];

type CountedCode = (typeof COUNTED)[number];

/** Logs refusals as one line per minute and code. The minute starts with the first refusal. */
export function createRefusalLog(log: Log) {
  const counts = new Map<CountedCode, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Writes the counts now. */
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = [...counts];
    counts.clear();
    for (const [code, count] of lines) log('requests_refused', { code, count });
  };
  /** Counts a refusal, if its code is one of those. */
  const add = (code: string): void => {
    const counted = COUNTED.find((name) => name === code);
    if (!counted) return;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    timer ??= startTimer(flush);
  };
  return { add, flush };
}

/** Does not keep the process running. Only Node has `unref`. */
function startTimer(onEnd: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(onEnd, PERIOD);
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
