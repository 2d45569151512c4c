import { aTimeout, fixture, nextFrame, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { AttemptMemory } from '../src/attempt-memory.js';
import type { PaymentErrorDetail, PaymentWidget } from '../src/index.js';
import { createIdempotencyKey } from '../src/transport/protocol.js';
import { fillIn } from './support/states.js';
import {
  click,
  expect,
  find,
  holdMerchants,
  input,
  mount,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  record,
  sendKeys,
  textOf,
  type Settings,
} from './support/widget.js';

let orders = 0;
const newReference = () => `doubt-${Date.now()}-${orders++}`;
const memoryOf = (merchant: string) => new AttemptMemory(new URL(`/merchant/${merchant}`, location.href).href);

/** Pays, and gives the widget when nobody knows what became of it. */
async function payInDoubt(merchant: string, settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mountReady({ reference: newReference(), ...settings, merchant });
  await fillIn(widget);
  const unknown = next(widget, 'payment-unknown');
  payButton(widget).click();
  await unknown;
  await widget.updateComplete;
  return widget;
}

/** A page that comes after one that was left while it paid. */
function comeBack(merchant: string, startedAt = Date.now()): Promise<PaymentWidget> {
  const reference = newReference();
  memoryOf(merchant).remember({ reference, idempotencyKey: createIdempotencyKey(), startedAt });
  return mount({ merchant, reference });
}

const title = (widget: PaymentWidget) => textOf(part(widget, '#result-title'));
const resultText = (widget: PaymentWidget) => textOf(part(widget, '#result-text p'));

describe('a payment in doubt', () => {
  it('is followed where the proxy can tell, and says so', async () => {
    const widget = await payInDoubt('stays-unknown');
    expect(textOf(part(widget, '#result-text'))).to.contain('we are checking whether the payment arrived');
  });

  it('turns into what it was: paid', async () => {
    const widget = await payInDoubt('settles-paid');
    await next(widget, 'payment-success');
    await widget.updateComplete;
    expect([widget.state, title(widget)]).to.deep.equal(['paid', 'Payment successful']);
  });

  it('turns into what it was: not paid, with a form to try again', async () => {
    const widget = await payInDoubt('settles-declined');
    await next(widget, 'payment-failure');
    await widget.updateComplete;
    expect([widget.state, textOf(part(widget, '[part=summary]'))]).to.deep.equal([
      'failed',
      'Your card was declined. Nothing was charged. Use another card, or ask your bank.',
    ]);
  });

  it('is sent once, however it is followed', async () => {
    const widget = await payInDoubt('settles-paid');
    await next(widget, 'payment-success');
    expect(await postsOf(widget)).to.have.lengthOf(1);
  });

  it('tells the shopper the reference and the time', async () => {
    const widget = await payInDoubt('status-500', { reference: 'order-1042' });
    expect([textOf(part(widget, '[part=reference]')), textOf(part(widget, '[part=time]')).startsWith('Time: ')]).to.eql(
      ['Reference: order-1042', true],
    );
  });

  it('is followed, too, when the proxy says only then that it can tell', async () => {
    const widget = await payInDoubt('tells-late');
    await next(widget, 'payment-success');
    expect(widget.state).to.equal('paid');
  });

  it('is asked about once more when the browser is online again', async () => {
    const widget = await comeBack('settles-later', Date.now() - 3_600_000);
    await waitUntil(() => find(widget, '[part=go-on-button]') !== null, 'is not followed any more', { timeout: 5000 });
    const paid = next(widget, 'payment-success');
    dispatchEvent(new Event('online'));
    await paid;
    expect(widget.state).to.equal('paid');
  });

  it('goes on being followed when the element was taken out and put back', async () => {
    const widget = await payInDoubt('settles-paid');
    const page = widget.parentElement;
    widget.remove();
    page?.append(widget);
    await next(widget, 'payment-success');
    expect(widget.state).to.equal('paid');
  });
});

describe('the way on from a payment in doubt', () => {
  it('is not there while the proxy is being asked', async () => {
    const widget = await payInDoubt('stays-unknown');
    expect(find(widget, '[part=go-on-button]') === null).to.equal(true);
  });

  it('warns first, with the focus on the warning', async () => {
    const widget = await payInDoubt('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    expect([widget.state, widget.shadowRoot?.activeElement?.getAttribute('part')]).to.deep.equal([
      'unknown',
      'caution',
    ]);
  });

  it('leads back', async () => {
    const widget = await payInDoubt('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=back-button]'));
    await widget.updateComplete;
    expect([widget.state, find(widget, '[part=caution]') === null]).to.deep.equal(['unknown', true]);
  });

  it('leads to the form, and another payment has another key', async () => {
    const widget = await payInDoubt('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await fillIn(widget);
    await widget.submit();
    const keys = (await postsOf(widget)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).to.equal(2);
  });
});

