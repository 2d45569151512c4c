/**
 * Scales a number of runs, kills or attempts by the environment variable `SOAK` (default 1).
 * `SOAK=50 npm run test:soak -- crash` kills 50 times as many processes as CI does.
 * @param count - in CI
 * @returns at least 1
 */
export function times(count: number): number {
  const factor = Number(process.env.SOAK ?? 1);
  if (!(factor > 0)) throw new Error(`SOAK must be a number above 0, not "${process.env.SOAK ?? ''}".`);
  return Math.max(1, Math.round(count * factor));
}
