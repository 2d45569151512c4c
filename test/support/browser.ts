import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { chromiumArgs, findChromium } from '../runner/chromium.js';

const ENDPOINT = 'TEST_BROWSER_ENDPOINT';

/** Starts the browser that all test files of a tier share. */
export async function startSharedBrowser(): Promise<{ close(): Promise<void> }> {
  const executablePath = await findChromium();
  const server = await chromium.launchServer({ executablePath, args: chromiumArgs(), timeout: 0 });
  process.env[ENDPOINT] = server.wsEndpoint();
  return server;
}

/** A connection to the shared browser, or a browser of its own for a file that runs alone. `close()` ends either. */
export async function openBrowser(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  return endpoint ? withoutLimits(await chromium.connect(endpoint, { timeout: 0 })) : launchChromium();
}

/** A browser of its own, for tests with other options. */
export async function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? (await findChromium());
  const launched = { ...options, executablePath, args: [...chromiumArgs(), ...args], timeout: 0 };
  return withoutLimits(await chromium.launch(launched));
}

/** Playwright ends each wait after 30 s, which a busy machine exceeds. */
function withoutLimits(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(0);
    return context;
  };
  return browser;
}
