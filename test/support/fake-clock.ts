import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/transport/clock.js';

interface Timer {
  readonly at: number;
  readonly end: () => void;
}

/** A clock that moves only when all code waits for it, to the time of the next timer. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #chance: () => number;
  #now: number;

  constructor({ start = Date.UTC(2026, 10, 21), chance = () => 0.5 }: { start?: number; chance?: () => number } = {}) {
    this.#now = start;
    this.#chance = chance;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.#chance();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = {
        at: this.#now + ms,
        end: () => {
          this.#timers.delete(timer);
          signal?.removeEventListener('abort', timer.end);
          resolve();
        },
      };
      this.#timers.add(timer);
      signal?.addEventListener('abort', timer.end);
      if (signal?.aborted) timer.end();
    });
  }

  /** Moves the clock until the promise is settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    const outcome = { settled: false };
    const settle = () => {
      outcome.settled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await setImmediate();
      if (outcome.settled) return promise;
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (!next || next.at === Infinity) throw new Error('Nothing waits for the clock, and the promise is pending.');
      this.#now = Math.max(this.#now, next.at);
      next.end();
    }
  }
}
