import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/browser.js';
import { startIsolatedShop, type IsolatedShop } from './isolated-shop.js';
import { recordEvents } from './record-events.js';
import { Shopper } from './shopper.js';

/** Password managers that do not look into shadow trees: the frame has its inputs in the document. */

const VALUES = {
  'cc-number': '4242424242424242',
  'cc-exp': '12/30',
  'cc-csc': '123',
  'cc-name': 'Ada Lovelace',
  email: 'ada@example.com',
  'postal-code': '10115',
};

/** What they dispatch once they have set a value. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'input and change': ['input', 'change'],
  'change only': ['change'],
  'keys before and after': ['keydown', 'keypress', 'input', 'keyup', 'change'],
};

describe('A password manager in the frame', () => {
  let browser: Browser;
  let shop: IsolatedShop;

  before(async () => {
    [browser, shop] = await Promise.all([openBrowser(), startIsolatedShop(recordEvents)]);
  });

  after(async () => {
    await Promise.all([browser.close(), shop.close()]);
  });

  for (const [what, types] of Object.entries(EVENTS)) {
    it(`finds all fields with querySelectorAll(), and fills them with ${what}`, async (t) => {
      const reference = `filled with ${what}`;
      const fields = 'card-number card-expiry card-cvc cardholder-name email postal-code';
      const shopper = await Shopper.open(browser, shop, {
        mode: 'isolated by isolated.js',
        attributes: { reference, fields },
      });
      t.after(() => shopper.page.close());
      const filled = await shopper.form.locator(':root').evaluate(
        ({ ownerDocument }, { values, events }) => {
          const names: string[] = [];
          for (const input of ownerDocument.querySelectorAll('input')) {
            const name = input.autocomplete.split(' ').at(-1) ?? '';
            names.push(name);
            input.value = values[name as keyof typeof values];
            for (const type of events) input.dispatchEvent(new Event(type, { bubbles: true }));
          }
          return names;
        },
        { values: VALUES, events: types },
      );
      const isValid = await shopper.act((widget) => widget.valid);
      await shopper.payButton.click();
      await shopper.read('You paid €49.99.');
      assert.deepEqual(
        [filled, isValid, shop.sandbox.ledger.entries(reference).length],
        [Object.keys(VALUES), true, 1],
      );
    });
  }
});
