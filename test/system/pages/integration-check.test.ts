import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Finding, PaymentError, PaymentWidget } from '../../../src/index.js';
import { withShop } from '../../support/shop.js';
import { until } from '../../support/until.js';

/** Findings that depend on origins, policies and files. */

const context = withShop();
const other = withShop();

const html = (proxyUrl: string, attributes = '') => `<!doctype html><html lang="en"><title>Shop</title>
  <meta name="viewport" content="width=device-width" />
  <script type="module" src="/payment-widget.js"></script>
  <payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="order-1" ${attributes}></payment-widget>
  </html>`;

/** Opens a page. @returns the findings of the element in the console */
async function linesOf(act: (page: Page) => Promise<unknown>): Promise<string[]> {
  const page = await context.browser.newPage();
  const lines: string[] = [];
  page.on('console', (line) => {
    if (/ See payment-widget\/docs\/.*#/.test(line.text())) lines.push(line.text());
  });
  try {
    await act(page);
    await until(() => lines.length > 0);
    await page.locator('payment-widget').evaluate((element: PaymentWidget) => element.diagnose()); // asks everything again
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

/** Pays on a host. @returns the paths that the page has asked for, until a request after the payment */
async function askedFor(host: string, answer: (request: Request) => Response | undefined): Promise<string[]> {
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
    await page.locator('payment-widget').locator('[part=summary], [part=result-title]').first().waitFor();
    await page.evaluate(() => fetch('/asked-last').catch(() => undefined));
    await until(() => requested.includes('/asked-last'));
    return requested;
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

/** Opens a page. @returns what `diagnose()` of its element finds */
async function diagnose(html: string, options: { csp?: string; host?: string; page?: Page } = {}): Promise<Finding[]> {
  const { shop, browser } = context;
  const page = options.page ?? (await browser.newPage());
  try {
    const path = shop.show({ html, ...(options.csp && { csp: options.csp }) });
    if (options.host) {
      await page.route(`${options.host}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: shop.url + pathname }) });
      });
    }
    await page.goto((options.host ?? shop.url) + path);
    const frame = page.frames()[1] ?? page.mainFrame();
    await frame.locator('payment-widget:state(ready)').waitFor();
    return await frame.locator('payment-widget').evaluate((element) => (element as PaymentWidget).diagnose());
  } finally {
    await page.close();
  }
}

const codes = (findings: readonly Finding[]) => findings.map(({ code, level }) => `${level} ${code}`);

/** The policy that the documentation recommends. */
const STRICT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types payment-widget";

describe('diagnose()', () => {
  it('finds nothing under a strict policy, and violates it in nothing', async () => {
    const page = await context.browser.newPage();
    const violations: string[] = [];
    page.on('console', (line) => {
      if (/Content Security Policy|Trusted/.test(line.text())) violations.push(line.text());
    });
    const found = await diagnose(html('/pay'), { csp: STRICT, page });
    assert.deepEqual([found, violations], [[], []]);
  });

  it('finds a proxy that the policy blocks, without console', async () => {
    const csp = "script-src 'self'; connect-src 'self'";
    const found = await diagnose(html(elsewhere() + other.shop.mount({ mode: 'live' }), 'mode="live"'), { csp });
    assert.deepEqual(codes(found), ['error blocked_by_csp']);
  });

  it('finds nothing in Live mode on a good page', async () => {
    assert.deepEqual(
      await diagnose(html(context.shop.mount({ mode: 'live' }), 'mode="live"'), { host: 'https://shop.example' }),
      [],
    );
  });

  it('finds a second copy of the script', async () => {
    const page = html('/pay').replace(
      '<payment-widget',
      '<script type="module" src="/payment-widget.js?2"></script>$&',
    );
    const [found, ...others] = await diagnose(page);
    assert.deepEqual([found?.code, others], ['several_scripts', []]);
  });

  it("does not take a part of Vite's development bundle for a second copy", async () => {
    const part = '<script type="module" src="/node_modules/.vite/deps/payment-widget.js?v=1"></script>';
    assert.deepEqual(codes(await diagnose(html('/pay').replace('<payment-widget', `${part}$&`))), []);
  });

  it('finds a file that is missing for reports of attempts', async () => {
    const { shop } = context;
    const page = await context.browser.newPage();
    const proxyUrl = shop.mount((request) => {
      if (request.method === 'POST') return Response.json({}, { status: 500 });
      const isConfig = request.url.endsWith('/config');
      return Response.json(isConfig ? { mode: 'test', recovery: true, idempotency: true } : { state: 'succeeded' });
    });
    const requested = page.waitForResponse('**/attempt-report.js');
    await page.route('**/attempt-report.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(shop.url + shop.show({ html: html(proxyUrl) }));
    await pay(page);
    await requested;
    let found: Finding | undefined;
    await until(async () => {
      const all = await page.locator('payment-widget').evaluate((widget: PaymentWidget) => widget.diagnose());
      found = all.find(({ code }) => code === 'not_loaded');
      return found !== undefined;
    });
    await page.close();
    assert.deepEqual(
      [found?.level, found?.message],
      ['error', `${shop.url}/attempt-report.js answered 404. Expected the file.`],
    );
  });

  it('rejects with not_loaded if its own file is missing', async () => {
    const { shop } = context;
    const page = await context.browser.newPage();
    await page.route('**/setup-hints.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(shop.url + shop.show({ html: html('/pay') }));
    await page.locator('payment-widget:state(ready)').waitFor();
    const error = await page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
      try {
        return await element.diagnose();
      } catch (reason) {
        const { code, outcome } = reason as PaymentError;
        return [code, outcome];
      }
    });
    await page.close();
    assert.deepEqual(error, ['not_loaded', 'not_charged']);
  });
});

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
    ['in Test mode that the payment reports, if it is not found', 'https://shop.example', lateMode(404), true],
  ] as const) {
    it(`${isExpected ? 'has' : 'has no'} hints ${where}`, async () => {
      const asked = await askedFor(host, answer);
      assert.equal(asked.includes('/setup-hints.js'), isExpected);
    });
  }
});
