/** The quantile `part` (0 to 1), linearly interpolated. `NaN` for no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = (sorted.length - 1) * part;
  const low = sorted[Math.floor(index)] ?? NaN;
  const high = sorted[Math.ceil(index)] ?? NaN;
  return low + (high - low) * (index - Math.floor(index));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Median and quartiles. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** Rounds to four significant digits. */
export const round4 = (value: number): number => Number(value.toPrecision(4));
