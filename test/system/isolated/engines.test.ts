import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINES, type Engine } from '../../other-engines/engine.js';
import { visit, type EnginePage, type Visit } from '../../other-engines/visit.js';
import type { WebDriverPage } from '../../other-engines/webdriver-page.js';
import { bePatient } from '../../support/be-patient.js';
import { until } from '../../support/until.js';
import { CARD, startIsolatedShop, type IsolatedShop } from './isolated-shop.js';

/** What depends on the engine: focus, the size of the frame, transitions that report a new look, storage of a frame of another site. */

type Key = 'Tab' | 'Enter' | 'Shift';

/** The pages of Puppeteer and of WebDriver find frames in their own ways. */
interface FramedPage extends Omit<EnginePage, 'keyboard'>, Partial<Pick<WebDriverPage, 'enterFrame' | 'leaveFrame'>> {
  readonly keyboard: Readonly<Record<'down' | 'up' | 'press', (key: Key) => Promise<void>>> & {
    type(text: string): Promise<void>;
  };
  frames?(): readonly (Pick<EnginePage, 'evaluate'> & { url(): string })[];
}

/** A person with a keyboard. */
class Typist {
  readonly page: FramedPage;

  constructor({ page }: Visit) {
    this.page = page as unknown as FramedPage;
  }

  state(state: string): Promise<void> {
    const isShown = (wanted: string) => document.querySelector('payment-widget')?.state === wanted;
    return until(() => this.page.evaluate(isShown, state));
  }

  /** Runs a function in the frame, without access to its scope. */
  async inFrame<Result>(run: () => Result): Promise<Awaited<Result>> {
    const { page } = this;
    const frame = page.frames?.().find((it) => new URL(it.url()).pathname.endsWith('/frame'));
    if (frame) return frame.evaluate(run);
    await page.enterFrame?.('payment-widget > iframe');
    try {
      return await page.evaluate(run);
    } finally {
      await page.leaveFrame?.();
    }
  }

  /** Presses Tab, or Shift and Tab. @returns what has the focus next */
  async tab({ back = false } = {}): Promise<string> {
    const { keyboard } = this.page;
    const start = await this.focused();
    if (back) await keyboard.down('Shift');
    await keyboard.press('Tab');
    if (back) await keyboard.up('Shift');
    let now = start;
    await until(async () => (now = await this.focused()) !== start && now !== 'body'); // it reaches another process later
    return now;
  }

