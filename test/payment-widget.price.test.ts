import { chargesOf, click, expect, mountReady, next, payButton, postsOf, textOf, typeCard } from './support/widget.js';
import type { PaymentWidget } from '../src/index.js';

describe('the price that the shopper has agreed to', () => {
  const changes: readonly [what: string, change: (widget: PaymentWidget) => void][] = [
    [
      'its amount is changed by a click handler of the page',
      (widget) => {
        widget.addEventListener('click', () => (widget.amount = 9900), { capture: true });
      },
    ],
    [
      'its amount is changed while the button is being pressed',
      (widget) => {
        widget.addEventListener('pointerdown', () => (widget.amount = 9900));
      },
    ],
    [
      'its currency is changed by a click handler of the page',
      (widget) => {
        widget.addEventListener('click', () => (widget.currency = 'USD'), { capture: true });
      },
    ],
  ];
  for (const [what, change] of changes) {
    it(`sends nothing when ${what}: the shopper has not agreed to that`, async () => {
      const widget = await mountReady();
      await typeCard(widget);
      change(widget);
      const failure = next(widget, 'payment-failure');
      await click(payButton(widget));
      expect([(await failure).detail.error.code, await postsOf(widget)]).to.deep.equal(['amount_changed', []]);
    });
  }

  it('sends what the page has set when it is the page that pays', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    widget.amount = 9900;
    await widget.submit();
    expect((await chargesOf(widget))[0]?.amount).to.equal(9900);
  });

  it('is not held against a later payment by the page', async () => {
    const widget = await mountReady({ merchant: 'slow-402' });
    await typeCard(widget);
    const declined = next(widget, 'payment-failure');
    await click(payButton(widget));
    await click(payButton(widget)); // while the first is under way
    await declined;
    await typeCard(widget);
    widget.amount = 700;
    await widget.submit();
    expect((await postsOf(widget)).map(({ body }) => body.amount)).to.deep.equal([4999, 700]);
  });

  it('keeps the price of the next order when the answer for the last one comes late', async () => {
    const widget = await mountReady({ merchant: 'slow-dearer' });
    await typeCard(widget);
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    widget.reference = `${widget.reference ?? ''}-next`;
    widget.amount = 700;
    await outcome;
    await widget.updateComplete;
    expect(textOf(payButton(widget))).to.equal('Pay €7.00');
  });

  it('answers submit() at once when the element is in no document', async () => {
    const outcome = await document.createElement('payment-widget').submit();
    expect('error' in outcome && outcome.error.code).to.equal('disabled');
  });
});
