import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptStore, Change } from 'payment-widget-proxy';

/** Options of {@link testStore}. */
export interface StoreTestOptions {
  /**
   * URL of a module that exports `open`, an {@link OpenStore}: `import.meta.resolve('./open-store.mjs')`. Each process of the tests
   * imports it.
   */
  readonly module: string;
  /**
   * Number of processes that use the store at once, at least 2; `1` if only one process may open the store. The database must accept a
   * connection from each.
   * @default `50`
   */
  readonly processes?: number;
  /**
   * TCP address of the database, without TLS. `false` if the store has no connection, such as a file. If omitted, the tests of failing
   * connections are skipped.
   */
  readonly connection?: Address | false;
}

/** An address of a server. */
export interface Address {
  /** A name or an IP address. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
}

/**
 * Opens the store. Each call, in any process, must open the same data.
 * @param address - where to connect: the option `connection`, or a relay in front of it that holds and breaks connections
 */
export type OpenStore = (address?: Address) => OpenedStore | Promise<OpenedStore>;

/** What `open` returns. */
export interface OpenedStore {
  readonly store: AttemptStore;
  /** Closes what `open` opened. The tests do not call the `close` of the store. */
  close?(): unknown;
}

/** Two users of the same data, once the store is open. */
export type StoreUsers = () => readonly [AttemptStore, AttemptStore];

/** A longer call, in ms, counts as endless, and a longer delay as permanent. A machine may be busy. */
export const CALL_LIMIT = 60_000;

export function newNames(): (name?: string) => string {
  const prefix = `store-test-${randomBytes(6).toString('hex')}:`;
  return (name = '') => prefix + name;
}

interface Context {
  readonly store: AttemptStore;
  readonly other: AttemptStore;
  readonly name: (name?: string) => string;
}

/** Declares tests, each with two users of the data and names of its own. */
export const testsOf =
  (users: StoreUsers) =>
  (title: string, run: (context: Context) => Promise<void>): void => {
    void it(title, () => {
      const [store, other] = users();
      return run({ store, other, name: newNames() });
    });
  };

export function change(name: string, before: string | undefined, after: string | undefined): Change {
  return { name, before, after };
}

export function add(name: string, after: string, expiresIn?: number): Change {
  return { name, before: undefined, after, expiresIn };
}

export async function valueOf(store: Pick<AttemptStore, 'read'>, name: string): Promise<string | undefined> {
  return (await store.read([name]))[0];
}

export async function becomesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + CALL_LIMIT;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
}

/** Reads the values of two names that are written together. A swap whose connection is lost may still happen. */
export async function settledValues(store: AttemptStore, names: readonly string[]): Promise<(string | undefined)[]> {
  let values: (string | undefined)[] = [];
  await becomesTrue(async () => {
    values = await store.read(names);
    return values[0] === values[1];
  });
  return values;
}
