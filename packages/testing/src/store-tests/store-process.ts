import { setTimeout as wait } from 'node:timers/promises';
import type { Report } from './processes.js';
import type { Address, OpenStore } from './support.js';

/**
 * Opens the store. Then counts up several numbers in one swap each time, when its parent says so, and reports each number.
 * Arguments, as JSON: module, address, names, how often.
 */

const [module, address, names, times] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [
  string,
  Address | null,
  readonly string[],
  number | null,
];
const report = (what: Report) => process.send?.(what);

const { open } = (await import(module)) as { open: OpenStore };
const { store } = await open(address ?? undefined);

process.once('message', () => {
  void count().then(() => {
    process.disconnect();
  });
});
process.on('disconnect', () => process.exit());
report(0);

async function count(): Promise<void> {
  for (let done = 0; done < (times ?? Infinity);) {
    const values = await store.read(names);
    const next = Number(values[0] ?? 0) + 1;
    const changes = names.map((name, index) => ({ name, before: values[index], after: String(next) }));
    if (await store.swap(changes)) {
      done++;
      report(next);
    } else await wait(Math.random() * 20);
  }
}
