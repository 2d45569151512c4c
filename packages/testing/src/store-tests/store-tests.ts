import { after, before, describe } from 'node:test';
import { testConnection } from './connection.js';
import { testData } from './data.js';
import { testConcurrency, testCrash, testProcesses } from './processes.js';
import type { OpenedStore, OpenStore, StoreTestOptions, StoreUsers } from './support.js';

const PROCESSES = 50;

export function declareStoreTests(options: StoreTestOptions, path: string): void {
  const { module, processes = PROCESSES, connection } = options;
  if (!URL.canParse(module)) {
    throw new TypeError(`module is ${module}. Expected a URL: import.meta.resolve('./open-store.mjs').`);
  }
  if (!Number.isInteger(processes) || processes < 1) {
    throw new TypeError(`processes is ${String(processes)}. Expected an integer of at least 1.`);
  }
  const address = connection || undefined;
  const program = { path, module, address };

  describe('store', () => {
    const opened: OpenedStore[] = [];
    let open: OpenStore;

    before(async () => {
      ({ open } = (await import(module)) as { open: OpenStore });
      if (typeof open !== 'function') throw new TypeError(`${module} exports no function open().`);
      opened.push(await open(address));
      if (processes > 1) opened.push(await open(address));
    });
    after(async () => {
      for (const each of opened.splice(0)) await each.close?.();
    });

    /** Two users of the data. If one process alone may open the store, they share it. */
    const users: StoreUsers = () => {
      const [one, other = one] = opened.map(({ store }) => store);
      if (!one || !other) throw new Error('The store could not be opened.');
      return [one, other];
    };

    testData(users);
    testConcurrency(users);
    if (processes > 1) {
      describe(`${processes} processes`, () => {
        testProcesses(users, program, processes);
      });
    }
    if (address) {
      describe('failing connections', () => {
        testConnection(users, address, (relayed) => open(relayed));
      });
    } else if (connection !== false) {
      const skip =
        'Not tested: no option `connection`. Set it to the address of the database, or to false if it has none.';
      describe('failing connections', { skip }, () => undefined);
    }
  });

  // These run last, since only one process may open some stores.
  describe('store after a crash', () => {
    testCrash(program);
  });
}
