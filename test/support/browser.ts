import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { findChromium } from '../runner/chromium.js';

/** Starts a browser. It belongs to one file, which closes it. */
export async function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? (await findChromium());
  const browser = await chromium.launch({ ...options, executablePath, timeout: 0 });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions);
    context.setDefaultTimeout(0); // Playwright ends each wait after 30 s, which a busy machine exceeds
    return context;
  };
  return browser;
}
