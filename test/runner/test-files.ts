import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { startTestRunner, type TestSuiteResult } from '@web/test-runner';
import { build, type BuildOptions } from 'esbuild';
import { testRunnerConfig } from '../web-test-runner.config.js';
import { HANG_MS, type Engine } from './engines/engine.js';
import { begin, ended, errorIn, fail } from './report.js';

/** Inside node_modules, where bundled tests find their packages. One folder per run, so that two do not meet. */
const OUTPUT = resolve(`node_modules/.cache/tests/${process.pid}`);
process.once('exit', () => rmSync(OUTPUT, { recursive: true, force: true }));

const bundled = (file: string): string => resolve(OUTPUT, file.replace(/\.ts$/, '.js'));

/** Bundles files: Node 20 cannot run TypeScript, and a page would load 300 modules. */
async function bundle(files: readonly string[], options: BuildOptions): Promise<void> {
  await build({
    entryPoints: [...files],
    outdir: OUTPUT,
    outbase: '.',
    bundle: true,
    splitting: true,
    ignoreAnnotations: true, // "sideEffects" in package.json is about dist/, and would drop src/define.ts
    format: 'esm',
    conditions: ['production'],
    target: 'es2022',
    sourcemap: 'linked',
    logLevel: 'error',
    ...options,
  });
}

/** Runs test files with `node --test`, each in a process of its own. */
export async function runInNode(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return;
  begin(`Test files in Node: ${files.length}`);
  await bundle(files, { platform: 'node', packages: 'external', inject: ['test/support/node-setup.ts'] });
  const waiting = files.values();
  const runNext = async (): Promise<void> => {
    for (const file of waiting) await runFile(file);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

async function runFile(file: string): Promise<void> {
  const start = performance.now();
  const path = bundled(file); // reported as a test if the process crashes, or contains no test
  const counts = { passed: 0, failed: 0 };
  const names: string[] = []; // of the suites around a test
  let output = '';
  const failTest = (name: string, nesting: number, reason: string) => {
    counts.failed++;
    fail([file, ...names.slice(0, nesting), name].filter(Boolean).join(' › '), reason);
  };
  const tests = run({ files: [path], timeout: HANG_MS });
  tests.on('test:stderr', ({ message }) => {
    output += message;
    if (message.startsWith('SKIPPED')) process.stdout.write(message); // tests that this machine cannot run
  });
  tests.on('test:diagnostic', ({ message }) => (output += message.startsWith('Error:') ? message : ''));
  tests.on('test:start', ({ name, nesting }) => (names[nesting] = name));
  tests.on('test:pass', ({ name, nesting, details, skip, todo }) => {
    if ((skip ?? todo) !== undefined) failTest(name, nesting, 'It is skipped.');
    else if (details.type !== 'suite' && name !== path) counts.passed++;
  });
  tests.on('test:fail', ({ name, nesting, details: { error } }) => {
    const { failureType, cause } = error as { failureType?: string; cause?: unknown };
    const reason = cause instanceof Error ? String(cause.stack) : inspect(cause);
    if (name === path) failTest('', 0, `${reason} ${errorIn(output)}\n${output}`);
    else if (failureType !== 'subtestsFailed') failTest(name, nesting, reason);
  });
  await once(tests.resume(), 'end');
  ended(file, performance.now() - start, counts);
}

/** Runs test files of the element in a browser with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine = 'chromium'): Promise<void> {
  if (files.length === 0) return;
  begin(`Test files in ${engine}: ${files.length}`);
  await bundle(files, {});
  await bundle(['src/define.ts'], { splitting: false }); // for tests that load the element a second time or in a frame
  const config = { ...(await testRunnerConfig(engine)), files: files.map(bundled) };
  const runner = await startTestRunner({ config, readCliArgs: false, readFileConfig: false, autoExitProcess: false });
  if (!runner) return; // it has printed the reason, and ends the process
  await new Promise((resolve) => runner.on('stopped', resolve));
  for (const { testFile, testResults, errors } of runner.sessions.all()) {
    const file = `${files.find((name) => bundled(name) === testFile)} (${engine})`;
    const tests = testResults ? testsOf(testResults) : [];
    const failed = tests.filter((test) => !test.passed || test.skipped);
    for (const { message } of errors) fail(file, message);
    for (const { name, error } of failed) fail(`${file} › ${name}`, error?.message ?? 'It is skipped.');
    const ms = tests.reduce((sum, { duration = 0 }) => sum + duration, 0);
    ended(file, ms, { passed: tests.length - failed.length, failed: failed.length + errors.length });
  }
}

function testsOf({ name, tests, suites }: TestSuiteResult): TestSuiteResult['tests'] {
  const inside = [...tests, ...suites.flatMap(testsOf)];
  return inside.map((test) => ({ ...test, name: [name, test.name].filter(Boolean).join(' › ') }));
}
