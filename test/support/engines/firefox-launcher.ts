import type { BrowserLauncher } from '@web/test-runner';
import { puppeteerCore } from '@web/test-runner-chrome';
import { firefoxOptions } from './firefox.js';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/**
 * Runs test files in Firefox, each in a tab of its own. The launcher that comes with the test runner uses a tab again,
 * and from the second file on it has no keyboard focus. To the commands of the test runner it looks the same.
 */
export class FirefoxLauncher implements BrowserLauncher {
  readonly name = 'Firefox';
  readonly type = 'puppeteer';
  readonly concurrency = 1;
  readonly #pages = new Map<string, Page>();
  #browser: Promise<Browser> | undefined;

  async startSession(sessionId: string, url: string): Promise<void> {
    this.#browser ??= firefoxOptions().then((options) => puppeteerCore.launch(options));
    const page = await (await this.#browser).newPage();
    this.#pages.set(sessionId, page);
    await page.setViewport({ width: 800, height: 600 });
    await page.goto(url);
  }

  isActive(sessionId: string): boolean {
    return this.#pages.has(sessionId);
  }

  getBrowserUrl(sessionId: string): string {
    return this.getPage(sessionId).url();
  }

  async stopSession(sessionId: string): Promise<object> {
    const page = this.getPage(sessionId);
    this.#pages.delete(sessionId);
    await page.close();
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('Not in Firefox.'));
  }

  async stop(): Promise<void> {
    await (await this.#browser)?.close();
  }

  getPage(sessionId: string): Page {
    const page = this.#pages.get(sessionId);
    if (!page) throw new Error('This test file is not open.');
    return page;
  }
}
