import { expect } from '@esm-bundle/chai';
import { expectOutcome, fillPayment, pay, widget } from 'payment-widget/testing/element';
import { showCheckout } from '../src/checkout.js';

describe('the checkout', () => {
  let container;
  let order;

  beforeEach(async () => {
    order = await (await fetch('/order')).json();
    container = document.createElement('main');
    document.body.append(container);
    showCheckout(container, order);
  });

  afterEach(() => container.remove());

  it('thanks for the payment', async () => {
    await fillPayment(container, { card: 'success' });
    expect(await pay(container)).to.deep.equal({ outcome: 'paid', reference: order.reference });
    expect(container.textContent).to.equal(`Thank you for ${order.reference}`);
  });

  it('keeps the form after a decline', async () => {
    await fillPayment(container, { card: 'declined' });
    await pay(container);
    await expectOutcome(container, 'failed', { code: 'declined' });
    expect(widget(container).payButton).not.to.equal(null);
  });
});
