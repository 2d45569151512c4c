import { withinTime, type Clock } from 'payment-widget/contract';
import { ProblemError } from '../base/problem.js';
import type { Log } from '../log/events.js';

/** Time limits in ms. Service < proxy < 55 s, the time the widget waits. */
export const TIMES = {
  /** The service's response, retries included. */
  upstream: 30_000,
  /** The proxy's whole response. */
  total: 40_000,
  /** A repeated request's wait for the first one's response. */
  patience: 25_000,
  /** One step of the store. */
  store: 5000,
  /** Recording the outcome, before the response is returned. */
  finish: 3000,
};

/** Together, they take two minutes, which is longer than the failover of a database. */
const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Steps of the store, each within a time limit, and the work that is not done yet. */
export class StoreSteps {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #clock: Clock;
  readonly #log: Log;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  inTime<T>(ms: number, work: Promise<T>): Promise<T> {
    return withinTime(ms, this.#clock, () => work);
  }

  /** @throws {ProblemError} 503 with an unknown outcome, since another process may have sent the payment */
  async ask<T>(key: string, question: () => Promise<T>): Promise<T> {
    return this.inTime(TIMES.store, question()).catch((error: unknown) => {
      throw this.failed(error, 'unknown', key);
    });
  }

  /** Repeats the step later if the store fails. */
  async write<T>(key: string, ms: number, step: () => Promise<T>): Promise<T | undefined> {
    const logError = (error: unknown) => {
      this.#log('store_failed', { key }, error);
    };
    try {
      return await this.inTime(ms, step());
    } catch (error) {
      logError(error);
      void this.track(this.#retry(step, logError));
      return undefined;
    }
  }

  failed(cause: unknown, outcome: 'not_charged' | 'unknown', key: string): ProblemError {
    this.#log('store_failed', { key }, cause);
    const text = 'The store of payment attempts failed. Nothing was sent for this request.';
    return new ProblemError(503, 'store_unavailable', text, { outcome, cause });
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    const remove = () => void this.#pending.delete(work);
    work.then(remove, remove);
    return work;
  }

  /** Resolves when nothing is pending, including work that was added meanwhile. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** Gives up after the last try. Never rejects. */
  async #retry(step: () => Promise<unknown>, onError: (error: unknown) => void): Promise<void> {
    for (const pause of RETRY_PAUSES_MS) {
      await this.#clock.sleep(pause);
      try {
        await step();
        return;
      } catch (error) {
        onError(error);
      }
    }
  }
}
