import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { withDemo } from '../../support/demo.js';
import { typeCard } from '../../support/shopper.js';

const CHARGED_THEN_500 = '4000000000000119';
const ONLY_500 = '4000000000004103';

describe('an unknown outcome in the open page of the shop', { concurrency: true }, () => {
  const context = withDemo();

  async function payWithUnknownOutcome(t: TestContext, card: string): Promise<{ page: Page; reference: string }> {
    const page = await context.browser.newPage();
    t.after(() => page.close());
    await page.goto(context.shopUrl);
    await typeCard(page, card);
    await page.keyboard.press('Enter');
    await page
      .getByText(/Your card may have been charged|Payment successful|You were not charged/)
      .first()
      .waitFor();
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    return { page, reference };
  }

  it('is settled as paid by the webhook, with one charge', async (t) => {
    const { page, reference } = await payWithUnknownOutcome(t, CHARGED_THEN_500);
    await page.getByText('You paid €49.99.', { exact: true }).waitFor();
    assert.equal(context.sandbox.ledger.entries(reference).length, 1);
  });

  it('is settled as not charged by the webhook, and the order can be paid again', async (t) => {
    const { page, reference } = await payWithUnknownOutcome(t, ONLY_500);
    await page.getByText('You were not charged.').first().waitFor();
    await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
    assert.deepEqual(context.sandbox.ledger.entries(reference), []);
  });
});
