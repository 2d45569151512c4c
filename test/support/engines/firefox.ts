import { puppeteerCore } from '@web/test-runner-chrome';
import { needProgram } from '../debian-package.js';
import { UNLIMITED } from './engine.js';
import { onPath } from './on-path.js';

type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;

/** Options that start Firefox with WebDriver BiDi. Installs Firefox with apt if possible. */
export async function firefoxOptions(): Promise<LaunchOptions> {
  return {
    ...UNLIMITED,
    browser: 'firefox',
    executablePath: await findFirefox(),
    args: ['--remote-allow-system-access'], // for firefox-commands.ts
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
