import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { QaVisit } from './qa-visit.js';

/** A tester plays the scenarios of a bank by hand: from the QA page to the page of the bank, and back. */
describe('the QA page and the page of the bank', () => {
  const context = withDemo();
  let visit: QaVisit;

  beforeEach(async () => {
    visit = await QaVisit.open(context.browser, context.shopUrl, '?amount=1234&lang=de');
  });

  afterEach(() => visit.close());

  const reference = () => visit.search.get('reference') ?? '';
  const charges = () => context.sandbox.ledger.entries(reference()).length;
  const verdict = (text: string) => visit.page.locator('.verdict-title').getByText(text, { exact: true });
  const expectation = (text: string) => visit.page.locator('.verdict-expected').getByText(text);

  async function select(label: string): Promise<void> {
    await visit.showTab('Scenario');
    await visit.page.getByRole('radio', { name: label }).check();
    await visit.whenReady();
  }

  /** Pays with any card, and arrives at the bank in the whole window. */
  async function goToBank(): Promise<void> {
    await visit.frame.locator('payment-widget [part=pay-button]').click();
    await visit.page.waitForURL(`${context.demo.serviceUrl}/challenge`);
  }

  async function press(text: string): Promise<void> {
    await visit.page.getByRole('button', { name: text }).click();
    await visit.page.waitForURL(/\/qa\/\?/);
  }

  const PAID = 'Pass: 1 charge, shopper told “paid”';
  const NOT_CHARGED = 'Pass: 0 charges, shopper told “not charged”';
  const NEVER = 'not charged first, 0 charges';

  for (const [label, button, state, title, matches, charged] of [
    ['Confirmed', 'Confirm the payment', 'paid', PAID, 'paid first, 1 charge', 1],
    ['Refused at the bank', 'Refuse it', 'failed', NOT_CHARGED, NEVER, 0],
    ['Back too late', 'Come back after the time limit', 'failed', NOT_CHARGED, NEVER, 0],
  ] as const) {
    it(`show “${label}” with the same order and settings, and judge it`, async () => {
      await select(label);
      await visit.fill('Visa');
      const before = new URL(visit.page.url()).search;
      await goToBank();
      assert.equal(await visit.page.getByText(`Scenario: Press “${button}”.`).count(), 1);
      await press(button);
      await visit.frame.locator(`payment-widget:state(${state})`).waitFor();
      await verdict(title).waitFor();
      await expectation(`Matches “${label}”: ${matches} in the end`).waitFor();
      assert.deepEqual([new URL(visit.page.url()).search, new URL(visit.page.url()).hash], [before, '']);
      assert.equal(charges(), charged);
    });
  }

  it('judge a confirmation by card number', async () => {
    await visit.showTab('Scenario');
    await visit.page.getByRole('button', { name: 'fill in the card for Confirmed' }).click();
    await goToBank();
    await press('Confirm the payment');
    await verdict(PAID).waitFor();
    await expectation('Matches “Confirmed”').waitFor();
    assert.equal(charges(), 1);
  });

  it('find that another answer does not match the scenario', async () => {
    await select('Confirmed');
    await visit.fill('Visa');
    await goToBank();
    await press('Refuse it');
    await expectation('Does not match “Confirmed”').waitFor();
    assert.equal(charges(), 0);
  });

  it('wait for the bank after Back, and lead there again', async () => {
    await select('Confirmed');
    await visit.fill('Visa');
    await goToBank();
    await visit.page.goBack();
    await verdict('Waiting for the bank: 0 charges so far').waitFor();
    await visit.frame.locator('payment-widget [part=action-button]').click();
    await visit.page.waitForURL(`${context.demo.serviceUrl}/challenge`);
    await press('Confirm the payment');
    await verdict(PAID).waitFor();
    assert.equal(charges(), 1);
  });

  it('send nothing after the window was closed', async () => {
    await select('Window closed');
    await visit.fill('Visa');
    const address = new URL(visit.page.url()).search;
    await goToBank();
    await visit.close();
    visit = await QaVisit.open(context.browser, context.shopUrl, address);
    await visit.fill('Visa');
    assert.equal(await visit.pay(), 'unknown');
    await verdict('Open: 0 charges, shopper told “unknown”').waitFor();
    await expectation('Matches “Window closed”: unknown first, 0 charges in the end').waitFor();
    const sent = context.sandbox.log.entries().filter((entry) => JSON.stringify(entry).includes(reference()));
    assert.deepEqual([sent.length, charges()], [1, 0]);
  });

  it('also leave the page with the strictest policy', async () => {
    await select('Confirmed');
    await visit.page.getByRole('checkbox', { name: 'Strict CSP' }).check();
    await visit.whenReady();
    await visit.fill('Visa');
    await goToBank();
    await press('Confirm the payment');
    await verdict(PAID).waitFor();
    assert.deepEqual([visit.search.get('strict'), charges()], ['on', 1]);
  });

  it('refuse a bank that the tester does not allow', async () => {
    await visit.close();
    visit = await QaVisit.open(context.browser, context.shopUrl, '?action-origins=https://bank.example');
    await select('Confirmed');
    await visit.fill('Visa');
    assert.equal(await visit.pay(), 'unknown');
    assert.equal(charges(), 0);
  });
});