describe('a page that comes back to a payment', () => {
  it('asks before it draws a form', async () => {
    const widget = await comeBack('silent');
    expect([find(widget, 'form') === null, textOf(part(widget, '[part=checking]'))]).to.deep.equal([
      true,
      'Checking whether this order is already paid…',
    ]);
  });

  it('shows that it is paid', async () => {
    const widget = await comeBack('settles-paid');
    await waitUntil(() => widget.state === 'paid', 'is paid', { timeout: 5000 });
    expect(await postsOf(widget)).to.have.lengthOf(0);
  });

  it('draws the form when the proxy has never seen it', async () => {
    const widget = await comeBack('never-saw');
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    expect(find(widget, 'form') === null).to.equal(false);
  });

  it('keeps the key then, so that one that arrives late is known by it', async () => {
    const widget = await comeBack('never-saw');
    const { reference = '' } = widget;
    const key = memoryOf('never-saw').recall(reference)?.idempotencyKey;
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    await fillIn(widget);
    await widget.submit();
    expect((await postsOf(widget))[0]?.headers['idempotency-key']).to.equal(key);
  });

  it('is in doubt when the proxy cannot tell', async () => {
    const widget = await comeBack('test-without-config');
    await waitUntil(() => widget.state === 'unknown', 'is in doubt', { timeout: 5000 });
    expect(textOf(part(widget, '#result-text'))).to.contain('Please do not pay again');
  });

  it('names no amount where the proxy cannot tell it: the price may be another by now', async () => {
    const widget = await comeBack('status-500');
    await waitUntil(() => widget.state === 'unknown', 'is in doubt', { timeout: 5000 });
    await widget.updateComplete;
    expect(resultText(widget)).to.equal(
      'Your card may have been charged. Please do not pay again: ask the shop first whether the payment arrived.',
    );
  });

  it('names no amount while it is followed, either', async () => {
    const widget = await comeBack('stays-unknown');
    await waitUntil(() => widget.state === 'unknown', 'is in doubt', { timeout: 5000 });
    await widget.updateComplete;
    expect(resultText(widget)).to.match(/^Your card may have been charged\. .* we are checking/);
  });

  it('names no amount when it turns out to be paid and the proxy does not tell it', async () => {
    const widget = await comeBack('settles-paid');
    await next(widget, 'payment-success');
    await widget.updateComplete;
    expect(resultText(widget)).to.equal('This order is paid.');
  });

  for (const [merchant, event] of [
    ['status-500', 'payment-unknown'],
    ['settles-paid', 'payment-success'],
  ] as const) {
    it(`tells the page no amount then: ${event}`, async () => {
      const { detail } = await next(await comeBack(merchant), event);
      expect(detail.amount).to.equal(undefined);
    });
  }

  it('names the amount that the proxy tells, not the one that the page is at', async () => {
    const widget = await comeBack('tells-price');
    await waitUntil(() => widget.state === 'paid', 'is paid', { timeout: 5000 });
    await widget.updateComplete;
    expect(resultText(widget)).to.equal('You paid €54.99.');
  });

  it('says the same to whoever is elsewhere on the page', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    elsewhere.focus();
    const widget = await comeBack('stays-unknown');
    await next(widget, 'payment-unknown');
    await nextFrame();
    expect(textOf(part(widget, '.visually-hidden[role=alert]'))).to.match(
      /Your card may have been charged\. .* we are checking/,
    );
  });

  it('is asked about by another form of the same order before that pays', async () => {
    const reference = newReference();
    const other = await mountReady({ merchant: 'stays-unknown', reference });
    await payInDoubt('stays-unknown', { reference });
    await fillIn(other);
    const outcome = await other.submit();
    expect([outcome.outcome, (await postsOf(other)).length]).to.deep.equal(['unknown', 1]);
  });

  it('pays nothing that the page has turned away from while it was asked about', async () => {
    const reference = newReference();
    const other = await mountReady({ merchant: 'held-to-tell', reference });
    const first = await payInDoubt('held-to-tell', { reference });
    await fillIn(other);
    const letGo = await holdMerchants();
    const outcome = other.submit();
    await waitUntil(() => find(other, '[part=checking]') !== null, 'is asked about', { timeout: 5000 });
    other.reference = newReference();
    other.reset();
    await letGo();
    await outcome;
    expect([(await postsOf(first)).length, (await postsOf(other)).length]).to.deep.equal([1, 0]);
  });

  it('pays no other order by a submit() that came before it', async () => {
    const letGo = await holdMerchants();
    const widget = await comeBack('held-to-tell');
    const outcome = widget.submit();
    widget.reference = newReference();
    widget.reset();
    await letGo();
    const { error } = (await outcome) as PaymentErrorDetail;
    expect(error.code).to.equal('submit_prevented');
  });

  it('says nothing of another order that the page has gone on to', async () => {
    const widget = await comeBack('silent');
    widget.reference = newReference();
    widget.reset();
    await widget.updateComplete;
    await waitUntil(() => widget.state === 'ready', 'is ready', { timeout: 8000 });
    expect(find(widget, 'form') === null).to.equal(false);
  });

  it('pays nothing while it asks', async () => {
    const widget = await comeBack('stays-unknown');
    const outcome = await widget.submit();
    expect([outcome.outcome, (await postsOf(widget)).length]).to.deep.equal(['unknown', 0]);
  });
});

