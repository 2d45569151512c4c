import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser } from 'playwright-core';
import sirv from 'sirv';
import { close, listen } from '../../../demo/listen.js';
import { createSandbox } from '../../../packages/testing/src/sandbox/sandbox.js';
import { openBrowser } from '../../support/browser.js';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { assertFrame, checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { testProxy } from '../../support/node-proxy.js';
import { OwnScope, type Scope } from '../../support/scope.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';
import { buildCheckouts, startNext } from './checkouts.js';
import manifest from '../../../demo/frameworks/package.json' with { type: 'json' };

/** Each checkout of demo/frameworks, built with the packed package. `FRAMEWORK=vue` selects one. */

const { FRAMEWORK = '' } = process.env;
const names = manifest.workspaces.filter((workspace) => !FRAMEWORK || workspace === FRAMEWORK);
const all = new OwnScope();
let browser: Browser;
let checkouts: ReadonlyMap<string, Promise<string>>;

before(async () => {
  browser = await openBrowser();
  all.after(() => browser.close());
  checkouts = await buildCheckouts(all, names);
});
after(() => all.end());

/** A merchant's server with built pages, and our proxy under `/pay` with a sandbox of its own. */
async function startShop(t: Scope, folder: string) {
  const sandbox = createSandbox();
  const proxy = testProxy({ fetch: sandbox.handle, apiKey: sandbox.keys.test });
  const pay = createRequestListener((request: Request) => proxy(request));
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else if (request.url?.startsWith('/pay/')) pay(request, response);
    else files(request, response);
  });
  t.after(() => close(server));
  return { url: await listen(server, 0), charged: () => sandbox.ledger.entries().map(({ amount }) => amount) };
}

/** Types a card, lets the amount change twice, and pays. */
async function payAt(t: Scope, url: string) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const complaints = await listenForComplaints(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pay/v1/payments')) sent.push(request.postDataJSON());
  });
  await page.goto(url);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const typed = () =>
    page
      .locator('payment-widget input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await typeCard(page, '4242424242424242');
  const before = await typed();
  await press('+1 €');
  await press('+1 €');
  assert.deepEqual(await typed(), before);
  await press('Pay €51.99');
  await page.getByText('Thank you for order-1042').waitFor();
  return { complaints, metadata: sent.map((payment) => (payment as { metadata?: unknown }).metadata) };
}

for (const name of names.filter((each) => each !== 'next')) {
  it(`${name} keeps typed values when the amount changes, pays once with its metadata, and logs nothing`, async (t) => {
    const { url, charged } = await startShop(t, (await checkouts.get(name)) ?? '');
    const { complaints, metadata } = await payAt(t, url);
    assert.deepEqual([charged(), metadata, complaints], [[5199], [{ basket: '17' }], []]);
  });
}

it('next, with the route of demo/proxies, renders the fallback content, pays once, and passes all checks', async (t) => {
  if (!names.includes('next')) return;
  const service = await startFakeService(t);
  const settings = await settingsOfRecipe(t, service.url);
  const environment = { ...settings, FRAME_ANCESTORS: 'https://shop.example' };
  const { url, output } = await startNext(t, (await checkouts.get('next')) ?? '', environment);
  const html = await (await fetch(url)).text();
  assert.match(html, /<payment-widget [^>]*reference="order-1042"[^>]*><p>The payment form could not be loaded\./);
  assert.doesNotMatch(output(), /error|warn|⨯|⚠/i);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(url);
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
  await page.getByText('Thank you for order-1042').waitFor();
  assert.deepEqual(
    service.received.map(({ body }) => (JSON.parse(body) as { amount: number }).amount),
    [4999],
  );
  assert.notDeepEqual(await readdir(settings.PAYMENTS_STORE), []);
  await assertFrame(`${url}/pay`);
  assert.deepEqual(idsOf(await checkRecipe(new URL(`${url}/pay`), service), 'failure', 'warning'), []);
});
