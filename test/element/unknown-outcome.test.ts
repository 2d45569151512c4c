import { fixture, nextFrame } from '@open-wc/testing';
import { html } from 'lit';
import { AttemptStorage } from '../../src/payment/attempt-storage.js';
import type { PaymentErrorDetail, PaymentWidget } from '../../src/index.js';
import { createIdempotencyKey } from '../../src/contract/protocol.js';
import { holdTimers } from '../support/timers.js';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  choose,
  click,
  expect,
  fillIn,
  find,
  holdMerchant,
  input,
  mount,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  record,
  recordAnnouncements,
  sendKeys,
  textOf,
  type,
  typeCard,
  type Settings,
  newMerchant,
} from '../support/widget.js';

let orders = 0;
const newReference = () => `unknown-${Date.now()}-${orders++}`;
const memoryOf = (merchant: string) => new AttemptStorage(new URL(`/merchant/${merchant}`, location.href).href);

/** Holds the delays before the first status requests for an unknown payment. */
const holdPolling = () => holdTimers((milliseconds) => [1000, 2000, 4000].includes(milliseconds));

/** Pays, and waits until the outcome is unknown. */
async function payUnknown(merchant: string, settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mountReady({ reference: newReference(), ...settings, merchant });
  await fillIn(widget);
  const unknown = next(widget, 'payment-unknown');
  payButton(widget).click();
  await unknown;
  await widget.updateComplete;
  return widget;
}

/** A page that is opened after another one was left during its payment. */
function reopen(merchant: string, startedAt = Date.now()): Promise<PaymentWidget> {
  const reference = newReference();
  memoryOf(merchant).save({ reference, idempotencyKey: createIdempotencyKey(), startedAt });
  return mount({ merchant, reference });
}

const title = (widget: PaymentWidget) => textOf(part(widget, '#result-title'));
const resultText = (widget: PaymentWidget) => textOf(part(widget, '#result-text p'));

describe('A payment with an unknown outcome', () => {
  it('polls the proxy for its outcome, and says so', async () => {
    const widget = await payUnknown('stays-unknown');
    expect(textOf(part(widget, '#result-text'))).to.contain('We’re checking');
  });

  it('becomes paid when the proxy reports that it succeeded', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    await polling.fire();
    await polling.fire();
    await until(() => widget.state === 'paid');
    await widget.updateComplete;
    expect([widget.state, title(widget)]).to.deep.equal(['paid', 'Payment successful']);
  });

  it('becomes failed when the proxy reports a decline, with a form to try again', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-declined');
    const failure = next(widget, 'payment-failure');
    await polling.fire();
    await polling.fire();
    await failure;
    await widget.updateComplete;
    expect([widget.state, textOf(part(widget, '[part=summary]'))]).to.deep.equal([
      'failed',
      'Your card was declined. You were not charged. Try another card or contact your bank.',
    ]);
  });

  it('sends one payment request', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    const success = next(widget, 'payment-success');
    await polling.fire();
    await polling.fire();
    await success;
    expect(await postsOf(widget)).to.have.lengthOf(1);
  });

  it('shows the reference and the time', async () => {
    const widget = await payUnknown('status-500', { reference: 'order-1042' });
    expect([textOf(part(widget, '[part=reference]')), textOf(part(widget, '[part=time]')).startsWith('Time: ')]).to.eql(
      ['Reference: order-1042', true],
    );
  });

  it('polls when the proxy reports its capabilities late', async () => {
    const polling = holdPolling();
    const widget = await payUnknown(newMerchant('late-config'));
    const success = next(widget, 'payment-success');
    await polling.fire();
    await success;
    expect(widget.state).to.equal('paid');
  });

  it('is requested again when the browser comes back online', async () => {
    const widget = await reopen('settles-later', Date.now() - 3_600_000);
    await until(() => find(widget, '[part=go-on-button]') !== null);
    const paid = next(widget, 'payment-success');
    dispatchEvent(new Event('online'));
    await paid;
    expect(widget.state).to.equal('paid');
  });

  it('continues polling after the element was removed and added again', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    const page = widget.parentElement;
    const success = next(widget, 'payment-success');
    widget.remove();
    page?.append(widget);
    await polling.fire();
    await polling.fire();
    await success;
    expect(widget.state).to.equal('paid');
  });
});

