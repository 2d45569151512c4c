import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withBuiltShop } from '../../support/built-shop.js';
import { until } from '../../support/until.js';

/** Hints that depend on origins, policies and files. */

const context = withBuiltShop();
const other = withBuiltShop();

const html = (proxyUrl: string, attributes = '') => `<!doctype html><html lang="en"><title>Shop</title>
  <script type="module" src="/payment-widget.js"></script>
  <payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="order-1" ${attributes}></payment-widget>
  </html>`;

/** Opens a page. @returns the lines of the element, once there is one, and those that follow at once */
async function linesOf(act: (page: Page) => Promise<unknown>): Promise<string[]> {
  const page = await context.browser.newPage();
  const lines: string[] = [];
  page.on('console', (line) => {
    if (line.text().startsWith('<payment-widget>')) lines.push(line.text());
  });
  try {
    await act(page);
    await until(() => Promise.resolve(lines.length > 0));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return lines;
  } finally {
    await page.close();
  }
}

/** Another origin. */
const elsewhere = () => other.shop.url;

describe('the console of a developer', () => {
  it('reports a proxy of another origin that does not allow the page, once', async () => {
    const { shop } = context;
    const lines = await linesOf((page) => page.goto(shop.url + shop.show({ html: html(`${elsewhere()}/pay`) })));
    assert.deepEqual(
      [
        lines.length,
        lines[0]?.includes(`${elsewhere()}/pay/config`),
        lines[0]?.includes(`add "${shop.url}" to allowedOrigins`),
      ],
      [1, true, true],
    );
  });

  it('reports a proxy that the policy of the page blocks, once', async () => {
    const { shop } = context;
    const csp = "script-src 'self'; connect-src 'self'";
    const lines = await linesOf((page) => page.goto(shop.url + shop.show({ html: html(`${elsewhere()}/pay`), csp })));
    assert.deepEqual(
      [lines.length, lines[0]?.includes('blocked_by_csp'), lines[0]?.includes(`Add ${elsewhere()} to connect-src`)],
      [1, true, true],
    );
  });

  it('reports a missing file, once', async () => {
    const { shop } = context;
    const lines = await linesOf(async (page) => {
      await page.route('**/attempt-report.js', (route) => route.fulfill({ status: 404 }));
      const proxyUrl = shop.mount((request) => {
        if (request.method === 'POST') return Response.json({}, { status: 500 });
        const isConfig = request.url.endsWith('/config');
        return Response.json(isConfig ? { mode: 'test', recovery: true, idempotency: true } : { state: 'succeeded' });
      });
      await page.goto(shop.url + shop.show({ html: html(proxyUrl) }));
      await page.locator('payment-widget:state(ready)').waitFor();
      for (const [id, value] of Object.entries({ number: '4242424242424242', exp: '1230', csc: '123', name: 'Ada' })) {
        await page.locator(`#cc-${id}`).fill(value);
      }
      await page.keyboard.press('Enter');
      await page.waitForTimeout(3500); // two questions
    });
    assert.deepEqual([lines.length, lines[0]?.includes(`${shop.url}/attempt-report.js`)], [1, true]);
  });
});
