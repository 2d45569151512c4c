import { join } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import {
  defaultReporter,
  summaryReporter,
  type BrowserLauncher,
  type TestRunnerConfig,
  type TestRunnerPlugin,
} from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, findChromium } from './chromium.js';
import { cdpPlugin } from './support/engines/cdp-plugin.js';
import { chromiumCommands } from './support/engines/chromium-commands.js';
import { commandsPlugin } from './support/engines/commands-plugin.js';
import { engine, type Engine } from './support/engines/engine.js';
import { FirefoxLauncher } from './support/engines/firefox-launcher.js';
import { firefoxCommands } from './support/engines/firefox-commands.js';
import { webkitCommands } from './support/engines/webkit-commands.js';
import { frameMiddleware, WebKitLauncher } from './support/engines/webkit-launcher.js';
import { merchantMiddleware } from './support/merchant.js';

const LAUNCHERS: Readonly<Record<Engine, () => BrowserLauncher | Promise<BrowserLauncher>>> = {
  chromium: async () =>
    chromeLauncher({
      launchOptions: { executablePath: await findChromium(), args: chromiumArgs() },
      // a window in private mode: there Chromium neither offers to save a card nor fills in what was typed before
      createBrowserContext: ({ browser }) => browser.createBrowserContext(),
    }),
  firefox: () => new FirefoxLauncher(),
  webkit: () => new WebKitLauncher(),
};

const COMMANDS: Readonly<Record<Engine, readonly TestRunnerPlugin[]>> = {
  chromium: [commandsPlugin(chromiumCommands), cdpPlugin],
  firefox: [commandsPlugin(firefoxCommands)],
  webkit: [commandsPlugin(webkitCommands)],
};

/** How the browser tests run. Which ones do is up to support/browser-tests.ts. */
export const config: TestRunnerConfig = {
  rootDir: join(import.meta.dirname, '..'),
  nodeResolve: { exportConditions: ['browser', 'production'] }, // as a shop ships it
  concurrency: 1, // a second page would take the keyboard focus away from the first
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000, // of a file
  testFramework: { config: { timeout: engine === 'chromium' ? 10_000 : 30_000, forbidOnly: true } }, // drivers are slow
  reporters: [
    summaryReporter({ reportTestLogs: false, reportTestErrors: false }), // every test
    defaultReporter({ reportTestProgress: false }), // every failure, with what led to it
  ],
  middleware: [merchantMiddleware, frameMiddleware],
  browsers: [await LAUNCHERS[engine]()],
  plugins: [...COMMANDS[engine], esbuildPlugin({ ts: true, target: 'es2022' })],
};
