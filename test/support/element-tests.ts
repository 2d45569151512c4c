import { relative } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { testRunnerConfig } from '../web-test-runner.config.js';
import type { Engine } from './engines/engine.js';
import { bundlesIn, bundling } from './node-tests.js';
import type { Failure, Results } from './results.js';

/** A copy of the element, for tests that load it a second time or in a frame. */
const COPY = 'src/define.ts';

/** Bundles test files of the element, so that a page does not load 300 modules, and runs them with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<Results> {
  const [{ metafile }] = await Promise.all([
    build({ ...bundlingForPages(files), metafile: true }),
    build({ ...bundlingForPages([COPY]), splitting: false }),
  ]);
  const bundles = bundlesIn(metafile);
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: [...bundles.keys()] },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The browser test runner did not start.'); // it has printed the reason
  await new Promise((resolve) => {
    runner.on('stopped', resolve);
  });
  const results: Results = { passed: 0, failures: [] };
  for (const session of runner.sessions.all()) {
    const path = relative('.', session.testFile);
    addSession(session, { file: bundles.get(path) ?? path, results, engine });
  }
  return results;
}

function bundlingForPages(files: readonly string[]): BuildOptions {
  return {
    ...bundling(files),
    entryNames: '[dir]/[name]',
    packages: 'bundle',
    platform: 'browser',
    conditions: ['production'],
    target: 'es2022',
    sourcemap: 'linked',
  };
}

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
