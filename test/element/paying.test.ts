import { html } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import { command } from '../support/commands.js';
import {
  chargesOf,
  click,
  ending,
  expect,
  fillCard,
  fillIn,
  holdMerchant,
  input,
  itExcept,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  postsOf,
  record,
  sendKeys,
  textOf,
  typeCard,
} from '../support/widget.js';

/** Fills in a card, presses Enter, and waits until the outcome is shown. */
async function pay(widget: PaymentWidget): ReturnType<typeof ending> {
  const ended = ending(widget);
  await fillCard(widget);
  await sendKeys({ press: 'Enter' });
  const event = await ended;
  await widget.updateComplete;
  return event;
}

/** A control of the page that throws when it is read next. */
class FailingControl extends HTMLElement {
  static readonly formAssociated = true;
  readonly name = 'failing';
  fails = false;

  get value(): string {
    if (!this.fails) return '';
    this.fails = false;
    throw new Error('The control failed.');
  }
}
customElements.define('failing-control', FailingControl);

describe('A payment', () => {
  it('charges a typed card once with the amount on the button', async () => {
    const widget = await mountReady();
    const success = next(widget, 'payment-success');
    await typeCard(widget);
    await sendKeys({ press: 'Enter' });
    await success;
    expect((await chargesOf(widget)).map(({ amount, currency, mode }) => [amount, currency, mode])).to.deep.equal([
      [4999, 'EUR', 'test'],
    ]);
  });

  it('sends the documented body', async () => {
    const widget = await mountReady();
    widget.description = 'Coffee';
    widget.metadata = { basket: '7' };
    await pay(widget);
    expect((await postsOf(widget))[0]?.body).to.deep.equal({
      amount: 4999,
      currency: 'EUR',
      reference: widget.reference,
      description: 'Coffee',
      metadata: { basket: '7' },
      customer: { name: 'Ada Lovelace' },
      payment_method: { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' } },
    });
  });

  it('sends the body from buildRequest', async () => {
    const widget = await mountReady({ merchant: 'status-200' });
    widget.buildRequest = ({ amount, reference }) => ({ reference, total: amount / 100 });
    await pay(widget);
    expect((await postsOf(widget))[0]?.body).to.deep.equal({ reference: widget.reference, total: 49.99 });
  });

  it('dispatches payment-submit, then payment-success with the payment of the service', async () => {
    const widget = await mountReady();
    const events = record(widget);
    const { detail } = await pay(widget);
    expect(events.map(({ type }) => type).filter((type) => type !== 'payment-change')).to.deep.equal([
      'payment-submit',
      'payment-success',
    ]);
    expect(detail).to.deep.include({
      amount: 4999,
      currency: 'EUR',
      reference: widget.reference,
      mode: 'test',
      status: 200,
    });
    expect(detail.payment).to.deep.include({ status: 'succeeded', amount: 4999 });
  });

  it('shows the result and focuses it', async () => {
    const widget = await mountReady();
    await pay(widget);
    await nextFrame();
    const result = part(widget, '[part~="result"]');
    const texts = [part(widget, '#result-title'), part(widget, '#result-text')].map(textOf);
    expect([...texts, widget.shadowRoot?.activeElement === result]).to.deep.equal([
      'Payment successful',
      `You paid €49.99. Visa •••• 4242 Visa ending in 4242 Reference: ${widget.reference ?? ''}`,
      true,
    ]);
  });

  it('changes the state from ready to busy to paid', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    const states = [widget.state];
    await fillCard(widget);
    const done = widget.submit();
    await next(widget, 'payment-submit');
    await widget.updateComplete;
    states.push(widget.state);
    const matched = widget.matches(':state(busy)');
    await release();
    await done;
    states.push(widget.state);
    expect([states, matched, widget.matches(':state(paid)')]).to.deep.equal([['ready', 'busy', 'paid'], true, true]);
  });

  it('shows and announces that it is in progress', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillCard(widget);
    const done = widget.submit();
    await next(widget, 'payment-submit');
    await widget.updateComplete;
    const button = payButton(widget);
    const announced = textOf(part(widget, '.visually-hidden[role=status]'));
    const seen = button.querySelector('[aria-hidden]') ?? button;
    expect([textOf(seen), button.getAttribute('aria-disabled'), announced]).to.deep.equal([
      'Processing payment…',
      'true',
      'Processing payment…',
    ]);
    await release();
    await done;
  });

  it('puts no card data into events', async () => {
    const widget = await mountReady();
    const events = record(widget);
    await fillCard(widget);
    await widget.submit();
    const details = events.map(({ type, detail }) => `${type} ${JSON.stringify(detail)}`);
    expect(details.filter((text) => /4242424242424242|"cvc":|Lovelace/.test(text))).to.deep.equal([]);
  });

  it('waits for the configuration of a new proxy', async () => {
    const widget = await mountReady({ merchant: 'test' });
    await fillCard(widget);
    widget.proxyUrl = '/merchant/live';
    const outcome = await widget.submit();
    expect([outcome.outcome, outcome.mode]).to.deep.equal(['paid', 'live']);
  });

  it('keeps the mode that the page expects, whatever the proxy reports', async () => {
    const widget = await mountReady({ merchant: 'test', mode: 'live' });
    expect([widget.mode, widget.reportedMode]).to.deep.equal(['live', 'test']);
  });
});

