import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withDemo } from '../../support/demo.js';
import { violationsIn } from './axe.js';

const context = withDemo();

/** Opens the QA page, and collects what its console says. */
async function open(address: string, complaints: string[] = []): Promise<Page> {
  const page = await context.browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`violates ${violatedDirective}: ${blockedURI}`);
    });
  });
  await page.goto(address);
  await payButton(page).waitFor();
  return page;
}

const payButton = (page: Page) => page.frameLocator('iframe').locator('payment-widget [part~=pay-button]');

async function chooseScenario(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await page.locator('[aria-busy=false]').waitFor(); // the server knows it
}

async function fillAndPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /fill in the card of Success$/ }).click();
  await payButton(page).click();
}

const showsVerdict = (page: Page, verdict: string) => page.locator('.verdict').getByText(verdict).waitFor();

for (const [name, search] of [
  ['the QA page', '?amount=1250&currency=USD&lang=de'],
  ['the QA page with a strict policy', '?amount=1250&currency=USD&strict=on'],
] as const) {
  describe(name, () => {
    const complaints: string[] = [];
    let page: Page;
    before(async () => {
      page = await open(`${context.shopUrl}/qa/${search}`, complaints);
    });
    after(() => page.close());

    it('passes axe', async () => {
      assert.deepEqual(await violationsIn(page), []);
    });

    it('declines by the chosen scenario, which a link reproduces', async () => {
      await chooseScenario(page, /^Declined/);
      const link = await page
        .getByRole('button', { name: 'Copy the link' })
        .evaluate((button) => button.closest('copy-button')?.text ?? '');
      const again = await open(link);
      for (const tab of [page, again]) {
        await fillAndPay(tab);
        await showsVerdict(tab, 'Pass: 0 charges, shopper told “not charged”');
        await showsVerdict(tab, 'Matches “Declined”');
        await showsVerdict(tab, 'shown $12.50 = sent $12.50');
      }
      await again.close();
    });

    it('pays in the same order', async () => {
      await chooseScenario(page, /^By card number/);
      await fillAndPay(page);
      await showsVerdict(page, 'Pass: 1 charge, shopper told “paid”');
      const reference = new URL(page.url()).searchParams.get('reference') ?? '';
      assert.equal(context.sandbox.ledger.entries(reference).length, 1);
      await page.locator('.log').getByText('onSettled: paid').waitFor();
    });

    it('begins the log of another order', async () => {
      await page.getByRole('button', { name: 'New order' }).click();
      await showsVerdict(page, 'No payment yet');
    });

    it('logs no errors and violates no policy', () => {
      const ofDecline = /status of 402/; // Chromium logs it
      assert.deepEqual(
        complaints.filter((line) => !ofDecline.test(line)),
        [],
      );
    });
  });
}

it('an isolated form pays on the QA page', async (t) => {
  const page = await context.browser.newPage();
  t.after(() => page.close());
  await page.goto(`${context.shopUrl}/qa/?isolated=on`);
  const form = page.frameLocator('iframe').frameLocator('payment-widget iframe');
  for (const [label, value] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '12/30'],
    ['Security code', '123'],
    ['Name on card', 'Ada Lovelace'],
  ] as const) {
    await form.getByLabel(label).fill(value);
  }
  await form.getByRole('button', { name: /^Pay/ }).click();
  await showsVerdict(page, 'Pass: 1 charge, shopper told “paid”');
});
