import { openStore } from '../../packages/proxy/src/command/open-store.js';
import type { OpenedStore } from '../../packages/testing/src/store-tests/support.js';

/** The store that the program opens for its setting `PAYMENTS_STORE`. */
export async function openProgramStore(setting: string): Promise<OpenedStore> {
  const { store } = await openStore(setting);
  return { store, close: () => store.close?.() };
}
