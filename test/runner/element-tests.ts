import type { BuildOptions } from 'esbuild';
import { SESSION_STATUS, startTestRunner, type TestSuiteResult } from '@web/test-runner';
import { testRunnerConfig } from '../web-test-runner.config.js';
import { bundle, bundled, sourceOf } from './bundle.js';
import type { Engine } from './engines/engine.js';
import { ended, fail, results } from './results.js';

/** A copy of the element, for tests that load it a second time or in a frame. */
const COPY = 'src/define.ts';

const IN_PAGES: BuildOptions = {
  entryNames: '[dir]/[name]',
  packages: 'bundle',
  platform: 'browser',
  conditions: ['production'],
  target: 'es2022',
  sourcemap: 'linked',
};

/** Runs test files of the element in a browser with @web/test-runner. */
export async function runInBrowser(files: readonly string[], engine: Engine): Promise<void> {
  await Promise.all([bundle(files, IN_PAGES), bundle([COPY], { ...IN_PAGES, splitting: false })]);
  const runner = await startTestRunner({
    config: { ...(await testRunnerConfig(engine)), files: files.map(bundled) },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The browser test runner did not start.'); // it has printed the reason
  const { INITIALIZING, TEST_STARTED, TEST_FINISHED } = SESSION_STATUS;
  const running = () => [...runner.sessions.forStatus(INITIALIZING, TEST_STARTED, TEST_FINISHED)];
  results.running = () => running().map(({ testFile }) => sourceOf(testFile));
  await new Promise((resolve) => {
    runner.on('stopped', resolve);
  });
  for (const { testFile, testResults, errors } of runner.sessions.all()) {
    const file = sourceOf(testFile);
    for (const { message } of errors) fail(file, '', message);
    const tests = testResults ? testsOf(testResults) : [];
    for (const { title, passed, skipped, error } of tests) {
      if (skipped && engine === 'chromium') fail(file, title, 'It is skipped.');
      else if (passed) results.passed += skipped ? 0 : 1;
      else if (!skipped) fail(file, title, error?.message ?? 'It failed without a message.');
    }
    const ms = tests.reduce((sum, { duration = 0 }) => sum + duration, 0);
    ended(`${file} (${engine})`, tests.length + errors.length, ms);
  }
}

type Test = TestSuiteResult['tests'][number] & { readonly title: string };

function testsOf({ name, tests, suites }: TestSuiteResult, path = ''): Test[] {
  const here = [path, name].filter(Boolean).join(' › ');
  const own = tests.map((test) => ({ ...test, title: [here, test.name].filter(Boolean).join(' › ') }));
  return [...own, ...suites.flatMap((suite) => testsOf(suite, here))];
}
