import { expect, fillIn, holdMerchant, mountReady, next } from '../support/widget.js';

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
