import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';

/** Claims orders in competition with other processes, marks them as sent, and prints the claimed ones. */

const [path = '', orders = ''] = process.argv.slice(2);
const store = await openLmdbStore({ path });
const attempts = new Attempts(store);
for (let order = 0; order < Number(orders); order++) {
  const reference = `order-${order}`;
  const result = await attempts.claim({ key: `${process.pid}-${order}`, reference, fingerprint: '' });
  if (result.kind !== 'claimed') continue;
  await attempts.markSent(result.claim);
  console.log(reference);
}
await store.close?.();
