import { expect, fillIn, holdMerchant, mountReady, newReference, next } from '../support/widget.js';

describe('Leaving the page', () => {
  const asksForConfirmation = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('asks for confirmation during a payment only', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillIn(widget);
    const before = asksForConfirmation();
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    await widget.updateComplete;
    const during = asksForConfirmation();
    await release();
    await outcome;
    expect([before, during, asksForConfirmation()]).to.deep.equal([false, true, false]);
  });
});

describe('A page with two forms', () => {
  it('asks for confirmation while one of them pays', async () => {
    const { merchant, release } = holdMerchant('payment');
    const first = await mountReady({ merchant, reference: newReference() });
    const second = await mountReady({ merchant: 'test', reference: newReference() });
    await fillIn(first);
    await fillIn(second);
    const submitted = next(first, 'payment-submit');
    const outcome = first.submit();
    await submitted;
    await first.updateComplete;
    second.reset();
    const leave = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leave);
    await release();
    await outcome;
    expect(leave.defaultPrevented).to.equal(true);
  });
});
