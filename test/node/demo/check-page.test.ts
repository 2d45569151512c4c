import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { startStandIn } from '../../support/checked-proxy.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { freePort } from '../../support/free-port.js';
import { testProxy } from '../../support/node-proxy.js';
import { closedAddress, startServer } from '../../support/node-servers.js';

let demo: Demo;
let browser: Browser;

before(async () => {
  demo = await startDemo({}, DEMO_PAGES);
  browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
});
after(async () => {
  await browser.close();
  await demo.close();
});

async function open(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${demo.shopUrl}/check/`);
  return page;
}

/** Chooses an address; the stand-in behind it on a port of its own. */
async function typeAddress(page: Page, url: string, port: number): Promise<void> {
  await page.getByText('An address', { exact: true }).click();
  await page.getByLabel('Address of the proxy').fill(url);
  await page.getByLabel('Port of the stand-in').fill(String(port));
}

describe('the page that checks proxies', () => {
  it('shows what the checks found of the proxy with the sandbox: no failure', async () => {
    const page = await open();
    await page.getByText('The demo’s proxy, with the sandbox').click();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/^\d+ passed, 1 warning, 0 failed/).waitFor({ timeout: 90_000 }); // the shop takes an order that it does not know at any price
    assert.equal(
      await page
        .getByRole('row', { name: /POST …\/v1\/payments is taken/ })
        .getByText('Pass')
        .count(),
      1,
    );
  });

  it('says in a sentence that no browser sends such an origin', async () => {
    const page = await open();
    await typeAddress(page, `${await closedAddress()}/pay`, await freePort());
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Another origin that may use it').fill('https://Shop.example');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').getByText('"https://Shop.example" is no origin.').waitFor();
  });

  it('fills the table while the proxy with the stand-in is being checked', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
    assert.match((await page.getByRole('status').textContent()) ?? '', /is being checked/);
    await page.close(); // that ends it
  });

  it('says in a sentence that nothing listens at an address that was typed', async () => {
    const page = await open();
    await typeAddress(page, `${await closedAddress()}/pay`, await freePort());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^Nothing listens at/);
  });

  it('starts a stand-in of the service for a proxy at an address, where it says that it will', async (t) => {
    const page = await open();
    const port = await freePort();
    const proxy = testProxy({ baseUrl: `http://127.0.0.1:${port}` });
    const listener = createRequestListener((request: Request) => proxy(request));
    await typeAddress(page, `${await startServer(t, listener)}/pay`, port);
    await page.getByText(`http://127.0.0.1:${port}`).waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
    await page.close(); // that ends it
  });

  it('links what failed to its row, and says how to have more checked', async (t) => {
    const page = await open();
    const url = `${await startServer(t, (_request, response) => response.writeHead(500).end())}/pay`;
    await typeAddress(page, url, await freePort());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/checks need a payment that is accepted/).waitFor();
    await page.getByRole('link', { name: 'payment', exact: true }).click();
    assert.equal(await page.locator('tr:target').getAttribute('id'), 'check-payment');
  });

  it('pays the orders that are named', async (t) => {
    const page = await open();
    const port = await freePort();
    const proxy = testProxy({
      baseUrl: `http://127.0.0.1:${port}`,
      resolvePayment: ({ reference = '' }) =>
        reference.startsWith('order-') ? { amount: 1250, currency: 'USD' } : undefined,
    });
    const listener = createRequestListener((request: Request) => proxy(request));
    await typeAddress(page, `${await startServer(t, listener)}/pay`, port);
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('References begin with').fill('order-');
    await page.getByLabel('Amount, in minor units').fill('1250');
    await page.getByLabel('Currency').fill('USD');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
    await page.close(); // that ends it
  });

  it('says what to do about a proxy with a Live key, and does it', async (t) => {
    const page = await open();
    const proxy = testProxy({ mode: 'live', baseUrl: 'https://service.example' });
    const listener = createRequestListener((request: Request) => proxy(request));
    await typeAddress(page, `${await startServer(t, listener)}/pay`, await freePort());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').getByText('switch on “It holds a Live key”').waitFor();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'It holds a Live key' }).check();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/\d+ passed, .* 0 failed/).waitFor();
  });

  it('shows what was found, whole, on a phone', async (t) => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 800 });
    const url = `${await startServer(t, (_request, response) => response.writeHead(500).end())}/pay`;
    await typeAddress(page, url, await freePort());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/checks need a payment that is accepted/).waitFor();
    const frame = page.locator('.table-frame');
    assert.ok(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  });

  it('says in a sentence that the port of the stand-in is taken', async (t) => {
    const page = await open();
    const { url } = await startStandIn(t);
    await typeAddress(page, 'http://localhost:1/pay', Number(new URL(url).port));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^The stand-in cannot listen on port \d+/);
  });
});

describe('what runs the checks for it', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${demo.shopUrl}/check/run`, { method: 'POST', headers, body: '{"url":"http://localhost:1/pay"}' });

  for (const [name, value] of [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://other.example'],
  ] as const) {
    it(`does nothing for another site, by its ${name}`, async () => {
      assert.equal((await ask({ 'Content-Type': 'application/json', [name]: value })).status, 403);
    });
  }

  it('takes nothing that a form of another site could send', async () => {
    assert.equal((await ask({ 'Content-Type': 'text/plain' })).status, 415);
  });

  for (const [what, wish] of [
    ['socket of another kind for a stand-in', { servicePort: '/tmp/check-proxy.sock' }],
    ['amount that is none', { amount: 49.99 }],
    ['currency that is none', { currency: 'euro' }],
    ['setting that is not for pages', { apiKey: 'key' }],
  ] as const) {
    it(`takes no ${what}`, async () => {
      const body = JSON.stringify({ url: 'http://localhost:1/pay', ...wish });
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${demo.shopUrl}/check/run`, { method: 'POST', headers, body });
      assert.equal(response.status, 400);
    });
  }

  it('does nothing under the name of somebody else', async () => {
    const { createCheckServer } = await import('../../../demo/check/check-server.js');
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request('http://rebound.example/check/run', { method: 'POST', headers, body: '{}' });
    assert.equal((await createCheckServer()(request)).status, 403);
  });
});
