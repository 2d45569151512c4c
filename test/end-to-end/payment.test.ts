import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { withDemo } from '../support/demo.js';
import { typeCardAndPay } from '../support/shopper.js';

/** Records the address, headers and body of every response that reaches the browser. */
async function listen(page: Page): Promise<() => Promise<string>> {
  const received: Promise<string>[] = [];
  await page.route('**/v1/payments', async (route) => {
    const response = await route.fetch(); // the browser does not always keep the body of a `keepalive` request
    received.push(response.text());
    await route.fulfill({ response });
  });
  page.on('response', (response) => {
    const body = response.text().catch(() => ''); // a redirect has none
    received.push(
      Promise.all([response.allHeaders(), body]).then(([headers, text]) =>
        [response.url(), JSON.stringify(headers), text].join('\n'),
      ),
    );
  });
  return async () => (await Promise.all(received)).join('\n');
}

const demo = withDemo();

describe('a shopper types a card in the demo shop and presses Enter', () => {
  let page: Page;
  let received: () => Promise<string>;
  let reference: string;
  const errors: string[] = [];

  before(async () => {
    page = await demo.browser.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    received = await listen(page);
    await page.goto(demo.shopUrl);
    await typeCardAndPay(page, '4242424242424242');
    await page.getByText('Payment successful').waitFor();
    reference = new URL(page.url()).searchParams.get('order') ?? '';
  });

  after(() => page.close());

  it('shows the amount that was paid', async () => {
    await page.getByText('You paid €49.99.').waitFor();
  });

  it('shows the shop’s own confirmation', async () => {
    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  });

  it('is charged once, with the amount shown', () => {
    const charges = demo.sandbox.ledger.entries(reference).map(({ amount, currency }) => [amount, currency]);
    assert.deepEqual(charges, [[4999, 'EUR']]);
  });

  it('shows the test-mode banner', async () => {
    await page.getByText('Test mode: no real payment will be made.').waitFor();
  });

  it('sends no API key to the browser', async () => {
    const everything = await received();
    assert.ok(everything.includes('"succeeded"'), 'the answers were recorded');
    assert.equal(everything.includes(demo.sandbox.keys.test), false);
  });

  it('causes no script error', () => {
    assert.deepEqual(errors, []);
  });
});

it('the browser does not list requests as cancelled that were answered', async () => {
  const failures: unknown[] = [];
  const isConfig = (request: Request) => request.url().endsWith('/config');
  for (let visit = 0; visit < 8; visit++) {
    const page = await demo.browser.newPage();
    const ends = [page.waitForEvent('requestfinished', isConfig), page.waitForEvent('requestfailed', isConfig)];
    await page.goto(demo.shopUrl);
    const request = await Promise.race(ends);
    failures.push(request.failure());
    await page.close();
  }
  assert.deepEqual(new Set(failures), new Set([null]));
});
