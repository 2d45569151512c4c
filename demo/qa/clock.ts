/** Tolerated drift after the computer slept or its clock was set, in ms. */
const TOLERANCE = 20;

let origin = Date.now() - performance.now();

/** The time in ms since 1970, with fractions of a millisecond. */
export function preciseNow(): number {
  const wall = Date.now();
  if (Math.abs(origin + performance.now() - wall) > TOLERANCE) origin = wall - performance.now();
  return origin + performance.now();
}
