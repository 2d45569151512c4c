import { isPaymentError, logError, PaymentError } from './errors.js';
import type { PartName } from './parts.js';

/** A shopper must not wait for a server that hangs. */
const LIMIT_MS = 10_000;

/** A part of the script that is loaded when it is needed, once. */
export class OnDemand<Module> {
  /** The part, once it is loaded. */
  current: Module | undefined;
  /** How often the form went on without it. */
  failures = 0;
  readonly #name: PartName;
  readonly #import: () => Promise<Module>;

  constructor(name: PartName, load: () => Promise<Module>) {
    this.#name = name;
    this.#import = load;
  }

  /** @throws {PaymentError} `not_loaded`, if it is not loaded within ten seconds; the next call tries again */
  load(): Promise<Module> {
    return withinLimit(this.#name, this.arrive());
  }

  /** Loads what a form works without. Never rejects, and logs the first failure. */
  tryLoad(): Promise<Module | undefined> {
    return this.load().catch((error: unknown) => {
      if (this.failures++ === 0) logError(error as PaymentError);
      return undefined;
    });
  }

  /** @throws {PaymentError} `not_loaded`, whenever it fails: the file may be gone since the page was opened */
  async arrive(): Promise<Module> {
    try {
      return (this.current ??= await this.#import());
    } catch (cause) {
      throw isPaymentError(cause) ? cause : notLoaded(this.#name, cause); // it may need other parts
    }
  }
}

/** @throws {PaymentError} `not_loaded` after ten seconds, or what `loading` throws */
export function withinLimit<T>(name: PartName, loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // withinTime() is too large for the first part.
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, LIMIT_MS, notLoaded(name));
  });
  return Promise.race([loading, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

/** Creates an error. Its cause has the address of the file. */
export function notLoaded(name: PartName, cause?: unknown): PaymentError {
  return new PaymentError('not_loaded', `${name} could not be loaded.`, { cause });
}
