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

/** Pays with a test card. */
async function pay(page: Page): Promise<void> {
  await page.locator('payment-widget:state(ready)').waitFor();
  for (const [id, value] of Object.entries({ number: '4242424242424242', exp: '1230', csc: '123', name: 'Ada' })) {
    await page.locator(`#cc-${id}`).fill(value);
  }
  await page.keyboard.press('Enter');
}

/** A payment on a host. @returns whether the page has loaded the hints. */
async function hasHints(host: string, answer: (request: Request) => Response | undefined): Promise<boolean> {
  const { shop, browser } = context;
  const page = await browser.newPage();
  const requested: string[] = [];
  await page.route('**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    requested.push(pathname);
    if (!pathname.startsWith('/no-mode/')) {
      await route.fulfill({ response: await route.fetch({ url: shop.url + pathname }) });
      return;
    }
    const answered = answer(new Request(request.url(), { method: request.method() }));
    if (!answered) await route.abort();
    else await route.fulfill({ status: answered.status, headers: Object.fromEntries(answered.headers) });
  });
  try {
    await page.goto(host + shop.show({ html: html('/no-mode') }));
    await pay(page);
    await page.waitForTimeout(1000);
    return requested.includes('/setup-hints.js');
  } finally {
    await page.close();
  }
}

/** Has no configuration, and reports its mode with a payment. */
const lateMode = (status: number) => (request: Request) =>
  request.method === 'POST'
    ? new Response(null, { status, headers: { 'Payments-Mode': 'test' } })
    : new Response(null, { status: 404 });

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
      await pay(page);
      await page.waitForTimeout(3500); // two questions
    });
    assert.deepEqual([lines.length, lines[0]?.includes(`${shop.url}/attempt-report.js`)], [1, true]);
  });

  for (const [where, host, answer, isExpected] of [
    ['in production', 'https://shop.example', () => new Response(null, { status: 404 }), false],
    [
      'in production, with an error of the proxy',
      'https://shop.example',
      () => new Response(null, { status: 503 }),
      false,
    ],
    ['in production, without a response of the proxy', 'https://shop.example', () => undefined, true],
    ['on 127.0.0.1', 'http://127.0.0.1:8080', () => new Response(null, { status: 404 }), true],
    ['on a name below localhost', 'http://shop.localhost', () => new Response(null, { status: 404 }), true],
    ['in Test mode that the payment reports, if it is unauthorized', 'https://shop.example', lateMode(401), true],
    ['in Test mode that the payment reports, if it is declined', 'https://shop.example', lateMode(402), false],
  ] as const) {
    it(`${isExpected ? 'has' : 'has no'} hints ${where}`, async () => {
      assert.equal(await hasHints(host, answer), isExpected);
    });
  }
});
