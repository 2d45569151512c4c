import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createFakeWidget } from 'payment-widget-testing';
import { afterEach, expect, test, vi } from 'vitest';
import { addCheckout, type Shop } from '../src/checkout';

/** Your code in jsdom. A fake element stands in for form, proxy and payments service. */

afterEach(() => {
  document.body.replaceChildren();
});

function setUp() {
  const shop = { reserve: vi.fn<Shop['reserve']>().mockResolvedValue(true), showReceipt: vi.fn() };
  addCheckout(document.body, { reference: 'order-1042', amount: 4999, currency: 'EUR' }, shop);
  const fake = createFakeWidget({ element: document.querySelector('payment-widget') });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' });
  const placeOrder = () => userEvent.click(button);
  return { shop, fake, button, placeOrder };
}

test('shows the receipt of a paid order', async () => {
  const { shop, placeOrder } = setUp();
  await placeOrder();
  await screen.findByText('Thank you for your order.');
  expect(shop.showReceipt).toHaveBeenCalledWith('order-1042');
});

test('does not show the receipt again after a reload', () => {
  const { shop, fake } = setUp();
  fake.restore('paid');
  expect(screen.getByRole('status').textContent).toBe('Thank you for your order.');
  expect(shop.showReceipt).not.toHaveBeenCalled();
});

test('a shopper can pay with another card after a decline', async () => {
  const { fake, placeOrder } = setUp();
  fake.next('failed');
  await placeOrder();
  await screen.findByText('You were not charged.');

  fake.change(); // the shopper types another card
  await placeOrder();
  await screen.findByText('Thank you for your order.');
});

test('nothing is paid if an item is sold out', async () => {
  const { shop, fake } = setUp();
  shop.reserve.mockResolvedValue(false);
  expect(await fake.pay()).toMatchObject({ outcome: 'failed', error: { code: 'submit_prevented' } });
});

test('the button is disabled while the payment runs', async () => {
  const { fake, button, placeOrder } = setUp();
  let finish = (_outcome: 'paid') => {};
  fake.next(new Promise((resolve) => (finish = resolve)));
  await placeOrder();
  expect(button.disabled).toBe(true);
  finish('paid');
  await screen.findByText('Thank you for your order.');
});

test('a shopper does not pay again while the outcome is unknown', async () => {
  const { fake, button } = setUp();
  await fake.pay({ outcome: 'unknown', code: 'connection_lost' });
  expect(button.disabled).toBe(true);

  fake.settle('paid');
  expect(screen.getByRole('status').textContent).toBe('Thank you for your order.');
});
