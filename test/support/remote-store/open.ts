import type { OpenStore } from '../../../src/testing/support.js';
import { RemoteStore } from './client.js';
import { STORE_FAULTS } from './faults.js';

/** Opens the store with the fault whose name is in the environment variable `STORE_FAULT`, if any. */
export const open: OpenStore = (address) => {
  if (!address) throw new Error('There is no address.');
  const fault = STORE_FAULTS.find(({ name }) => name === process.env.STORE_FAULT);
  const remote =
    fault?.connect?.(address) ??
    new RemoteStore(address, String(address.port) === process.env.STORE_PORT ? { limit: 2 ** 31 - 1 } : {});
  const store = fault?.plant?.(remote) ?? remote;
  return { store, close: () => remote.close() };
};
