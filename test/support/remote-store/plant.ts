import type { AttemptStore, Change } from '../../../src/proxy/attempts/store.js';
import type { Address } from '../../../src/testing/support.js';
import type { RemoteStore } from './client.js';

/** A faulty store, and the test that must find the fault. */
export interface StoreFault {
  readonly name: string;
  /** Part of the title. */
  readonly foundBy: string;
  /** What the failure says. */
  readonly says: RegExp;
  /** Whether it is found by the end of a time limit. */
  readonly isEndless?: boolean;
  /** Replaces methods. */
  readonly plant?: (remote: RemoteStore) => AttemptStore;
  /** Replaces the client. */
  readonly connect?: (address: Address) => RemoteStore;
}

/** A store that differs in some methods. */
export const differs =
  (change: (remote: RemoteStore) => Partial<AttemptStore>): StoreFault['plant'] =>
  (remote) => ({
    read: (names) => remote.read(names),
    swap: (changes) => remote.swap(changes),
    list: (prefix, options) => remote.list(prefix, options),
    ...change(remote),
  });

/** A store that changes names or values before it writes them. */
export const rewrites = (rewrite: (text: string) => string, what: 'names' | 'values') =>
  differs((remote) => ({
    read: (names) => remote.read(what === 'names' ? names.map(rewrite) : names),
    swap: (changes) =>
      remote.swap(
        changes.map((change) =>
          what === 'names'
            ? { ...change, name: rewrite(change.name) }
            : {
                ...change,
                before: change.before && rewrite(change.before),
                after: change.after && rewrite(change.after),
              },
        ),
      ),
  }));

/** A store that changes expiries. */
export const expires = (expiresIn: (ms: number) => number | undefined) =>
  differs((remote) => ({
    swap: (changes) =>
      remote.swap(changes.map((change) => ({ ...change, expiresIn: change.expiresIn && expiresIn(change.expiresIn) }))),
  }));

/** Whether all changes would be made. */
export async function matches(remote: RemoteStore, changes: readonly Change[]): Promise<boolean> {
  const values = await remote.read(changes.map(({ name }) => name));
  return changes.every(({ before }, index) => before === values[index]);
}

/** A store that writes without comparing. */
export const comparesNothing = differs((remote) => ({ swap: (changes) => remote.put(changes) }));
