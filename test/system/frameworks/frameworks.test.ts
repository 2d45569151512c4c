import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser } from 'playwright-core';
import sirv from 'sirv';
import { close, listen } from '../../../demo/listen.js';
import { createSandbox } from 'payment-widget-testing/sandbox/sandbox';
import { openBrowser } from '../../support/browser.js';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { testProxy } from '../../support/node-proxy.js';
import { SECRET, tokenFor } from '../../support/order-tokens.js';
import { OwnScope, type Scope } from '../../support/scope.js';
import { listenForComplaints, typeCardAndPay } from '../../support/shopper.js';
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
  const proxy = testProxy({ fetch: sandbox.handle, apiKey: sandbox.keys.test, orderTokenSecret: SECRET });
  const pay = createRequestListener((request: Request) => proxy(request));
  const files = sirv(folder, { dev: true });
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR', token: await tokenFor() };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/favicon.ico') response.writeHead(204).end();
    else if (url === '/order') response.end(JSON.stringify(order));
    else if (url.startsWith('/thanks?')) response.end('Thank you');
    else if (url.startsWith('/pay/')) pay(request, response);
    else files(request, response);
  });
  t.after(() => close(server));
  return { url: await listen(server, 0), charged: () => sandbox.ledger.entries().map(({ amount }) => amount) };
}

/** Types a card, and pays. @returns what the console said, and the metadata of the payments */
async function payAt(t: Scope, url: string) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const complaints = await listenForComplaints(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pay/v1/payments')) sent.push(request.postDataJSON());
  });
  await page.goto(url);
  await page.locator('payment-widget:state(ready)').waitFor(); // React may move the form before
  await typeCardAndPay(page, '4242424242424242');
  await page.waitForURL(/\/thanks\?reference=order-[^&]*&outcome=paid$/);
  return { complaints, metadata: sent.map((payment) => (payment as { metadata?: unknown }).metadata) };
}

for (const name of names.filter((each) => each !== 'next')) {
  it(`${name} pays once with its metadata, gets the event, and shows the next page`, async (t) => {
    const { url, charged } = await startShop(t, (await checkouts.get(name)) ?? '');
    const { complaints, metadata } = await payAt(t, url);
    assert.deepEqual([charged(), metadata, complaints], [[4999], [{ basket: '17' }], ['Paid: order-1042']]);
  });
}

it('next has the form in its HTML, pays once, and its route passes all checks', async (t) => {
  if (!names.includes('next')) return;
  const service = await startFakeService(t);
  const { PAYMENTS_STORE: _, ...settings } = await settingsOfRecipe(t, service.url);
  const { url, output } = await startNext(t, (await checkouts.get('next')) ?? '', settings);
  const html = await (await fetch(url)).text();
  assert.match(html, /<payment-widget [^>]*reference="order-[^>]*><template shadowrootmode="open">/);
  assert.doesNotMatch(output(), /error|warn|⨯|⚠/i);
  const { complaints, metadata } = await payAt(t, url);
  assert.match(complaints.join('\n'), /^Paid: order-\S+$/);
  assert.deepEqual(
    [service.received.map(({ body }) => (JSON.parse(body) as { amount: number }).amount), metadata],
    [[4999], [{ basket: '17' }]],
  );
  assert.deepEqual(idsOf(await checkRecipe(new URL(`${url}/pay`), service), 'failure', 'warning'), []);
});
