import { command } from './support/commands.js';
import {
  chargesOf,
  click,
  expect,
  find,
  holdMerchants,
  input,
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
} from './support/widget.js';
import type { PaymentErrorDetail, PaymentResultDetail, PaymentWidget } from '../src/index.js';

async function pay(widget: PaymentWidget): Promise<void> {
  await typeCard(widget);
  await sendKeys({ press: 'Enter' });
}

/** Waits until the attempt is over, whatever its end, and the screen shows it. */
async function payToTheEnd(
  widget: PaymentWidget,
): Promise<CustomEvent<Partial<PaymentResultDetail & PaymentErrorDetail>>> {
  const ended = Promise.race([
    next(widget, 'payment-success'),
    next(widget, 'payment-pending'),
    next(widget, 'payment-failure'),
    next(widget, 'payment-unknown'),
  ]);
  await pay(widget);
  const event = await ended;
  await widget.updateComplete;
  return event;
}

describe('paying with <payment-widget>', () => {
  it('is not valid any more once it is paid: there is nothing left to be sent', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    const before = widget.valid;
    await widget.submit();
    await widget.updateComplete;
    expect([before, widget.valid, widget.validate()]).to.deep.equal([true, false, false]);
  });

  it('charges the card once, with the amount that the button says', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    expect((await chargesOf(widget)).map(({ amount, currency, mode }) => [amount, currency, mode])).to.deep.equal([
      [4999, 'EUR', 'test'],
    ]);
  });

  it('sends the body of the contract', async () => {
    const widget = await mountReady();
    widget.description = 'Coffee';
    widget.metadata = { basket: '7' };
    await payToTheEnd(widget);
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

  it('sends the body that the page makes, where the page makes one', async () => {
    const widget = await mountReady({ merchant: 'status-200' });
    widget.buildRequest = ({ amount, reference }) => ({ reference, total: amount / 100 });
    await payToTheEnd(widget);
    expect((await postsOf(widget))[0]?.body).to.deep.equal({ reference: widget.reference, total: 49.99 });
  });

  it('sends JSON with an idempotency key and no credentials', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    const headers = (await postsOf(widget))[0]?.headers ?? {};
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['idempotency-key']).to.match(/^[\w-]{43}$/);
    expect(headers).to.not.have.property('authorization');
  });

  it('tells the page: submit first, then success with the payment as the service gave it', async () => {
    const widget = await mountReady();
    const events = record(widget);
    const { detail } = await payToTheEnd(widget);
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

  it('lets its events be heard outside every shadow root', async () => {
    const widget = await mountReady();
    const heard = new Promise<Event>((resolve) => {
      document.addEventListener('payment-success', resolve, { once: true });
    });
    await pay(widget);
    expect((await heard).composed).to.equal(true);
  });

  it('says that it is paid, and moves the focus there', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    await nextFrame();
    const result = part(widget, '[part~="result"]');
    const texts = [part(widget, '#result-title'), part(widget, '#result-text')].map(textOf);
    expect([...texts, widget.shadowRoot?.activeElement === result]).to.deep.equal([
      'Payment successful',
      `You paid €49.99. Reference: ${widget.reference ?? ''}`,
      true,
    ]);
  });

  it('has nothing for axe to find once it is paid', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    await expect(widget).to.be.accessible();
  });

  it('has no input left that could hold a card once it is paid', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    expect(find(widget, 'input') === null).to.equal(true);
  });

  it('answers submit() with the outcome', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    const outcome = await widget.submit();
    expect(outcome.outcome).to.equal('paid');
  });

  it('goes through its states: ready, busy, paid', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    const states = [widget.state];
    await typeCard(widget);
    const done = widget.submit();
    await next(widget, 'payment-submit');
    await widget.updateComplete;
    states.push(widget.state);
    const matched = widget.matches(':state(busy)');
    await done;
    states.push(widget.state);
    expect([states, matched, widget.matches(':state(paid)')]).to.deep.equal([['ready', 'busy', 'paid'], true, true]);
  });

  it('shows and announces that it is busy, and keeps the button in place', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    await typeCard(widget);
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
    await expect(widget).to.be.accessible();
    await done;
  });

  it('waits for the proxy before it sends, when the shopper is faster', async () => {
    const widget = await mountReady({ merchant: 'test' });
    await typeCard(widget);
    widget.proxyUrl = '/merchant/live'; // asked anew
    const outcome = await widget.submit();
    expect([outcome.outcome, outcome.mode]).to.deep.equal(['paid', 'live']);
  });
});

