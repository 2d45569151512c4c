import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { chromiumArgs, findChromium } from '../runner/chromium.js';

/** Starts a browser. It belongs to one file, which closes it. */
export async function openBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? (await findChromium());
  const all = { ...options, executablePath, args: [...chromiumArgs(), ...args], timeout: 0 };
  const browser = await chromium.launch(all);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions);
    context.setDefaultTimeout(0); // Playwright ends each wait after 30 s, which a busy machine exceeds
    return context;
  };
  return browser;
}
