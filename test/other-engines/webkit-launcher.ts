import type { BrowserLauncher, TestRunnerConfig, TestRunnerPlugin } from '@web/test-runner';
import { commandsPlugin, webkitCommands } from './commands.js';
import type { WebDriverPage } from './webdriver-page.js';
import { startWebKit, type WebKit } from './webkit.js';

const FRAME_PATH = '/frame-for-tests';
const FRAME_PAGE = `<!doctype html>
<style>body { margin: 0 } iframe { border: 0; display: block }</style>
<iframe></iframe>`;

/** Opens WebKit for test files. */
export const openWebKit = (): Promise<TestRunnerConfig> =>
  Promise.resolve({ browsers: [new WebKitLauncher()], plugins: [commandsPlugin(webkitCommands), framePlugin] });

/** Serves the page with the frame. */
const framePlugin: TestRunnerPlugin = {
  name: 'frame',
  serve: ({ path }) => (path === FRAME_PATH ? { body: FRAME_PAGE, type: 'html' } : undefined),
};

/**
 * Runs test files in WebKitGTK, each in a frame, since its window cannot be as narrow as a phone. The test runner's own
 * launchers cannot: Puppeteer has no WebKit, Playwright only its own build, and the one for WebDriver opens no frames.
 */
class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit';
  readonly type = 'puppeteer';
  readonly concurrency = 1;
  #webkit: Promise<WebKit> | undefined;
  #page: WebKitPage | undefined;
  #session: string | undefined;

  async startSession(sessionId: string, url: string): Promise<void> {
    this.#webkit ??= startWebKit();
    const { page } = await this.#webkit;
    this.#session = sessionId;
    this.#page = new WebKitPage(page);
    await this.#page.open(url);
  }

  isActive(sessionId: string): boolean {
    return this.#session === sessionId;
  }

  getBrowserUrl(): Promise<string> {
    return this.getPage().url();
  }

  async stopSession(): Promise<object> {
    const page = this.getPage();
    this.#session = undefined;
    if (await page.hasFocus()) await page.leave();
    else await this.stop(); // after a drag the window never gets the focus back
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('Not in WebKit.'));
  }

  async stop(): Promise<void> {
    const webkit = this.#webkit;
    this.#webkit = undefined;
    await (await webkit)?.close();
  }

  getPage(): WebKitPage {
    if (!this.#page) throw new Error('No test file is open.');
    return this.#page;
  }
}

/** A frame with a test file. */
class WebKitPage {
  readonly #window: WebDriverPage;
  readonly keyboard: WebDriverPage['keyboard'];
  readonly mouse: WebDriverPage['mouse'];

  constructor(window: WebDriverPage) {
    this.#window = window;
    this.keyboard = window.keyboard;
    this.mouse = window.mouse;
  }

  async open(url: string): Promise<void> {
    const window = this.#window;
    await window.leaveFrame();
    await window.goto(new URL(FRAME_PATH, url).href);
    await window.enterFrame('iframe');
    await this.setViewport({ width: 800, height: 600 });
    await window.evaluate((address) => {
      globalThis.focus();
      location.href = address;
    }, url);
  }

  url(): Promise<string> {
    return this.#window.evaluate(() => location.href);
  }

  async setViewport(size: { width: number; height: number }): Promise<void> {
    await this.#window.evaluate(({ width, height }) => {
      Object.assign((frameElement as HTMLElement).style, { width: `${width}px`, height: `${height}px` });
    }, size);
  }

  hasFocus(): Promise<boolean> {
    return this.#window.evaluate(() => document.hasFocus());
  }

  /** Stops all scripts of the test file. */
  async leave(): Promise<void> {
    await this.#window.leaveFrame();
    await this.#window.goto('about:blank');
  }
}
