import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withBuiltShop } from '../../support/built-shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** Markup whose names replace properties of `document`, as an attacker can inject it where scripts are not allowed. */

const context = withBuiltShop();

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
  assert.deepEqual([shop.sandbox.ledger.entries('clobbered').length, complaints], [1, []]);
});
