import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

/** Pages that the built script refuses in Live mode. */

const context = withShop({}, ['--host-resolver-rules=MAP shop.example 127.0.0.1']); // a host that is not secure
let orders = 0;

/** Adds a page with the widget. */
function pageWith(attributes: string, reference = `guarded-${++orders}`): { path: string; reference: string } {
  const url = context.shop.mount({ mode: 'live' });
  const widget = `<payment-widget ${attributes.replace('{live}', url)} amount="4999" currency="EUR" reference="${reference}"></payment-widget>`;
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><script type="module" src="/payment-widget.js"></script>${widget}</html>`;
  return { path: context.shop.show({ html }), reference };
}

/** Opens an address and records payment requests. */
async function open(url: string): Promise<{ page: Page; posts: string[] }> {
  const page = await context.browser.newPage();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto(url);
  return { page, posts };
}

/** The configuration error, and whether the form is visible. */
async function refusal(page: Page): Promise<[code: string | null, isFormVisible: boolean]> {
  const code = await page.locator('payment-widget [part=setup-error] code').textContent();
  return [code, await page.locator('payment-widget [part=form]').isVisible()];
}

const insecure = () => context.shop.url.replace('localhost', 'shop.example');

describe('an insecure page', () => {
  for (const [what, attributes] of [
    ['the proxy holds a Live key', 'proxy-url="{live}"'],
    ['the page is Live and the proxy gives no mode', 'proxy-url="/nothing" mode="live"'],
  ] as const) {
    it(`is refused if ${what}`, async () => {
      const { page, posts } = await open(insecure() + pageWith(attributes).path);
      const seen = await refusal(page);
      await page.close();
      assert.deepEqual([seen, posts], [['insecure_context', false], []]);
    });
  }

  it('can pay in Test mode', async () => {
    const { path, reference } = pageWith('proxy-url="/pay"');
    const { page } = await open(insecure() + path);
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('You paid €49.99.').waitFor();
    await page.close();
    assert.equal(context.shop.sandbox.ledger(reference)[0]?.mode, 'test');
  });
});

it('warns about a test card number in Live mode, and still pays', async () => {
  const { path, reference } = pageWith('proxy-url="{live}"');
  const { page } = await open(context.shop.url + path);
  await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
  await typeCard(page, '4242424242424242');
  await page.locator('payment-widget [part=warning]', { hasText: 'This is a test card number' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('You paid €49.99.').waitFor();
  await page.close();
  assert.equal(context.shop.charges(reference).length, 1);
});
