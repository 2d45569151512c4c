import { relative } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { SESSION_STATUS, startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { testRunnerConfig } from '../web-test-runner.config.js';
import { bundle } from './bundle.js';
import type { Engine } from './engines/engine.js';
import type { Failure, Results } from './results.js';

/** A copy of the element, for tests that load it a second time or in a frame. */
const COPY = 'src/define.ts';

/** Whom to ask for the files whose tests are running in a browser. */
let running: () => string[] = () => [];

export const runningInBrowser = (): string[] => running();

/** Runs test files of the element in a browser with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<Results> {
  const [bundles] = await Promise.all([bundle(files, IN_PAGES), bundle([COPY], { ...IN_PAGES, splitting: false })]);
  const sources = new Map([...bundles].map(([file, path]) => [path, file]));
  const fileOf = ({ testFile }: TestSession) => sources.get(relative('.', testFile)) ?? testFile;
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: files.map((file) => bundles.get(file) ?? file) },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The browser test runner did not start.'); // it has printed the reason
  const { INITIALIZING, TEST_STARTED, TEST_FINISHED } = SESSION_STATUS;
  running = () => [...runner.sessions.forStatus(INITIALIZING, TEST_STARTED, TEST_FINISHED)].map(fileOf);
  await new Promise((resolve) => {
    runner.on('stopped', resolve);
  });
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
  const count = () => results.passed + results.failures.length;
  const before = count();
  if (session.testResults) addSuite(session.testResults, '', place);
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
  for (const { name, passed, skipped, error } of tests) {
    const test = [here, name].filter(Boolean).join(' › ');
    const failure = (reason: string): Failure => ({ file: place.file, test, reason });
    if (passed && !skipped) place.results.passed++;
    else if (!skipped) place.results.failures.push(failure(error?.message ?? 'It failed without a message.'));
    else if (place.engine === 'chromium') place.results.failures.push(failure('It is skipped.'));
  }
  for (const suite of suites) addSuite(suite, here, place);
}
