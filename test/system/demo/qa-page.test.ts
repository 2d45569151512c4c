import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { violationsIn } from './axe.js';
import { QaVisit } from './qa-visit.js';

const context = withDemo();

const charges = (visit: QaVisit) => context.sandbox.ledger.entries(visit.search.get('reference') ?? '').length;

for (const [name, search] of [
  ['the QA page', '?amount=1250&currency=USD&lang=de'],
  ['the QA page with a strict policy', '?amount=1250&currency=USD&strict=on'],
]) {
  describe(name ?? '', () => {
    let visit: QaVisit;
    before(async () => {
      visit = await QaVisit.open(context.browser, context.shopUrl, search);
    });
    after(() => visit.close());

    it('passes axe', async () => {
      assert.deepEqual(await violationsIn(visit.page), []);
    });

    it('applies the settings of its link', async () => {
      const settings = await visit.read(({ amount, currency, reference }) => [amount, currency, reference]);
      assert.deepEqual(settings, [1250, 'USD', visit.search.get('reference')]);
    });

    it('declines by the chosen scenario, and then pays', async () => {
      await visit.page.getByRole('radio', { name: /^Declined/ }).check();
      await visit.whenReady();
      await visit.fill('Visa');
      const outcomes = [await visit.pay()];
      await visit.showTab('Scenario');
      await visit.page.getByText('By card number', { exact: true }).click();
      await visit.whenReady();
      await visit.fill('Visa');
      outcomes.push(await visit.pay());
      assert.deepEqual([outcomes, charges(visit)], [['failed', 'paid'], 1]);
    });

    it('shows the verdict', async () => {
      await visit.page.locator('.verdict-title').getByText('Pass: 1 charge, shopper told “paid”').waitFor();
    });

    it('logs no errors and violates no policy', () => {
      const ofDecline = /status of 402/; // Chromium logs it
      assert.deepEqual(
        visit.complaints.filter((line) => !ofDecline.test(line)),
        [],
      );
    });
  });
}
