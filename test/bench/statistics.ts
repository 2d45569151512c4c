/** The value that so great a part of all lies below, between its neighbours where it falls between them. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What is kept of many values: the middle one, and between which half of them lie. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** Four significant digits, which is more than any of this is good for. */
export const rounded = (value: number): number => Number(value.toPrecision(4));
