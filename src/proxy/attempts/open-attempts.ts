import type { Log } from '../log.js';
import type { PaymentProxyOptions } from '../options.js';
import { Attempts } from './attempts.js';
import type { AttemptStore } from './store.js';
import { LmdbMissingError, openLmdbStore } from './stores/lmdb.js';
import { createMemoryStore } from './stores/memory.js';

type StoreOptions = Pick<PaymentProxyOptions, 'store' | 'storePath' | 'mode'>;

/**
 * Opens the `store` option, or the default store in `storePath`.
 * @param onSettled - called after an attempt was settled, with the name of its order in the outbox. Without it, this process adds
 * to the outbox only if another one delivers.
 */
export function createOpenAttempts(options: StoreOptions, log: Log, onSettled?: (unit: string) => void) {
  let own: AttemptStore | undefined;
  let opening: Promise<Attempts> | undefined;
  async function openStore(): Promise<AttemptStore> {
    if (options.store) return options.store;
    own ??= await openDefaultStore(options, log);
    return own;
  }
  async function create(): Promise<Attempts> {
    const store = inMode(options.mode, await openStore());
    if (!onSettled) return new Attempts(store);
    const attempts = new Attempts(store, { onSettled });
    await attempts.outbox.register();
    return attempts;
  }
  return {
    /** Opens the store at the first call; retries at the next call if that failed. */
    open(): Promise<Attempts> {
      opening ??= create();
      opening.catch(() => {
        opening = undefined;
      });
      return opening;
    },
    /** Closes the default store. A store from the options belongs to the caller. */
    async close(): Promise<void> {
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

/** Keeps Test and Live payments apart in a shared store. */
function inMode(mode: string, store: AttemptStore): AttemptStore {
  const named = (name: string) => `${mode}:${name}`;
  return {
    read: (names) => store.read(names.map(named)),
    swap: (changes) => store.swap(changes.map((change) => ({ ...change, name: named(change.name) }))),
    ...(store.list && {
      async *list(prefix, options) {
        for await (const [name, value] of store.list?.(named(prefix), options) ?? [])
          yield [name.slice(mode.length + 1), value];
      },
    }),
  };
}
