import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINES } from '../../support/engines/engine.js';
import { until } from '../../support/until.js';
import { EngineShopper } from './engine-shopper.js';
import { startIsolatedShop, type IsolatedShop } from './isolated-shop.js';
import { recordEvents } from './record-events.js';

/** The keyboard across page and frame. */

/** All stops, in order. */
const STOPS = ['before', 'cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'pay-button', 'help', 'after'];

for (const engine of ENGINES) {
  describe(`The keyboard in ${engine}`, () => {
    let shopper: EngineShopper;
    let shop: IsolatedShop;
    let orders = 0;

    before(async () => {
      [shopper, shop] = await Promise.all([EngineShopper.start(engine), startIsolatedShop(recordEvents)]);
    });

    after(async () => {
      await Promise.all([shopper.close(), shop.close()]);
    });

    const open = () =>
      shopper.open(
        shop.show({
          mode: 'isolated by isolated.js',
          attributes: { reference: `order-${++orders}` },
          content: '<a id="help" slot="footer" href="#help">Help</a>',
          body: '<button id="before">Before</button>{widget}<button id="after">After</button>',
        }),
      );

    it('goes with Tab through the fields to the button, and out of the frame, without an extra stop', async () => {
      await open();
      await shopper.focus('before');
      const stops = ['before'];
      for (let count = 1; count < STOPS.length; count++) stops.push(await shopper.tab());
      assert.deepEqual(stops, STOPS);
    });

    it('goes back with Shift and Tab, without an extra stop', async () => {
      await open();
      await shopper.focus('after');
      const stops = ['after'];
      for (let count = 1; count < STOPS.length; count++) stops.push(await shopper.tab({ back: true }));
      assert.deepEqual(stops, [...STOPS].reverse());
    });

    it('types into the first field after focus() of the page, and pays once with Enter', async () => {
      await open();
      if (engine === 'webkit') await shopper.interact();
      await shopper.page.evaluate(() => {
        document.querySelector('payment-widget')?.focus();
      });
      await until(async () => (await shopper.focused()) === 'cc-number');
      await shopper.pay();
      await shopper.state('paid');
      const types = (await shopper.heard()).map(({ type }) => type.replace('payment-', ''));
      assert.deepEqual(
        [shop.sandbox.ledger.entries(`order-${orders}`).map(({ amount }) => amount), types.slice(-3)],
        [[4999], ['submit', 'change', 'success']],
      );
    });

    if (engine === 'webkit') {
      it('goes to the first field with Tab after focus() of the page: the frame may not take the focus before', async () => {
        await open();
        await shopper.page.evaluate(() => {
          document.querySelector('payment-widget')?.focus();
        });
        await until(async () => (await shopper.focused()) === 'body');
        assert.equal(await shopper.tab(), 'cc-number');
      });
    }

    it('pays once with Enter on the pay button', async () => {
      await open();
      await shopper.focus('before');
      await shopper.tab();
      for (const text of ['4242424242424242', '1230', '123', 'Ada Lovelace']) {
        await shopper.page.keyboard.type(text);
        await shopper.tab();
      }
      assert.equal(await shopper.focused(), 'pay-button');
      await shopper.page.keyboard.press('Enter');
      await shopper.state('paid');
      assert.equal(shop.sandbox.ledger.entries(`order-${orders}`).length, 1);
    });
  });
}
