import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/browser.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { MODES, startIsolatedShop, type IsolatedShop, type ShopPage } from './isolated-shop.js';
import { recordEvents } from './record-events.js';
import { Shopper } from './shopper.js';

/** A page whose frame cannot be opened says that nothing was charged only if that is certain. */

/** Longer than the frame may take to answer. */
const TOO_LONG = 8500;

/** What cannot be loaded after the reload: a file in the page, or the frame. */
const MISSING = {
  'isolated-behaviour.js is missing in the page': '**/isolated-behaviour.js',
  'the frame is not there': '**/frame?*',
};

for (const mode of MODES)
  describe(`A page ${mode}`, () => {
    let browser: Browser;
    let shop: IsolatedShop;
    let orders = 0;

    before(async () => {
      [browser, shop] = await Promise.all([openBrowser(), startIsolatedShop(recordEvents)]);
    });

    after(async () => {
      await Promise.all([browser.close(), shop.close()]);
    });

    async function open(t: TestContext, page: Partial<ShopPage> = {}): Promise<Shopper> {
      const attributes = { reference: `order-${++orders}`, ...page.attributes };
      const shopper = await Shopper.open(browser, shop, { mode, ...page, attributes });
      t.after(() => shopper.page.close());
      shopper.page.on('dialog', (dialog) => void dialog.accept()); // leaving during a payment is confirmed
      await shopper.page.clock.install();
      return shopper;
    }

    const charges = () => shop.sandbox.ledger.entries(`order-${orders}`).map(({ amount }) => amount);

    /** The card is charged, and the response waits for `release()`. */
    async function payWithHeldResponse(t: TestContext) {
      const { opened, open: release } = gate();
      const proxy = shop.mount({
        fetch: async (request) => {
          const response = await shop.sandbox.handle(request);
          await opened;
          return response;
        },
      });
      const shopper = await open(t, { proxy });
      await shopper.pay();
      await until(() => charges().length === 1);
      return { shopper, release };
    }

    async function reloadWithout({ page }: Shopper, pattern: string): Promise<void> {
      await page.route(pattern, (route) => route.fulfill({ status: 404 }));
      await page.reload();
    }

    /** Waits for an event, and lets the time pass in which the frame must answer. */
    async function waitFor(shopper: Shopper, type: string): Promise<void> {
      await until(async () => {
        await shopper.page.clock.fastForward(TOO_LONG);
        return (await shopper.heard(type)).length > 0;
      });
    }

    for (const [what, pattern] of Object.entries(MISSING)) {
      it(`reports unknown if ${what} after a reload during a payment`, async (t) => {
        const { shopper, release } = await payWithHeldResponse(t);
        await reloadWithout(shopper, pattern);
        await waitFor(shopper, 'payment-unknown');
        const { outcome } = await shopper.submit();
        const heard = (await shopper.heard()).map(({ type, state }) => [type, state]);
        assert.deepEqual([outcome, heard], ['unknown', [['payment-unknown', 'unknown']]]);
        await shopper.page.unroute(pattern);
        release();
        await shopper.page.reload();
        await shopper.state('paid');
        assert.deepEqual(charges(), [4999]);
      });

      it(`reports a failure if ${what} on the first visit`, async (t) => {
        const shopper = await open(t);
        await reloadWithout(shopper, pattern);
        const outcome = shopper.submit();
        await waitFor(shopper, 'payment-failure');
        assert.deepEqual([(await outcome)['outcome'], await shopper.heard('payment-unknown')], ['failed', []]);
      });
    }

    it('reports a failure if isolated-behaviour.js is missing after a payment that was declined', async (t) => {
      const shopper = await open(t);
      await shopper.pay('4000000000000002');
      await shopper.event('payment-failure');
      await reloadWithout(shopper, '**/isolated-behaviour.js');
      assert.equal((await shopper.submit())['outcome'], 'failed');
    });

    it('reports unknown if behaviour.js is missing in the frame after a payment with an unknown outcome', async (t) => {
      const shopper = await open(t);
      await shopper.pay('4000000000000119');
      await shopper.event('payment-unknown');
      await reloadWithout(shopper, `${shop.proxyOrigin}/**/behaviour.js`);
      await shopper.event('payment-unknown');
      assert.deepEqual([(await shopper.submit())['outcome'], await shopper.heard('payment-failure')], ['unknown', []]);
    });

    it('says why there is no form in a window without its script, and pays again in its own', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        const { contentDocument } = document.body.appendChild(document.createElement('iframe'));
        contentDocument?.body.append(widget);
        Object.assign(globalThis, { widget });
      });
      await until(() => shopper.page.evaluate(() => (globalThis as unknown as { widget: { state: string } }).widget.state === 'failed')); // prettier-ignore
      assert(shopper.complaints.some((line) => line.includes('another window')));
      await shopper.page.evaluate(() => {
        document.body.prepend((globalThis as unknown as { widget: HTMLElement }).widget);
      });
      await shopper.state('ready');
      await shopper.pay();
      await shopper.state('paid');
      assert.deepEqual(charges(), [4999]);
    });

    it('keeps a payment in doubt whose element is moved to another window, and settles it in its own', async (t) => {
      const { shopper, release } = await payWithHeldResponse(t);
      const states = await shopper.act(async (widget) => {
        const { contentDocument } = document.body.appendChild(document.createElement('iframe'));
        contentDocument?.body.append(widget);
        const away = [widget.state, (await widget.submit()).outcome];
        document.body.prepend(widget);
        return away;
      });
      release();
      await shopper.state('paid');
      assert.deepEqual([states, charges()], [['unknown', 'unknown'], [4999]]);
    });
  });
