import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageWith, withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

/** Pages that the built script refuses in Live mode. */

const context = withShop({ mode: 'live' }, ['--host-resolver-rules=MAP shop.example 127.0.0.1']); // which is not secure

async function open(attributes: string, host = 'localhost') {
  const page = await context.browser.newPage();
  const form = `<payment-widget ${attributes} amount="4999" currency="EUR" reference="${host}"></payment-widget>`;
  await page.goto(context.shop.url.replace('localhost', host) + context.shop.show({ html: pageWith(form) }));
  return page;
}

describe('an insecure page', () => {
  for (const [what, attributes] of [
    ['the proxy holds a Live key', 'proxy-url="/pay"'],
    ['the page is Live and the proxy gives no mode', 'proxy-url="/nothing" mode="live"'],
  ] as const) {
    it(`is refused if ${what}`, async () => {
      const page = await open(attributes, 'shop.example');
      const code = await page.locator('payment-widget [part=setup-error] code').textContent();
      const isShown = await page.locator('payment-widget [part=form]').isVisible();
      await page.close();
      assert.deepEqual([code, isShown, context.shop.sent], ['insecure_context', false, []]);
    });
  }

  it('can pay in Test mode', async () => {
    const page = await open(`proxy-url="${context.shop.mount({})}"`, 'shop.example');
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    assert.deepEqual(context.shop.charges('shop.example'), [4999]);
  });
});

it('warns about a test card number in Live mode, and still pays', async () => {
  const page = await open('proxy-url="/pay"');
  await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
  await typeCard(page, '4242424242424242');
  await page.locator('payment-widget [part=warning]', { hasText: 'This is a test card number' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('You paid €49.99.').waitFor();
  await page.close();
  assert.deepEqual(context.shop.charges('localhost'), [4999]);
});
