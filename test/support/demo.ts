import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import type { Sandbox } from 'payment-widget-testing/sandbox/sandbox';
import { openBrowser } from './browser.js';

/** The built pages of the demo. */
export const DEMO_PAGES = 'dist-demo/public';

/** A running demo and a browser, available from the suite's own `before` hooks on. */
export interface DemoContext {
  readonly browser: Browser;
  readonly demo: Demo;
  readonly shopUrl: string;
  readonly sandbox: Sandbox;
}

/**
 * Starts a demo with its sandbox, and a browser, for a suite or a whole file. A file with more hooks needs a suite around
 * them, since hooks at its top level run at the same time.
 * @param env - environment variables of the demo, such as `PAYMENTS_MODE`
 */
export function withDemo(env: NodeJS.ProcessEnv = {}): DemoContext {
  let browser: Browser;
  let demo: Demo;
  before(async () => {
    [browser, demo] = await Promise.all([openBrowser(), startDemo(env, DEMO_PAGES)]);
  });
  after(async () => {
    await Promise.all([browser.close(), demo.close()]);
  });
  return {
    get browser() {
      return browser;
    },
    get demo() {
      return demo;
    },
    get shopUrl() {
      return demo.shopUrl;
    },
    get sandbox() {
      if (!demo.sandbox) throw new Error('This demo does not use its sandbox.');
      return demo.sandbox;
    },
  };
}
