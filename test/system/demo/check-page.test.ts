import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Page } from 'playwright-core';
import { createCheckServer } from '../../../demo/check/check-server.js';
import { startFakeService } from '../../support/checked-proxy.js';
import { withDemo } from '../../support/demo.js';
import { freePort } from '../../support/free-port.js';
import { testProxy } from '../../support/node-proxy.js';
import { closedAddress, startServer } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';

const context = withDemo();

async function open(t: Scope): Promise<Page> {
  const page = await context.browser.newPage();
  t.after(() => page.close()); // ends a check that is still running
  await page.goto(`${context.shopUrl}/check/`);
  return page;
}

/** Selects another proxy, with a fake service on the given port. */
async function enterProxy(page: Page, url: string, port: number): Promise<void> {
  await page.getByText('Other proxy').click();
  await page.getByLabel('Proxy URL').fill(url);
  await page.getByLabel('Fake service port').fill(String(port));
}

const check = (page: Page) => page.getByRole('button', { name: 'Run checks' }).click();

const serve = (t: Scope, proxy: (request: Request) => Promise<Response>) =>
  startServer(t, createRequestListener(proxy));

describe('the proxy checker page', () => {
  it("finds no failure in the demo's own proxy", async (t) => {
    const page = await open(t);
    await page.getByText('Demo proxy with the sandbox').click();
    await check(page);
    // The warning: the demo accepts unknown orders at any price.
    await page.getByText(/^\d+ checks: \d+ passed, 1 warning, \d+ not checked$/).waitFor({ timeout: 90_000 });
    const accepted = page.getByRole('row', { name: /POST …\/v1\/payments accepts a payment/ });
    assert.equal(await accepted.getByText('Pass').count(), 1);
  });

  it('shows results while a check is running', async (t) => {
    const page = await open(t);
    await check(page);
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
    assert.match((await page.getByRole('status').textContent()) ?? '', /^Running checks/);
  });

  it('announces the total above the results', async (t) => {
    const page = await open(t);
    const url = `${await startServer(t, (_request, response) => response.writeHead(500).end())}/pay`;
    await enterProxy(page, url, await freePort());
    await check(page);
    const total = page.getByRole('status').getByText(/^\d+ checks: [1-9]\d* failed/);
    await total.waitFor({ timeout: 90_000 });
    const [above, below] = await Promise.all([total.boundingBox(), page.getByRole('table').boundingBox()]);
    assert.ok((above?.y ?? Infinity) < (below?.y ?? 0));
  });

  it('starts a fake service on the chosen port and pays the given orders', async (t) => {
    const page = await open(t);
    const port = await freePort();
    const proxy = testProxy({
      baseUrl: `http://127.0.0.1:${port}`,
      resolvePayment: ({ reference = '' }) =>
        reference.startsWith('order-') ? { amount: 1250, currency: 'USD' } : undefined,
    });
    await enterProxy(page, `${await serve(t, (request) => proxy(request))}/pay`, port);
    await page.getByText(`http://127.0.0.1:${port}`).waitFor();
    await page.getByText('More options', { exact: true }).click();
    await page.getByLabel('Reference prefix').fill('order-');
    await page.getByLabel('Amount in minor units').fill('1250');
    await page.getByLabel('Currency').fill('USD');
    await check(page);
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
  });

  it('links failures to their rows and fits a phone', async (t) => {
    const page = await open(t);
    await page.setViewportSize({ width: 390, height: 800 });
    const url = `${await startServer(t, (_request, response) => response.writeHead(500).end())}/pay`;
    await enterProxy(page, url, await freePort());
    await check(page);
    await page.getByText(/checks need an accepted payment/).waitFor();
    await page.getByRole('link', { name: 'payment', exact: true }).click();
    const frame = page.locator('.table-frame');
    assert.equal(await page.locator('tr:target').getAttribute('id'), 'check-payment');
    assert.ok(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  });

  it('checks a proxy with a Live key only after confirmation', async (t) => {
    const page = await open(t);
    const proxy = testProxy({ mode: 'live', baseUrl: 'https://service.example' });
    await enterProxy(page, `${await serve(t, (request) => proxy(request))}/pay`, await freePort());
    await check(page);
    await page.getByRole('alert').getByText('turn on “Live key”').waitFor();
    await page.getByText('More options', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Live key' }).check();
    await check(page);
    await page.getByText(/^\d+ checks: \d+ passed/).waitFor();
  });

  it('reports an address where nothing listens, an invalid origin and a port in use', async (t) => {
    const page = await open(t);
    await enterProxy(page, `${await closedAddress()}/pay`, await freePort());
    await check(page);
    await page.getByRole('alert').getByText('Nothing listens at').waitFor();

    await page.getByText('More options', { exact: true }).click();
    const origin = page.getByLabel('Another allowed origin');
    await origin.fill('https://Shop.example');
    await check(page);
    await page.getByRole('alert').getByText('"https://Shop.example" is not an origin.').waitFor();

    await origin.fill('');
    const { url } = await startFakeService(t);
    await page.getByLabel('Fake service port').fill(new URL(url).port);
    await check(page);
    await page
      .getByRole('alert')
      .getByText(/The fake service cannot listen on port \d+/)
      .waitFor();
  });
});

describe('POST /check/run', () => {
  const run = (headers: Record<string, string>, settings: object = {}) =>
    fetch(`${context.shopUrl}/check/run`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ url: 'http://localhost:1/pay', ...settings }),
    });

  for (const [name, value] of [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://other.example'],
  ] as const) {
    it(`refuses other sites by ${name}`, async () => {
      assert.equal((await run({ [name]: value })).status, 403);
    });
  }

  it('refuses content types that an HTML form can send', async () => {
    assert.equal((await run({ 'Content-Type': 'text/plain' })).status, 415);
  });

  for (const [what, settings] of [
    ['a path as the port of the fake service', { servicePort: '/tmp/check-proxy.sock' }],
    ['a fractional amount', { amount: 49.99 }],
    ['an invalid currency', { currency: 'euro' }],
    ['a setting that pages must not use', { apiKey: 'key' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.equal((await run({}, settings)).status, 400);
    });
  }

  it('refuses another host name, against DNS rebinding', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request('http://rebound.example/check/run', { method: 'POST', headers, body: '{}' });
    assert.equal((await createCheckServer()(request)).status, 403);
  });
});
