import { relative } from 'node:path';
<<<<<<< HEAD
import { startTestRunner, type TestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { build, type BuildOptions } from 'esbuild';
=======
import type { BuildOptions } from 'esbuild';
import { startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
>>>>>>> main
import { testRunnerConfig } from '../web-test-runner.config.js';
import { bundle } from './bundle.js';
import type { Engine } from './engines/engine.js';
<<<<<<< HEAD
import { BUNDLING, OUTPUT } from './node-tests.js';
import type { Failure, Results } from './results.js';

const FOR_PAGES = {
  ...BUNDLING,
  platform: 'browser',
  conditions: ['production'],
  target: 'es2022',
  sourcemap: 'linked',
} satisfies BuildOptions;

/** A copy of the element, for tests that load it a second time or in a frame. */
const COPY = 'src/define.ts';

let running: TestRunner | undefined;
=======
import type { Failure, Results } from './results.js';

/** A copy of the element, for tests that load it a second time or in a frame. */
const COPY = 'src/define.ts';

/** Whom to ask for the files whose tests are running in a browser. */
let running: () => string[] = () => [];
>>>>>>> main

export const runningInBrowser = (): string[] => running();

<<<<<<< HEAD
/** Bundles test files of the element, so that a page does not load 300 modules, and runs them with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<Results> {
  await Promise.all([
    build({ ...FOR_PAGES, entryPoints: [...files] }),
    build({ ...FOR_PAGES, entryPoints: [COPY], splitting: false }),
  ]);
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: files.map(bundleOf) },
=======
/** Runs test files of the element in a browser with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<Results> {
  const [bundles] = await Promise.all([bundle(files, IN_PAGES), bundle([COPY], { ...IN_PAGES, splitting: false })]);
  const sources = new Map([...bundles].map(([file, path]) => [path, file]));
  const fileOf = ({ testFile }: TestSession) => sources.get(relative('.', testFile)) ?? testFile;
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: files.map((file) => bundles.get(file) ?? file) },
>>>>>>> main
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The browser test runner did not start.'); // it has printed the reason
  running = () => [...runner.sessions.forStatus('INITIALIZING', 'STARTED')].map(fileOf);
  await new Promise((resolve) => {
    runner.on('stopped', resolve);
  });
<<<<<<< HEAD
  running = undefined;
  const results: Results = { passed: 0, failures: [], durations: new Map() };
  for (const session of runner.sessions.all()) addSession(session, results, engine);
  return results;
}

const bundleOf = (file: string) => `${OUTPUT}/${file.replace(/ts$/, 'js')}`;
const fileOf = ({ testFile }: TestSession) => relative(OUTPUT, testFile).replace(/js$/, 'ts');

function addSession(session: TestSession, results: Results, engine: Engine): void {
  const file = fileOf(session);
=======
  running = () => [];
  const results: Results = { passed: 0, failures: [], durations: new Map() };
  for (const session of runner.sessions.all()) addSession(session, { file: fileOf(session), results, engine });
  return results;
}

const IN_PAGES: BuildOptions = {
  entryNames: '[dir]/[name]',
  packages: 'bundle',
  platform: 'browser',
  conditions: ['production'],
  target: 'es2022',
  sourcemap: 'linked',
};

function addSession(session: TestSession, place: Place): void {
  const { file, results } = place;
>>>>>>> main
  const count = () => results.passed + results.failures.length;
  const before = count();
  if (session.testResults) addSuite(session.testResults, '', { file, results, engine });
  const hasTests = count() > before;
  for (const { message } of session.errors) results.failures.push({ file, reason: message });
  if (!hasTests && session.errors.length === 0) results.failures.push({ file, reason: 'The file contains no test.' });
}

interface Place {
  readonly file: string;
  readonly results: Results;
  readonly engine: Engine;
}

function addSuite({ name, tests, suites }: TestSuiteResult, path: string, place: Place): void {
  const here = [path, name].filter(Boolean).join(' › ');
  const { file, results } = place;
  for (const { name, passed, skipped, error, duration = 0 } of tests) {
    const test = [here, name].filter(Boolean).join(' › ');
    const failure = (reason: string): Failure => ({ file, test, reason });
    if (passed && !skipped) results.passed++;
    else if (!skipped) results.failures.push(failure(error?.message ?? 'It failed without a message.'));
    else if (place.engine === 'chromium') results.failures.push(failure('It is skipped.'));
    results.durations.set(file, (results.durations.get(file) ?? 0) + duration);
  }
  for (const suite of suites) addSuite(suite, here, place);
}
