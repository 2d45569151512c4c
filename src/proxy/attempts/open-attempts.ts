import { Attempts } from './attempts.js';
import type { Log } from '../log.js';
import type { PaymentProxyOptions } from '../options.js';
import type { AttemptStore } from './store.js';
import { LmdbMissingError, openLmdbStore } from './stores/lmdb.js';
import { createMemoryStore } from './stores/memory.js';

/** The memory of a proxy. */
export interface OpenAttempts {
  /**
   * Opens the store at the first call, and again at the next one when that failed.
   * @throws when it cannot be opened
   */
  open(): Promise<Attempts>;
  /** Closes the store that was opened here; one that was given belongs to whoever made it. */
  close(): Promise<void>;
}

type StoreOptions = Pick<PaymentProxyOptions, 'store' | 'storePath' | 'mode'>;

/** Finds the store: the one that was given, or the embedded one. */
export function createOpenAttempts(options: StoreOptions, log: Log): OpenAttempts {
  let own: AttemptStore | undefined;
  let opening: Promise<Attempts> | undefined;
  async function openStore(): Promise<AttemptStore> {
    if (options.store) return options.store;
    own = await openDefaultStore(options, log);
    return own;
  }
  return {
    open() {
      opening ??= openStore().then((store) => new Attempts(inMode(options.mode, store)));
      opening.catch(() => {
        opening = undefined;
      });
      return opening;
    },
    async close() {
      await opening?.catch(() => undefined);
      await own?.close?.();
    },
  };
}

async function openDefaultStore({ storePath, mode }: StoreOptions, log: Log): Promise<AttemptStore> {
  try {
    return await openLmdbStore({ path: storePath ?? './payment-attempts' });
  } catch (error) {
    if (mode === 'live' || !(error instanceof LmdbMissingError)) throw error;
    log('store_forgets', {}, error);
    return createMemoryStore();
  }
}

/** A payment with a Test key never stands for a live one, though they share a store and a reference. */
function inMode(mode: string, store: AttemptStore): AttemptStore {
  const named = (name: string) => `${mode}:${name}`;
  return {
    read: (names) => store.read(names.map(named)),
    swap: (changes) => store.swap(changes.map((change) => ({ ...change, name: named(change.name) }))),
  };
}
