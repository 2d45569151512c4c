import type { Clock } from 'payment-widget/contract/clock';

interface Sleeper {
  readonly at: number;
  readonly ms: number;
  readonly wake: () => void;
}

/** A clock that only the test moves. */
export class StepClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #now = Date.UTC(2026, 10, 21);

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const sleeper = {
        at: this.#now + ms,
        ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake);
    });
  }

  /** How long the code sleeps that waits for the clock, in ms. */
  get waits(): readonly number[] {
    return Array.from(this.#sleepers, ({ ms }) => ms);
  }

  move(ms: number): void {
    this.#now += ms;
    for (const { at, wake } of [...this.#sleepers]) if (at <= this.#now) wake();
  }
}
