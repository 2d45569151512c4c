import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findScenario } from '../../../src/sandbox/scenarios.js';
import { withDemo } from '../../support/demo.js';

const CARD = findScenario('bank_confirmed')?.card ?? '';

/** A shopper, the shop, its proxy, the sandbox, and the bank at another origin. */
describe('a payment that the bank asks to confirm', () => {
  const context = withDemo();
  let browser: BrowserContext;
  let page: Page;
  let reference: string;

  before(() => context.sandbox.settings.change({ ...context.sandbox.settings.current, webhookDelayMs: 0 }));
  beforeEach(async () => {
    browser = await context.browser.newContext();
    page = await browser.newPage();
    await page.goto(context.shopUrl);
    await page.waitForURL(/order=/);
    reference = new URL(page.url()).searchParams.get('order') ?? '';
  });

  afterEach(() => browser.close());

  const payButton = (on = page) => on.locator('[part~="pay-button"]');
  const actionButton = (on = page) => on.locator('[part="action-button"]');
  const title = (on = page) => on.locator('[part="result-title"]');
  const answer = (name: 'confirm' | 'refuse' | 'late', on = page) => on.locator(`button[value="${name}"]`).click();

  async function fill(on = page): Promise<void> {
    for (const [id, value] of [
      ['cc-number', CARD],
      ['cc-exp', '12/30'],
      ['cc-csc', '123'],
      ['cc-name', 'Ada Lovelace'],
    ] as const) {
      await on.locator(`payment-widget #${id}`).fill(value);
    }
  }

  /** Pays, and arrives at the bank. */
  async function goToBank(): Promise<void> {
    await fill();
    await payButton().click();
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
  }

  /** Charges of the order, once the expected title is shown. */
  async function ends(expected: string, charges: number, on = page): Promise<void> {
    await title(on).filter({ hasText: expected }).waitFor();
    assertCharges(charges);
  }

  function assertCharges(charges: number): void {
    assert.equal(context.sandbox.ledger.entries(reference).length, charges);
    const sent = context.sandbox.log.entries().filter((entry) => JSON.stringify(entry).includes(reference));
    assert.ok(sent.length <= 1, 'the payment was sent more than once');
  }

  const bankTitle = 'Confirm the payment with your bank';

  it('is paid once after the confirmation', async () => {
    await goToBank();
    await answer('confirm');
    await ends('Payment successful', 1);
  });

  for (const name of ['refuse', 'late'] as const) {
    it(`can be paid again after the answer "${name}", and was not charged`, async () => {
      await goToBank();
      await answer(name);
      await page.locator('[part=summary]').waitFor(); // not the form that is shown first
      await payButton().waitFor();
      assertCharges(0);
      await page.locator('#cc-number').fill('4242424242424242');
      for (const [id, value] of [
        ['cc-exp', '12/30'],
        ['cc-csc', '123'],
        ['cc-name', 'Ada Lovelace'],
      ] as const) {
        await page.locator(`#${id}`).fill(value);
      }
      await payButton().click();
      await title().filter({ hasText: 'Payment successful' }).waitFor();
      assert.equal(context.sandbox.ledger.entries(reference).length, 1);
    });
  }

  it('is offered again after Back, and never as a second payment', async () => {
    await goToBank();
    await page.goBack();
    await ends(bankTitle, 0);
    assert.equal(await payButton().count(), 0);
    await actionButton().click();
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
    await answer('confirm');
    await ends('Payment successful', 1);
  });

  it('is offered again after a reload of the shop, and is shown when another window has confirmed it', async () => {
    await goToBank();
    await page.goto(`${context.shopUrl}/?order=${reference}`);
    await ends(bankTitle, 0);
    const [bank] = await Promise.all([
      browser.waitForEvent('page'),
      page.evaluate(() => {
        document.addEventListener('payment-action', (event) => {
          event.preventDefault();
          const { url, fields } = event.detail.action;
          const form = Object.assign(document.createElement('form'), { action: url, method: 'post', target: 'bank' });
          for (const [name, value] of Object.entries(fields)) {
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
          }
          document.body.append(form);
          form.submit();
        });
        document
          .querySelector('payment-widget')
          ?.shadowRoot?.querySelector<HTMLElement>('[part="action-button"]')
          ?.click();
      }),
    ]);
    await answer('confirm', bank);
    await ends('Payment successful', 1, bank);
    await ends('Payment successful', 1);
  });

  it('is not sent again from a new window after the first one was closed', async () => {
    await goToBank();
    const second = await browser.newPage();
    await page.close();
    await second.goto(`${context.shopUrl}/?order=${reference}`);
    await fill(second);
    await payButton(second).click();
    await ends('Checking your payment', 0, second);
  });

  it('is sent once after a double click on Pay', async () => {
    await fill();
    await payButton().dblclick();
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
    await answer('confirm');
    await ends('Payment successful', 1);
  });

  it('is not sent again from a second tab, which shows the payment', async () => {
    const second = await browser.newPage();
    await second.goto(`${context.shopUrl}/?order=${reference}`);
    await goToBank();
    await fill(second);
    await payButton(second).click();
    await ends('Checking your payment', 0, second);
    await answer('confirm');
    await ends('Payment successful', 1);
    await ends('Payment successful', 1, second);
  });
});
