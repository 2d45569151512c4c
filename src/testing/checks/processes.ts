import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import type { Change } from '../../proxy/attempts/store.js';
import { add, becomesTrue, change, newNames, valueOf, type Address, type StoreUsers } from '../support.js';

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
    const [store] = users();
    const name = newNames();
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

export type Task =
  | { readonly kind: 'read'; readonly names: readonly string[] }
  | { readonly kind: 'swap'; readonly changes: readonly Change[] }
  /** Without `times`, until it is killed. */
  | { readonly kind: 'count'; readonly names: readonly string[]; readonly times?: number };

export type Report =
  | { readonly ready: true; readonly isVolatile: boolean }
  | { readonly counted: number }
  | { readonly result: unknown }
  | { readonly error: string };

export interface Program {
  readonly path: string;
  readonly module: string;
  readonly address: Address | undefined;
}

class StoreProcess {
  /** The last number that it has counted, which its store has confirmed. */
  counted = 0;
  isVolatile = false;
  readonly #child: ChildProcess;
  #settle: ((report: Report | Error) => void) | undefined;
  #errors = '';

  private constructor({ path, module, address }: Program) {
    const args = [module, address ? JSON.stringify(address) : ''];
    this.#child = fork(path, args, { execArgv: nodeOptions(), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child.stderr?.on('data', (text: Buffer) => (this.#errors += text.toString()));
    this.#child.on('message', (report: Report) => {
      if ('ready' in report) this.isVolatile = report.isVolatile;
      if ('counted' in report) this.counted = report.counted;
      else this.#settle?.(report);
    });
    this.#child.on('close', (code) => {
      this.#settle?.(new Error(`A process ended with code ${String(code)}.\n${this.#errors}`));
    });
  }

  static async start(program: Program): Promise<StoreProcess> {
    const started = new StoreProcess(program);
    await started.#next();
    return started;
  }

  async read(names: readonly string[]): Promise<(string | undefined)[]> {
    const values = (await this.#perform({ kind: 'read', names })) as (string | null)[];
    return values.map((value) => value ?? undefined);
  }

  async swap(changes: readonly Change[]): Promise<boolean> {
    return (await this.#perform({ kind: 'swap', changes })) as boolean;
  }

  async count(names: readonly string[], times: number): Promise<void> {
    await this.#perform({ kind: 'count', names, times });
  }

  async countUntilKilled(names: readonly string[], ms: number): Promise<void> {
    const failure = this.#perform({ kind: 'count', names });
    failure.catch(() => undefined); // the last one is the kill
    const started = new Promise<void>((resolve) => {
      this.#child.on('message', (report: Report) => {
        if ('counted' in report) resolve();
      });
    });
    await Promise.race([started, failure]);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ms));
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  #perform(task: Task): Promise<unknown> {
    this.#child.send(task);
    return this.#next();
  }

  async #next(): Promise<unknown> {
    const report = await new Promise<Report | Error>((resolve) => (this.#settle = resolve));
    if (report instanceof Error) throw report;
    if ('error' in report) throw new Error(`In another process: ${report.error}`);
    return 'result' in report ? report.result : undefined;
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

const ROUNDS = 5;

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

  it('are seen by each other', async () => {
    const name = newNames();
    await first().swap([add(name(), '1')]);
    const values = await Promise.all(processes.map((each) => each.read([name()])));
    assert.deepEqual(new Set(values.flat()), new Set(['1']), 'A process did not see the write of another one.');
  });

  it('cannot win a swap of the same names together', async () => {
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

  it('lose no change of two names', async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    await Promise.all(processes.map((each, index) => each.count(index % 2 ? names.toReversed() : names, INCREMENTS)));
    const expected = String(count * INCREMENTS);
    const message = `${count} processes incremented two numbers ${INCREMENTS} times each, in one swap. Changes were lost, or written in part.`;
    assert.deepEqual(await first().read(names), [expected, expected], message);
  });
}

const KILLS = 10;
const LIFETIME_MS = 100;

interface Finding {
  /** The last number that the store had confirmed. */
  readonly confirmed: number;
  readonly found: readonly [number, number];
}

export function testCrash(program: Program): void {
  const findings: Finding[] = [];
  let isVolatile = false;

  before(async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    let confirmed = 0;
    for (let kills = 0; kills <= KILLS && !isVolatile; kills++) {
      const next = await StoreProcess.start(program);
      try {
        isVolatile = next.isVolatile;
        if (isVolatile) return;
        if (kills > 0) findings.push({ confirmed, found: await numbers(next, names) });
        if (kills < KILLS) await next.countUntilKilled(names, LIFETIME_MS);
      } finally {
        await next.kill();
      }
      confirmed = next.counted;
    }
  });

  const checkFindings = (title: string, run: () => void) => {
    it(title, (t) => {
      if (isVolatile) t.diagnostic('Nothing to check: the store is volatile.');
      else run();
    });
  };

  checkFindings(`has no half swap after ${KILLS} kills of its process, unless it is volatile`, () => {
    const half = findings.filter(({ found: [one, other] }) => one !== other);
    assert.deepEqual(half, [], 'A killed process left a part of a swap. Write all changes in one transaction.');
  });

  checkFindings(`has each swap that was confirmed before ${KILLS} kills, unless it is volatile`, () => {
    const lost = findings.filter(({ confirmed, found }) => Math.min(...found) < confirmed);
    assert.deepEqual(lost, [], 'A confirmed swap was lost. Resolve with true after the commit, not before.');
  });
}

/** The server may still perform the last swap of the killed process, so a half one is read again. */
async function numbers(store: StoreProcess, names: readonly string[]): Promise<[number, number]> {
  let found: [number, number] = [0, 0];
  await becomesTrue(async () => {
    const [one, other] = await store.read(names);
    found = [Number(one ?? 0), Number(other ?? 0)];
    return found[0] === found[1];
  });
  return found;
}
