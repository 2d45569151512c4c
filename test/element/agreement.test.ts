import { PaymentCheckError, type PaymentErrorDetail, type PaymentWidget } from 'payment-widget';
import { nextTask } from '../support/until.js';
import {
  chargesOf,
  click,
  expect,
  fillCard,
  find,
  holdMerchant,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  sendKeys,
  textOf,
} from '../support/widget.js';

describe('The price that the shopper agreed to', () => {
  for (const change of [{ amount: 9900 }, { currency: 'USD' }]) {
    it(`sends nothing when a click listener sets ${JSON.stringify(change)}`, async () => {
      const widget = await mountReady();
      await fillCard(widget);
      widget.addEventListener('click', () => Object.assign(widget, change));
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

/** A check of the page that the test ends. */
function check() {
  let pass: (value?: unknown) => void = () => undefined;
  let fail: (reason?: unknown) => void = () => undefined;
  const promise = new Promise((resolve, reject) => {
    pass = resolve;
    fail = reject;
  });
  return { promise, pass, fail };
}

/** Presses Pay in a form whose page checks something first. */
async function pay(widget: PaymentWidget, ...checks: PromiseLike<unknown>[]): Promise<void> {
  widget.addEventListener('payment-submit', (event) => {
    for (const promise of checks) event.waitUntil(promise);
  });
  await fillCard(widget);
  const submitted = next(widget, 'payment-submit');
  await sendKeys({ press: 'Enter' });
  await submitted;
  await widget.updateComplete;
}

const failure = async (widget: PaymentWidget): Promise<PaymentErrorDetail> => {
  const { detail } = await next(widget, 'payment-failure');
  await widget.updateComplete;
  return detail;
};

const summary = (widget: PaymentWidget) => textOf(part(widget, '#summary-title'));

describe('A payment that waits for a check of the page', () => {
  it('is busy and sends nothing until the check has ended', async () => {
    const widget = await mountReady();
    const { promise, pass } = check();
    await pay(widget, promise);
    const waiting = [widget.state, payButton(widget).ariaDisabled, (await postsOf(widget)).length];
    const success = next(widget, 'payment-success');
    pass();
    await success;
    expect([...waiting, (await postsOf(widget)).length]).to.deep.equal(['busy', 'true', 0, 1]);
  });

  it('shows the text of a PaymentCheckError and focuses it', async () => {
    const widget = await mountReady();
    const { promise, fail } = check();
    await pay(widget, promise);
    const failed = failure(widget);
    fail(new PaymentCheckError('The last ticket has just been sold. You were not charged.'));
    const { error } = await failed;
    await nextTask();
    expect([error.code, summary(widget), find(widget, '.failure') === widget.shadowRoot?.activeElement]).to.deep.equal([
      'submit_prevented',
      'The last ticket has just been sold. You were not charged.',
      true,
    ]);
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  for (const [title, reason] of [
    ['another error', new TypeError('Failed to fetch')],
    ['a check error without text', new PaymentCheckError(' ')],
    ['a check error with a key', new PaymentCheckError('sk_test_0123456789 is invalid')],
    ['nothing', undefined],
  ] as const) {
    it(`shows its own text for ${title}`, async () => {
      const widget = await mountReady();
      const { promise, fail } = check();
      await pay(widget, promise);
      const failed = failure(widget);
      fail(reason);
      const { error } = await failed;
      expect([error.code, error.cause, summary(widget)]).to.deep.equal([
        'submit_prevented',
        reason,
        'Something went wrong. You were not charged. Please try again.',
      ]);
    });
  }

  it('is prevented at once by preventDefault(), and shows no text', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    widget.addEventListener('payment-submit', (event) => {
      event.waitUntil(check().promise);
      event.preventDefault();
    });
    const outcome = await widget.submit();
    await widget.updateComplete;
    expect(['error' in outcome && outcome.error.code, find(widget, '[part=summary]')]).to.deep.equal([
      'submit_prevented',
      null,
    ]);
  });

  it('asks again if the page has changed the price meanwhile', async () => {
    const widget = await mountReady();
    const { promise, pass } = check();
    await pay(widget, promise);
    widget.amount = 5999;
    const failed = failure(widget);
    pass();
    const { error } = await failed;
    expect([error.code, summary(widget)]).to.deep.equal([
      'amount_changed',
      'The price is now €59.99. You were not charged. Check the new amount, then pay.',
    ]);
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('sends nothing if the element was removed', async () => {
    const widget = await mountReady();
    const { promise, pass } = check();
    await pay(widget, promise);
    widget.remove();
    const failed = failure(widget);
    pass();
    expect((await failed).error.code).to.equal('disabled');
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('goes on if the element was moved', async () => {
    const widget = await mountReady();
    const { promise, pass } = check();
    await pay(widget, promise);
    const parent = widget.parentElement;
    const place = document.createElement('div');
    parent?.append(place);
    place.append(widget);
    const success = next(widget, 'payment-success');
    pass();
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });
});

describe('waitUntil()', () => {
  it('throws after the listeners have returned', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    const submitted = next(widget, 'payment-submit');
    const paid = widget.submit();
    const event = await submitted;
    let name = '';
    try {
      event.waitUntil(Promise.resolve());
    } catch (error) {
      name = (error as DOMException).name;
    }
    await paid;
    expect(name).to.equal('InvalidStateError');
  });
});
