/** How far a computer's sleep or a correction of its time may lead the finer clock astray, in ms. */
const TOLERANCE = 20;

let origin = Date.now() - performance.now();

/** Now in ms since 1970, with fractions: much happens in one millisecond when everything is on one machine. */
export function preciseNow(): number {
  const wall = Date.now();
  if (Math.abs(origin + performance.now() - wall) > TOLERANCE) origin = wall - performance.now();
  return origin + performance.now();
}
