import { relative } from 'node:path';
import { startTestRunner, type TestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { testRunnerConfig } from '../web-test-runner.config.js';
import type { Engine } from './engines/engine.js';
import type { Failure, Results } from './results.js';

let running: TestRunner | undefined;

/** The files whose tests are running in a browser. */
export function runningInBrowser(): string[] {
  return [...(running?.sessions.forStatus('INITIALIZING', 'STARTED') ?? [])].map(fileOf);
}

/** Runs test files of the element in a browser with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<Results> {
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: [...files] },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The browser test runner did not start.'); // it has printed the reason
  running = runner;
  await new Promise((resolve) => {
    runner.on('stopped', resolve);
  });
  running = undefined;
  const results: Results = { passed: 0, failures: [], durations: new Map() };
  for (const session of runner.sessions.all()) addSession(session, results, engine);
  return results;
}

const fileOf = ({ testFile }: TestSession) => relative('.', testFile);

function addSession(session: TestSession, results: Results, engine: Engine): void {
  const file = fileOf(session);
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
  for (const { name, passed, skipped, error } of tests) {
    const test = [here, name].filter(Boolean).join(' › ');
    const failure = (reason: string): Failure => ({ file: place.file, test, reason });
    if (passed && !skipped) place.results.passed++;
    else if (!skipped) place.results.failures.push(failure(error?.message ?? 'It failed without a message.'));
    else if (place.engine === 'chromium') place.results.failures.push(failure('It is skipped.'));
  }
  for (const suite of suites) addSuite(suite, here, place);
}
