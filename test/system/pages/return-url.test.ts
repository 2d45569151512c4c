import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

describe('return-url', () => {
  const context = withShop();

  /** Pays an order. Listeners of its page come before the element's own deeds. */
  async function pay(reference: string, card: string, state: string, isPrevented = false): Promise<Page> {
    const thanks = context.shop.show({ html: '<!doctype html><title>Thanks</title>' });
    const page = await context.open(
      `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}" return-url="${thanks}"></payment-widget>`,
    );
    await page.evaluate((prevents) => {
      addEventListener('payment-success', (event) => {
        if (prevents) event.preventDefault();
      });
    }, isPrevented);
    await typeCard(page, card);
    await page.keyboard.press('Enter');
    if (state === 'returned') await page.waitForURL(`**${thanks}?*`);
    else await page.locator(`payment-widget:state(${state})`).waitFor();
    return page;
  }

  it('is opened once, with reference and outcome in its query, and not for a shopper who comes back', async () => {
    const page = await pay('once', '4242424242424242', 'returned');
    const { search } = new URL(page.url());
    await page.goBack();
    await page.locator('payment-widget:state(paid)').waitFor();
    const title = await page.title();
    await page.close();
    assert.deepEqual([search, title], ['?reference=once&outcome=paid', 'Checkout']);
  });

  it('is opened after a pending payment', async () => {
    const page = await pay('pending', '4000000000004228', 'returned');
    const { search } = new URL(page.url());
    await page.close();
    assert.equal(search, '?reference=pending&outcome=pending');
  });

  for (const [when, card, state, isPrevented] of [
    ['if a listener prevents it', '4242424242424242', 'paid', true],
    ['after a refusal', '4000000000000002', 'failed', false],
    ['while the outcome is unknown', '4000000000000119', 'unknown', false],
  ] as const) {
    it(`is not opened ${when}`, async () => {
      const page = await pay(state, card, state, isPrevented);
      const title = await page.title();
      await page.close();
      assert.equal(title, 'Checkout');
    });
  }
});
