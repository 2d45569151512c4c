import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.js';

const ENDPOINT = 'TEST_BROWSER_ENDPOINT';

/** Starts the browser that all test files of a tier share. */
export async function startSharedBrowser(): Promise<{ close(): Promise<void> }> {
  const server = await chromium.launchServer({ executablePath: await findChromium(), args: chromiumArgs() });
  process.env[ENDPOINT] = server.wsEndpoint();
  return server;
}

/** A connection to the shared browser, or a browser of its own for a file that runs alone. `close()` ends either. */
export async function openBrowser(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  if (endpoint) return chromium.connect(endpoint);
  return chromium.launch({ executablePath: await findChromium(), args: chromiumArgs() });
}
