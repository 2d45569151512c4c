import { join } from 'node:path';
import { openDatabase } from '../../../demo/data/database-file.js';
import { createTableStore } from '../../../demo/shop/attempt-store.js';
import type { OpenStore } from '../../../src/testing/options.js';

/** In the folder of the environment variable `STORE_FOLDER`. */
export const open: OpenStore = async () => {
  const database = await openDatabase(join(process.env.STORE_FOLDER ?? '', 'shop.db'));
  return { store: createTableStore(database.table('attempts')), close: () => database.close() };
};
