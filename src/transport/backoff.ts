const BASE_DELAY = 300; // ms
const MAX_DELAY = 4000; // ms
const RETRY_AFTER_SPREAD = 0.2;

/**
 * The delay before the next try: exponential back-off with full jitter, and at least `Retry-After`. Jitter also applies
 * to `Retry-After`, since many shoppers may receive the same value.
 * @param tries - number of requests so far
 * @param retryAfter - in seconds
 * @param random - from 0, less than 1
 * @returns ms
 */
export function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY * 2 ** (tries - 1), MAX_DELAY);
  const minimum = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, minimum);
}
