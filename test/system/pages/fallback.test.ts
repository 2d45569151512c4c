import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { withShop } from '../../support/shop.js';
import { visit } from '../../support/engines/visit.js';
import { until } from '../../support/until.js';

describe('fallback text with payment-widget.css', () => {
  const context = withShop();

  interface Setting {
    /** What the page contains besides. */
    readonly head?: string;
    /** The content of the element. */
    readonly content?: string;
  }

  async function open(
    script: 'blocked' | 'late' | 'there',
    { head = '', content = '<p>Please call us.</p>' }: Setting = {},
  ): Promise<{ page: Page; arrive: () => void }> {
    const { browser, shop } = context;
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/payment-widget.js', async (route) => {
      if (script === 'blocked') return route.abort();
      if (script === 'late') await arrival;
      return route.continue();
    });
    await page.route('**/no-animations.css', (route) =>
      route.fulfill({ contentType: 'text/css', body: '* { animation: none !important; transition: none !important }' }),
    );
    const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><link rel="stylesheet" href="/payment-widget.css" />${head}
      <script type="module" src="/payment-widget.js" async></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR">${content}</payment-widget><p>Terms</p></html>`;
    const csp = `${MINIMAL_CSP}; style-src 'self'`;
    await page.goto(shop.url + shop.show({ html, csp }), { waitUntil: 'commit' });
    return { page, arrive };
  }

  /** Ends the animation that hides the text while the script may load. */
  const endWaiting = (page: Page) =>
    until(() =>
      page.locator('payment-widget').evaluate((element) => {
        const animations = element.getAnimations({ subtree: true });
        for (const animation of animations) animation.finish();
        return animations.length > 0;
      }),
    );

  it('is visible if the script is blocked', async () => {
    const { page } = await open('blocked');
    await endWaiting(page);
    await page.getByText('Please call us.').waitFor({ state: 'visible' });
    await page.close();
  });

  it('is visible if the script is blocked, without an element around it', async () => {
    const { page } = await open('blocked', { content: 'Please call us.' });
    await endWaiting(page);
    await page.getByText('Please call us.').waitFor({ state: 'visible' });
    await page.close();
  });

  for (const [what, setting] of [
    ['in an element', {}],
    ['without an element', { content: 'Please call us.' }],
    ['on a page without animations', { head: '<link rel="stylesheet" href="/no-animations.css" />' }],
  ] as const) {
    it(`is hidden while the script loads, ${what}`, async () => {
      const { page } = await open('late', setting);
      await page.getByText('Terms').waitFor();
      const isShown = await page
        .locator('payment-widget')
        .evaluate((element) => element.checkVisibility({ visibilityProperty: true }));
      await page.close();
      assert.equal(isShown, false);
    });
  }

  it('is replaced by the form without moving what follows', async () => {
    const { page, arrive } = await open('late');
    const top = async () => (await page.getByText('Terms').boundingBox())?.y ?? 0;
    await page.getByText('Terms').waitFor();
    const before = await top();
    arrive();
    await page.getByLabel('Card number').waitFor();
    const isShown = await page.getByText('Please call us.').isVisible();
    const moved = before - (await top());
    await page.close();
    assert.deepEqual([isShown, moved <= 40], [false, true]);
  });

  it('is replaced by the form at once in WebKit, too', async (t) => {
    const { shop } = context;
    const visited = await visit('webkit');
    const { page } = visited;
    t.after(() => visited.close());
    const html = `<!doctype html><html lang="en"><link rel="stylesheet" href="/payment-widget.css" />
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR">Please call us.</payment-widget>
      <script type="module">
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame); // the text is hidden by now
        await import('/payment-widget.js');
      </script></html>`;
    await page.goto(shop.url + shop.show({ html }));
    await until(() => page.evaluate(() => document.querySelector('payment-widget')?.state === 'ready'));
    const [isShown, animations] = await page.evaluate(() => {
      const widget = document.querySelector('payment-widget') as Element;
      return [widget.checkVisibility({ visibilityProperty: true }), widget.getAnimations().length];
    });
    assert.deepEqual([isShown, animations], [true, 0]);
  });
});
