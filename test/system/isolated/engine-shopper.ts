import type { Engine } from '../../support/engines/engine.js';
import { visit, type EnginePage, type Visit } from '../../support/engines/visit.js';
import type { WebDriverPage } from '../../support/engines/webdriver-page.js';
import { until } from '../../support/until.js';
import type { HeardEvent, RecordingPage } from './record-events.js';
import { CARD } from './shopper.js';

type Key = 'Tab' | 'Enter' | 'Shift';

/** The pages of Puppeteer and of WebDriver find frames in their own ways. */
interface FramedPage extends Omit<EnginePage, 'keyboard'>, Partial<Pick<WebDriverPage, 'enterFrame' | 'leaveFrame'>> {
  readonly keyboard: Readonly<Record<'down' | 'up' | 'press', (key: Key) => Promise<void>>> & {
    type(text: string): Promise<void>;
  };
  frames?(): readonly (Pick<EnginePage, 'evaluate'> & { url(): string })[];
}

/** Someone with a keyboard in the window of a browser, on a page with one isolated element. */
export class EngineShopper {
  readonly #visit: Visit;
  readonly page: FramedPage;

  private constructor(visited: Visit) {
    this.#visit = visited;
    this.page = visited.page as unknown as FramedPage;
  }

  static async start(engine: Engine): Promise<EngineShopper> {
    return new EngineShopper(await visit(engine));
  }

  close(): Promise<void> {
    return this.#visit.close();
  }

  /** Opens a page, and waits until its form is ready. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.state('ready');
  }

  state(state: string): Promise<void> {
    return until(() =>
      this.page.evaluate((wanted) => document.querySelector('payment-widget')?.state === wanted, state),
    );
  }

  /** Runs a function in the frame, without access to its scope. */
  async inFrame<Arguments extends readonly unknown[], Result>(
    run: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>> {
    const { page } = this;
    if (page.frames) {
      const frame = page.frames().find((it) => new URL(it.url()).pathname.endsWith('/frame'));
      if (!frame) throw new Error('The page has no frame.');
      return frame.evaluate(run, ...args);
    }
    await page.enterFrame?.('payment-widget > iframe');
    try {
      return await page.evaluate(run, ...args);
    } finally {
      await page.leaveFrame?.();
    }
  }

  /** Presses Tab, or Shift and Tab. @returns what has the focus next */
  async tab({ back = false } = {}): Promise<string> {
    const { keyboard } = this.page;
    const before = await this.focused();
    if (back) await keyboard.down('Shift');
    await keyboard.press('Tab');
    if (back) await keyboard.up('Shift');
    let now = before;
    await until(async () => (now = await this.focused()) !== before && now !== 'body'); // it reaches another process later
    return now;
  }

  /** Presses a key in the frame: WebKit lets a frame of another origin move the focus after that. */
  async interact(): Promise<void> {
    await this.focus('before');
    await this.tab();
    await this.tab();
  }

  /** What has the focus: the id or part of an element in the page or in the frame. */
  async focused(): Promise<string> {
    const find = () => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const isHere = document.hasFocus();
      return isHere ? active?.id || active?.getAttribute('part') || active?.localName || 'nothing' : 'body';
    };
    const inPage = await this.page.evaluate(find);
    return inPage === 'iframe' ? this.inFrame(find) : inPage;
  }

  focus(id: string): Promise<void> {
    return this.page.evaluate((name) => {
      document.getElementById(name)?.focus();
    }, id);
  }

  /** Types a card from the focused field on, and presses Enter in the last one. */
  async pay(number = CARD['Card number'] ?? ''): Promise<void> {
    for (const text of [number, ...Object.values(CARD).slice(1, 3)]) {
      await this.page.keyboard.type(text);
      await this.page.keyboard.press('Tab');
    }
    await this.page.keyboard.type(CARD['Name on card'] ?? '');
    await this.page.keyboard.press('Enter');
  }

  heard(): Promise<HeardEvent[]> {
    return this.page.evaluate(() => (globalThis as RecordingPage).heard);
  }
}
