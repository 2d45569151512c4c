import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { startBuiltShop, type BuiltShop } from '../../support/built-shop.js';
import { typeCard } from '../../support/shopper.js';

/** Objects in the built script have no prototype, so that a hostile page changes nothing. Those that pages get are as ever. */

let browser: Browser;
let shop: BuiltShop;

before(async () => {
  [browser, shop] = await Promise.all([
    findHeadlessChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumArgs() })),
    startBuiltShop(),
  ]);
});

after(async () => {
  await browser.close();
  await shop.close();
});

/** Pays at a proxy that declines, by `submit()`, and answers an expression over what the page got. */
async function decline(expression: string): Promise<string> {
  const page = await browser.newPage();
  const problem = { title: 'Declined', code: 'declined', outcome: 'not_charged' };
  const proxy = shop.mount(() =>
    Response.json(problem, { status: 402, headers: { 'Content-Type': 'application/problem+json' } }),
  );
  const html = `<!doctype html><script src="/payment-widget.js"></script>
    <payment-widget proxy-url="${proxy}" amount="4999" currency="EUR"></payment-widget>`;
  await page.goto(`${shop.url}${shop.show({ html })}`);
  await typeCard(page, '4242424242424242');
  const result = await page.evaluate(`(async () => {
    const widget = document.querySelector('payment-widget');
    const told = new Promise((resolve) => addEventListener('payment-failure', (event) => resolve(event.detail)));
    const outcome = await widget.submit();
    const detail = await told;
    return ${expression};
  })()`);
  await page.close();
  return String(result);
}

describe('what a page gets can be written out and asked as any object can', () => {
  for (const [what, expression] of [
    ['the detail of an event', 'detail'],
    ['what submit() answers', 'outcome'],
    ['the cause of an error', 'detail.error.cause'],
  ] as const) {
    it(what, async () => {
      assert.equal(await decline(`String(${expression})`), '[object Object]');
    });
  }
});
