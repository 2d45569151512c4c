import type { PaymentErrorDetail, PaymentWidget } from 'payment-widget';
import { holdTimers } from '../support/timers.js';
import { until } from '../support/until.js';
import {
  click,
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  focusedId,
  input,
  mount,
  mountReady,
  mountSpread,
  next,
  nextFrame,
  part,
  payButton,
  postsOf,
  record,
  recordAnnouncements,
  sendKeys,
  textOf,
  type Settings,
} from '../support/widget.js';

const platformNow = Date.now;
afterEach(() => {
  Date.now = platformNow;
});

/** Pays until the payment has failed. */
async function payRefused(
  settings: Settings,
  number?: string,
  mountForm = mountReady,
): Promise<[PaymentWidget, PaymentErrorDetail]> {
  const widget = await mountForm(settings);
  await fillCard(widget, number);
  const failure = next(widget, 'payment-failure');
  payButton(widget).click();
  const { detail } = await failure;
  await widget.updateComplete;
  return [widget, detail];
}

const summary = (widget: PaymentWidget) => textOf(part(widget, '[part=summary-title]'));

describe('Fields that the service rejects', () => {
  const REJECTED = '4000000000004020'; // the sandbox rejects its number and its security code

  it('show an error, are listed by label if they are out of sight, reported in payment-failure, and receive the focus', async () => {
    const [widget, { error }] = await payRefused({}, REJECTED, mountSpread);
    const links = [...(widget.shadowRoot?.querySelectorAll('[part=summary-link]') ?? [])].map(textOf);
    expect([await errorOf(widget, 'cc-number'), links]).to.deep.equal([
      'Please check this field.',
      ['Card number', 'Security code'],
    ]);
    expect(Object.keys(error.fieldErrors ?? {})).to.have.members(['card-number', 'card-cvc']);
    await until(() => focusedId(widget) === 'cc-number');
  });

  it('are announced once, with the message that nothing was charged', async () => {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const announced = recordAnnouncements(widget);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failed;
    await until(() => focusedId(widget) === 'cc-number');
    await nextFrame();
    await nextFrame();
    const [busy, ...errors] = announced;
    expect([busy, errors]).to.deep.equal(['Processing payment…', [summary(widget)]]);
  });

  it('lose the error when they change', async () => {
    const [widget] = await payRefused({}, REJECTED);
    input(widget, 'cc-csc').select();
    await sendKeys({ type: '4' });
    await widget.updateComplete;
    expect(await errorOf(widget, 'cc-csc')).not.to.equal('Please check this field.');
  });
});

describe('A rate-limited service', () => {
  it('disables the button and counts down', async () => {
    const [widget] = await payRefused({ merchant: 'status-429' });
    const button = payButton(widget);
    const text = textOf(button);
    await click(button);
    expect([text, button.ariaDisabled, (await postsOf(widget)).length]).to.deep.equal([
      'You can try again in 7 sec',
      'true',
      1,
    ]);
  });

  it('keeps counting down when submit() finds the form invalid', async () => {
    const [widget] = await payRefused({ merchant: 'status-429' });
    input(widget, 'cc-csc').value = '';
    await widget.submit();
    await widget.updateComplete;
    expect(payButton(widget).ariaDisabled).to.equal('true');
  });

  it('removes its message after the countdown, passes the focus to the button, and says that the shopper can try again', async () => {
    const ticks = holdTimers((milliseconds) => milliseconds === 1000);
    const [widget] = await payRefused({ merchant: 'busy-for-1' });
    await nextFrame();
    const announced = recordAnnouncements(widget);
    Date.now = () => platformNow() + 1000;
    await ticks.fire();
    await widget.updateComplete;
    await nextFrame();
    expect([find(widget, '[part=summary]') === null, announced]).to.deep.equal([true, ['You can try again now.']]);
    expect(widget.shadowRoot?.activeElement === payButton(widget)).to.equal(true);
  });
});

const HEAD = 'eyJhbGciOiJIUzI1NiJ9.eyJyZWZlcmVuY2UiOiJvcmRlci0xMDQyIn0';
const VALID = `${HEAD}.valid`;
const EXPIRED = `${HEAD}.expired`;

const merchant = 'token-required';

describe('An order token', () => {
  it('is sent to the proxy, and the payment is made', async () => {
    const widget = await mountReady({ merchant, orderToken: VALID });
    await fillIn(widget);
    const { outcome } = await widget.submit();
    expect([outcome, (await postsOf(widget))[0]?.headers['order-token']]).to.deep.equal(['paid', VALID]);
  });

  it('may be renewed: the next request has the new one, and the form keeps the typed text', async () => {
    const [widget] = await payRefused({ merchant, orderToken: EXPIRED });
    const typed = input(widget, 'cc-number').value;
    widget.setAttribute('order-token', VALID);
    await widget.updateComplete;
    const kept = input(widget, 'cc-number').value;
    const { outcome } = await widget.submit();
    expect([kept, outcome]).to.deep.equal([typed, 'paid']);
  });

  it('lets the configuration load when it is renewed, so that the test mode is shown before a payment', async () => {
    const widget = await mountReady({ merchant, orderToken: EXPIRED });
    expect(widget.reportedMode).to.equal(undefined);
    widget.orderToken = VALID;
    await until(() => widget.reportedMode);
    await widget.updateComplete;
    expect(find(widget, '[part=banner]')).not.to.equal(null);
  });

  it('is refused as a credential when it is an API key', async () => {
    const widget = await mount({ orderToken: 'sk_live_51abcdefgh' });
    await until(() => find(widget, '[part=setup-error]'));
    expect([widget.hasAttribute('order-token'), textOf(part(widget, '[part=setup-error]'))]).to.satisfy(
      ([has, text]: [boolean, string]) => !has && text.includes('key_in_browser') && !text.includes('sk_live'),
    );
  });

  it('is in no event, storage, log, and nowhere in the shadow root', async () => {
    const { log, warn, error, info, debug } = console;
    const seen: unknown[] = [];
    const keep = (...text: unknown[]) => seen.push(...text);
    Object.assign(console, { log: keep, warn: keep, error: keep, info: keep, debug: keep });
    const widget = await mountReady({ merchant, orderToken: EXPIRED });
    const events = record(widget);
    await fillIn(widget);
    await widget.submit();
    widget.orderToken = VALID;
    seen.push(await widget.submit(), widget.shadowRoot?.innerHTML);
    Object.assign(console, { log, warn, error, info, debug });
    for (const { detail } of events as CustomEvent<{ error?: Error }>[]) {
      seen.push(detail, detail.error?.message, detail.error?.stack, detail.error?.cause);
    }
    seen.push(JSON.stringify([sessionStorage, localStorage]), location.href, document.cookie);
    expect(seen.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join()).not.to.include(
      HEAD,
    );
  });
});

describe('A payment whose order token', () => {
  it('has expired fails: the shopper reads to reload the page, and not to try again', async () => {
    const [widget] = await payRefused({ merchant, orderToken: EXPIRED });
    expect([widget.state, summary(widget)]).to.deep.equal([
      'failed',
      'This page is too old. You were not charged. Reload it.',
    ]);
  });
});

describe('An exception before a payment is sent', () => {
  it('fails with form_failed, charges nothing and allows another try', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    crypto.getRandomValues = () => {
      throw new TypeError('broken by a script of the page');
    };
    await widget.submit();
    Reflect.deleteProperty(crypto, 'getRandomValues');
    const { error } = (await failure).detail;
    expect([error.code, error.outcome]).to.deep.equal(['form_failed', 'not_charged']);
    expect((await widget.submit()).outcome).to.equal('paid');
  });
});
