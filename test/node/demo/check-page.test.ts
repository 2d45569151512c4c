import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { closedAddress } from '../../support/node-servers.js';

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

  it('fills the table while the proxy with the stand-in is being checked', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row', { name: /^Pass one-request/ }).waitFor();
    assert.match((await page.getByRole('status').textContent()) ?? '', /is being checked/);
    await page.close(); // that ends it
  });

  it('says in a sentence that nothing listens at an address that was typed', async () => {
    const page = await open();
    await page.getByText('An address', { exact: true }).click();
    await page.getByLabel('Address of the proxy').fill(`${await closedAddress()}/pay`);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^Nothing listens at/);
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

  it('does nothing under the name of somebody else', async () => {
    const { createCheckServer } = await import('../../../demo/check/check-server.js');
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request('http://rebound.example/check/run', { method: 'POST', headers, body: '{}' });
    assert.equal((await createCheckServer()(request)).status, 403);
  });
});
