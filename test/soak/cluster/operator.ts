import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/program/open-store.js';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { inMode } from '../../../src/proxy/attempts/in-mode.js';
import { listAttempts } from '../../../src/proxy/attempts/list-attempts.js';
import { attemptName, type AttemptRecord, type AttemptState } from '../../../src/proxy/attempts/record.js';
import type { ListedAttempt } from '../../../src/proxy/index.js';
import type { Scope } from '../../support/scope.js';
import type { Database } from '../faults/database-campaign/databases.js';
import type { ChargesByKey } from '../faults/database-campaign/judge.js';

/** An attempt as recorded. */
export interface RecordedAttempt {
  readonly key: string;
  readonly state: AttemptState;
  /** Whether it was settled by a response or by the operator. Else nothing was sent, and the shop is not told. */
  readonly isSettled: boolean;
}

export interface Operator {
  /** Looks up each unknown attempt at the service and settles it, until none is open. Returns how many there were. */
  settle(charges: ChargesByKey): Promise<number>;
  list(): Promise<RecordedAttempt[]>;
}

/** Does what the commands `attempts` and `resolve` of the program do. */
export async function startOperator(t: Scope, database: Database): Promise<Operator> {
  const opened = await openStore(database.url);
  t.after(() => opened.close());
  const store = inMode('test', opened.store);
  const attempts = new Attempts(store);
  const settled = new Set<string>();

  async function listOpen(): Promise<ListedAttempt[]> {
    const all: ListedAttempt[] = [];
    for await (const attempt of listAttempts(store, { open: true })) all.push(attempt);
    return all;
  }

  return {
    async settle(charges) {
      for (let open = await listOpen(); open.length > 0; open = await listOpen()) {
        for (const { key } of open) {
          if (await attempts.resolve(key, charges.has(key) ? 'succeeded' : 'failed')) settled.add(key);
        }
        await sleep(500); // the others were cut off, and become unknown
      }
      return settled.size;
    },
    async list() {
      const all = new Map<string, RecordedAttempt>(); // a store may repeat names
      const prefix = attemptName('');
      for await (const [name, text] of store.list?.(prefix) ?? []) {
        const { state, answer } = JSON.parse(text) as AttemptRecord;
        const key = name.slice(prefix.length);
        if (state !== 'claimed') all.set(key, { key, state, isSettled: answer !== undefined || settled.has(key) });
      }
      return [...all.values()];
    },
  };
}