  /** The id or part of the element with the focus, in the page or in the frame. */
  async focused(): Promise<string> {
    const find = () => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return document.hasFocus() ? active?.id || active?.getAttribute('part') || active?.localName || '' : 'body';
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
  async pay(): Promise<void> {
    const { keyboard } = this.page;
    for (const [index, text] of Object.values(CARD).entries()) {
      if (index > 0) await keyboard.press('Tab');
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
  }
}

/** All stops, in order. */
const STOPS = ['before', 'cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'pay-button', 'help', 'after'];

const BODY = '<button id="before">Before</button>{widget}<button id="after">After</button>';

function suite(engine: Engine): void {
  let browser: Visit;
  let shopper: Typist;
  let shop: IsolatedShop;

  before(async () => {
    [browser, shop] = await Promise.all([visit(engine), startIsolatedShop('127.0.0.1')]); // another site than localhost
    shopper = new Typist(browser);
  });

  after(async () => {
    await Promise.all([browser.close(), shop.close()]);
  });

  async function open(proxyUrl = shop.proxy.url, body = BODY): Promise<void> {
    const content = '<a id="help" slot="footer" href="#help">Help</a>';
    await shopper.page.goto(shop.show({ attributes: { 'proxy-url': proxyUrl }, content, body, before: bePatient }));
    await shopper.state('ready');
  }

  const height = () => shopper.page.evaluate(() => document.querySelector('payment-widget > iframe')?.clientHeight);

  /** Waits until the frame is as high as its content. */
  async function fits(): Promise<number> {
    let content = 0;
    await until(async () => {
      const frame = await height();
      const sizes = await shopper.inFrame(() => {
        const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
        return [innerHeight, document.body.offsetHeight, scrollHeight, scrollWidth - clientWidth];
      });
      content = frame ?? 0;
      return sizes.join() === [frame, frame, frame, 0].join();
    });
    return content;
  }

  it('goes with Tab through the fields and out of the frame, and back, without an extra stop', async () => {
    await open();
    for (const back of [false, true]) {
      const expected = back ? [...STOPS].reverse() : STOPS;
      const stops = [expected[0] ?? ''];
      await shopper.focus(stops.join());
      while (stops.length < STOPS.length) stops.push(await shopper.tab({ back }));
      assert.deepEqual(stops, expected);
    }
  });

  it('types into the first field after focus() of the page, and pays once with Enter', async () => {
    await open();
    if (engine === 'webkit') {
      // It lets a frame of another origin take the focus once a key was pressed in the frame.
      await shopper.focus('before');
      for (let count = 0; count < 2; count++) await shopper.tab();
    }
    await shopper.page.evaluate(() => {
      document.querySelector('payment-widget')?.focus();
    });
    await until(async () => (await shopper.focused()) === 'cc-number');
    await shopper.pay();
    await shopper.state('paid');
    assert.deepEqual(shop.charges(), [4999]);
  });

  it('is as high as its content, also with errors and below the visible part of the page', async () => {
    await open();
    const first = await fits();
    await shopper.focus('before');
    await shopper.tab();
    await shopper.page.keyboard.press('Enter');
    await until(() => shopper.inFrame(() => document.querySelectorAll('[aria-invalid]').length === 4));
    assert((await fits()) > first);
    await open(undefined, `${'<br>'.repeat(300)}{widget}`);
    await until(async () => (await height()) === first); // Chromium resizes the window of the frame once it is visible
  });

  it('becomes ready while the page does not render it', async () => {
    await open(undefined, '<div hidden>{widget}</div>');
    assert.deepEqual(await height(), 0);
  });

  it('takes custom properties, and their change by a class of the page, also while it is hidden', async () => {
    await open();
    const change = (className: string, hidden: boolean) =>
      shopper.page.evaluate(
        async (name, isHidden) => {
          const sheet = new CSSStyleSheet();
          const style = '--payment-widget-accent: rgb';
          sheet.replaceSync(`payment-widget { ${style}(1, 2, 3) } .dark payment-widget { ${style}(4, 5, 6) }`);
          document.adoptedStyleSheets = [sheet];
          const widget = document.querySelector('payment-widget') as HTMLElement;
          widget.hidden = isHidden;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          document.documentElement.className = name;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          widget.hidden = false;
        },
        className,
        hidden,
      );
    const color = () => shopper.inFrame(() => getComputedStyle(document.querySelector('.pay') as Element).backgroundColor); // prettier-ignore
    for (const [className, hidden, expected] of [
      ['', false, 'rgb(1, 2, 3)'],
      ['dark', false, 'rgb(4, 5, 6)'],
      ['', true, 'rgb(1, 2, 3)'],
    ] as const) {
      await change(className, hidden);
      await until(async () => (await color()) === expected);
    }
  });

  it('resumes an order in doubt after a reload, from its partitioned storage, and charges once', async () => {
    const { proxyUrl, arrived, release } = shop.mountHeld();
    await open(proxyUrl);
    await shopper.focus('before');
    await shopper.tab();
    await shopper.pay();
    await arrived;
    // Leaving during a payment would be confirmed in a dialog.
    await shopper.page.evaluate(() => {
      document.querySelector('payment-widget > iframe')?.remove();
    });
    await shopper.page.goto(await shopper.page.evaluate(() => location.href));
    await shopper.state('unknown');
    release();
    await shopper.state('paid');
    assert.deepEqual(shop.charges(), [4999]);
  });
}

for (const engine of ENGINES)
  describe(`The frame in ${engine}`, () => {
    suite(engine);
  });
