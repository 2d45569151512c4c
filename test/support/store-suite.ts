import { pathToFileURL } from 'node:url';
import type { StoreTestOptions } from 'payment-widget-testing/store-tests/support';
import { declareStoreTests } from 'payment-widget-testing/store-tests/store-tests';
import { translate } from './processes.js';

/** As `testStore()`, for a module in `test/support/open-stores`. */
export function testStore(file: string, options: Omit<StoreTestOptions, 'module'>): void {
  const module = pathToFileURL(translate(`test/support/open-stores/${file}`)).href;
  declareStoreTests(
    { module, processes: 8, ...options },
    translate('packages/testing/src/store-tests/store-process.ts'),
  );
}
