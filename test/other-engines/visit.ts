import { puppeteerCore } from '@web/test-runner-chrome';
import { CHROMIUM_ARGS, findChromium } from '../runner/chromium.js';
import { UNLIMITED } from '../runner/limits.js';
import type { Engine } from './engine.js';
import { firefoxOptions } from './firefox.js';
import type { WebDriverPage } from './webdriver-page.js';
import { startWebKit } from './webkit.js';

/** Methods that the pages of all engines have. */
export interface EnginePage extends Pick<WebDriverPage, 'evaluate'> {
  readonly keyboard: {
    type(text: string): Promise<void>;
    press(key: 'Tab' | 'Enter'): Promise<void>;
  };
  goto(url: string): Promise<unknown>;
}

export interface Visit {
  readonly page: EnginePage;
  close(): Promise<void>;
}

/** Starts the browser of an engine with an empty page. Playwright drives patched Firefox and WebKit only. */
export async function visit(engine: Engine): Promise<Visit> {
  if (engine === 'webkit') return startWebKit();
  const browser = await puppeteerCore.launch(
    engine === 'firefox'
      ? await firefoxOptions()
      : { ...UNLIMITED, executablePath: await findChromium(), args: CHROMIUM_ARGS },
  );
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  return { page: page as unknown as EnginePage, close: () => browser.close() }; // Puppeteer's types differ
}
