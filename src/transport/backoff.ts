const BASE_DELAY = 300;
const LONGEST_DELAY = 4000;
const RETRY_AFTER_SPREAD = 0.2;

/**
 * How long to wait before sending again: back-off with full jitter, and never before the time that was asked for.
 * That one is spread as well, since all shoppers of a shop may have been told the same.
 * @param tries - how often it was sent, 1 after the first time
 * @param retryAfter - seconds, from `parseRetryAfter`
 * @param random - 0 or more, less than 1
 * @returns milliseconds
 */
export function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY * 2 ** (tries - 1), LONGEST_DELAY);
  const asked = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, asked);
}
