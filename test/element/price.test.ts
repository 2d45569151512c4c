import {
  chargesOf,
  click,
  expect,
  fillCard,
  holdMerchant,
  mountReady,
  next,
  payButton,
  postsOf,
  textOf,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

describe('The price that the shopper agreed to', () => {
  const changes: readonly [what: string, change: (widget: PaymentWidget) => void][] = [
    [
      'a click listener changes the amount',
      (widget) => {
        widget.addEventListener('click', () => (widget.amount = 9900));
      },
    ],
    [
      'a click listener changes the currency',
      (widget) => {
        widget.addEventListener('click', () => (widget.currency = 'USD'));
      },
    ],
  ];
  for (const [what, change] of changes) {
    it(`sends nothing when ${what}`, async () => {
      const widget = await mountReady();
      await fillCard(widget);
      change(widget);
      const failure = next(widget, 'payment-failure');
      await click(payButton(widget));
      expect([(await failure).detail.error.code, await postsOf(widget)]).to.deep.equal(['amount_changed', []]);
    });
  }

  it('does not limit a later submit()', async () => {
    const { merchant, release } = holdMerchant('decline');
    const widget = await mountReady({ merchant });
    await fillCard(widget);
    const declined = next(widget, 'payment-failure');
    await click(payButton(widget));
    await click(payButton(widget)); // during the first payment
    await release();
    await declined;
    await fillCard(widget);
    widget.amount = 700;
    await widget.submit();
    expect((await postsOf(widget)).map(({ body }) => body.amount)).to.deep.equal([4999, 700]);
  });

  it('is not replaced by a late price change of the previous order', async () => {
    const { merchant, release } = holdMerchant('price-change');
    const widget = await mountReady({ merchant });
    await fillCard(widget);
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    widget.reference = `${widget.reference ?? ''}-next`;
    widget.amount = 700;
    await release();
    await outcome;
    await widget.updateComplete;
    expect(textOf(payButton(widget))).to.equal('Pay €7.00');
  });
});

describe('A price by card', () => {
  const AMEX = '371449635398431';
  const refusal = async (widget: PaymentWidget) => {
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    return (await failure).detail.error.code;
  };

  it('is shown, and paid when the shopper agrees', async () => {
    const widget = await mountReady({ merchant: 'by-card' });
    await fillCard(widget, AMEX);
    const code = await refusal(widget);
    await widget.updateComplete;
    const shown = textOf(payButton(widget));
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    expect([code, shown, (await success).detail.amount]).to.deep.equal(['amount_changed', 'Pay €51.99', 5199]);
    expect((await chargesOf(widget)).map(({ amount }) => amount)).to.deep.equal([5199]);
  });
});
