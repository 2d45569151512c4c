import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Change } from '../proxy/attempts/store.js';
import type { Address } from './options.js';

/** What a process is asked for, one task after another. */
export type Task =
  | { readonly kind: 'read'; readonly names: readonly string[] }
  | { readonly kind: 'swap'; readonly changes: readonly Change[] }
  /** Without `times`, until it is killed. */
  | { readonly kind: 'count'; readonly names: readonly string[]; readonly times?: number };

/** What a process reports. Each task ends with a result or an error. */
export type Report =
  | { readonly ready: true; readonly isVolatile: boolean }
  | { readonly counted: number }
  | { readonly result: unknown }
  | { readonly error: string };

/** How processes are started. */
export interface Program {
  /** Path of `store-process.js`. */
  readonly path: string;
  /** URL of the module that opens the store. */
  readonly module: string;
  readonly address: Address | undefined;
}

/** Another process that has opened the store. */
export class StoreProcess {
  /** The last number that it has counted, which its store has confirmed. */
  counted = 0;
  /** Whether its store is. */
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

  /** @throws if the module cannot be imported or the store cannot be opened */
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

  /** Increments all names in one swap, so many times. */
  async count(names: readonly string[], times: number): Promise<void> {
    await this.#perform({ kind: 'count', names, times });
  }

  /** Increments all names until the process is killed, at a random moment of the next `ms` milliseconds. */
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

  /** As `kill -9`. */
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

  /** The next report that is not a number. */
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
