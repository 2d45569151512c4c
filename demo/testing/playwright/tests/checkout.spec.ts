import { expect, test } from '@playwright/test';
import type { PaymentWidget } from 'payment-widget';
import { expectOutcome, fillPayment, pay, widget } from 'payment-widget-testing/playwright';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('I accept the terms').check(); // your own input, in a slot of the form
});

test('charges the order once, and thanks the shopper', async ({ page, request }) => {
  await fillPayment(page, { card: 'success', fields: { email: 'ada@example.com' } });
  const { reference } = await pay(page);
  await expectOutcome(page, 'paid', { reference });
  await expect(page.getByRole('heading', { name: `Thank you for ${reference}` })).toBeVisible();
  const charges = await (await request.get(`/ledger?reference=${reference}`)).json();
  expect(charges).toMatchObject([{ amount: 4999, currency: 'EUR' }]);
});

test('lets the shopper pay with another card after a decline', async ({ page }) => {
  await fillPayment(page, { card: 'declined' });
  await pay(page);
  await expectOutcome(page, 'failed', { code: 'declined' });
  await fillPayment(page, { card: 'success' });
  await pay(page);
  await expectOutcome(page, 'paid');
});

test('does not invite to a second payment while the outcome is unknown', async ({ page }) => {
  await fillPayment(page, { card: 'reset_after_charge' });
  await pay(page);
  await expectOutcome(page, 'unknown');
  await expect(widget(page).payButton).toBeHidden();
});

test('says which field is wrong', async ({ page }) => {
  await fillPayment(page, { fields: { 'card-expiry': '01/20' } });
  expect(await pay(page)).toMatchObject({ outcome: 'failed', code: 'validation_failed' });
  await expect(widget(page).error('card-expiry')).toBeVisible();
  await expect(widget(page).field('card-expiry')).toBeFocused();
});

// #region findings
test('has no mistake that the integration check finds', async ({ page }) => {
  const findings = await page.locator('payment-widget').evaluate((element: PaymentWidget) => element.diagnose());
  expect(findings).toEqual([]);
});
// #endregion findings
