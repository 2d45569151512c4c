import type { TestRunnerConfig } from '@web/test-runner';
import { ChromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { onPath } from '../runner/chromium.js';
import { UNLIMITED } from '../runner/limits.js';
import { needProgram } from '../support/debian-package.js';
import { commandsPlugin, firefoxCommands } from './commands.js';

type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;

/** Options that start Firefox with WebDriver BiDi. Installs Firefox with apt if possible. */
export async function firefoxOptions(): Promise<LaunchOptions> {
  return {
    ...UNLIMITED,
    browser: 'firefox',
    executablePath: await findFirefox(),
    args: ['--remote-allow-system-access'], // the commands need it
    extraPrefsFirefox: { 'dom.w3c_touch_events.enabled': 1 },
  };
}

async function findFirefox(): Promise<string> {
  const { FIREFOX_PATH } = process.env;
  const find = () =>
    FIREFOX_PATH ?? onPath('firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox');
  const found = find();
  if (found) return found;
  await needProgram('firefox-esr', 'firefox-esr', 'Install Firefox, or set FIREFOX_PATH to its executable.');
  return find() ?? 'firefox-esr';
}

/** Opens Firefox for test files. */
export async function openFirefox(): Promise<TestRunnerConfig> {
  return { browsers: [await FirefoxLauncher.create()], plugins: [commandsPlugin(firefoxCommands)] };
}

/** The test runner's launcher, with a new tab for each file: a reused tab has no keyboard focus in Firefox. */
class FirefoxLauncher extends ChromeLauncher {
  override readonly name = 'Firefox';

  static async create(): Promise<FirefoxLauncher> {
    return new FirefoxLauncher(
      await firefoxOptions(),
      ({ browser }) => Promise.resolve(browser.defaultBrowserContext()),
      async ({ context }) => {
        const page = await context.newPage();
        page.setDefaultTimeout(0);
        return page;
      },
      undefined,
      1,
    );
  }

  override async stopSession(sessionId: string): ReturnType<ChromeLauncher['stopSession']> {
    const page = this.getPage(sessionId);
    const result = await super.stopSession(sessionId);
    (this as unknown as { inactivePages: unknown[] }).inactivePages.length = 0;
    await page.close();
    return result;
  }
}
