import { withinTime, type Clock } from 'payment-widget/contract';

/** What one request counts for. The window of a counter begins with its first count. */
export interface Count {
  readonly name: string;
  /** How many fit into one window. */
  readonly most: number;
  readonly windowMs: number;
}

/** A counter that has no room. */
interface FullCounter {
  /** Its index in the counts. */
  readonly index: number;
  /** The time until its window ends, in ms. */
  readonly waitMs: number;
}

export interface Counters {
  /**
   * Adds one to each counter, or to none if one of them is full, in one step.
   * @returns the first full one
   */
  take(counts: readonly Count[]): Promise<FullCounter | undefined>;
  /** Subtracts one from each counter. */
  giveBack(counts: readonly Count[]): Promise<void>;
}

interface Window {
  readonly since: number;
  readonly ms: number;
  used: number;
}

const SWEEP_INTERVAL_MS = 60_000;

export function createMemoryCounters(clock: Pick<Clock, 'now'>): Counters {
  const windows = new Map<string, Window>();
  let swept = clock.now();

  /** A clock that is set back ends a window, too. */
  const isOpen = ({ since, ms }: Window) => clock.now() >= since && clock.now() < since + ms;

  function sweep(): void {
    if (Math.abs(clock.now() - swept) < SWEEP_INTERVAL_MS) return;
    swept = clock.now();
    for (const [name, window] of windows) if (!isOpen(window)) windows.delete(name);
  }

  function windowOf({ name, windowMs: ms }: Count): Window {
    const known = windows.get(name);
    return known && isOpen(known) ? known : { since: clock.now(), ms, used: 0 };
  }

  return {
    take(counts) {
      sweep();
      const current = counts.map(windowOf);
      const index = counts.findIndex(({ most }, at) => (current[at]?.used ?? 0) >= most);
      const full = current[index];
      if (full) return Promise.resolve({ index, waitMs: full.since + full.ms - clock.now() });
      for (const [at, window] of current.entries()) {
        window.used++;
        windows.set(counts[at]?.name ?? '', window);
      }
      return Promise.resolve(undefined);
    },
    giveBack(counts) {
      for (const { name } of counts) {
        const window = windows.get(name);
        if (window && window.used > 0) window.used--;
      }
      return Promise.resolve();
    },
  };
}

const SHARED_TIMEOUT_MS = 1000;

/** Counts in memory while the shared counters do not respond. */
export function withFallback(shared: Counters, fallback: Counters, clock: Clock): Counters {
  const inTime = <T>(step: (counters: Counters) => Promise<T>) =>
    withinTime(SHARED_TIMEOUT_MS, clock, () => step(shared)).catch(() => step(fallback));
  return {
    take: (counts) => inTime((counters) => counters.take(counts)),
    giveBack: (counts) => inTime((counters) => counters.giveBack(counts)),
  };
}
