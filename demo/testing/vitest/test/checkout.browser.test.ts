import { expectOutcome, fillPayment, widget } from 'payment-widget-testing/element';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addCheckout } from '../src/checkout';

/** Your code with the real form in a browser, against the sandbox of the payments service. */

afterEach(() => {
  document.body.replaceChildren();
});

function setUp() {
  const shop = { reserve: vi.fn().mockResolvedValue(true), showReceipt: vi.fn() };
  const reference = `order-${crypto.randomUUID()}`; // an order is paid once
  addCheckout(document.body, { reference, amount: 4999, currency: 'EUR' }, shop);
  return { shop, reference, placeOrder: () => page.getByRole('button', { name: 'Place order' }).click() };
}

test('shows the receipt of a paid order', async () => {
  const { shop, reference, placeOrder } = setUp();
  await fillPayment(document);
  await placeOrder();
  await expectOutcome(document, 'paid');
  expect(shop.showReceipt).toHaveBeenCalledWith(reference);
});

test('a shopper can pay with another card after a decline', async () => {
  const { placeOrder } = setUp();
  await fillPayment(document, { card: 'declined' });
  await placeOrder();
  await expectOutcome(document, 'failed', { code: 'declined' });

  await fillPayment(document);
  await placeOrder();
  await expectOutcome(document, 'paid');
});

test('shows which field is wrong', async () => {
  const { placeOrder } = setUp();
  await fillPayment(document, { fields: { 'card-expiry': '12/20' } });
  await placeOrder();
  await expectOutcome(document, 'failed', { code: 'validation_failed' });
  expect(widget(document).error('card-expiry')).toHaveTextContent('expired');
});
