import type { Clock } from 'payment-widget/contract';
import { Attempts } from '../attempts/attempts.js';
import { cached } from '../base/once.js';
import type { Log } from '../log/events.js';
import { DEFAULTS, type PaymentProxyOptions } from '../options/options.js';
import { LmdbMissingError, openLmdbStore } from '../stores/lmdb.js';
import { createMemoryStore } from '../stores/memory.js';
import { inMode, type AttemptStore } from '../stores/store.js';

type StoreOptions = Pick<PaymentProxyOptions, 'store' | 'storePath' | 'mode' | 'onSettled'>;

/** Without `onSettled`, this process adds to the outbox only if another one delivers. */
export function createOpenAttempts(options: StoreOptions, log: Log, clock: Clock) {
  let own: Promise<AttemptStore> | undefined;
  let opening: Promise<Attempts> | undefined;
  const openOwn = cached(() => (own = openDefaultStore(options, log, clock)));
  const openStore = async () => inMode(options.mode, options.store ?? (await openOwn()));
  const create = async () => {
    const attempts = new Attempts(await openStore(), { clock });
    if (options.onSettled) await attempts.outbox.register();
    return attempts;
  };
  return {
    open: cached(() => (opening = create())),
    openStore,
    /** Closes the default store. A store from the options belongs to the caller. */
    async close(): Promise<void> {
      await opening?.catch(() => undefined);
      const store = await own?.catch(() => undefined);
      await store?.close?.();
    },
  };
}

async function openDefaultStore({ storePath, mode }: StoreOptions, log: Log, clock: Clock): Promise<AttemptStore> {
  try {
    return await openLmdbStore({ path: storePath ?? DEFAULTS.storePath });
  } catch (error) {
    if (mode === 'live' || !(error instanceof LmdbMissingError)) throw error;
    log('store_forgets', {}, error);
    return createMemoryStore(clock);
  }
}
