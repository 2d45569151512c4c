import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentWidget } from '../../../src/index.js';
import { withBuiltShop } from '../../support/built-shop.js';
import { typeCard } from '../../support/shopper.js';

const FIELDS = 'card-number card-expiry card-cvc cardholder-name address-line1 city region postal-code country';

const html = `<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width" />
  <script type="module" src="/payment-widget.js"></script>
  <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="regions-1" fields="${FIELDS}"></payment-widget></html>`;

describe('an address whose list of regions is missing', () => {
  const context = withBuiltShop();

  it('takes the region as text, and tells the developer once', async () => {
    const { browser, shop } = context;
    shop.missing.add('regions/US.js');
    const page = await browser.newPage();
    const warnings: string[] = [];
    const requests: string[] = [];
    page.on('console', (line) => {
      if (line.text().includes('regions of US')) warnings.push(line.text());
    });
    page.on('request', (request) => {
      if (request.url().endsWith('/regions/US.js')) requests.push(request.url());
    });
    await page.goto(shop.url + shop.show({ html }));
    await page.locator('payment-widget:state(ready)').waitFor();
    const warned = page.waitForEvent('console', (line) => line.text().includes('regions of US'));
    await page.getByLabel('Country').selectOption('US');
    await warned;
    await page.getByLabel('Address', { exact: true }).fill('1 Main St');
    await page.getByLabel('City').fill('Springfield');
    await page.getByLabel('State').fill('Illinois');
    await page.getByLabel('ZIP code').fill('62701');
    await typeCard(page, '4242424242424242');
    const body = page.waitForRequest((request) => request.method() === 'POST');
    await page.locator('payment-widget').evaluate((element: PaymentWidget) => element.submit());
    const { customer } = (await body).postDataJSON() as { customer: { address: { region: string } } };
    await page.close();
    assert.equal(customer.address.region, 'Illinois');
    assert.deepEqual([warnings.length, requests.length], [1, 1]);
    assert.match(warnings[0] ?? '', /not_loaded: the regions of US could not be loaded\./);
  });
});
