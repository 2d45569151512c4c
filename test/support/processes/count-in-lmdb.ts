import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';

/** Increments a counter in a store, in competition with other processes. */

const [path = '', times = ''] = process.argv.slice(2);
const store = await openLmdbStore({ path });
for (let done = 0; done < Number(times);) {
  const [before] = await store.read(['count']);
  if (await store.swap([{ name: 'count', before, after: String(Number(before ?? 0) + 1) }])) done++;
}
await store.close?.();
