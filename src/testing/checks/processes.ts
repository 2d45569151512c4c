import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { StoreProcess, type Program } from '../start-process.js';
import { add, check, newNames } from '../support.js';

/** Swaps that all processes try to win. */
const ROUNDS = 5;

/** Increments of each process. */
const INCREMENTS = 4;

export function testProcesses(program: Program, count: number): void {
  const processes: StoreProcess[] = [];
  const first = () => processes[0] ?? assert.fail('No process was started.');

  before(async () => {
    const starting = await Promise.allSettled(Array.from({ length: count }, () => StoreProcess.start(program)));
    for (const each of starting) if (each.status === 'fulfilled') processes.push(each.value);
    const failed = starting.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  });
  after(() => Promise.all(processes.map((each) => each.kill())));

  check('are seen by each other', async () => {
    const name = newNames();
    await first().swap([add(name(), '1')]);
    const values = await Promise.all(processes.map((each) => each.read([name()])));
    assert.deepEqual(new Set(values.flat()), new Set(['1']), 'A process did not see the write of another one.');
  });

  check('cannot win a swap of the same names together', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = newNames();
      const wins = await Promise.all(
        processes.map((each, index) => {
          const changes = ['a', 'b'].map((key) => add(name(key), String(index)));
          return each.swap(index % 2 ? changes.reverse() : changes); // in either order
        }),
      );
      const winners = wins.flatMap((isWinner, index) => (isWinner ? [String(index)] : []));
      const message = `${winners.length} processes won the same swap. Compare and write in one atomic step.`;
      assert.equal(winners.length, 1, message);
      const values = await first().read([name('a'), name('b')]);
      assert.deepEqual(values, [winners[0], winners[0]], 'The values are not those of the process that won.');
    }
  });

  check('lose no change of two names', async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    await Promise.all(processes.map((each, index) => each.count(index % 2 ? names.toReversed() : names, INCREMENTS)));
    const expected = String(count * INCREMENTS);
    const message = `${count} processes incremented two numbers ${INCREMENTS} times each, in one swap. Changes were lost, or written in part.`;
    assert.deepEqual(await first().read(names), [expected, expected], message);
  });
}
