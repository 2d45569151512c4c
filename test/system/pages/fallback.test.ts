import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withBuiltShop } from '../../support/built-shop.js';

const styles = readFileSync('docs/examples/page.css', 'utf8');
const [, css = ''] = /#region fallback[^]*?\*\/\n([^]*?)\/\*\s*#endregion fallback/.exec(styles) ?? [];

describe('fallback content with the style sheet of the examples', () => {
  const context = withBuiltShop();

  async function open(script: 'blocked' | 'late' | 'there'): Promise<{ page: Page; arrive: () => void }> {
    const { browser, shop } = context;
    const page = await browser.newPage();
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/payment-widget.js', async (route) => {
      if (script === 'blocked') return route.abort();
      if (script === 'late') await arrival;
      return route.continue();
    });
    const html = `<!doctype html><html lang="en"><style>${css}</style><script type="module" src="/payment-widget.js" async></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR"><p>Please call us.</p></payment-widget><p>Terms</p></html>`;
    await page.goto(shop.url + shop.show({ html }), { waitUntil: 'commit' });
    return { page, arrive };
  }

  it('is visible if the script is blocked', async () => {
    const { page } = await open('blocked');
    await page.getByText('Please call us.').waitFor({ state: 'visible' });
    await page.close();
  });

  it('is hidden while the script loads', async () => {
    const { page } = await open('late');
    await page.getByText('Terms').waitFor();
    const isShown = await page.getByText('Please call us.').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

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
});
