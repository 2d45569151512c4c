import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { close, listen } from '../../../demo/listen.js';
import { findScenario } from 'payment-widget-testing/sandbox/scenarios';
import { withDemo } from '../../support/demo.js';
import { typeCardAndPay } from '../../support/shopper.js';

const CARD = findScenario('bank_confirmed')?.card ?? '';

/** A shopper, the shop, its proxy, the sandbox, and the bank at another origin. */
describe('a payment at the demo', () => {
  const context = withDemo();
  let browser: BrowserContext;
  let page: Page;
  let reference: string;

  beforeEach(async () => {
    context.sandbox.settings.current.webhookDelayMs = 0;
    browser = await context.browser.newContext();
    page = await browser.newPage();
    await page.goto(context.shopUrl);
    await page.waitForURL(/order=/);
    reference = new URL(page.url()).searchParams.get('order') ?? '';
  });
  afterEach(() => browser.close());

  /** The button of a form that came with the HTML has no price, and does nothing yet. */
  const payButton = (on: Page | FrameLocator = page) => on.getByRole('button', { name: /^Pay €/ });
  const answer = (name: 'confirm' | 'refuse') => page.locator(`button[value="${name}"]`).click();
  const isAtBank = () => page.waitForURL(`${context.demo.serviceUrl}/challenge`);

  async function pay(on: Page | FrameLocator = page, number = CARD): Promise<void> {
    for (const [id, value] of [
      ['cc-number', number],
      ['cc-exp', '12/30'],
      ['cc-csc', '123'],
      ['cc-name', 'Ada Lovelace'],
    ] as const) {
      await on.locator(`payment-widget #${id}`).fill(value);
    }
    await payButton(on).click();
  }

  /** Charges of the order, once the expected title is shown. */
  async function ends(expected: string, charges: number, on = page): Promise<void> {
    await on.locator('[part="result-title"]').filter({ hasText: expected }).waitFor();
    assert.equal(context.sandbox.ledger.entries(reference).length, charges);
  }

  it('is paid once after a confirmation by the bank', async () => {
    await pay();
    await isAtBank();
    await answer('confirm');
    await ends('Payment successful', 1);
  });

  it('can be paid again after a refusal, and was not charged', async () => {
    await pay();
    await isAtBank();
    await answer('refuse');
    await page.locator('[part=summary]').waitFor(); // not the form that is shown first
    assert.equal(context.sandbox.ledger.entries(reference).length, 0);
    await pay(page, '4242424242424242');
    await ends('Payment successful', 1);
  });

  it('is offered again after Back, and never as a second payment', async () => {
    await pay();
    await isAtBank();
    await page.goBack();
    await ends('Confirm the payment with your bank', 0);
    assert.equal(await payButton().count(), 0);
    await page.locator('[part="action-button"]').click();
    await isAtBank();
    await answer('confirm');
    await ends('Payment successful', 1);
  });

  it('is not sent again from a second tab, which shows the payment', async () => {
    const second = await browser.newPage();
    await second.goto(`${context.shopUrl}/?order=${reference}`);
    await pay();
    await isAtBank();
    await pay(second);
    await ends('Checking your payment', 0, second);
    await answer('confirm');
    await ends('Payment successful', 1);
    await ends('Payment successful', 1, second);
  });

  it('leads the whole window from a frame of another site to the bank, and back to the checkout', async (t) => {
    const outer = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Outer</title><style>iframe { width: 600px; height: 1200px }</style>
        <iframe src="${context.shopUrl}/?order=${reference}"></iframe>`);
    });
    t.after(() => close(outer));
    await page.goto((await listen(outer, 0)).replace('localhost', '127.0.0.1')); // another site
    await pay(page.frameLocator('iframe'));
    await isAtBank();
    await answer('confirm');
    await page.waitForURL(`${context.shopUrl}/?order=${reference}`);
    await ends('Payment successful', 1);
  });

  it('is settled by the webhook in the open page after an unknown outcome, with one charge', async (t) => {
    const page = await context.browser.newPage();
    t.after(() => page.close());
    await page.goto(context.shopUrl);
    await typeCardAndPay(page, findScenario('error_after_charge')?.card ?? '');
    await page.getByText('You paid €49.99.', { exact: true }).waitFor();
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    assert.equal(context.sandbox.ledger.entries(reference).length, 1);
  });
});
