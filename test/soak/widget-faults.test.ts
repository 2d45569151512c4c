import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { openAttemptOf } from '../support/node-proxy.js';
import { needPython, needShopsInPhp } from '../system/recipes/prerequisites.js';
import { Checkout } from './faults/checkout.js';
import { describeFaults, type FaultyShop } from './faults/pay-through.js';
import { startRecipeScene } from './faults/recipe-scene.js';
import { startScene } from './faults/scene.js';

let browser: Browser;

before(async () => {
  await Promise.all([needShopsInPhp(), needPython()]);
  browser = await openBrowser();
});

after(() => browser.close());

const openOrder: FaultyShop['open'] = (url, attributes) => Checkout.order(browser, url, attributes);

describe('the widget and our proxy in Chromium', () => {
  describeFaults({
    start: async (t) => {
      const scene = await startScene(t);
      return {
        ...scene,
        resolve: async (reference, outcome) =>
          scene.proxy.resolve(await openAttemptOf(scene.proxy, reference), outcome),
      };
    },
    open: (url, attributes) => Checkout.open(browser, url, { attributes }),
  });
});

for (const name of ['PHP', 'Flask'] as const) {
  describe(`the widget, a shop in ${name} and the program beside it in Chromium`, () => {
    it('sends the payment over a kept connection, which Chromium may resend by itself', async (t) => {
      const { shop } = await startRecipeScene(t, name);
      const checkout = await openOrder(shop.url, {});
      t.after(() => checkout.close());
      await checkout.pay();
      assert.deepEqual(
        shop.seen.map(({ reused }) => reused),
        [true],
      );
    });

    describeFaults({ start: (t) => startRecipeScene(t, name), open: openOrder });
  });
}
