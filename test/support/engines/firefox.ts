import { puppeteerCore } from '@web/test-runner-chrome';
import { needProgram } from '../debian-package.js';
import { onPath } from './on-path.js';

type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;

/** How to start Firefox, which is driven by WebDriver BiDi. Installs it where that can be done. */
export async function firefoxOptions(): Promise<LaunchOptions> {
  return {
    browser: 'firefox',
    executablePath: await findFirefox(),
    args: ['--remote-allow-system-access'], // to emulate a person's preferences, see firefox-commands.ts
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