describe('The panel of a payment in doubt', () => {
  const shownIn = (widget: PaymentWidget) =>
    ['spinner', 'icon', 'print-button'].filter((name) => find(widget, `.result > [part=${name}]`));

  /** Lets the proxy report the outcome. */
  async function settle(widget: PaymentWidget, polling: ReturnType<typeof holdTimers>): Promise<void> {
    const settled = Promise.race([next(widget, 'payment-success'), next(widget, 'payment-failure')]);
    await polling.fire();
    await polling.fire();
    await settled;
    await widget.updateComplete;
    await nextFrame();
    await nextFrame();
  }

  /** A payment that the proxy has been asked about for long enough. */
  async function stopFollowing(): Promise<PaymentWidget> {
    const widget = await reopen('stays-unknown', Date.now() - 3_600_000);
    await until(() => find(widget, '[part=go-on-button]') !== null);
    return widget;
  }

  it('has a spinner in place of the icon and no print button while it is checked', async () => {
    const widget = await payUnknown('stays-unknown');
    expect([title(widget), shownIn(widget)]).to.deep.equal(['Checking your payment…', ['spinner']]);
  });

  it('has an icon and a print button when it is settled', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    await settle(widget, polling);
    expect(shownIn(widget)).to.deep.equal(['icon', 'print-button']);
  });

  it('has an icon and a print button when the proxy cannot tell the outcome', async () => {
    const widget = await stopFollowing();
    expect([title(widget), shownIn(widget)]).to.deep.equal([
      'We don’t know yet whether your payment went through',
      ['icon', 'print-button'],
    ]);
  });

  it('keeps the focus when it is settled, and announces the result once', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    await nextFrame();
    const announced = recordAnnouncements(widget);
    await settle(widget, polling);
    expect([widget.shadowRoot?.activeElement?.getAttribute('part'), announced]).to.deep.equal([
      'result',
      ['Payment successful You paid €49.99.'],
    ]);
  });

  it('passes the focus to the message that nothing was charged, without an announcement', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-declined');
    await nextFrame();
    const announced = recordAnnouncements(widget);
    await settle(widget, polling);
    expect([widget.shadowRoot?.activeElement?.getAttribute('part'), announced]).to.deep.equal(['summary', []]);
  });

  it('leaves the focus elsewhere on the page when it is settled, and announces the result once', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    await nextFrame();
    elsewhere.focus();
    const announced = recordAnnouncements(widget);
    await settle(widget, polling);
    expect([document.activeElement === elsewhere, announced]).to.deep.equal([
      true,
      ['Payment successful You paid €49.99.'],
    ]);
  });

  it('announces that the proxy cannot tell the outcome', async () => {
    const widget = await stopFollowing();
    expect(textOf(part(widget, '.visually-hidden[role=alert]'))).to.match(
      /^We don’t know yet whether your payment went through /,
    );
  });

  it('has the spinner again when the browser is back online', async () => {
    const widget = await stopFollowing();
    holdPolling();
    dispatchEvent(new Event('online'));
    await widget.updateComplete;
    expect(shownIn(widget)).to.deep.equal(['spinner']);
  });
});

