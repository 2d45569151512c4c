import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { add, newNames, settledValues, testsOf, type Address, type OpenStore, type StoreUsers } from './support.js';

const WRITERS = 40;

export function testConcurrency(users: StoreUsers): void {
  testsOf(users)(`lets one of ${WRITERS} writers win`, async ({ store, other, name }) => {
    const writers = Array.from({ length: WRITERS }, (_, index) => (index % 2 ? other : store));
    const wins = await Promise.all(writers.map((each) => each.swap([add(name('a'), '1'), add(name('b'), '1')])));
    const count = wins.filter(Boolean).length;
    assert.equal(count, 1, `${count} writers won the same swap. Compare and write in one atomic step.`);
  });
}

/** What a process reports: 0 when its store is open, then each number whose swap the store has confirmed. */
export type Report = number;

export interface Program {
  readonly path: string;
  readonly module: string;
  readonly address: Address | undefined;
}

/** Options of Node such as `--import tsx`, without those of the test runner, whose value may be the next word. */
const OWN_OPTIONS = process.execArgv.filter((option, index, all) => {
  const before = all[index - 1];
  const isValue = !option.startsWith('-') && before?.includes('=') === false;
  return !(isValue ? before : option).startsWith('--test');
});

type Counter = ReturnType<typeof startCounter>;

/** A process that counts up two numbers. */
function startCounter({ path, module, address }: Program, names: readonly string[], times?: number) {
  const args = [module, address ?? null, names, times ?? null].map((value) => JSON.stringify(value));
  const child = fork(path, args, { execArgv: OWN_OPTIONS, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const ended = once(child, 'close');
  const errors = child.stderr ? text(child.stderr) : '';
  const last: { report: Report } = { report: 0 };
  child.on('message', (report: Report) => (last.report = report));
  const failure = async () => new Error(`A process ended with code ${String(child.exitCode)}.\n${await errors}`);
  return {
    last,
    start: () => child.send('start'),
    /** Waits for its next report. */
    async report(): Promise<void> {
      const isOver = await Promise.race([once(child, 'message').then(() => false), ended.then(() => true)]);
      if (isOver) throw await failure();
    },
    async end(): Promise<void> {
      await ended;
      if (child.exitCode !== 0) throw await failure();
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const INCREMENTS = 4;

export function testProcesses(users: StoreUsers, program: Program, count: number): void {
  const title = 'lose no change of two names';
  testsOf(users)(title, async ({ store, name }) => {
    const names = [name('a'), name('b')];
    const inEitherOrder = (index: number) => (index % 2 ? names.toReversed() : names);
    const counters = Array.from({ length: count }, (_, index) =>
      startCounter(program, inEitherOrder(index), INCREMENTS),
    );
    const all = (step: (counter: Counter) => unknown) => Promise.all(counters.map(step));
    try {
      await all((counter) => counter.report());
      await all((counter) => counter.start());
      await all((counter) => counter.end());
    } finally {
      await all((counter) => counter.kill());
    }
    const expected = String(count * INCREMENTS);
    const message = `${count} processes incremented two numbers ${INCREMENTS} times each, in one swap. Changes were lost, or written in part.`;
    assert.deepEqual(await store.read(names), [expected, expected], message);
  });
}

const KILLS = 10;
const LIFETIME_MS = 100;

export function testCrash(program: Program): void {
  it(`keeps each confirmed swap whole after ${KILLS} kills of its process, unless it is volatile`, async (t) => {
    const name = newNames();
    const names = [name('a'), name('b')];
    const { open } = (await import(program.module)) as { open: OpenStore };
    const first = await open(program.address);
    await first.close?.();
    if (first.store.volatile) {
      t.diagnostic('Nothing to check: the store is volatile.');
      return;
    }
    for (let kills = 0; kills < KILLS; kills++) {
      const counter = startCounter(program, names);
      try {
        await counter.report();
        counter.start();
        await counter.report();
        await wait(Math.random() * LIFETIME_MS);
      } finally {
        await counter.kill();
      }
      const opened = await open(program.address);
      const [one = '0', other = '0'] = await settledValues(opened.store, names);
      await opened.close?.();
      assert.equal(one, other, 'A killed process left a part of a swap. Write all changes in one transaction.');
      const message = 'A confirmed swap was lost. Resolve with true after the commit, not before.';
      assert.ok(Number(one) >= counter.last.report, message);
    }
  });
}
