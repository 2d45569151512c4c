import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { text } from 'node:stream/consumers';
import { Attempts } from '../../src/proxy/attempts/attempts.js';
import { openLmdbStore } from '../../src/proxy/attempts/stores/lmdb.js';
import { startHeardProcess } from '../support/processes.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { seeded } from './campaign/seeded.js';
import { times } from './effort.js';

const KILLS = times(40);
/** Processes at a time: others continue while one is killed. */
const LANES = 4;
const LONG_AFTER = 1000 * 24 * 60 * 60 * 1000;

/** LMDB rejected a commit, as it may after another process was killed within one. */
const REJECTED_COMMIT = /Commit failed[^]*MDB_BAD_TXN/;

const random = seeded(5);

/** Kills a process at a random moment, unless a rejected commit has ended it. @returns the lines that it has printed */
async function killOnce(path: string, name: string): Promise<string[]> {
  const child = startHeardProcess('send-in-lmdb.ts', [path, name]);
  const exit = once(child, 'exit');
  const [said, errors] = [text(child.stdout), text(child.stderr)];
  await Promise.race([once(child.stdout, 'data'), exit]);
  await random.pause(0, 60);
  child.kill('SIGKILL');
  const [, signal] = (await exit) as [unknown, string | null];
  if (signal !== 'SIGKILL') assert.match(await errors, REJECTED_COMMIT);
  return (await said).split('\n').slice(0, -1);
}

it(`keeps every confirmed write, and prevents a second claim of sent attempts, after ${KILLS} kills`, async (t) => {
  const path = await temporaryFolder(t);
  const store = await openLmdbStore({ path });
  t.after(() => store.close?.());
  const today = new Attempts(store);
  const later = new Attempts(store, { clock: { now: () => Date.now() + LONG_AFTER } });
  const sent: string[] = [];

  /** Violations of the promises made to a killed process. */
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
      await check(key, 'claimed, but now', stateOf(today, key), /^(claimed|sent)$/);
    }
    for (const key of promised('sent')) {
      sent.push(key);
      await check(key, 'sent, but now', stateOf(today, key), /^sent$/);
      await check(key, 'a second claim is', kindOf(today, key, key), /^in_flight$/);
      await check(key, 'a later claim is', kindOf(later, key, key), /^finished$/);
      await check(key, 'a claim of its order is', kindOf(later, `${key}-again`, key), /^order_in_doubt$/);
    }
    return found;
  }

  const problems: string[] = [];
  let kills = 0;
  const lane = async (): Promise<void> => {
    while (kills < KILLS || sent.length < KILLS)
      problems.push(...(await problemsOf(await killOnce(path, `process-${++kills}`))));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  assert.deepEqual(problems, []);

  const states = await Promise.all(sent.map(async (key) => (await later.find(key))?.state));
  assert.deepEqual(new Set(states), new Set(['unknown']));
  t.diagnostic(`${sent.length} attempts were sent by processes that were killed`);
});
