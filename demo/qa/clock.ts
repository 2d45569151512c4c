/** Tolerated drift after the computer slept or its clock was set, in ms. */
const TOLERANCE = 20;
/** Longest pause between readings of two clocks that can be compared, in ms. */
const MAX_PAUSE = 1;

let origin = Date.now() - performance.now();

/** The time in ms since 1970, with fractions of a millisecond. */
export function preciseNow(): number {
  const before = performance.now();
  const wall = Date.now();
  const now = performance.now();
  // A busy computer may pause the process here. That is not a drift: a correction would make times run backwards.
  if (now - before < MAX_PAUSE && Math.abs(origin + now - wall) > TOLERANCE) origin = wall - now;
  return origin + now;
}
