import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PaymentWidget } from 'payment-widget';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { violationsIn } from '../demo/axe.js';

/** Nothing is charged, and the page works once it is reloaded: most browsers do not load a file again that has failed. */
describe('a form whose card-form.js cannot be loaded', () => {
  const context = withShop();

  const failedLoad = (page: Page) =>
    page.waitForEvent('console', (line) => line.text().includes('card-form could not be loaded'));

  async function open(reference: string): Promise<Page> {
    let failed: Promise<unknown> | undefined;
    context.shop.missing.add('card-form.js');
    const page = await context.open(
      `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}"></payment-widget>`,
      {
        async prepare(page) {
          failed = failedLoad(page);
          await page.addInitScript(() => {
            const heard: unknown[] = [];
            Object.assign(globalThis, { heard });
            for (const type of ['payment-failure', 'payment-unknown'] as const)
              addEventListener(type, ({ detail }) => heard.push(`${detail.error.outcome} ${detail.error.code}`));
          });
        },
      },
    );
    await failed;
    return page;
  }

  const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  const widgetOf = (page: Page) => page.locator('payment-widget');
  const payButton = (page: Page) => page.locator('payment-widget [part=pay-button]');

  it('says that nothing was charged, keeps what was typed, and pays after a reload', async () => {
    const page = await open('reloaded');
    await typeCard(page, '4242424242424242');
    await payButton(page).click();
    await page.getByRole('alert').getByText('You were not charged. Please try again, or reload the page.').waitFor();
    const typed = await page.getByLabel('Card number').inputValue();
    const state = await widgetOf(page).evaluate((element: PaymentWidget) => element.state);
    const found = [state, await heard(page), await violationsIn(page, { include: ['payment-widget'] })];
    const before = context.shop.charges('reloaded');
    context.shop.missing.clear();
    await page.reload();
    await typeCard(page, '4242424242424242');
    await payButton(page).click();
    await page.locator('payment-widget:state(paid)').waitFor();
    await page.close();
    assert.deepEqual([found, typed], [['failed', ['not_charged not_loaded'], []], '4242424242424242']);
    assert.deepEqual([before, context.shop.charges('reloaded')], [[], [4999]]);
  });

  it('is unknown if an earlier page has charged the card', async () => {
    const page = await open('earlier');
    context.shop.missing.clear();
    await page.reload();
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.locator('payment-widget:state(paid)').waitFor();
    context.shop.missing.add('card-form.js');
    const failed = failedLoad(page);
    await page.reload();
    await failed;
    await page.locator('payment-widget:state(unknown)').waitFor();
    const forms = await page.locator('payment-widget form').count();
    const submit = () =>
      widgetOf(page).evaluate(async (element: PaymentWidget) => {
        const { outcome, restored, reference } = await element.submit();
        return [outcome, restored, reference];
      });
    const unknown = [await submit(), await submit()];
    const found = [forms, await heard(page), await violationsIn(page, { include: ['payment-widget'] })];
    context.shop.missing.clear();
    await page.reload();
    await page.locator('payment-widget:state(paid)').waitFor();
    await page.close();
    assert.deepEqual(found, [0, ['unknown connection_lost'], []]);
    assert.deepEqual(unknown, Array(2).fill(['unknown', true, 'earlier']));
    assert.deepEqual(context.shop.charges('earlier'), [4999]);
  });
});