describe('Retry after an unknown outcome', () => {
  it('is not offered while the proxy is polled', async () => {
    const widget = await payUnknown('stays-unknown');
    expect(find(widget, '[part=go-on-button]') === null).to.equal(true);
  });

  it('warns first and focuses the warning', async () => {
    const widget = await payUnknown('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    expect([widget.state, widget.shadowRoot?.activeElement?.getAttribute('part')]).to.deep.equal([
      'unknown',
      'caution',
    ]);
  });

  it('can be cancelled', async () => {
    const widget = await payUnknown('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=back-button]'));
    await widget.updateComplete;
    expect([widget.state, find(widget, '[part=caution]') === null]).to.deep.equal(['unknown', true]);
  });

  it('sends the new payment with a new idempotency key', async () => {
    const widget = await payUnknown('status-500');
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

describe('A page reopened after a payment', () => {
  it('checks the payment before it shows a form', async () => {
    const widget = await reopen(holdMerchant('config').merchant);
    expect([find(widget, 'form') === null, textOf(part(widget, '[part=checking]'))]).to.deep.equal([
      true,
      'Checking whether this order is already paid…',
    ]);
  });

  it('shows that the order is paid', async () => {
    const polling = holdPolling();
    const widget = await reopen('settles-paid');
    await polling.fire();
    await until(() => widget.state === 'paid');
    expect(await postsOf(widget)).to.have.lengthOf(0);
  });

  it('shows the form when the proxy does not know the attempt', async () => {
    const widget = await reopen('never-saw');
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    expect(find(widget, 'form') === null).to.equal(false);
  });

  it('reuses the idempotency key, so that a late first request is recognized', async () => {
    const widget = await reopen('never-saw');
    const { reference = '' } = widget;
    const key = memoryOf('never-saw').find(reference)?.idempotencyKey;
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    await fillIn(widget);
    await widget.submit();
    expect((await postsOf(widget))[0]?.headers['idempotency-key']).to.equal(key);
  });

  it('shows an unknown outcome when the proxy cannot report it', async () => {
    const widget = await reopen('test-without-config');
    await until(() => widget.state === 'unknown');
    expect(textOf(part(widget, '#result-text'))).to.contain('may have been charged');
  });

  it('shows no amount that the proxy did not report: the price may have changed', async () => {
    const widget = await reopen('status-500');
    await until(() => widget.state === 'unknown');
    await widget.updateComplete;
    expect(resultText(widget)).to.equal(
      'Your card may have been charged. Before you pay again, please ask the shop whether it received the payment.',
    );
  });

  it('shows no amount while it polls', async () => {
    const widget = await reopen('stays-unknown');
    await until(() => widget.state === 'unknown');
    await widget.updateComplete;
    expect(resultText(widget)).to.match(/^Your card may have been charged\. We’re checking/);
  });

  it('shows no amount when the payment succeeded and the proxy reports none', async () => {
    const polling = holdPolling();
    const widget = await reopen('settles-paid');
    const success = next(widget, 'payment-success');
    await polling.fire();
    await success;
    await widget.updateComplete;
    expect(resultText(widget)).to.equal('This order is paid.');
  });

  for (const [merchant, event] of [
    ['status-500', 'payment-unknown'],
    ['settles-paid', 'payment-success'],
  ] as const) {
    it(`leaves the amount out of ${event}`, async () => {
      const polling = holdPolling();
      const ended = next(await reopen(merchant), event);
      if (event === 'payment-success') await polling.fire();
      expect((await ended).detail.amount).to.equal(undefined);
    });
  }

  it('shows the amount that the proxy reports, not the current one', async () => {
    const widget = await reopen('reports-amount');
    await until(() => widget.state === 'paid');
    await widget.updateComplete;
    expect(resultText(widget)).to.equal('You paid €54.99.');
  });

  it('announces the state when the focus is elsewhere on the page', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    elsewhere.focus();
    const widget = await reopen('stays-unknown');
    await next(widget, 'payment-unknown');
    await nextFrame();
    expect(textOf(part(widget, '.visually-hidden[role=alert]'))).to.match(
      /Your card may have been charged\. We’re checking/,
    );
  });

  it('does not pay from another form of the same order before the outcome is known', async () => {
    const reference = newReference();
    const other = await mountReady({ merchant: 'stays-unknown', reference });
    await payUnknown('stays-unknown', { reference });
    await fillIn(other);
    const outcome = await other.submit();
    expect([outcome.outcome, (await postsOf(other)).length]).to.deep.equal(['unknown', 1]);
  });

  it('does not pay when the page changes the order during the check', async () => {
    const reference = newReference();
    const { merchant, release } = holdMerchant('attempt');
    const other = await mountReady({ merchant, reference });
    const first = await payUnknown(merchant, { reference });
    await fillIn(other);
    const outcome = other.submit();
    await until(() => find(other, '[part=checking]') !== null);
    other.reference = newReference();
    other.reset();
    await release();
    await outcome;
    expect([(await postsOf(first)).length, (await postsOf(other)).length]).to.deep.equal([1, 0]);
  });

  it('does not pay another order with a submit() called before the change', async () => {
    const { merchant, release } = holdMerchant('attempt');
    const widget = await reopen(merchant);
    const outcome = widget.submit();
    widget.reference = newReference();
    widget.reset();
    await release();
    const { error } = (await outcome) as PaymentErrorDetail;
    expect(error.code).to.equal('submit_prevented');
  });

  it('pays the next order while a submit() called before the change still waits', async () => {
    const { merchant, release } = holdMerchant('attempt');
    const widget = await reopen(merchant);
    const firstReference = widget.reference;
    const events = record(widget);
    const first = widget.submit();
    widget.reference = newReference();
    widget.reset();
    await widget.updateComplete;
    await fillIn(widget);
    const second = await widget.submit();
    await release();
    const abandoned = (await first) as PaymentErrorDetail;
    const latest = await widget.submit();
    expect([abandoned.error.code, abandoned.reference]).to.deep.equal(['submit_prevented', firstReference]);
    expect([second.outcome, latest.reference, (await postsOf(widget)).length]).to.deep.equal([
      'unknown',
      widget.reference,
      1,
    ]);
    expect(events.map(({ type }) => type).filter((type) => /failure|unknown/.test(type))).to.deep.equal([
      'payment-unknown',
      'payment-failure',
    ]);
  });

  it('reports an invalid setting of the next order once', async () => {
    const { merchant, release } = holdMerchant('attempt');
    const widget = await reopen(merchant);
    const events = record(widget);
    const outcome = widget.submit();
    widget.reference = newReference();
    widget.currency = 'nothing';
    widget.reset();
    await widget.updateComplete;
    await release();
    await outcome;
    await widget.updateComplete;
    const failures = events as CustomEvent<PaymentErrorDetail>[];
    expect(failures.map(({ detail }) => detail.error.code)).to.deep.equal(['invalid_currency', 'submit_prevented']);
  });

  it('shows the form when the page changes to another order', async () => {
    const { merchant, release } = holdMerchant('config');
    const widget = await reopen(merchant);
    widget.reference = newReference();
    widget.reset();
    await widget.updateComplete;
    await release();
    await until(() => widget.state === 'ready');
    expect(find(widget, 'form') === null).to.equal(false);
  });

  it('does not pay while it checks', async () => {
    const widget = await reopen('stays-unknown');
    const outcome = await widget.submit();
    expect([outcome.outcome, (await postsOf(widget)).length]).to.deep.equal(['unknown', 0]);
  });
});

describe('A proxy that does not send its configuration in time', () => {
  it('receives no payment', async () => {
    const { merchant, release } = holdMerchant('config');
    const widget = await mount({ merchant, reference: newReference(), timeout: '100' });
    await fillIn(widget);
    const deadline = Date.now() + 100;
    const outcome = widget.submit();
    await until(() => Date.now() > deadline);
    await release();
    const { error } = (await outcome) as PaymentErrorDetail;
    expect([error.code, error.outcome, (await postsOf(widget)).length]).to.deep.equal([
      'proxy_error',
      'not_charged',
      0,
    ]);
  });
});

describe('The stored attempt', () => {
  it('contains only the idempotency key, the reference and the time', async () => {
    const widget = await payUnknown('status-500', { reference: 'order-remembered' });
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
    it(`is ${remembered ? 'kept' : 'deleted'} after ${merchant}`, async () => {
      const widget = await mountReady({ merchant, reference: newReference() });
      await fillIn(widget);
      await widget.submit();
      expect(memoryOf(merchant).find(widget.reference) !== undefined).to.equal(remembered);
    });
  }

  it('is deleted when the page resets a paid order', async () => {
    const widget = await mountReady({ reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    widget.reset();
    expect(memoryOf('test').find(widget.reference)).to.equal(undefined);
  });

  it('is kept when the page changes to another order', async () => {
    const widget = await mountReady({ reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    const { reference } = widget;
    widget.reference = newReference();
    widget.reset();
    expect(memoryOf('test').find(reference)).not.to.equal(undefined);
  });

  it('prevents a second payment of a paid order by the next page when the proxy reports nothing', async () => {
    const reference = newReference();
    const widget = await mountReady({ merchant: 'bare', reference });
    await fillIn(widget);
    await widget.submit();
    widget.remove();
    const other = await mount({ merchant: 'bare', reference });
    await until(() => other.state === 'unknown');
    expect(find(other, 'form')).to.equal(null);
  });
});

describe('A rate-limited service', () => {
  it('disables the button and counts down', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    await widget.submit();
    await widget.updateComplete;
    const button = payButton(widget);
    const text = textOf(button);
    await click(button);
    expect([text, button.ariaDisabled, (await postsOf(widget)).length]).to.deep.equal([
      'You can try again in 7 sec',
      'true',
      1,
    ]);
  });

  it('counts down minutes and seconds', async () => {
    const widget = await mountReady({ merchant: 'busy-for-297' });
    await fillIn(widget);
    await widget.submit();
    await widget.updateComplete;
    expect(textOf(payButton(widget))).to.equal('You can try again in 4 min 57 sec');
  });

  it('keeps counting down when submit() finds the form invalid', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    await widget.submit();
    input(widget, 'cc-csc').value = '';
    await widget.submit();
    await widget.updateComplete;
    expect(payButton(widget).ariaDisabled).to.equal('true');
  });

  it('looks disabled and readable while it counts down', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    const before = getComputedStyle(payButton(widget)).backgroundColor;
    await widget.submit();
    await widget.updateComplete;
    const { backgroundColor, cursor } = getComputedStyle(payButton(widget));
    expect([backgroundColor === before, cursor]).to.deep.equal([false, 'not-allowed']);
  });

  /** Waits until the button can be pressed again. */
  async function waitForCountdown(): Promise<{ widget: PaymentWidget; announced: string[] }> {
    const widget = await mountReady({ merchant: 'busy-for-1' });
    await fillIn(widget);
    payButton(widget).focus();
    payButton(widget).click();
    await next(widget, 'payment-failure');
    await widget.updateComplete;
    await nextFrame();
    const announced = recordAnnouncements(widget);
    await until(() => textOf(payButton(widget)) === 'Pay €49.99');
    return { widget, announced };
  }

  it('removes its message after the countdown and says that the shopper can try again', async () => {
    const { widget, announced } = await waitForCountdown();
    expect([find(widget, '[part=summary]') === null, announced]).to.deep.equal([true, ['You can try again now.']]);
  });

  it('passes the focus from its message to the button after the countdown', async () => {
    const { widget } = await waitForCountdown();
    expect(widget.shadowRoot?.activeElement === payButton(widget)).to.equal(true);
  });

  it('accepts payments again after the countdown', async () => {
    const widget = await mountReady({ merchant: 'busy-for-1' });
    await fillIn(widget);
    await widget.submit();
    await until(() => textOf(payButton(widget)) === 'Pay €49.99');
    input(widget, 'cc-name').focus();
    const failure = next(widget, 'payment-failure');
    await sendKeys({ press: 'Enter' });
    await failure;
    expect(await postsOf(widget)).to.have.lengthOf(2);
  });
});

describe('An order that is being paid elsewhere in the browser', () => {
  it('is not paid twice', async () => {
    const reference = newReference();
    const { merchant, release } = holdMerchant('payment');
    const widgets = [await mountReady({ merchant, reference }), await mountReady({ merchant, reference })];
    for (const widget of widgets) await fillIn(widget);
    const submissions = widgets.map((widget) => widget.submit());
    await Promise.race(submissions); // one is refused while the other is under way
    await release();
    const outcomes = await Promise.all(submissions);
    const codes = outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.outcome)).sort();
    expect(codes).to.deep.equal(['order_in_progress', 'paid']);
  });
});

describe('An order that another tab of the browser has paid', () => {
  /** Pays an order, and then opens it in another tab: that has a session of its own. */
  async function payInAnotherTab(merchant: string) {
    const reference = newReference();
    const first = await mountReady({ merchant, reference });
    await fillIn(first);
    await first.submit();
    sessionStorage.clear();
    const second = await mountReady({ merchant, reference });
    await fillIn(second);
    return { first, second };
  }

  it('is not sent to a proxy that does not recognize it', async () => {
    const { second } = await payInAnotherTab('bare');
    await second.submit();
    await second.updateComplete;
    expect([(await postsOf(second)).length, second.state, textOf(part(second, '[part=summary]'))]).to.deep.equal([
      1,
      'failed',
      'This order is already being paid in another tab. Please continue there.',
    ]);
  });

  it('is sent to a proxy that recognizes it, which returns the outcome', async () => {
    const { second } = await payInAnotherTab('test');
    const { outcome } = await second.submit();
    expect([outcome, (await postsOf(second)).length, (await chargesOf(second)).length]).to.deep.equal(['paid', 2, 1]);
  });

  it('can be paid again after reset() of the tab that has paid it', async () => {
    const { first, second } = await payInAnotherTab('bare');
    first.reset();
    const { outcome } = await second.submit();
    expect(outcome).to.equal('paid');
  });

  it('can be paid again after the shopper has accepted the warning', async () => {
    const reference = newReference();
    const merchant = 'bare';
    const first = await mountReady({ merchant, reference });
    await fillIn(first);
    await first.submit();
    first.remove();
    const widget = await mount({ merchant, reference });
    await until(() => find(widget, '[part=go-on-button]') !== null);
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await fillIn(widget);
    expect((await widget.submit()).outcome).to.equal('paid');
  });

  it('leaves a hash in the storage of the browser, and not its reference', async () => {
    const { first } = await payInAnotherTab('bare');
    const entries = Object.entries(localStorage) as [string, string][]; // a repeated write of the last test may be among them
    const isHashWithTime = ([name, value]: [string, string]) =>
      /^payment-widget:paid:[\da-f]{64}$/.test(name) && /^\d+$/.test(value);
    const isReadable = JSON.stringify(entries).includes(first.reference ?? '');
    expect([entries.length > 0, entries.every(isHashWithTime), isReadable]).to.deep.equal([true, true, false]);
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

describe('A browser that comes back online', () => {
  it('keeps the typed text when the proxy does not know an earlier attempt', async () => {
    const widget = await reopen('never-saw');
    await until(() => find(widget, 'form') !== null);
    await fillIn(widget);
    dispatchEvent(new Event('online'));
    await nextFrame();
    await nextFrame();
    expect(input(widget, 'cc-number').value).not.to.equal('');
  });
});

describe('The events of a payment that is settled late', () => {
  it('are payment-unknown, then payment-success', async () => {
    const widget = await mountReady({ merchant: 'settles-paid', reference: newReference() });
    await fillIn(widget);
    const events = record(widget);
    const polling = holdPolling();
    await widget.submit();
    await polling.fire();
    await polling.fire();
    await until(() => widget.state === 'paid');
    expect(events.map(({ type }) => type).filter((type) => type !== 'payment-change')).to.deep.equal([
      'payment-submit',
      'payment-unknown',
      'payment-success',
    ]);
  });
});

const ALL_FIELDS = 'card-number card-expiry card-cvc cardholder-name email phone postal-code country amount';

/** The values of all fields, and of the page's controls. */
const valuesOf = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll('input, select') ?? []), ...widget.querySelectorAll('input')].map(
    (field) => (field as HTMLInputElement).value,
  );

describe('The form after doubt', () => {
  /** Pays with all nine fields and a control of the page. */
  async function payWithAllFields(merchant: string): Promise<PaymentWidget> {
    const content = html`<input slot="before-button" name="note" aria-label="Note" />`;
    const widget = await mountReady({ merchant, reference: newReference(), fields: ALL_FIELDS, amount: '', content });
    await fillIn(widget, {
      ...CARD,
      email: 'ada@example.com',
      tel: '+44 20 7946 0958',
      'postal-code': '10115',
      amount: '25',
    });
    await choose(widget, 'Germany');
    (widget.querySelector('input') as HTMLInputElement).value = 'Ring twice';
    const unknown = next(widget, 'payment-unknown');
    payButton(widget).click();
    await unknown;
    await widget.updateComplete;
    return widget;
  }

  const WITHOUT_CARD = [
    ...['', '', '', 'Ada Lovelace', 'ada@example.com', '+44 20 7946 0958', '10115', 'DE', '25'],
    'Ring twice',
  ];

  it('has lost only the card when nothing was charged', async () => {
    const polling = holdPolling();
    const widget = await payWithAllFields('settles-declined');
    const failure = next(widget, 'payment-failure');
    await polling.fire();
    await polling.fire();
    await failure;
    await widget.updateComplete;
    expect(valuesOf(widget)).to.deep.equal(WITHOUT_CARD);
  });

  it('has lost only the card when the shopper pays again anyway', async () => {
    const widget = await payWithAllFields('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    expect(valuesOf(widget)).to.deep.equal(WITHOUT_CARD);
  });

  it('is empty for another order when the payment was made', async () => {
    const polling = holdPolling();
    const widget = await payWithAllFields('settles-paid');
    const success = next(widget, 'payment-success');
    await polling.fire();
    await polling.fire();
    await success;
    widget.reset();
    await widget.updateComplete;
    expect(valuesOf(widget)).to.deep.equal([...Array<string>(9).fill(''), 'Ring twice']);
  });
});

describe('A payment that the proxy could not store', () => {
  const platformNow = Date.now;
  afterEach(() => {
    Date.now = platformNow;
  });

  /** Types everything that a form can hold, pays, and waits for the doubt. */
  async function payUnstored() {
    const content = html`<input slot="before-button" name="note" aria-label="Note" />`;
    const fields = 'card-number card-expiry card-cvc cardholder-name email country';
    const widget = await mountReady({ merchant: 'store-away', reference: newReference(), fields, content });
    await typeCard(widget);
    await type(widget, 'email', 'ada@example.com');
    await choose(widget, 'Germany');
    (widget.querySelector('input') as HTMLInputElement).value = 'Ring twice';
    const before = valuesOf(widget);
    const unknown = next(widget, 'payment-unknown');
    const polling = holdPolling();
    await click(payButton(widget));
    await unknown;
    await widget.updateComplete;
    return { widget, before, polling };
  }

  /** Lets the proxy say that it has not received the attempt, once that is final. */
  async function settle(widget: PaymentWidget, polling: ReturnType<typeof holdTimers>): Promise<void> {
    const failure = next(widget, 'payment-failure');
    Date.now = () => platformNow() + 10_000;
    await polling.fire();
    await failure;
    await widget.updateComplete;
  }

  it('shows the doubt, and no form', async () => {
    const { widget } = await payUnstored();
    const isFormVisible = find(widget, 'form')?.checkVisibility() ?? false;
    expect([widget.state, title(widget), isFormVisible]).to.deep.equal(['unknown', 'Checking your payment…', false]);
  });

  it('returns to the form with everything that was typed, when the proxy did not receive it', async () => {
    const { widget, before, polling } = await payUnstored();
    await settle(widget, polling);
    expect([widget.state, part(widget, 'form').checkVisibility(), valuesOf(widget)]).to.deep.equal([
      'failed',
      true,
      before,
    ]);
    expect(before).to.deep.equal([
      '4242 4242 4242 4242',
      '12 / 30',
      '123',
      'Ada Lovelace',
      'ada@example.com',
      'DE',
      'Ring twice',
    ]);
  });

  it('says that nothing was charged, and focuses it', async () => {
    const { widget, polling } = await payUnstored();
    await settle(widget, polling);
    await nextFrame();
    const focused = widget.shadowRoot?.activeElement;
    expect([textOf(part(widget, '[part=summary]')), focused?.getAttribute('part')]).to.deep.equal([
      'Something went wrong. You were not charged. Please try again.',
      'summary',
    ]);
  });

  it('is paid with the next press on Pay, under the same idempotency key', async () => {
    const { widget, polling } = await payUnstored();
    await settle(widget, polling);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    const keys = (await postsOf(widget)).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, (await chargesOf(widget)).length]).to.deep.equal([2, 1, 1]);
  });

  it('keeps no card after it was paid', async () => {
    const { widget, polling } = await payUnstored();
    await settle(widget, polling);
    await widget.submit();
    await widget.updateComplete;
    expect(find(widget, 'form') === null).to.equal(true);
  });
});
