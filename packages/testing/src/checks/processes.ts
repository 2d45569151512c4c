import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { before, it } from 'node:test';
import { text } from 'node:stream/consumers';
import {
  add,
  change,
  newNames,
  settledValues,
  setUp,
  valueOf,
  type Address,
  type OpenStore,
  type StoreUsers,
} from '../support.js';

const WRITERS = 40;

export function testConcurrency(users: StoreUsers): void {
  const writers = () => Array.from({ length: WRITERS }, (_, index) => users()[index % 2 ? 1 : 0]);

  it(`lets one of ${WRITERS} writers win`, async () => {
    const name = newNames();
    const wins = await Promise.all(writers().map((store) => store.swap([add(name('a'), '1'), add(name('b'), '1')])));
    const count = wins.filter(Boolean).length;
    assert.equal(count, 1, `${count} writers won the same swap. Compare and write in one atomic step.`);
  });

  it('loses no change', async () => {
    const { store, name } = setUp(users);
    await Promise.all(
      writers().map(async (writer) => {
        for (let isDone = false; !isDone;) {
          const before = await valueOf(writer, name());
          isDone = await writer.swap([change(name(), before, String(Number(before ?? 0) + 1))]);
        }
      }),
    );
    const message = 'A change was overwritten by a swap that did not see it. Compare and write in one atomic step.';
    assert.equal(await valueOf(store, name()), String(WRITERS), message);
  });
}

/** What a process reports: once that its store is open, then each number whose swap the store has confirmed. */
export type Report = { readonly isVolatile: boolean } | { readonly counted: number };

export interface Program {
  readonly path: string;
  readonly module: string;
  readonly address: Address | undefined;
}

/** A process that counts up two numbers. */
class Counter {
  counted = 0;
  isVolatile = false;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #errors: Promise<string>;

  constructor({ path, module, address }: Program, names: readonly string[], times?: number) {
    const args = [module, address ?? null, names, times ?? null].map((value) => JSON.stringify(value));
    this.#child = fork(path, args, { execArgv: nodeOptions(), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#ended = once(this.#child, 'close');
    this.#errors = this.#child.stderr ? text(this.#child.stderr) : Promise.resolve('');
    this.#child.on('message', (report: Report) => {
      if ('counted' in report) this.counted = report.counted;
      else this.isVolatile = report.isVolatile;
    });
  }

  /** Waits for its next report. */
  async report(): Promise<void> {
    const isOver = await Promise.race([once(this.#child, 'message').then(() => false), this.#ended.then(() => true)]);
    if (isOver) throw await this.#failure();
  }

  start(): void {
    this.#child.send('start');
  }

  async end(): Promise<void> {
    await this.#ended;
    if (this.#child.exitCode !== 0) throw await this.#failure();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #failure(): Promise<Error> {
    return new Error(`A process ended with code ${String(this.#child.exitCode)}.\n${await this.#errors}`);
  }
}

/** The options of Node that this process has, such as `--import tsx`, without those of its test runner. */
function nodeOptions(): string[] {
  const isOfRunner = (option = '') => option.startsWith('--test');
  return process.execArgv.filter((option, index, all) => {
    const before = all[index - 1];
    const isValue = !option.startsWith('-') && before?.includes('=') === false;
    return !isOfRunner(isValue ? before : option);
  });
}

const INCREMENTS = 4;

export function testProcesses(users: StoreUsers, program: Program, count: number): void {
  it('lose no change of two names', async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    const counters = Array.from(
      { length: count },
      (_, index) => new Counter(program, index % 2 ? names.toReversed() : names, INCREMENTS), // in either order
    );
    try {
      await Promise.all(counters.map((each) => each.report())); // all are ready
      for (const each of counters) each.start();
      await Promise.all(counters.map((each) => each.end()));
    } finally {
      await Promise.all(counters.map((each) => each.kill()));
    }
    const expected = String(count * INCREMENTS);
    const message = `${count} processes incremented two numbers ${INCREMENTS} times each, in one swap. Changes were lost, or written in part.`;
    assert.deepEqual(await users()[0].read(names), [expected, expected], message);
  });
}

const KILLS = 10;
const LIFETIME_MS = 100;

interface Finding {
  /** The last number that the store had confirmed. */
  readonly confirmed: number;
  readonly found: readonly number[];
}

export function testCrash(program: Program): void {
  const findings: Finding[] = [];
  let isVolatile = false;

  before(async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    const { open } = (await import(program.module)) as { open: OpenStore };
    for (let kills = 0; kills < KILLS && !isVolatile; kills++) {
      const counter = new Counter(program, names);
      try {
        await counter.report();
        ({ isVolatile } = counter);
        counter.start();
        await counter.report();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LIFETIME_MS));
      } finally {
        await counter.kill();
      }
      const opened = await open(program.address);
      const found = await settledValues(opened.store, names);
      findings.push({ confirmed: counter.counted, found: found.map((value = '0') => Number(value)) });
      await opened.close?.();
    }
  });

  for (const [title, isLost, message] of [
    [
      `has no half swap after ${KILLS} kills of its process, unless it is volatile`,
      ({ found: [one, other] }) => one !== other,
      'A killed process left a part of a swap. Write all changes in one transaction.',
    ],
    [
      `has each swap that was confirmed before ${KILLS} kills, unless it is volatile`,
      ({ confirmed, found }) => Math.min(...found) < confirmed,
      'A confirmed swap was lost. Resolve with true after the commit, not before.',
    ],
  ] as readonly (readonly [string, (finding: Finding) => boolean, string])[]) {
    it(title, (t) => {
      if (isVolatile) t.diagnostic('Nothing to check: the store is volatile.');
      else assert.deepEqual(findings.filter(isLost), [], message);
    });
  }
}