describe('One payment at a time', () => {
  it('makes one payment of a click, Enter and submit() together', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillCard(widget);
    payButton(widget).click();
    (part(widget, 'form') as HTMLFormElement).requestSubmit();
    const submissions = [widget.submit(), widget.submit()];
    await release();
    const outcomes = await Promise.all(submissions);
    expect([(await postsOf(widget)).length, outcomes[0] === outcomes[1]]).to.deep.equal([1, true]);
  });

  it('makes one payment of a double click', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillCard(widget);
    const success = next(widget, 'payment-success');
    await click(payButton(widget), { clickCount: 2 });
    await release();
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('does not pay with the second click of a double click', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    const success = next(widget, 'payment-success');
    const submits = [2, 1].map((detail) =>
      payButton(widget).dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true })),
    );
    await success;
    expect([submits, (await postsOf(widget)).length]).to.deep.equal([[false, true], 1]);
  });

  // The driver of WebKit repeats no keys.
  itExcept(['webkit'])('makes one payment of an Enter key that is held down', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillCard(widget);
    const events = record(widget);
    const failure = next(widget, 'payment-failure');
    await command('hold', 'Enter');
    await failure;
    await command('hold', 'Enter');
    await command('hold', 'Enter');
    await sendKeys({ up: 'Enter' });
    await nextFrame();
    expect(events.filter(({ type }) => type === 'payment-submit').length).to.equal(1);
  });

  it('sends nothing when payment-submit is canceled, and allows another try', async () => {
    const widget = await mountReady();
    widget.addEventListener(
      'payment-submit',
      (event) => {
        event.preventDefault();
      },
      { once: true },
    );
    const stopped = await pay(widget);
    const sent = (await postsOf(widget)).length;
    const outcome = await widget.submit();
    expect([stopped.detail.error?.code, sent, outcome.outcome]).to.deep.equal(['submit_prevented', 0, 'paid']);
  });
});

describe('Outcomes', () => {
  for (const [merchant, event, state, code] of [
    ['status-200', 'payment-success', 'paid', undefined],
    ['status-202', 'payment-pending', 'pending', undefined],
    ['status-402', 'payment-failure', 'failed', 'declined'],
    ['status-500', 'payment-unknown', 'unknown', 'service_error'],
  ] as const) {
    it(`${merchant}: ${event}${code ? ` with ${code}` : ''}`, async () => {
      const widget = await mountReady({ merchant });
      const ended = await pay(widget);
      const { error } = ended.detail;
      expect([ended.type, widget.state, error?.code]).to.deep.equal([event, state, code]);
    });
  }

  it('offline: not charged, and the card is kept until the proxy on this machine answers', async () => {
    const widget = await mountReady();
    const { fetch } = window;
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const ended = await pay(widget);
    window.fetch = fetch;
    const again = await widget.submit();
    Reflect.deleteProperty(navigator, 'onLine');
    expect([ended.type, ended.detail.error?.code, again.outcome]).to.deep.equal(['payment-failure', 'offline', 'paid']);
  });

  it('paid: is reported although a control of the page fails then', async () => {
    const widget = await mountReady({ content: html`<failing-control slot="before-button"></failing-control>` });
    await fillCard(widget);
    const control = widget.querySelector('failing-control') as FailingControl;
    widget.interpretResponse = () => void (control.fails = true);
    const success = next(widget, 'payment-success');
    const { onerror } = window;
    const thrown: unknown[] = [];
    window.onerror = (...details) => thrown.push(details[4]);
    const { outcome } = await widget.submit();
    window.onerror = onerror;
    await success;
    expect([outcome, thrown.map(String)]).to.deep.equal(['paid', ['Error: The control failed.']]);
  });

  it('declined: says that nothing was charged, clears the card and keeps the name', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await pay(widget);
    expect(textOf(part(widget, '[part=summary]'))).to.equal(
      'Your card was declined. You were not charged. Try another card or contact your bank.',
    );
    expect([
      input(widget, 'cc-number').value,
      input(widget, 'cc-csc').value,
      input(widget, 'cc-name').value,
    ]).to.deep.equal(['', '', 'Ada Lovelace']);
  });

  it('price change: pays the new price when the shopper agrees', async () => {
    const widget = await mountReady({ merchant: 'dearer' });
    await pay(widget);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).map(({ amount }) => amount)).to.deep.equal([5499]);
  });

  it('paid: reset() shows an empty form', async () => {
    const widget = await mountReady();
    await pay(widget);
    widget.reset();
    await widget.updateComplete;
    expect([widget.state, input(widget, 'cc-number').value, textOf(payButton(widget))]).to.deep.equal([
      'ready',
      '',
      'Pay €49.99',
    ]);
  });
});

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
