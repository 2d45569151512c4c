import { parseRemembered } from '../contract/parse.js';
import type { RememberedAttempt } from '../contract/schema.js';
import { isIdempotencyKey } from '../contract/protocol.js';

export type { RememberedAttempt } from '../contract/schema.js';

/** Nobody comes back to an attempt after a day, in ms. */
const LONGEST = 24 * 60 * 60 * 1000;

/**
 * What survives a reload of an attempt to pay, in the `sessionStorage` of the tab: its key, its order and when it was
 * started, and never anything of what was typed. It is remembered when Pay has been accepted, before anything is sent,
 * and forgotten when nothing was charged. Where a browser refuses storage, nothing is remembered.
 */
export class AttemptMemory {
  readonly #proxyUrl: string;
  readonly #storage: () => Storage;

  /**
   * @param proxyUrl - absolute URL of the merchant's proxy; what belongs to another one is not seen
   * @param storage - opens the storage; it may throw
   */
  constructor(proxyUrl: string, storage: () => Storage = () => sessionStorage) {
    this.#proxyUrl = proxyUrl;
    this.#storage = storage;
  }

  /** Keeps an attempt, in place of an earlier one for the same order. */
  remember({ idempotencyKey, reference, startedAt }: RememberedAttempt): void {
    const text = JSON.stringify({ idempotencyKey, reference, startedAt }); // named, so that nothing else comes along
    this.#use((storage) => {
      storage.setItem(this.#nameOf(reference), text);
    });
  }

  /**
   * The attempt for an order that has not come to an end. Whatever is not one is thrown away.
   * @param reference - the order; `undefined` for a page that names none
   * @param now - ms since 1970
   */
  recall(reference: string | undefined, now: number = Date.now()): RememberedAttempt | undefined {
    return this.#use((storage) => {
      const name = this.#nameOf(reference);
      const attempt = parse(storage.getItem(name));
      const isAttempt = attempt && attempt.reference === reference && isIdempotencyKey(attempt.idempotencyKey);
      // A clock that was set back in between puts the start into the future.
      if (isAttempt && Math.abs(now - attempt.startedAt) <= LONGEST) return attempt;
      storage.removeItem(name);
      return undefined;
    });
  }

  /** Lets go of an attempt that nobody was charged for, or that another may follow; not of a newer one for the same order. */
  forget({ idempotencyKey, reference }: Pick<RememberedAttempt, 'idempotencyKey' | 'reference'>): void {
    this.#use((storage) => {
      const name = this.#nameOf(reference);
      if (parse(storage.getItem(name))?.idempotencyKey === idempotencyKey) storage.removeItem(name);
    });
  }

  /** One entry an order: in a list, two payments at once would lose each other. */
  #nameOf(reference: string | undefined): string {
    return `payment-widget:${JSON.stringify([this.#proxyUrl, reference])}`;
  }

  /** Storage that is blocked or full throws, when it is opened or at any step. It is as if there were none. */
  #use<T>(run: (storage: Storage) => T): T | undefined {
    try {
      return run(this.#storage());
    } catch {
      return undefined;
    }
  }
}

function parse(text: string | null): RememberedAttempt | undefined {
  try {
    return parseRemembered(JSON.parse(text ?? 'null')); // an error is dear, and there is nothing most of the time
  } catch {
    return undefined;
  }
}
