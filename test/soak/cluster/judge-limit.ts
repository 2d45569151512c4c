import { WINDOW } from './limit-windows.js';

/** How much more than the limit may arrive. */
const TOLERANCE = 1.02;
/** In ms, for clocks of different processes. */
const CLOCKS = 1000;

/** A request that the service got. It was counted between these times, in ms. */
export interface CountedRequest {
  /** When the shopper pressed Pay. */
  readonly begun: number;
  readonly arrived: number;
}

export interface LimitHistory {
  readonly requests: readonly CountedRequest[];
  /** When each window of the limit began, in ms on the same clock. */
  readonly starts: readonly number[];
  /** Requests per minute. */
  readonly limit: number;
}

/** How many of these times are in each window: from its start to the next one's. */
export function perWindow(times: readonly number[], starts: readonly number[]): number[] {
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? Infinity;
    return times.filter((at) => at >= start && at < next).length;
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

/**
 * Violations of the limit. A slow store or network can delay a request after it was counted, so that it arrives in a later window. What
 * begins and arrives within some windows in a row was counted in these for certain, so no more than their limits may do so.
 */
export function judgeLimit({ requests, starts, limit }: LimitHistory): string[] {
  const problems: string[] = [];
  const early = requests.filter(({ arrived }) => arrived < (starts[0] ?? Infinity)).length;
  if (early > 0) problems.push(`${early} requests arrived before the first window of the limit`);
  for (const [index, start] of starts.entries()) {
    const before = starts[index - 1];
    if (before === undefined || start - before >= WINDOW - CLOCKS) continue;
    problems.push(
      `window ${index + 1} began ${Math.round(start - before)} ms after the one before: its count was lost`,
    );
  }
  for (const [first, start] of starts.entries()) {
    for (let last = first; last < starts.length; last++) {
      const end = starts[last + 1] ?? Infinity;
      const count = requests.filter(({ begun, arrived }) => begun >= start && arrived < end).length;
      const allowed = (last - first + 1) * limit;
      if (count <= allowed * TOLERANCE) continue;
      problems.push(`${count} requests in windows ${first + 1} to ${last + 1}, and their limit is ${allowed}`);
      break;
    }
  }
  return problems;
}
