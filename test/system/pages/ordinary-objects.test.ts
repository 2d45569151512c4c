import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withBuiltShop } from '../../support/built-shop.js';
import { typeCard } from '../../support/shopper.js';

/** Objects in the built script have no prototype. Objects handed to the page must have one. */

const context = withBuiltShop();

/** Calls `submit()` at a proxy that declines. @returns the value of an expression over the results */
async function decline(expression: string): Promise<string> {
  const { browser, shop } = context;
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
    const failed = new Promise((resolve) => addEventListener('payment-failure', (event) => resolve(event.detail)));
    const outcome = await widget.submit();
    const detail = await failed;
    return ${expression};
  })()`);
  await page.close();
  return String(result);
}

describe('an object for the page has the usual prototype', () => {
  for (const [what, expression] of [
    ['the detail of an event', 'detail'],
    ['the result of submit()', 'outcome'],
    ['the cause of an error', 'detail.error.cause'],
  ] as const) {
    it(what, async () => {
      assert.equal(await decline(`String(${expression})`), '[object Object]');
    });
  }
});
