import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { bundle, OUTPUT } from './bundle.js';
import type { Results } from './results.js';

const NOTE = '.running';
const SUITE = 'test/support/file-suite.ts';

export interface NodeOptions {
  /** How many processes run side by side. */
  readonly concurrency: number;
  /** How many files share a process: faster, for tests without global hooks. Default: 1 */
  readonly filesPerProcess?: number;
  /** Prints what tests report by `t.diagnostic()`. */
  readonly reports?: boolean;
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

/** Counts of Node's own. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** The files whose tests are running. */
export function runningFiles(): string[] {
  if (!existsSync(OUTPUT)) return [];
  const notes = readdirSync(OUTPUT).filter((name) => name.endsWith(NOTE));
  return notes.map((name) => readFileSync(join(OUTPUT, name), 'utf8'));
}

/** Runs test files with `node --test`. */
export async function runInNode(files: readonly string[], options: NodeOptions): Promise<Results> {
  const programs = await writePrograms(files, options.filesPerProcess ?? 1);
  const results: Results = { passed: 0, failures: [], durations: new Map() };
  const fail = (file: string, test: string, reason: string) => {
    process.stdout.write(`✖ ${file} › ${test}\n${reason}\n\n`);
    results.failures.push({ file, test, reason });
  };
  const names: string[] = []; // of the file's suite, and of the suites and the test inside
  const title = ({ nesting, name }: TestEvent) => [...names.slice(1, nesting), name].join(' › ');
  const errors = new Map<string, string>();
  let passedBefore = 0;
  if (options.filesPerProcess) process.env.UV_THREADPOOL_SIZE = '1'; // see idle()
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps --disable-warning=ExperimentalWarning`; // mocked timers
  const tests = run({ files: [...programs.keys()], concurrency: options.concurrency, timeout: Infinity });
  tests.on('test:start', ({ nesting, name }: TestEvent) => {
    names.splice(nesting, Infinity, name);
    if (nesting === 0) passedBefore = results.passed;
  });
  tests.on('test:pass', (event: TestEvent) => {
    const [file = ''] = names;
    if (isProgram(event)) fail(filesOf(event), '', 'The process ended without the result of a test.');
    else if (event.skip !== undefined || event.todo !== undefined) fail(file, title(event), 'It is skipped.');
    else if (event.details.type !== 'suite') results.passed++;
    else if (event.nesting === 0) {
      results.durations.set(file, event.details.duration_ms);
      if (results.passed === passedBefore) fail(file, '', 'The file contains no test.');
    }
  });
  tests.on('test:fail', (event: TestEvent) => {
    const { failureType, cause } = event.details.error ?? {};
    if (failureType === 'subtestsFailed') return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
    if (isProgram(event)) fail(filesOf(event), '', errors.get(event.file ?? '') ?? reason);
    else fail(names[0] ?? '', event.nesting === 0 ? '' : title(event), reason);
  });
  tests.on('test:diagnostic', ({ file, message }: { readonly file?: string; readonly message: string }) => {
    if (message.startsWith('Error:')) fail(filesOf({ file }), 'after a test', message);
    else if (options.reports && !SUMMARY.test(message)) process.stdout.write(`  ${message}\n`);
  });
  tests.on('test:stderr', ({ file, message }: { readonly file: string; readonly message: string }) => {
    if (!options.filesPerProcess) process.stderr.write(message); // unit tests provoke many messages
    const [error] = /^\w*Error\b.*/m.exec(message) ?? [];
    if (error) errors.set(resolve(file), error);
  });
  const filesOf = ({ file = '' }: { readonly file?: string | undefined }) => programs.get(relative('.', file)) ?? file;
  tests.resume();
  await once(tests, 'end');
  return results;
}

/** A process is reported as a test if it crashes or reports none. */
function isProgram({ name, file = '' }: TestEvent): boolean {
  return resolve(name) === file;
}

/** Writes the programs to run. @returns their paths, and the test files of each */
async function writePrograms(files: readonly string[], filesPerProcess: number): Promise<Map<string, string>> {
  const bundles = await bundle([...files, SUITE]);
  const from = (file: string) => `./${relative(OUTPUT, bundles.get(file) ?? file)}`;
  const programs = new Map<string, string>();
  for (let start = 0; start < files.length; start += filesPerProcess) {
    const program = join(OUTPUT, `${start}.js`);
    const group = files.slice(start, start + filesPerProcess);
    const suites = group.map((file) => `fileSuite('${file}', '${program}${NOTE}', () => import('${from(file)}'));\n`);
    writeFileSync(program, `import { fileSuite } from '${from(SUITE)}';\n${suites.join('')}`);
    programs.set(program, group.join(', '));
  }
  return programs;
}