describe('a proxy that does not say in time what it can do', () => {
  it('gets no payment that could not be waited for', async () => {
    const letGo = await holdMerchants();
    const widget = await mount({ merchant: 'held-config', reference: newReference(), timeout: '100' });
    await fillIn(widget);
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    await aTimeout(100); // all the time that there was
    await letGo();
    const { error } = (await outcome) as PaymentErrorDetail;
    expect([error.code, error.outcome, (await postsOf(widget)).length]).to.deep.equal([
      'proxy_error',
      'not_charged',
      0,
    ]);
  });
});

describe('what is remembered', () => {
  it('is the key, the order and the time, and nothing else', async () => {
    const widget = await payInDoubt('status-500', { reference: 'order-remembered' });
    const entry = Object.entries(sessionStorage).find(([name]) => name.includes('order-remembered'))?.[1] as string;
    expect([Object.keys(JSON.parse(entry) as object).sort(), entry.includes('4242'), widget.state]).to.deep.equal([
      ['idempotencyKey', 'reference', 'startedAt'],
      false,
      'unknown',
    ]);
  });

  for (const [merchant, remembered] of [
    ['test', true],
    ['status-402', false],
    ['status-202', true],
    ['status-500', true],
  ] as const) {
    it(`is ${remembered ? 'kept' : 'forgotten'} after ${merchant}`, async () => {
      const widget = await mountReady({ merchant, reference: newReference() });
      await fillIn(widget);
      await widget.submit();
      expect(memoryOf(merchant).recall(widget.reference) !== undefined).to.equal(remembered);
    });
  }

  it('is forgotten when the page asks for another payment of an order that is paid', async () => {
    const widget = await mountReady({ reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    widget.reset();
    expect(memoryOf('test').recall(widget.reference)).to.equal(undefined);
  });

  it('is kept when the page goes on to another order', async () => {
    const widget = await mountReady({ reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    const { reference } = widget;
    widget.reference = newReference();
    widget.reset();
    expect(memoryOf('test').recall(reference)).not.to.equal(undefined);
  });

  it('keeps an order that is paid from being paid again by the next page, at a proxy that knows nothing', async () => {
    const reference = newReference();
    const widget = await mountReady({ merchant: 'bare', reference });
    await fillIn(widget);
    await widget.submit();
    widget.remove();
    const other = await mount({ merchant: 'bare', reference });
    await waitUntil(() => other.state === 'unknown', 'is in doubt', { timeout: 5000 });
    expect(find(other, 'form')).to.equal(null);
  });
});

describe('a busy service', () => {
  it('is waited for: the button counts down and cannot be pressed', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    await widget.submit();
    await widget.updateComplete;
    const button = payButton(widget);
    const text = textOf(button); // before the click: it counts down
    await click(button);
    expect([text, button.ariaDisabled, (await postsOf(widget)).length]).to.deep.equal([
      'Try again in 7 sec',
      'true',
      1,
    ]);
  });

  it('takes payments again when the time is over', async () => {
    const widget = await mountReady({ merchant: 'busy-for-1' });
    await fillIn(widget);
    await widget.submit();
    await waitUntil(() => textOf(payButton(widget)) === 'Pay €49.99', 'can be pressed', { timeout: 5000 });
    input(widget, 'cc-name').focus();
    const failure = next(widget, 'payment-failure');
    await sendKeys({ press: 'Enter' });
    await failure;
    expect(await postsOf(widget)).to.have.lengthOf(2);
  });
});

describe('an order that is being paid elsewhere in this browser', () => {
  it('is not paid a second time', async () => {
    const reference = newReference();
    const widgets = [
      await mountReady({ merchant: 'slow', reference }),
      await mountReady({ merchant: 'slow', reference }),
    ];
    for (const widget of widgets) await fillIn(widget);
    const outcomes = await Promise.all(widgets.map((widget) => widget.submit()));
    const codes = outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.outcome)).sort();
    expect(codes).to.deep.equal(['order_in_progress', 'paid']);
  });
});

describe('leaving the page', () => {
  const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is asked about while a payment is under way, and at no other time', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    await fillIn(widget);
    const before = asksToStay();
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    await widget.updateComplete;
    const during = asksToStay();
    await outcome;
    expect([before, during, asksToStay()]).to.deep.equal([false, true, false]);
  });
});

describe('a page with two forms', () => {
  it('asks about leaving as long as one of them pays', async () => {
    const first = await mountReady({ merchant: 'slow', reference: newReference() });
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
    await outcome;
    expect(leave.defaultPrevented).to.equal(true);
  });
});

describe('a browser that is online again', () => {
  it('takes nothing away that was typed, also where an earlier attempt was never seen', async () => {
    const widget = await comeBack('never-saw');
    await waitUntil(() => find(widget, 'form') !== null, 'there is a form', { timeout: 5000 });
    await fillIn(widget);
    dispatchEvent(new Event('online'));
    await nextFrame();
    await nextFrame();
    expect(input(widget, 'cc-number').value).not.to.equal('');
  });
});

describe('the events of a payment that is settled late', () => {
  it('are one for the doubt and one for the end', async () => {
    const widget = await mountReady({ merchant: 'settles-paid', reference: newReference() });
    await fillIn(widget);
    const events = record(widget);
    await widget.submit();
    await waitUntil(() => widget.state === 'paid', 'is paid', { timeout: 5000 });
    expect(events.map(({ type }) => type).filter((type) => type !== 'payment-change')).to.deep.equal([
      'payment-submit',
      'payment-unknown',
      'payment-success',
    ]);
  });
});
