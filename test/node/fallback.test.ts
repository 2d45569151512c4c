import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';
import { DEMO_PAGES } from '../support/demo-pages.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, css = ''] = /### Without the script[^]*?```css\n([^]*?)```/.exec(readme) ?? [];

describe('what a shopper sees of a page with the stylesheet of the README', () => {
  let browser: Browser;
  let demo: Demo;
  before(async () => {
    browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
    demo = await startDemo({}, DEMO_PAGES);
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  /** @param script - what becomes of the script */
  async function open(script: 'blocked' | 'late' | 'there'): Promise<{ page: Page; arrive: () => void }> {
    const page = await browser.newPage();
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/payment-widget.js', async (route) => {
      if (script === 'blocked') return route.abort();
      if (script === 'late') await arrival;
      return route.continue();
    });
    await page.route('**/fallback', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><style>${css}</style><script src="/payment-widget.js" async></script>
          <payment-widget proxy-url="/pay" amount="4999" currency="EUR"><p>Please call us.</p></payment-widget><p>Terms</p></html>`,
      }),
    );
    await page.goto(`${demo.shopUrl}/fallback`, { waitUntil: 'commit' });
    return { page, arrive };
  }

  it('is how else one can pay, when the script is blocked', async () => {
    const { page } = await open('blocked');
    await page.getByText('Please call us.').waitFor({ state: 'visible' });
    await page.close();
  });

  it('is not that while the script may still come', async () => {
    const { page } = await open('late');
    await page.getByText('Terms').waitFor();
    const isShown = await page.getByText('Please call us.').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  it('is the form alone once the script is there, and nothing has moved up', async () => {
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
