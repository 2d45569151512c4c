import { puppeteerCore } from '@web/test-runner-chrome';
import { chromiumArgs, findChromium } from '../../chromium.js';
import type { Engine } from './engine.js';
import { firefoxOptions } from './firefox.js';
import type { WebDriverPage } from './webdriver-page.js';
import { startWebKit } from './webkit.js';

/** A page in any engine, driven from Node: what all of them have. */
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

/** Opens an engine's browser with an empty page. */
export async function visit(engine: Engine): Promise<Visit> {
  if (engine === 'webkit') return startWebKit();
  const browser = await puppeteerCore.launch(
    engine === 'firefox' ? await firefoxOptions() : { executablePath: await findChromium(), args: chromiumArgs() },
  );
  const page = (await browser.newPage()) as unknown as EnginePage; // whose types say the same in other words
  return { page, close: () => browser.close() };
}
