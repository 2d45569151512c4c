import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { withShop } from '../../support/shop.js';

const context = withShop({ mode: 'live' });
const CARD = '4242424242424242';

/** How often the browser has done this, whatever the speed of the machine. */
async function count(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === name)?.value ?? NaN;
}

it('recalculates styles at most 1.5 times per key of a card number', async () => {
  const form = '<payment-widget proxy-url="/pay" reference="typing" amount="4999" currency="EUR"></payment-widget>';
  const page = await context.open(form);
  await page.locator('payment-widget:state(ready)').waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const nextFrame = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.locator('payment-widget #cc-number').focus();
  await nextFrame();
  const before = await count(cdp, 'RecalcStyleCount');
  for (const digit of CARD) {
    await page.keyboard.press(digit);
    await nextFrame(); // else two keys could share a recalculation
  }
  const perKey = ((await count(cdp, 'RecalcStyleCount')) - before) / CARD.length;
  await page.close();
  assert.ok(perKey <= 1.5, `${perKey} per key`);
});
