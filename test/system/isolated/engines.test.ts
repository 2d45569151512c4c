import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINES } from '../../support/engines/engine.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { EngineShopper } from './engine-shopper.js';
import { startIsolatedShop, type IsolatedShop, type MountedProxy } from './isolated-shop.js';
import { recordEvents } from './record-events.js';

/** What depends on the engine: the size of the frame, transitions that report a new look, and the storage of a frame of another site. */

for (const engine of ENGINES) {
  describe(`The frame in ${engine}`, () => {
    let shopper: EngineShopper;
    let shop: IsolatedShop;
    let orders = 0;

    before(async () => {
      [shopper, shop] = await Promise.all([
        EngineShopper.start(engine),
        startIsolatedShop(recordEvents, '127.0.0.1'), // another site than localhost
      ]);
    });

    after(async () => {
      await Promise.all([shopper.close(), shop.close()]);
    });

    const open = (
      proxy?: MountedProxy,
      body = '<button id="before">Before</button>{widget}<button id="after">After</button>',
    ) =>
      shopper.open(
        shop.show({
          mode: 'isolated by isolated.js',
          proxy,
          attributes: { reference: `order-${++orders}` },
          body,
        }),
      );

    const charges = () => shop.sandbox.ledger.entries(`order-${orders}`).map(({ amount }) => amount);

    /** Heights of the frame in the page, of the view in it, and of its content; and whether something is beside the view. */
    async function measure() {
      const frame = await shopper.page.evaluate(() => document.querySelector('payment-widget > iframe')?.clientHeight);
      const [view, content, scroll, width] = await shopper.inFrame(() => {
        const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
        return [
          innerHeight,
          Math.ceil(document.body.getBoundingClientRect().height),
          scrollHeight,
          scrollWidth - clientWidth,
        ];
      });
      return { frame, view, content, scroll, width };
    }

    /** Waits until the frame is as high as its content. */
    async function fits(): Promise<number> {
      let size = await measure();
      await until(async () => {
        size = await measure();
        const { frame, view, content, scroll, width } = size;
        return frame === view && view === content && content === scroll && width === 0;
      });
      return size.content;
    }

    it('is as high as its content, also with errors and in another language', async () => {
      await open();
      const first = await fits();
      await shopper.focus('before');
      await shopper.tab();
      await shopper.page.keyboard.press('Enter');
      await until(() => shopper.inFrame(() => document.querySelectorAll('[aria-invalid]').length === 4));
      const withErrors = await fits();
      await shopper.page.evaluate(() => {
        document.documentElement.lang = 'ur';
        document.documentElement.dir = 'rtl';
      });
      await until(() => shopper.inFrame(() => document.documentElement.dir === 'rtl'));
      await until(() => shopper.inFrame(() => !document.body.innerText.includes('Card number')));
      const inUrdu = await fits();
      assert.deepEqual([withErrors > first, inUrdu !== withErrors], [true, true]);
    });

    it('takes custom properties, and their change by a class of the page', async () => {
      await open();
      await shopper.page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `payment-widget { --payment-widget-accent: rgb(1, 2, 3) }
          .dark payment-widget { --payment-widget-accent: rgb(4, 5, 6) }
          .large { font-size: 24px }`,
        );
        document.adoptedStyleSheets = [sheet];
      });
      const look = () =>
        shopper.inFrame(() => {
          const { backgroundColor } = getComputedStyle(document.querySelector('.pay') as Element);
          return `${backgroundColor} ${getComputedStyle(document.documentElement).fontSize}`;
        });
      await until(async () => (await look()) === 'rgb(1, 2, 3) 16px');
      for (const [name, expected] of [
        ['dark', 'rgb(4, 5, 6) 16px'],
        ['', 'rgb(1, 2, 3) 16px'],
        ['dark large', 'rgb(4, 5, 6) 24px'],
      ] as const) {
        await shopper.page.evaluate((value) => {
          document.documentElement.className = value;
        }, name);
        await until(async () => (await look()) === expected);
      }
    });

    it('takes custom properties that the page has changed while the element was hidden', async () => {
      await open();
      await shopper.page.evaluate(async () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('payment-widget { --payment-widget-accent: rgb(4, 5, 6) }');
        const widget = document.querySelector('payment-widget') as HTMLElement;
        widget.hidden = true;
        const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await rendered();
        document.adoptedStyleSheets = [sheet];
        await rendered();
        widget.hidden = false;
      });
      await until(() =>
        shopper.inFrame(
          () => getComputedStyle(document.querySelector('.pay') as Element).backgroundColor === 'rgb(4, 5, 6)',
        ),
      );
    });

    it('is as high as its content below the visible part of the page, before it is scrolled to', async () => {
      await open(undefined, `${'<br>'.repeat(300)}{widget}`);
      const content = await shopper.inFrame(() => document.body.offsetHeight);
      await until(async () => (await measure()).frame === content);
    });

    it('resumes an order in doubt after a reload, from its partitioned storage, and charges once', async () => {
      const { opened, open: release } = gate();
      const proxy = shop.mount({
        fetch: async (request) => {
          const response = await shop.sandbox.handle(request);
          await opened;
          return response;
        },
      });
      await open(proxy);
      await shopper.focus('before');
      await shopper.tab();
      await shopper.pay();
      await until(() => charges().length === 1);
      const { page } = shopper;
      // Leaving during a payment would be confirmed in a dialog.
      await page.evaluate(() => {
        document.querySelector('payment-widget > iframe')?.remove();
      });
      await page.goto(await page.evaluate(() => location.href));
      await shopper.state('unknown');
      const [unknown] = (await shopper.heard()).filter(({ type }) => type === 'payment-unknown');
      release();
      await shopper.state('paid');
      assert.deepEqual([unknown?.detail['restored'], charges()], [true, [4999]]);
    });
  });
}
