import { join } from 'node:path';
import { startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { config } from '../web-test-runner.config.js';
import { engine } from './engines/engine.js';
import { LIMITS } from './engines/limits.js';
import { withinLimits } from './engines/within-limits.js';
import { report, testFiles, type Verdict } from './runner.js';

/** Runs the tests of the folder `test` in a browser. */

const files = testFiles(join(import.meta.dirname, '..'), { recursive: false });
const runner = await startTestRunner({
  config: { ...config, files },
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
});
process.once('SIGTERM', () => process.exit(1)); // takes the browser along
runner?.on('stopped', () => {
  const isWhole = !process.argv[2];
  const known = LIMITS.filter(({ engines }) => isWhole && engines.includes(engine));
  if (known.length > 0) process.stdout.write(`\nNot counted, since ${engine} or its driver cannot have it:\n`);
  for (const { test, why } of known) process.stdout.write(`  ${test}: ${why}\n`);
  report(withinLimits([...runner.sessions.all()].flatMap(verdictsOf), LIMITS, { engine, isWhole }));
});

/** A verdict per test, and a failed one for a file that failed as a whole or has no test. */
function verdictsOf(session: TestSession): Verdict[] {
  const verdicts = session.testResults ? verdictsIn(session.testResults) : [];
  const failedAsAWhole = session.errors.length > 0 || (!session.passed && verdicts.every(({ passed }) => passed));
  const file = { name: session.testFile, passed: false, reason: session.errors[0]?.message };
  return verdicts.length === 0 || failedAsAWhole ? [...verdicts, file] : verdicts;
}

/** A skipped check is a defect. */
function verdictsIn({ tests, suites }: TestSuiteResult, path = ''): Verdict[] {
  return [
    ...tests.map(({ name, passed, skipped, error }) => ({
      name: `${path}${name}`,
      passed: passed && !skipped,
      reason: error?.message,
    })),
    ...suites.flatMap((suite) => verdictsIn(suite, `${path}${suite.name} > `)),
  ];
}
