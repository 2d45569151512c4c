import { openStore } from 'payment-widget-proxy/command/open-store';
import type { OpenedStore } from 'payment-widget-testing/store-tests/support';

/** The store that the program opens for its setting `PAYMENTS_STORE`. */
export async function openProgramStore(setting: string): Promise<OpenedStore> {
  const { store } = await openStore(setting);
  return { store, close: () => store.close?.() };
}
