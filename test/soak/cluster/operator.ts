import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/program/open-store.js';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { inMode } from '../../../src/proxy/attempts/in-mode.js';
import { listAttempts } from '../../../src/proxy/attempts/list-attempts.js';
import type { ListedAttempt } from '../../../src/proxy/index.js';
import type { Scope } from '../../support/scope.js';
import type { Database } from '../faults/database-campaign/databases.js';
import type { ChargesByKey } from '../faults/database-campaign/judge.js';

export interface Operator {
  /** Looks up each unknown attempt at the service and settles it, until none is open. Returns how many there were. */
  settle(charges: ChargesByKey): Promise<number>;
  list(): Promise<ListedAttempt[]>;
}

/** Does what the commands `attempts` and `resolve` of the program do. */
export async function startOperator(t: Scope, database: Database): Promise<Operator> {
  const opened = await openStore(database.url);
  t.after(() => opened.close());
  const store = inMode('test', opened.store);
  const attempts = new Attempts(store);

  async function list(options: { open?: boolean } = {}): Promise<ListedAttempt[]> {
    const all: ListedAttempt[] = [];
    for await (const attempt of listAttempts(store, options)) all.push(attempt);
    return all;
  }

  return {
    list,
    async settle(charges) {
      let count = 0;
      for (let open = await list({ open: true }); open.length > 0; open = await list({ open: true })) {
        for (const { key } of open) {
          if (await attempts.resolve(key, charges.has(key) ? 'succeeded' : 'failed')) count++;
        }
        await sleep(500); // the others were cut off, and become unknown
      }
      return count;
    },
  };
}
