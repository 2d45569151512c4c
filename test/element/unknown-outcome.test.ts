import { html } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import { payUnknown, reopen } from './doubt.js';
import { holdPolling, holdTimers } from '../support/timers.js';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  choose,
  click,
  ending,
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

/** Lets the proxy report the outcome. Returns what is announced meanwhile. */
async function settle(widget: PaymentWidget, polling: ReturnType<typeof holdTimers>): Promise<string[]> {
  const settled = ending(widget);
  await nextFrame();
  const announced = recordAnnouncements(widget);
  await polling.fire();
  await polling.fire();
  await settled;
  await widget.updateComplete;
  await nextFrame();
  await nextFrame();
  return announced;
}

const focusedPart = (widget: PaymentWidget) => widget.shadowRoot?.activeElement?.getAttribute('part');

describe('A payment with an unknown outcome', () => {
  it('becomes paid when the proxy reports that it succeeded: the focus stays, and the result is announced once', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-paid');
    const announced = await settle(widget, polling);
    expect([widget.state, focusedPart(widget), announced]).to.deep.equal([
      'paid',
      'result',
      ['Payment successful You paid €49.99.'],
    ]);
    expect(await postsOf(widget)).to.have.lengthOf(1);
  });

  it('becomes failed when the proxy reports a decline: the focus moves to the message, without an announcement', async () => {
    const polling = holdPolling();
    const widget = await payUnknown('settles-declined');
    const announced = await settle(widget, polling);
    expect([widget.state, focusedPart(widget), announced]).to.deep.equal(['failed', 'summary', []]);
    expect(textOf(part(widget, '[part=summary]'))).to.equal(
      'Your card was declined. You were not charged. Try another card or contact your bank.',
    );
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
});

describe('Retry after an unknown outcome', () => {
  it('warns, sends the new payment with a new idempotency key, and does not say that it is safe to try again', async () => {
    const widget = await payUnknown('status-500');
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    expect([widget.state, focusedPart(widget)]).to.deep.equal(['unknown', 'caution']);
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

  it('has lost only the card when nothing was charged', async () => {
    const polling = holdPolling();
    const widget = await payWithAllFields('settles-declined');
    await settle(widget, polling);
    const kept = ['Ada Lovelace', 'ada@example.com', '+44 20 7946 0958', '10115', 'DE', '25', 'Ring twice'];
    expect(valuesOf(widget)).to.deep.equal(['', '', '', ...kept]);
  });

  it('is empty for another order when the payment was made', async () => {
    const polling = holdPolling();
    const widget = await payWithAllFields('settles-paid');
    await settle(widget, polling);
    widget.reset();
    await widget.updateComplete;
    expect(valuesOf(widget)).to.deep.equal([...Array<string>(9).fill(''), 'Ring twice']);
  });
});

describe('A payment that the proxy could not store', () => {
  it('returns to the form with all that was typed, says that nothing was charged, and is paid then', async () => {
    const content = html`<input slot="before-button" name="note" aria-label="Note" />`;
    const fields = 'card-number card-expiry card-cvc cardholder-name email';
    const widget = await mountReady({ merchant: 'store-away', reference: newReference(), fields, content });
    await fillIn(widget, { ...CARD, email: 'ada@example.com' });
    (widget.querySelector('input') as HTMLInputElement).value = 'Ring twice';
    const before = valuesOf(widget);
    const unknown = next(widget, 'payment-unknown');
    const polling = holdPolling();
    await click(payButton(widget));
    await unknown;
    await widget.updateComplete;
    const isHidden = !find(widget, 'form')?.checkVisibility();
    const failure = next(widget, 'payment-failure');
    Date.now = () => platformNow() + 60_000; // the report of the proxy is final
    await polling.fire();
    await failure;
    await widget.updateComplete;
    await nextFrame();
    expect([isHidden, widget.state, part(widget, 'form').checkVisibility(), valuesOf(widget)]).to.deep.equal([
      true,
      'failed',
      true,
      before,
    ]);
    expect([textOf(part(widget, '[part=summary]')), focusedPart(widget)]).to.deep.equal([
      'Something went wrong. You were not charged. Please try again.',
      'summary',
    ]);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    const posts = await postsOf(widget);
    expect([posts.length, (await chargesOf(widget)).length]).to.deep.equal([2, 1]);
  });
});