describe('one payment at a time', () => {
  it('makes one payment of a click, Enter and submit() at once', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    await typeCard(widget);
    payButton(widget).click();
    (part(widget, 'form') as HTMLFormElement).requestSubmit();
    const outcomes = await Promise.all([widget.submit(), widget.submit()]);
    expect([(await postsOf(widget)).length, outcomes[0] === outcomes[1]]).to.deep.equal([1, true]);
  });

  it('makes one payment of a real double click', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    await typeCard(widget);
    const success = next(widget, 'payment-success');
    await click(payButton(widget), { clickCount: 2 });
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('does not take the second click of a double click for a wish to try again', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await typeCard(widget);
    const events = record(widget);
    const failure = next(widget, 'payment-failure');
    const { left, top } = payButton(widget).getBoundingClientRect();
    for (const count of [1, 2] as const) {
      await command('clickOfRow', { x: Math.round(left) + 20, y: Math.round(top) + 20, count });
      await failure;
    }
    await nextFrame();
    expect(events.filter(({ type }) => type === 'payment-submit').length).to.equal(1);
  });

  it('makes one payment of an Enter key that is held down', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await typeCard(widget);
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

  it('does not pay again once it is paid', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    await widget.submit();
    expect((await postsOf(widget)).length).to.equal(1);
  });

  it('is one payment even when a listener of payment-submit calls submit()', async () => {
    const widget = await mountReady();
    widget.addEventListener('payment-submit', () => void widget.submit(), { once: true });
    await payToTheEnd(widget);
    expect((await postsOf(widget)).length).to.equal(1);
  });

  it('sends nothing when the page prevents payment-submit, and can be tried again', async () => {
    const widget = await mountReady();
    widget.addEventListener(
      'payment-submit',
      (event) => {
        event.preventDefault();
      },
      { once: true },
    );
    const stopped = await payToTheEnd(widget);
    const sent = (await postsOf(widget)).length;
    const outcome = await widget.submit();
    expect([stopped.detail.error?.code, sent, outcome.outcome]).to.deep.equal(['submit_prevented', 0, 'paid']);
  });

  it('takes a new key for a new attempt after a certain failure', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await typeCard(widget);
    await widget.submit();
    await widget.submit();
    const keys = (await postsOf(widget)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).to.equal(2);
  });
});

