import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { QaVisit } from './qa-visit.js';

describe('the QA page', () => {
  const context = withDemo();

  async function open(search: string): Promise<QaVisit> {
    const visit = await QaVisit.open(context.browser, context.shopUrl, search);
    await visit.fill('Visa');
    return visit;
  }

  it('shows the text of a check that stops the payment', async () => {
    const visit = await open('?payment-submit=sold-out');
    const state = await visit.pay();
    await visit.frame.getByText('This item is sold out. You were not charged.').waitFor();
    const charges = context.sandbox.ledger.entries(visit.search.get('reference') ?? '');
    await visit.close();
    assert.deepEqual([state, charges], ['failed', []]);
  });

  it('pays after a check of three seconds', async () => {
    const visit = await open('?payment-submit=waits');
    await visit.frame.locator('payment-widget [part=pay-button]').click();
    await visit.frame.locator('payment-widget:state(busy)').waitFor();
    await visit.frame.locator('payment-widget:state(paid)').waitFor();
    const charges = context.sandbox.ledger.entries(visit.search.get('reference') ?? '');
    await visit.close();
    assert.equal(charges.length, 1);
  });

  it('follows return-url in its frame, and comes back', async () => {
    const visit = await open('?return-url=/qa/returned.html');
    await visit.frame.locator('payment-widget [part=pay-button]').click();
    await visit.frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    const frame = visit.page.frames().find((each) => new URL(each.url()).pathname === '/qa/returned.html');
    const query = new URL(frame?.url() ?? 'about:blank').searchParams;
    assert.deepEqual([query.get('reference'), query.get('outcome')], [visit.search.get('reference'), 'paid']);
    assert.equal(await visit.page.getByRole('alert').getByText('could not be loaded').count(), 0);
    await visit.page.getByRole('button', { name: 'Reload page' }).click();
    await visit.whenReady();
    await visit.close();
  });

  it('stays in spite of return-url if a listener prevents it', async () => {
    const visit = await open('?return-url=/qa/returned.html&stays=on');
    const state = await visit.pay();
    await visit.frame.getByText('Payment successful').waitFor();
    const frames = visit.page.frames().map((each) => new URL(each.url()).pathname);
    await visit.close();
    assert.deepEqual([state, frames.includes('/qa/returned.html')], ['paid', false]);
  });
});
