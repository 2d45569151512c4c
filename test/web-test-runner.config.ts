import { join } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, summaryReporter, type TestRunnerConfig } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, findChromium } from './chromium.js';
import { cdpPlugin } from './support/cdp-plugin.js';
import { merchantMiddleware } from './support/merchant.js';

/** How the browser tests run. Which ones do is up to support/browser-tests.ts. */
export const config: TestRunnerConfig = {
  rootDir: join(import.meta.dirname, '..'),
  nodeResolve: { exportConditions: ['browser', 'production'] }, // as a shop ships it
  concurrency: 1, // a second page would take the keyboard focus away from the first
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testFramework: { config: { timeout: 10_000, forbidOnly: true } },
  reporters: [
    summaryReporter({ reportTestLogs: false, reportTestErrors: false }), // every test
    defaultReporter({ reportTestProgress: false }), // every failure, with what led to it
  ],
  middleware: [merchantMiddleware],
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: await findChromium(), args: chromiumArgs() },
      // a window in private mode: there Chromium neither offers to save a card nor fills in what was typed before
      createBrowserContext: ({ browser }) => browser.createBrowserContext(),
    }),
  ],
  plugins: [cdpPlugin, esbuildPlugin({ ts: true, target: 'es2022' })],
};
