import type { AttemptStore } from '../proxy/attempts/store.js';

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
   * TCP address of the database, without TLS. `false` if the store has no connection, such as a file. If omitted, the tests of slow and
   * failing connections are skipped.
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
 * @param address - where to connect: the option `connection`, or a relay in front of it that delays and breaks connections
 */
export type OpenStore = (address?: Address) => OpenedStore | Promise<OpenedStore>;

/** What `open` returns. */
export interface OpenedStore {
  readonly store: AttemptStore;
  /** Closes what `open` opened. The tests do not call the `close` of the store. */
  close?(): unknown;
}