describe('how a payment can end', () => {
  for (const [merchant, event, state, code] of [
    ['status-200', 'payment-success', 'paid', undefined],
    ['status-201', 'payment-success', 'paid', undefined],
    ['empty-200', 'payment-success', 'paid', undefined],
    ['bare', 'payment-success', 'paid', undefined],
    ['status-202', 'payment-pending', 'pending', undefined],
    ['status-400', 'payment-failure', 'failed', 'invalid_request'],
    ['status-401', 'payment-failure', 'failed', 'not_authorized'],
    ['status-402', 'payment-failure', 'failed', 'declined'],
    ['status-403', 'payment-failure', 'failed', 'not_authorized'],
    ['status-404', 'payment-failure', 'failed', 'not_found'],
    ['status-422', 'payment-failure', 'failed', 'invalid_request'],
    ['status-429', 'payment-failure', 'failed', 'rate_limited'],
    ['not-charged-503', 'payment-failure', 'failed', 'service_error'],
    ['status-408', 'payment-unknown', 'unknown', 'timeout'],
    ['status-409', 'payment-unknown', 'unknown', 'conflict'],
    ['status-500', 'payment-unknown', 'unknown', 'service_error'],
    ['status-503', 'payment-unknown', 'unknown', 'service_error'],
    ['html-200', 'payment-unknown', 'unknown', 'unreadable_answer'],
    ['cut-200', 'payment-unknown', 'unknown', 'unreadable_answer'],
    ['redirect-302', 'payment-unknown', 'unknown', 'unexpected_answer'],
    ['reset', 'payment-unknown', 'unknown', 'connection_lost'],
  ] as const) {
    it(`${merchant}: ${event}${code ? ` with ${code}` : ''}`, async () => {
      const widget = await mountReady({ merchant });
      const ended = await payToTheEnd(widget);
      const { error } = ended.detail;
      expect([ended.type, widget.state, error?.code]).to.deep.equal([event, state, code]);
    });
  }

  it('a proxy that never answers: unknown once the time is up', async () => {
    const letGo = await holdMerchants();
    const widget = await mountReady({ merchant: 'held-payment', timeout: '1000' });
    const ended = await payToTheEnd(widget);
    await letGo();
    expect([ended.type, ended.detail.error?.code]).to.deep.equal(['payment-unknown', 'timeout']);
  });

  it('a browser that is offline: certainly not charged, and the card stays for the next try', async () => {
    const widget = await mountReady();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    const ended = await payToTheEnd(widget);
    Reflect.deleteProperty(navigator, 'onLine');
    const again = await widget.submit();
    expect([ended.type, ended.detail.error?.code, again.outcome]).to.deep.equal(['payment-failure', 'offline', 'paid']);
  });

  it('an answer that the page itself can read: as the page says', async () => {
    const widget = await mountReady({ merchant: 'status-200' });
    widget.interpretResponse = ({ status }) => (status === 200 ? 'not_charged' : undefined);
    const ended = await payToTheEnd(widget);
    expect(ended.detail.error?.code).to.equal('declined');
  });

  for (const merchant of ['cut-200', 'proxy-504', 'redirect-302', 'empty-502'] as const) {
    it(`${merchant}: stays unknown, whatever the page would read out of it`, async () => {
      const widget = await mountReady({ merchant });
      widget.interpretResponse = () => 'not_charged';
      expect((await payToTheEnd(widget)).type).to.equal('payment-unknown');
    });
  }

  it('unknown: cannot be reset into another payment of the same order', async () => {
    const widget = await mountReady({ merchant: 'status-500' });
    await payToTheEnd(widget);
    widget.reset();
    await widget.submit();
    expect([widget.state, (await postsOf(widget)).length]).to.deep.equal(['unknown', 1]);
  });

  it('unknown: can be reset for another order', async () => {
    const widget = await mountReady({ merchant: 'status-500' });
    await payToTheEnd(widget);
    widget.reference = 'another-order';
    widget.reset();
    await widget.updateComplete;
    expect([widget.state, input(widget, 'cc-number').value]).to.deep.equal(['ready', '']);
  });

  it('unknown: never says failed, asks not to pay again, and cannot pay again', async () => {
    const widget = await mountReady({ merchant: 'status-500' });
    await payToTheEnd(widget);
    const text = textOf(part(widget, '[part~="result"]'));
    const again = await widget.submit();
    expect(text).to.match(/could not confirm.*may have been charged €49\.99.*do not pay again/);
    expect(text).to.not.match(/fail|declin|try again/i);
    expect([find(widget, '[part=pay-button]') === null, again.outcome, (await postsOf(widget)).length]).to.deep.equal([
      true,
      'unknown',
      1,
    ]);
  });

  it('has nothing for axe to find when the outcome is unknown', async () => {
    const widget = await mountReady({ merchant: 'status-500' });
    await payToTheEnd(widget);
    await expect(widget).to.be.accessible();
  });

  it('declined: says that nothing was charged, and forgets the card but not the name', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await payToTheEnd(widget);
    expect(textOf(part(widget, '[part=summary]'))).to.equal(
      'Your card was declined. Nothing was charged. Use another card, or ask your bank.',
    );
    expect([
      input(widget, 'cc-number').value,
      input(widget, 'cc-csc').value,
      input(widget, 'cc-name').value,
    ]).to.deep.equal(['', '', 'Ada Lovelace']);
  });

  it('has nothing for axe to find after a decline', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await payToTheEnd(widget);
    await expect(widget).to.be.accessible();
  });

  it('busy shop: keeps the card, gives the page the seconds to wait', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    const ended = await payToTheEnd(widget);
    expect([ended.detail.error?.retryAfter, input(widget, 'cc-number').value]).to.deep.equal([
      7,
      '4242 4242 4242 4242',
    ]);
  });

  it('another price: charges nothing, shows the right one and asks again', async () => {
    const widget = await mountReady({ merchant: 'dearer' });
    const ended = await payToTheEnd(widget);
    expect([ended.detail.error?.code, textOf(payButton(widget)), await chargesOf(widget)]).to.deep.equal([
      'amount_changed',
      'Pay €54.99',
      [],
    ]);
    expect(textOf(part(widget, '[part~="summary"]'))).to.match(/^The price is now €54\.99\. Nothing was charged\./);
  });

  it('another price: pays it when the shopper agrees', async () => {
    const widget = await mountReady({ merchant: 'dearer' });
    await payToTheEnd(widget);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).map(({ amount }) => amount)).to.deep.equal([5499]);
  });

  it('cannot be reset into a second payment while the first is under way', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    await typeCard(widget);
    const first = widget.submit();
    widget.reset();
    const second = widget.submit();
    await Promise.all([first, second]);
    expect((await postsOf(widget)).length).to.equal(1);
  });

  it('starts afresh when the page resets it', async () => {
    const widget = await mountReady();
    await payToTheEnd(widget);
    widget.reset();
    await widget.updateComplete;
    expect([widget.state, input(widget, 'cc-number').value, textOf(payButton(widget))]).to.deep.equal([
      'ready',
      '',
      'Pay €49.99',
    ]);
  });
});
