import { setImmediate as turn } from 'node:timers/promises';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { RemoteStore } from './client.js';
import { comparesNothing, differs, expires, matches, rewrites, type StoreFault } from './plant.js';

export const STORE_FAULTS: readonly StoreFault[] = [
  {
    name: 'confirms a swap that it has not written',
    foundBy: 'lose no change of two names',
    says: /Changes were lost/,
    plant: differs((remote) => {
      let swaps = 0;
      return {
        swap: async (changes) => (++swaps % 3 === 0 ? matches(remote, changes) : remote.swap(changes)),
      };
    }),
  },
  {
    name: 'lets all writers win',
    foundBy: 'lets one of 40 writers win',
    says: /writers won the same swap/,
    plant: comparesNothing,
  },
  {
    name: 'lets two processes win',
    foundBy: 'cannot win a swap of the same names together',
    says: /processes won the same swap/,
    plant: comparesNothing,
  },
  {
    name: 'swaps one name after another',
    foundBy: 'writes nothing when only change 3 of 3 is rejected',
    says: /wrote some of its changes/,
    plant: differs((remote) => ({
      async swap(changes) {
        for (const change of changes) if (!(await remote.swap([change]))) return false;
        return true;
      },
    })),
  },
  {
    name: 'keeps confirmed swaps in its process',
    foundBy: 'has each swap that was confirmed before 10 kills',
    says: /Resolve with true after the commit/,
    plant: differs((remote) => {
      const written = new Map<string, string | undefined>();
      const read: AttemptStore['read'] = async (names) => {
        const values = await remote.read(names);
        return names.map((name, index) => (written.has(name) ? written.get(name) : values[index]));
      };
      return {
        read,
        async swap(changes) {
          const values = await read(changes.map(({ name }) => name));
          if (changes.some(({ before }, index) => before !== values[index])) return false;
          for (const { name, after } of changes) written.set(name, after);
          return true;
        },
      };
    }),
  },
  {
    name: 'ignores expiry',
    foundBy: 'does not return an expired value',
    says: /s after it expired/,
    isEndless: true,
    plant: expires(() => undefined),
  },
  {
    name: 'takes milliseconds for seconds',
    foundBy: 'does not return an expired value',
    says: /in ms/,
    isEndless: true,
    plant: expires((ms) => ms * 1000),
  },
  {
    name: 'takes seconds for milliseconds',
    foundBy: 'keeps a value until it expires',
    says: /The value is gone, which expires in 600000 ms/,
    plant: expires((ms) => ms / 1000),
  },
  {
    name: 'keeps the lifetime of a replaced value',
    foundBy: 'keeps a value that is overwritten without expiry',
    says: /by the lifetime of the value that it replaced/,
    plant: differs((remote) => ({
      swap(changes) {
        for (const { name, expiresIn } of changes) {
          const remove = () => void remote.put([{ name, before: undefined, after: undefined }]);
          if (expiresIn !== undefined) setTimeout(remove, expiresIn).unref();
        }
        return remote.swap(changes);
      },
    })),
  },
  {
    name: 'finds expired values in a swap',
    foundBy: 'treats an expired value as missing in a swap',
    says: /found a value that had expired/,
    plant: differs((remote) => {
      const ends = new Map<string, number>();
      return {
        read: async (names) => {
          const values = await remote.read(names);
          return values.map((value, index) =>
            (ends.get(names[index] ?? '') ?? Infinity) > Date.now() ? value : undefined,
          );
        },
        swap(changes) {
          for (const { name, expiresIn = Infinity } of changes) ends.set(name, Date.now() + expiresIn);
          return remote.swap(changes.map((change) => ({ ...change, expiresIn: undefined })));
        },
      };
    }),
  },
  {
    name: 'lists all values as lasting',
    foundBy: 'lists values that do not expire alone',
    says: /returns values that do not expire, and no others/,
    plant: differs((remote) => ({ list: (prefix) => remote.list(prefix) })),
  },
  {
    name: 'lists one page',
    foundBy: 'lists 1200 values',
    says: /1000 of 1200 values were listed/,
    plant: differs((remote) => ({
      async *list(prefix, options) {
        let count = 0;
        for await (const entry of remote.list(prefix, options)) if (count++ < 1000) yield entry;
      },
    })),
  },
  {
    name: 'takes a prefix for a pattern',
    foundBy: 'lists values for the prefix "_", which is not a pattern',
    says: /deep-equal/,
    plant: differs((remote) => ({
      async *list(prefix, options) {
        const pattern = new RegExp(`^${prefix.replace(/[*?[\]\\]/g, '\\$&').replaceAll('_', '.')}`);
        for await (const entry of remote.list('', options)) if (pattern.test(entry[0])) yield entry;
      },
    })),
  },
  {
    name: 'returns values in another order',
    foundBy: 'returns values in the order of the names',
    says: /deep-equal/,
    plant: differs((remote) => ({ read: (names) => remote.read([...names].sort()) })),
  },
  {
    name: 'takes an empty value for a missing one',
    foundBy: 'rejects a change from nothing when the value is ""',
    says: /deep-equal|strictly equal/,
    plant: differs((remote) => ({
      swap: (changes) =>
        remote.swap(changes.map((each) => ({ ...each, after: each.after === '' ? undefined : each.after }))),
    })),
  },
  {
    name: 'ignores case',
    foundBy: 'distinguishes names and values that differ in case',
    says: /takes "Order" and "order" for the same/,
    plant: rewrites((name) => name.toLowerCase(), 'names'),
  },
  {
    name: 'normalizes values',
    foundBy: 'distinguishes names and values that differ in Unicode normalization',
    says: /Compare bytes/,
    plant: rewrites((value) => value.normalize(), 'values'),
  },
  {
    name: 'ends texts at NUL',
    foundBy: 'keeps a NUL at the end in names and values',
    says: /deep-equal/,
    plant: rewrites((value) => value.split('\u0000')[0] ?? '', 'values'),
  },
  {
    name: 'shortens values to 64 KiB',
    foundBy: 'keeps a value of 100000 characters',
    says: /shortened/,
    plant: rewrites((value) => value.slice(0, 65_535), 'values'),
  },
  {
    name: 'reads from a cache',
    foundBy: 'shows a write to other users at once',
    says: /Read from the primary, without a cache/,
    plant: differs((remote) => {
      const cache = new Map<string, string | undefined>();
      return {
        async read(names) {
          const values = await remote.read(names);
          return names.map((name, index) => {
            if (!cache.has(name)) cache.set(name, values[index]);
            return cache.get(name);
          });
        },
      };
    }),
  },
  {
    name: 'says true when a swap fails',
    foundBy: 'that break when a part of the request is lost cause neither a false true nor a half swap',
    says: /resolved with true, but nothing was written/,
    plant: differs((remote) => ({ swap: (changes) => remote.swap(changes).catch(() => true) })),
  },
  {
    name: 'repeats a lost swap without its condition',
    foundBy: 'that break when a part of the request is lost let no swap win whose values have changed',
    says: /resolved with true, but a value was not as expected/,
    plant: differs((remote) => ({
      swap: (changes) => remote.swap(changes).catch(() => turn().then(() => remote.put(changes))),
    })),
  },
  {
    name: 'takes a lost connection for missing values',
    foundBy: 'that are down let read() and swap() reject',
    says: /read\(\) resolved without a connection/,
    plant: differs((remote) => ({ read: (names) => remote.read(names).catch(() => names.map(() => undefined)) })),
  },
  {
    name: 'says false when a swap fails',
    foundBy: 'that are down let read() and swap() reject',
    says: /swap\(\) resolved without a connection/,
    plant: differs((remote) => ({ swap: (changes) => remote.swap(changes).catch(() => false) })),
  },
  {
    name: 'waits for an answer forever',
    foundBy: 'that hang end a read in time',
    says: /Set a time limit in the client/,
    isEndless: true,
    connect: (address) => new RemoteStore(address, { limit: 2 ** 31 - 1 }),
  },
  {
    name: 'confuses late answers',
    foundBy: 'that hang end a read in time',
    says: /the late answer to an earlier call/,
    connect: (address) => new RemoteStore(address, { ignoresIds: true }),
  },
  {
    name: 'does not reconnect',
    foundBy: 'that are restored let the store continue',
    says: /Reconnect/,
    isEndless: true,
    connect: (address) => new RemoteStore(address, { reconnects: false }),
  },
  {
    name: 'ignores the address',
    foundBy: 'connect to the address that open() got',
    says: /must use the address that it gets/,
    connect: () => new RemoteStore({ host: '127.0.0.1', port: Number(process.env.STORE_PORT) }),
  },
];
