import { isString, maybe, oneOf, shape } from '../contract/parse.js';
import { isIdempotencyKey } from '../contract/protocol.js';
import { own } from '../contract/security.js';
import { attemptKey } from './attempt-key.js';

/** An attempt in the storage, which the page resumes after a reload. */
export interface RememberedAttempt {
  idempotencyKey: string;
  reference?: string | undefined;
  /** The start of the attempt, in ms since 1970. */
  startedAt: number;
  /** Whether the shopper was sent to another page, and the outcome is not shown yet. */
  action?: true | undefined;
}

type AttemptName = Pick<RememberedAttempt, 'idempotencyKey' | 'reference'>;

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The clock may have been set back since. */
export function isRecent({ startedAt }: Pick<RememberedAttempt, 'startedAt'>): boolean {
  return Math.abs(Date.now() - startedAt) <= LIFETIME_MS;
}

/** Stores no form data. An attempt is saved before it is sent and removed when nothing was charged. */
export class AttemptStorage {
  readonly #proxyUrl: string;

  constructor(proxyUrl: string) {
    this.#proxyUrl = proxyUrl;
  }

  save({ idempotencyKey, reference, startedAt, action }: RememberedAttempt): void {
    const text = JSON.stringify({ idempotencyKey, reference, startedAt, action }); // by name, so that nothing else is saved
    use((storage) => {
      storage.setItem(attemptKey(this.#proxyUrl, reference), text);
    });
  }

  /** Returns nothing without a reference, since orders could not be told apart. */
  find(reference: string | undefined): RememberedAttempt | undefined {
    return use((storage) => {
      if (!reference) return undefined;
      const key = attemptKey(this.#proxyUrl, reference);
      const attempt = parse(storage.getItem(key));
      const isValid = attempt && attempt.reference === reference && isIdempotencyKey(attempt.idempotencyKey);
      if (isValid && isRecent(attempt)) return attempt;
      storage.removeItem(key);
      return undefined;
    });
  }

  /** Returns whether the attempt was marked before. */
  markAction({ idempotencyKey, reference }: AttemptName, on: boolean): boolean {
    const stored = this.find(reference);
    if (stored?.idempotencyKey !== idempotencyKey) return false;
    const { action: before = false, ...attempt } = stored;
    if (on !== before) this.save(on ? { ...attempt, action: on } : attempt);
    return before;
  }

  /** Keeps a newer attempt of the same order. */
  remove({ idempotencyKey, reference }: AttemptName): void {
    use((storage) => {
      const key = attemptKey(this.#proxyUrl, reference);
      if (parse(storage.getItem(key))?.idempotencyKey === idempotencyKey) storage.removeItem(key);
    });
  }
}

/** Storage that is denied or full throws, on access or at any operation. */
function use<T>(run: (storage: Storage) => T): T | undefined {
  try {
    return run(sessionStorage);
  } catch {
    return undefined;
  }
}

const isRemembered = shape({
  idempotencyKey: isString,
  reference: maybe(isString),
  startedAt: (value): value is number => Number.isSafeInteger(value),
  action: maybe(oneOf(true)),
});

function parse(text: string | null): RememberedAttempt | undefined {
  try {
    const json: unknown = JSON.parse(text ?? 'null');
    return isRemembered(json) ? (own(json) as RememberedAttempt) : undefined;
  } catch {
    return undefined;
  }
}
