/** The quantile `part` (0 to 1), linearly interpolated. `NaN` for no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = (sorted.length - 1) * part;
  const low = sorted[Math.floor(index)] ?? NaN;
  const high = sorted[Math.ceil(index)] ?? NaN;
  return low + (high - low) * (index - Math.floor(index));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
