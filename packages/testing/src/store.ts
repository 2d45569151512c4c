import { join } from 'node:path';
import type { StoreTestOptions } from './store-tests/support.js';
import { declareStoreTests } from './store-tests/store-tests.js';

export type { Address, OpenedStore, OpenStore, StoreTestOptions } from './store-tests/support.js';
export type { AttemptStore, Change, ListOptions } from 'payment-widget-proxy';

/**
 * Declares the tests of `node:test` that every {@link AttemptStore} has to pass. Call it in a file that you run with `node --test`. It
 * takes about a minute. Use a database for tests: the tests leave their values in it, and read only these.
 * @throws {TypeError} for a wrong option
 */
export function testStore(options: StoreTestOptions): void {
  declareStoreTests(options, join(import.meta.dirname, 'store-process.js'));
}
