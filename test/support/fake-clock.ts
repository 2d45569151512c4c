import type { Clock } from 'payment-widget/contract/clock';
import { idle } from './idle.js';

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

  /** The times until the timers end, in ms, the next one first. */
  get waiting(): readonly number[] {
    return this.#inOrder().map(({ at }) => at - this.#now);
  }

  /** Lets time pass, and wakes up all that sleeps. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let [next] = this.#inOrder(); next && next.at <= end; [next] = this.#inOrder()) {
      this.#now = Math.max(this.#now, next.at);
      next.end();
      await idle();
    }
    this.#now = end;
  }

  /**
   * Moves the clock until the promise is settled.
   * @param longest - timers that end later are left alone, in ms: they limit real work, such as hashing, which takes no time here
   */
  async run<T>(promise: Promise<T>, longest = Infinity): Promise<T> {
    const outcome = { settled: false };
    const settle = () => {
      outcome.settled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await idle();
      if (outcome.settled) return promise;
      const [next = Infinity] = this.waiting;
      if (next <= longest && next < Infinity) await this.advance(next);
      else if (longest === Infinity) throw new Error('Nothing waits for the clock, and the promise is pending.');
    }
  }

  #inOrder(): Timer[] {
    return [...this.#timers].sort((a, b) => a.at - b.at);
  }
}
