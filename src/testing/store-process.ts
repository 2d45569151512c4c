import { setTimeout as wait } from 'node:timers/promises';
import type { Report, Task } from './checks/processes.js';
import type { Address, OpenStore } from './support.js';

/** Opens the store and does what its parent asks for, until it is disconnected or killed. Arguments: module, address as JSON. */

const [module = '', address = ''] = process.argv.slice(2);
const { open } = (await import(module)) as { open: OpenStore };
const { store } = await open(address ? (JSON.parse(address) as Address) : undefined);

const report = (what: Report) => process.send?.(what);

async function count(names: readonly string[], times = Infinity): Promise<void> {
  for (let done = 0; done < times;) {
    const values = await store.read(names);
    const next = Number(values[0] ?? 0) + 1;
    const changes = names.map((name, index) => ({ name, before: values[index], after: String(next) }));
    if (await store.swap(changes)) {
      done++;
      report({ counted: next });
    } else await wait(Math.random() * 20);
  }
}

async function perform(task: Task): Promise<unknown> {
  if (task.kind === 'read') return (await store.read(task.names)).map((value) => value ?? null);
  if (task.kind === 'swap') return store.swap(task.changes);
  return count(task.names, task.times);
}

process.on('message', (task: Task) => {
  perform(task).then(
    (result) => report({ result }),
    (error: unknown) => report({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
report({ ready: true, isVolatile: store.volatile ?? false });
