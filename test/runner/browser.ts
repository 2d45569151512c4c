import { startTestRunner, type TestRunnerConfig, type TestRunnerPlugin } from '@web/test-runner';
import type { TestSession, TestSuiteResult } from '@web/test-runner';
import { chromeLauncher, type ChromeLauncher } from '@web/test-runner-chrome';
import { startMerchants } from '../element/merchant.js';
import { bundle, bundled } from './bundle.js';
import { CHROMIUM_ARGS, findChromium } from './chromium.js';
import { HANG_MS, UNLIMITED } from './limits.js';
import { fail, pass } from './report.js';

type Page = ReturnType<ChromeLauncher['getPage']>;
type DevTools = Awaited<ReturnType<Page['createCDPSession']>>;

const devTools = new WeakMap<Page, DevTools>();

/** The server side of `cdp` in commands.ts. */
const cdpPlugin: TestRunnerPlugin = {
  name: 'cdp',
  executeCommand({ command, payload, session }) {
    if (command !== 'cdp') return undefined;
    const { method, params } = payload as { method: Parameters<DevTools['send']>[0]; params?: object };
    const page = (session.browser as ChromeLauncher).getPage(session.id);
    const answer = devTools.get(page)?.send(method, params);
    return answer?.catch((error: unknown) => ({ error: String(error) })); // the runner would log it
  },
};

async function openChromium(): Promise<TestRunnerConfig> {
  const launcher = chromeLauncher({
    concurrency: 2,
    launchOptions: { ...UNLIMITED, executablePath: await findChromium(), args: CHROMIUM_ARGS },
    // A private context neither offers to save cards nor suggests earlier input.
    createBrowserContext: ({ browser }) => browser.createBrowserContext(),
    createPage: async ({ context }) => {
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      const session = await page.createCDPSession();
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: true }); // two pages run side by side
      devTools.set(page, session);
      return page;
    },
  });
  return { browsers: [launcher], plugins: [cdpPlugin] };
}

/**
 * Runs test files of the element with @web/test-runner.
 * @param open a browser, and what it adds to the test runner
 */
export async function runInBrowser(files: readonly string[], open = openChromium): Promise<void> {
  if (files.length === 0) return;
  await bundle(files);
  await bundle(['src/define.ts'], { splitting: false }); // some tests load the element a second time or in a frame
  const report = (session: TestSession) => {
    const file = files.find((name) => bundled(name) === session.testFile);
    reportFile(`${file} (${session.browser.name})`, session);
  };
  const runner = await startTestRunner({
    config: {
      ...(await open()),
      files: files.map(bundled),
      rootDir: process.cwd(),
      browserStartTimeout: HANG_MS,
      testsStartTimeout: HANG_MS,
      testsFinishTimeout: HANG_MS,
      testFramework: { config: { timeout: HANG_MS / 2, forbidOnly: true } },
      browserLogs: false, // tests provoke most of them
      reporters: [{ reportTestFileResults: ({ sessionsForTestFile }) => sessionsForTestFile.forEach(report) }],
      middleware: [await startMerchants()],
    },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) return; // it has printed the reason, and ends the process
  await new Promise((resolve) => runner.on('stopped', resolve));
  for (const { passed, testFile } of runner.sessions.all()) if (passed === undefined) fail(testFile, 'It was stopped.');
}

function reportFile(file: string, { testResults, errors }: TestSession): void {
  const tests = testResults ? testsOf(testResults) : [];
  for (const { message } of errors) fail(file, message);
  if (tests.length + errors.length === 0) fail(file, 'The file contains no test.');
  for (const { name, passed, skipped, error } of tests) {
    if (passed && !skipped) pass();
    else fail(`${file} › ${name}`, error ? `${error.name}: ${error.message}\n${error.stack}` : 'It is skipped.');
  }
}

function testsOf({ name, tests, suites }: TestSuiteResult): TestSuiteResult['tests'] {
  const inside = [...tests, ...suites.flatMap(testsOf)];
  return inside.map((test) => ({ ...test, name: [name, test.name].filter(Boolean).join(' › ') }));
}
