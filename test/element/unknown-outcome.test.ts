import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { PaymentWidget } from '../../src/index.js';
import { payUnknown, reopen } from '../support/doubt.js';
import { holdPolling, holdTimers } from '../support/timers.js';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  choose,
  click,
  expect,
  fillIn,
  find,
  mountReady,
  newReference,
  next,
  nextFrame,
  part,
  payButton,
  postsOf,
  recordAnnouncements,
  textOf,
} from '../support/widget.js';

const platformNow = Date.now;
afterEach(() => {
  Date.now = platformNow;
});

const title = (widget: PaymentWidget) => textOf(part(widget, '#result-title'));

describe('A payment with an unknown outcome', () => {
  it('becomes paid when the proxy reports that it succeeded', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    await polling.fire();
    await polling.fire();
    await until(() => widget.state === 'paid');
    await widget.updateComplete;
    expect([widget.state, title(widget)]).to.deep.equal(['paid', 'Payment successful']);
    expect(await postsOf(widget)).to.have.lengthOf(1);
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

  it('is requested again when the browser comes back online', async () => {
    const widget = await reopen('settles-later', Date.now() - 3_600_000);
    await until(() => find(widget, '[part=go-on-button]') !== null);
    const paid = next(widget, 'payment-success');
    dispatchEvent(new Event('online'));
    await paid;
    expect(widget.state).to.equal('paid');
  });

  it('returns to the form, and says so, when the proxy knows nothing of the attempt', async () => {
    const polling = holdTimers((milliseconds) => milliseconds === 30_000);
    const widget = await reopen('finds-nothing', Date.now() - 41_000);
    await until(() => widget.state === 'unknown');
    await widget.updateComplete;
    const announced = recordAnnouncements(widget);
    await polling.fire();
    await until(() => announced.length > 0);
    expect([widget.state, find(widget, 'form')?.checkVisibility(), announced]).to.deep.equal([
      'ready',
      true,
      ['You can try again now.'],
    ]);
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
});

describe('Retry after an unknown outcome', () => {
  it('warns first and focuses the warning', async () => {
    const widget = await payUnknown('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    expect([widget.state, widget.shadowRoot?.activeElement?.getAttribute('part')]).to.deep.equal([
      'unknown',
      'caution',
    ]);
  });

  it('sends the new payment with a new idempotency key, and does not say that it is safe to try again', async () => {
    const widget = await payUnknown('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    const announced = recordAnnouncements(widget);
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    const focused = widget.shadowRoot?.activeElement?.id;
    await fillIn(widget);
    await widget.submit();
    const keys = (await postsOf(widget)).map(({ headers }) => headers['idempotency-key']);
    await until(() => announced.length > 0); // of the second payment
    expect([focused, new Set(keys).size, announced.join().includes('try again now')]).to.deep.equal([
      'cc-number',
      2,
      false,
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
  /** Types everything that a form can hold, pays, and waits for the doubt. */
  async function payUnstored() {
    const content = html`<input slot="before-button" name="note" aria-label="Note" />`;
    const fields = 'card-number card-expiry card-cvc cardholder-name email country';
    const widget = await mountReady({ merchant: 'store-away', reference: newReference(), fields, content });
    await fillIn(widget, { ...CARD, email: 'ada@example.com' });
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
    Date.now = () => platformNow() + 60_000;
    await polling.fire();
    await failure;
    await widget.updateComplete;
  }

  it('returns to the form with everything that was typed, and says that nothing was charged, when the proxy did not receive it', async () => {
    const { widget, before, polling } = await payUnstored();
    await settle(widget, polling);
    await nextFrame();
    expect([widget.state, part(widget, 'form').checkVisibility(), valuesOf(widget)]).to.deep.equal([
      'failed',
      true,
      before,
    ]);
    const focused = widget.shadowRoot?.activeElement;
    expect([textOf(part(widget, '[part=summary]')), focused?.getAttribute('part')]).to.deep.equal([
      'Something went wrong. You were not charged. Please try again.',
      'summary',
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

  it('is paid with the next press on Pay, under the same idempotency key', async () => {
    const { widget, polling } = await payUnstored();
    await settle(widget, polling);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    const keys = (await postsOf(widget)).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, (await chargesOf(widget)).length]).to.deep.equal([2, 1, 1]);
  });
});
