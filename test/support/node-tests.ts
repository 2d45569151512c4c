import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import type { Results } from './results.js';

/** Inside node_modules, where bundled tests find their packages. One folder per run, so that two do not meet. */
export const OUTPUT = `node_modules/.cache/tests/${process.pid}`;

process.once('SIGINT', () => process.exit(130));
process.once('exit', () => {
  rmSync(OUTPUT, { recursive: true, force: true });
});

export interface NodeOptions {
  /** How many processes run side by side. */
  readonly concurrency: number;
  /** Runs all files of a folder in one process: faster, for tests without global hooks. */
  readonly shareProcesses?: boolean;
  /** Time limit of a process, in minutes; 10 by default. */
  readonly minutes?: number;
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
    readonly error?: { readonly failureType?: string; readonly cause?: unknown };
  };
}

/** Counts of Node's own. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

interface Output {
  readonly file?: string;
  readonly message: string;
}

/** Bundles test files once with esbuild, since Node 20 cannot run TypeScript, and runs them with `node --test`. */
export async function runInNode(files: readonly string[], options: NodeOptions): Promise<Results> {
  const { metafile } = await build({ ...bundling(files), metafile: true });
  return runBundles(bundlesIn(metafile), options);
}

/** How test files are bundled. A bundle's name changes with its content and with that of everything it imports. */
export function bundling(files: readonly string[]): BuildOptions {
  return {
    entryPoints: [...files],
    outdir: OUTPUT,
    outbase: '.',
    entryNames: '[dir]/[name]-[hash]',
    bundle: true,
    splitting: true,
    ignoreAnnotations: true, // "sideEffects" in package.json is about dist/, and would drop src/define.ts
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'error',
  };
}

/** Test files by the path of their bundle. */
export function bundlesIn({ outputs }: Metafile): Map<string, string> {
  return new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint?.endsWith('.test.ts') ? [[path, entryPoint]] : [],
    ),
  );
}

export async function runBundles(bundles: ReadonlyMap<string, string>, options: NodeOptions): Promise<Results> {
  const programs = options.shareProcesses ? writeFolderEntries(bundles) : bundles;
  const results: Results = { passed: 0, failures: [] };
  if (programs.size === 0) return results; // `run` without files would look for some
  const fail = (file: string, test: string, reason: string) => {
    process.stdout.write(`✖ ${file} › ${test}\n${reason}\n\n`);
    results.failures.push({ file, test, reason });
  };
  const fileOf = ({ file = '' }: { readonly file?: string }) => {
    const path = relative('.', file);
    return programs.get(path) ?? bundles.get(path) ?? path; // a test has the path of its source by then
  };
  const suites: string[] = [];
  const errors = new Map<string, string>();
  const { NODE_OPTIONS = '' } = process.env;
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} --enable-source-maps --disable-warning=ExperimentalWarning`; // mocked timers
  const { concurrency, minutes = 10 } = options;
  const tests = run({ files: [...programs.keys()], concurrency, timeout: minutes * 60_000 });
  tests.on('test:start', ({ nesting, name }: TestEvent) => {
    suites.splice(nesting, Infinity, name);
  });
  const titleOf = ({ nesting, name }: TestEvent) => [...suites.slice(0, nesting), name].join(' › ');
  tests.on('test:pass', (event: TestEvent) => {
    if (isProgram(event)) fail(fileOf(event), '', 'The process ended without the result of a test.');
    else if (event.skip !== undefined || event.todo !== undefined)
      fail(fileOf(event), titleOf(event), 'It is skipped.');
    else if (event.details.type !== 'suite') results.passed++;
  });
  tests.on('test:fail', (event: TestEvent) => {
    const { failureType, cause } = event.details.error ?? {};
    if (failureType === 'subtestsFailed') return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
    if (isProgram(event)) fail(fileOf(event), '', errors.get(event.file ?? '') ?? reason);
    else fail(fileOf(event), titleOf(event), reason);
  });
  tests.on('test:diagnostic', (output: Output) => {
    if (output.message.startsWith('Error:')) fail(fileOf(output), 'after a test', output.message);
    else if (options.reports && !SUMMARY.test(output.message)) process.stdout.write(`  ${output.message}\n`);
  });
  tests.on('test:stderr', ({ file = '', message }: Output) => {
    process.stderr.write(message);
    const [error] = /^\w*Error\b.*/m.exec(message) ?? [];
    if (error) errors.set(resolve(file), error);
  });
  tests.resume();
  await once(tests, 'end');
  process.env.NODE_OPTIONS = NODE_OPTIONS;
  return results;
}

/** A process is reported as a test if it crashes or reports none. */
function isProgram({ name, file = '' }: TestEvent): boolean {
  return resolve(name) === file;
}

/** One program per folder of test files, which imports all of them; its path and the folder. */
function writeFolderEntries(bundles: ReadonlyMap<string, string>): Map<string, string> {
  const programs = new Map<string, string>();
  const code = new Map<string, string>();
  for (const [bundle, file] of bundles) {
    const folder = dirname(file);
    const program = join(OUTPUT, `${folder.replaceAll('/', '-')}.js`);
    programs.set(program, folder);
    code.set(program, `${code.get(program) ?? ''}import './${relative(OUTPUT, bundle)}';\n`);
  }
  for (const [program, text] of code) writeFileSync(program, text);
  return programs;
}
