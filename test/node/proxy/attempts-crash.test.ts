import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Attempts } from '../../../src/proxy/attempts.js';
import { openLmdbStore } from '../../../src/proxy/stores/lmdb.js';
import { startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/stores.js';

const KILLS = 100;
/** As many processes at a time: others go on while one dies. */
const LANES = 4;
const SEED = 5;
const FAR_AWAY = 1000 * 24 * 60 * 60 * 1000;

/** Lets a process send as long as it is given, kills it, and hands over what it has said until then. */
async function killAfter(ms: number, path: string, name: string): Promise<string[]> {
  const child = startProcess('send-in-lmdb.ts', [path, name]);
  const said = text(child.stdout);
  await once(child.stdout, 'data');
  await wait(ms);
  child.kill('SIGKILL');
  const [, signal] = (await once(child, 'exit')) as [unknown, string];
  assert.equal(signal, 'SIGKILL');
  return (await said).split('\n').slice(0, -1);
}

it(`nothing that was promised is lost, and nothing that was sent can be claimed, after ${KILLS} kills`, async (t) => {
  const path = await temporaryFolder(t);
  const store = await openLmdbStore({ path });
  t.after(() => store.close?.());
  const today = new Attempts(store);
  const later = new Attempts(store, { now: () => Date.now() + FAR_AWAY });
  const sent: string[] = [];

  /** All that is wrong with what a dead process was promised. */
  async function problemsOf(promises: string[]): Promise<string[]> {
    const found: string[] = [];
    const check = async (key: string, what: string, actual: Promise<string | undefined>, allowed: RegExp) => {
      const result = String(await actual);
      if (!allowed.test(result)) found.push(`${key}: ${what} ${result}`);
    };
    const promised = (word: string) =>
      promises.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length + 1));
    const kindOf = async (attempts: Attempts, key: string, reference: string) =>
      (await attempts.claim({ key, reference, fingerprint: '' })).kind;
    const stateOf = async (attempts: Attempts, key: string) => (await attempts.find(key))?.state;
    for (const key of promised('claimed')) {
      await check(key, 'after its claim is', stateOf(today, key), /^(claimed|sent)$/);
    }
    for (const key of promised('sent')) {
      sent.push(key);
      await check(key, 'after it was sent is', stateOf(today, key), /^sent$/);
      await check(key, 'can be had:', kindOf(today, key, key), /^in_flight$/);
      await check(key, 'can be had later:', kindOf(later, key, key), /^finished$/);
      await check(key, 'leaves its order:', kindOf(later, `${key}-again`, key), /^order_in_doubt$/);
    }
    return found;
  }

  const delays = fc.sample(fc.integer({ min: 0, max: 60 }), { numRuns: KILLS, seed: SEED });
  const problems: string[] = [];
  const lane = async (): Promise<void> => {
    for (let ms = delays.pop(); ms !== undefined; ms = delays.pop()) {
      problems.push(...(await problemsOf(await killAfter(ms, path, `process-${delays.length}`))));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  assert.deepEqual(problems, []);

  const states = await Promise.all(sent.map(async (key) => (await later.find(key))?.state));
  assert.ok(sent.length > KILLS, `only ${sent.length} attempts were sent`);
  assert.deepEqual(new Set(states), new Set(['unknown']));
  t.diagnostic(`${sent.length} attempts were sent by processes that were killed`);
});
