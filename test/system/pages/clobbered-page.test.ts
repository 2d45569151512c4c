import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { OLD_LIBRARIES } from '../../support/old-libraries.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** Options of `fetch`, which it takes from `Object.prototype` too. */
const FETCH_OPTIONS = {
  method: 'DELETE',
  headers: { 'Idempotency-Key': 'polluted' },
  body: 'polluted',
  mode: 'no-cors',
  credentials: 'polluted',
  cache: 'polluted',
  redirect: 'error',
  referrer: 'https://elsewhere.example/',
  referrerPolicy: 'polluted',
  integrity: 'sha256-polluted',
  keepalive: true,
  priority: 'polluted',
  duplex: 'polluted',
  window: 'polluted',
};

/** Opens a page that adds a member to `Object.prototype`. */
async function openPolluted(page: Page, name: string, value: unknown): Promise<void> {
  const script = `Object.defineProperty(Object.prototype, '${name}', { value: ${JSON.stringify(value)}, writable: true });`;
  const path = context.shop.show({
    html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><script>${script}</script>
      <script type="module" src="/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="polluted-${name}"></payment-widget></html>`,
  });
  await page.goto(context.shop.url + path);
}

/** Markup whose names replace properties of `document`, as an attacker can inject it where scripts are not allowed. */

const context = withShop();

const NAMES = [
  'URL',
  'baseURI',
  'documentURI',
  'location',
  'currentScript',
  'defaultView',
  'cookie',
  'title',
  'referrer',
];

it('named elements do not change where the form sends a payment', async () => {
  const { browser, shop } = context;
  const page = await browser.newPage();
  const complaints = await listenForComplaints(page);
  const elsewhere = 'https://elsewhere.example/';
  const markup = NAMES.map((name) => `<form name="${name}" id="${name}" action="${elsewhere}"></form>`).join('');
  const path = shop.show({
    html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" />${markup}
      <iframe name="fetch"></iframe><iframe name="sessionStorage"></iframe><iframe name="customElements"></iframe>
      <script type="module" src="/payment-widget.js"></script>
      <payment-widget proxy-url="pay" amount="4999" currency="EUR" reference="clobbered"></payment-widget></html>`,
  });
  await page.goto(shop.url + path);
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
  await page.getByText('You paid €49.99.').waitFor();
  await page.close();
  assert.deepEqual([shop.charges('clobbered').length, complaints], [1, []]);
});

for (const [name, value] of Object.entries(FETCH_OPTIONS)) {
  it(`a page that adds ${name} to Object.prototype can pay`, async () => {
    const page = await context.browser.newPage();
    await openPolluted(page, name, value);
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.locator('payment-widget:state(paid)').waitFor();
    await page.close();
    assert.equal(context.shop.charges(`polluted-${name}`).length, 1);
  });
}

const installed = (path: string) => readFileSync(`node_modules/${path}`, 'utf8');
const LIBRARIES = {
  ...OLD_LIBRARIES,
  'MooTools from npm, without its DOM': installed('mootools/lib/mootools-core-1.5.2-server.js'),
  'Sugar from npm': `${installed('sugar/dist/sugar.js')}\nSugar.extend();`,
};

for (const [name, script] of Object.entries(LIBRARIES)) {
  it(`a page with ${name} can pay`, async () => {
    const { browser, shop } = context;
    const page = await browser.newPage();
    const complaints = await listenForComplaints(page);
    const path = shop.show({
      html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" />
        <script src="${shop.script(script)}"></script><script type="module" src="/payment-widget.js"></script>
        <payment-widget proxy-url="pay" amount="4999" currency="EUR" reference="${name}"></payment-widget></html>`,
    });
    await page.goto(shop.url + path);
    await typeCard(page, '4242424242424242');
    const number = await page.locator('payment-widget #cc-number').inputValue();
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    const charges = shop.charges(name).length;
    assert.deepEqual([number, charges, complaints], ['4242 4242 4242 4242', 1, []]);
  });
}

it('a page that adds signal to Object.prototype reads in the console why there is no form', async () => {
  const page = await context.browser.newPage();
  const error = page.waitForEvent('pageerror'); // listeners take it, too
  await openPolluted(page, 'signal', 'polluted');
  assert.match((await error).message, /signal/);
  await page.close();
});
