import { defaultReporter, type BrowserLauncher, type TestRunnerConfig, type TestRunnerPlugin } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, findChromium } from './runner/chromium.js';
import { cdpPlugin } from './runner/engines/cdp-plugin.js';
import { chromiumCommands, commandsPlugin, firefoxCommands, webkitCommands } from './runner/engines/commands.js';
import { HANG_MS, UNLIMITED, type Engine } from './runner/engines/engine.js';
import { FirefoxLauncher } from './runner/engines/firefox.js';
import { frameMiddleware, WebKitLauncher } from './runner/engines/webkit-launcher.js';
import { startMerchants } from './element/merchant.js';

const LAUNCHERS: Readonly<Record<Engine, () => BrowserLauncher | Promise<BrowserLauncher>>> = {
  chromium: async () =>
    chromeLauncher({
      concurrency: 2,
      launchOptions: { ...UNLIMITED, executablePath: await findChromium(), args: chromiumArgs() },
      // A private context neither offers to save cards nor suggests earlier input.
      createBrowserContext: ({ browser }) => browser.createBrowserContext(),
      createPage: async ({ context }) => {
        const page = await context.newPage();
        page.setDefaultTimeout(0);
        const devTools = await page.createCDPSession();
        await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: true }); // two pages run side by side
        return page;
      },
    }),
  firefox: () => FirefoxLauncher.create(),
  webkit: () => new WebKitLauncher(),
};

const COMMANDS: Readonly<Record<Engine, readonly TestRunnerPlugin[]>> = {
  chromium: [commandsPlugin(chromiumCommands), cdpPlugin],
  firefox: [commandsPlugin(firefoxCommands)],
  webkit: [commandsPlugin(webkitCommands)],
};

/** Configuration of @web/test-runner for an engine. */
export async function testRunnerConfig(engine: Engine): Promise<TestRunnerConfig> {
  return {
    rootDir: process.cwd(),
    browserStartTimeout: HANG_MS,
    testsStartTimeout: HANG_MS,
    testsFinishTimeout: HANG_MS,
    testFramework: { config: { timeout: 0, forbidOnly: true } },
    browserLogs: false, // tests provoke most of them
    reporters: [defaultReporter({ reportTestProgress: false })],
    middleware: [await startMerchants(), frameMiddleware],
    browsers: [await LAUNCHERS[engine]()],
    plugins: [...COMMANDS[engine]],
  };
}
