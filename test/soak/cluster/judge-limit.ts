import { WINDOW } from './limit-windows.js';

/** How much more than the limit may arrive in a window: a request may be counted at its end and arrive after it. */
const TOLERANCE = 1.02;
/** In ms, for clocks of different processes. */
const CLOCKS = 1000;

export interface LimitHistory {
  /** When the service got each request, in ms. */
  readonly arrivals: readonly number[];
  /** When each window of the limit began, in ms on the same clock. */
  readonly starts: readonly number[];
  /** Requests per minute. */
  readonly limit: number;
}

/** How many requests arrived in each window: from its start to the next one's. */
export function perWindow({ arrivals, starts }: Omit<LimitHistory, 'limit'>): number[] {
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? Infinity;
    return arrivals.filter((at) => at >= start && at < next).length;
  });
}

/** The highest number of requests within any 60 seconds. */
export function mostInAnyMinute(arrivals: readonly number[]): number {
  const sorted = [...arrivals].sort((one, other) => one - other);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= WINDOW) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Violations of the limit. */
export function judgeLimit(history: LimitHistory): string[] {
  const { arrivals, starts, limit } = history;
  const problems: string[] = [];
  const early = arrivals.filter((at) => at < (starts[0] ?? Infinity)).length;
  if (early > 0) problems.push(`${early} requests arrived before the first window of the limit`);
  for (const [index, start] of starts.entries()) {
    const before = starts[index - 1];
    if (before === undefined || start - before >= WINDOW - CLOCKS) continue;
    problems.push(
      `window ${index + 1} began ${Math.round(start - before)} ms after the one before: its count was lost`,
    );
  }
  for (const [index, count] of perWindow(history).entries()) {
    if (count > limit * TOLERANCE) problems.push(`${count} requests in window ${index + 1}, and the limit is ${limit}`);
  }
  return problems;
}
