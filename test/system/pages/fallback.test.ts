import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PaymentWidget } from 'payment-widget';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { pageWith, withShop } from '../../support/shop.js';
import { until } from '../../support/until.js';

describe('fallback text with payment-widget.css', () => {
  const context = withShop({ csp: `${MINIMAL_CSP}; style-src 'self'` });

  const open = (content: string): Promise<Page> =>
    context.open(`<link rel="stylesheet" href="/payment-widget.css" />
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR">${content}</payment-widget><p>Terms</p>`);
  const isShown = (page: Page) =>
    page
      .locator('payment-widget')
      .evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));

  for (const content of ['<p>Please call us.</p>', 'Please call us.']) {
    it(`is visible if the script is missing: ${content}`, async () => {
      context.shop.missing.add('payment-widget.js');
      const page = await open(content);
      // Ends the animation that hides the text while the script may load.
      await until(() =>
        page.locator('payment-widget').evaluate((element) => {
          const animations = element.getAnimations({ subtree: true });
          for (const animation of animations) animation.finish();
          return animations.length > 0;
        }),
      );
      await page.getByText('Please call us.').waitFor({ state: 'visible' });
      await page.close();
      context.shop.missing.clear();
    });
  }

  for (const [what, tag, isNamed] of [
    ['a script without type="module"', '<script src="/payment-widget.js"></script>', true],
    ['a module that is blocked', '<script type="module" src="/blocked/payment-widget.js"></script>', false],
  ] as const) {
    it(`${isNamed ? 'names' : 'does not blame'} ${what}`, async () => {
      const link = '<link rel="stylesheet" href="/payment-widget.css" />';
      const html = pageWith(`${link}<payment-widget><p>Please call us.</p></payment-widget>`, 'en', tag);
      const page = await context.browser.newPage();
      await page.goto(context.shop.url + context.shop.show({ html }));
      const before = page.locator('payment-widget').evaluate((it) => getComputedStyle(it, '::before').content);
      assert.equal((await before).includes('script_not_module'), isNamed);
      await page.close();
    });
  }

  it('is hidden while the script loads, and replaced by the form without moving what follows', async () => {
    const release = context.shop.hold('payment-widget.js');
    const page = await open('<p>Please call us.</p>');
    const top = async () => (await page.getByText('Terms').boundingBox())?.y ?? 0;
    await page.getByText('Terms').waitFor();
    const early = [await isShown(page), await top()] as const;
    release();
    await page.getByLabel('Card number').waitFor();
    const isLeft = await page.getByText('Please call us.').isVisible();
    const found = await page
      .locator('payment-widget')
      .evaluate(async (it: PaymentWidget) => (await it.diagnose()).map(({ code }) => code));
    const moved = early[1] - (await top());
    await page.close();
    assert.deepEqual([early[0], isLeft, moved <= 40, found], [false, false, true, ['missing_reference']]);
  });
});
