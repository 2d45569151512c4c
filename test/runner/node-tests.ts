import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { bundle, bundled, OUTPUT } from './bundle.js';
import { ended, fail, results } from './results.js';
import { RUN_LIMIT_MS } from './run-limit.js';

export interface NodeOptions {
  /** How many processes run side by side. */
  readonly concurrency: number;
  /** How many files share a process: faster, for tests without global hooks. Default: 1 */
  readonly filesPerProcess?: number;
}

interface TestEvent {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: {
    readonly type?: string;
    readonly duration_ms: number;
    readonly error?: { readonly failureType?: string; readonly cause?: unknown };
  };
}

/** Runs test files with `node --test`, several in a process, each in a suite with its name. */
export async function runInNode(files: readonly string[], options: NodeOptions): Promise<void> {
  const { concurrency, filesPerProcess = 1 } = options;
  const programs = await writePrograms(files, filesPerProcess);
  if (filesPerProcess > 1) process.env.UV_THREADPOOL_SIZE = '1'; // see idle()
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps --disable-warning=ExperimentalWarning`; // mocked timers
  const limits = { concurrency, timeout: RUN_LIMIT_MS, forceExit: true }; // a test may leave connections open
  const tests = run({ files: [...programs.keys()], ...limits });
  const names: string[] = []; // of the file's suite, and of the suites and the test inside
  const errors = new Map<string, string>();
  let count = 0;
  const failTest = ({ name, nesting }: TestEvent, reason: string) => {
    count++;
    fail(names[0] ?? '', [...names.slice(1, nesting), ...(nesting > 0 ? [name] : [])].join(' › '), reason);
  };
  const endFile = ({ name, details }: TestEvent) => {
    ended(name, count, details.duration_ms);
    count = 0;
  };
  tests.on('test:start', ({ nesting, name }: TestEvent) => names.splice(nesting, Infinity, name));
  tests.on('test:pass', (event: TestEvent) => {
    if (isProgram(event)) fail(programs.get(event.name) ?? '', '', 'The process ended without the result of a test.');
    else if (event.nesting === 0) endFile(event);
    else if (event.skip !== undefined || event.todo !== undefined) failTest(event, 'It is skipped.');
    else if (event.details.type !== 'suite') {
      count++;
      results.passed++;
    }
  });
  tests.on('test:fail', (event: TestEvent) => {
    const { failureType, cause } = event.details.error ?? {};
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
    if (isProgram(event)) {
      fail(programs.get(event.name) ?? '', '', errors.get(event.name) ?? reason);
      return;
    }
    if (failureType !== 'subtestsFailed') failTest(event, reason);
    if (event.nesting === 0) endFile(event);
  });
  tests.on('test:diagnostic', ({ file = '', message }: { readonly file?: string; readonly message: string }) => {
    if (message.startsWith('Error:')) fail(programs.get(file) ?? file, 'after a test', message);
  });
  tests.on('test:stderr', ({ file, message }: { readonly file: string; readonly message: string }) => {
    if (filesPerProcess === 1) process.stderr.write(message); // unit tests provoke many messages
    const [error] = /^\w*Error\b.*/m.exec(message) ?? [];
    if (error) errors.set(file, error);
  });
  results.running = () => files.filter((file) => !results.durations.has(file));
  tests.resume();
  await once(tests, 'end');
}

/** A process is reported as a test if it crashes or reports none. */
const isProgram = ({ name, file = '' }: TestEvent): boolean => resolve(name) === file;

/** @returns the files in each program, by its path. No test starts before all are loaded: a file may read a global that a test replaces. */
async function writePrograms(files: readonly string[], filesPerProcess: number): Promise<Map<string, string>> {
  await bundle(files);
  const programs = new Map<string, string>();
  for (let start = 0; start < files.length; start += filesPerProcess) {
    const group = files.slice(start, start + filesPerProcess);
    const suites = group.map((file) => `suite('${file}', () => load('./${relative(OUTPUT, bundled(file))}'));\n`);
    const program = resolve(join(OUTPUT, `${start}.js`));
    writeFileSync(
      program,
      `import { suite } from 'node:test';
import fc from 'fast-check';
fc.configureGlobal({ seed: 20261126 }); // no luck here: test/soak explores
const loads = [];
const load = (path) => loads[loads.push(import(path)) - 1].then(() => Promise.allSettled(loads));
${suites.join('')}`,
    );
    programs.set(program, group.join(', '));
  }
  return programs;
}
