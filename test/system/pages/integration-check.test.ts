import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Finding, PaymentWidget } from 'payment-widget';
import { plainName } from '../../../tools/files.js';
import { pageWith, withShop, type PageOptions } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';

/** Findings that depend on origins, policies and files. */

const context = withShop();
const other = withShop();

const form = (proxyUrl: string, attributes = '') =>
  `<payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="order-1" ${attributes}></payment-widget>`;

const diagnose = (page: Page): Promise<Finding[]> =>
  page.locator('payment-widget').evaluate((element: PaymentWidget) => element.diagnose());

/** Opens a page. @returns what `diagnose()` of its element finds */
async function findingsOf(body: string, options?: PageOptions): Promise<Finding[]> {
  const page = await context.open(body, options);
  await page.locator('payment-widget:state(ready)').waitFor();
  const findings = await diagnose(page);
  await page.close();
  return findings;
}

afterEach(() => {
  context.shop.missing.clear();
});

describe('diagnose()', () => {
  it('finds nothing under the recommended policy, and violates it in nothing', async () => {
    const csp =
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; " +
      "require-trusted-types-for 'script'; trusted-types payment-widget";
    let complaints: string[] = [];
    const prepare = async (page: Page) => (complaints = await listenForComplaints(page));
    assert.deepEqual([await findingsOf(form('/pay'), { csp, prepare }), complaints], [[], []]);
  });

  it('finds a proxy that the policy blocks, in Live mode too', async () => {
    const live = other.shop.url + other.shop.mount({ mode: 'live' });
    const found = await findingsOf(form(live, 'mode="live"'), { csp: "script-src 'self'; connect-src 'self'" });
    assert.deepEqual(
      found.map(({ code, level }) => [code, level]),
      [['blocked_by_csp', 'error']],
    );
  });

  it('finds a second copy of the script', async () => {
    const found = await findingsOf(`<script type="module" src="/payment-widget.js?2"></script>${form('/pay')}`);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['several_scripts'],
    );
  });

  it('finds a file that is missing for reports of attempts', async () => {
    context.shop.missing.add('settle-attempt.js');
    const proxyUrl = context.shop.mount((request) => {
      if (request.method === 'POST') return Response.json({}, { status: 500 });
      const isConfig = request.url.endsWith('/config');
      return Response.json(isConfig ? { mode: 'test', recovery: true, idempotency: true } : { state: 'succeeded' });
    });
    const page = await context.open(form(proxyUrl));
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    let found: Finding | undefined;
    await until(async () => (found = (await diagnose(page)).find(({ code }) => code === 'not_loaded')));
    await page.close();
    assert.equal(
      plainName(found?.message ?? ''),
      `${context.shop.url}/settle-attempt.js answered 404. Expected the file.`,
    );
  });

  it('rejects with not_loaded if its own file is missing', async () => {
    context.shop.missing.add('setup-hints.js');
    const page = await context.open(form('/pay'));
    await page.locator('payment-widget:state(ready)').waitFor();
    await assert.rejects(diagnose(page), /could not be loaded/);
    await page.close();
  });
});

describe('the console of a developer', () => {
  it('reports a proxy of another origin that does not allow the page, once', async () => {
    const lines: string[] = [];
    const prepare = (page: Page) =>
      page.on('console', (line) => {
        if (/ See payment-widget\/docs\/.*#/.test(line.text())) lines.push(line.text());
      });
    const page = await context.open(form(`${other.shop.url}/pay`), { prepare });
    await until(() => lines.length > 0);
    await diagnose(page); // asks everything again
    await page.close();
    const says = (text: string) => lines.some((line) => line.includes(text));
    assert.deepEqual(
      [lines.length, says(`${other.shop.url}/pay/config`), says(`add "${context.shop.url}" to allowedOrigins`)],
      [1, true, true],
    );
  });

  for (const [where, host, status, isExpected] of [
    ['in production', 'https://shop.example', 404, false],
    ['in production, with an error of the proxy', 'https://shop.example', 503, false],
    ['in production, without a response of the proxy', 'https://shop.example', 0, true],
    ['on 127.0.0.1', 'http://127.0.0.1:8080', 404, true],
  ] as const) {
    it(`has ${isExpected ? 'hints' : 'no hints'} ${where}`, async () => {
      const { shop, browser } = context;
      const page = await browser.newPage();
      const requested: string[] = [];
      await page.route('**', async (route) => {
        const { pathname } = new URL(route.request().url());
        requested.push(plainName(pathname));
        if (!pathname.startsWith('/no-mode/'))
          await route.fulfill({ response: await route.fetch({ url: shop.url + pathname }) });
        else if (status === 0) await route.abort();
        else await route.fulfill({ status });
      });
      await page.goto(host + shop.show({ html: pageWith(form('/no-mode')) }));
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.locator('payment-widget').locator('[part=summary], [part=result-title]').first().waitFor();
      await page.evaluate(() => fetch('/asked-last').catch(() => undefined));
      await until(() => requested.includes('/asked-last'));
      await page.close();
      assert.equal(requested.includes('/setup-hints.js'), isExpected);
    });
  }
});
