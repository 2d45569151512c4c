import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { PaymentWidget } from '../../src/index.js';
import { until } from '../support/until.js';
import {
  expect,
  fillIn,
  find,
  input,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  record,
  textOf,
} from '../support/widget.js';

const HEAD = 'eyJhbGciOiJIUzI1NiJ9.eyJyZWZlcmVuY2UiOiJvcmRlci0xMDQyIn0';
const VALID = `${HEAD}.valid`;
const EXPIRED = `${HEAD}.expired`;

const merchant = 'token-required';

/** Pays until the proxy refuses it. */
async function payRefused(orderToken: string): Promise<PaymentWidget> {
  const widget = await mountReady({ merchant, orderToken });
  await fillIn(widget);
  const failure = next(widget, 'payment-failure');
  payButton(widget).click();
  await failure;
  await widget.updateComplete;
  return widget;
}

const summary = (widget: PaymentWidget) => textOf(part(widget, '[part=summary]'));

describe('An order token', () => {
  it('is sent to the proxy, and the payment is made', async () => {
    const widget = await mountReady({ merchant, orderToken: VALID });
    await fillIn(widget);
    const { outcome } = await widget.submit();
    expect([outcome, (await postsOf(widget))[0]?.headers['order-token']]).to.deep.equal(['paid', VALID]);
  });

  it('may be renewed: the next request has the new one, and the form keeps the typed text', async () => {
    const widget = await payRefused(EXPIRED);
    const typed = input(widget, 'cc-number').value;
    widget.setAttribute('order-token', VALID);
    await widget.updateComplete;
    const kept = input(widget, 'cc-number').value;
    const { outcome } = await widget.submit();
    expect([kept, outcome]).to.deep.equal([typed, 'paid']);
  });

  it('lets the configuration load when it is renewed, so that the test mode is shown before a payment', async () => {
    const widget = await mountReady({ merchant, orderToken: EXPIRED });
    expect(widget.mode).to.equal(undefined);
    widget.orderToken = VALID;
    const banner = () => find(widget, '[part=banner]');
    await until(banner);
    expect(widget.mode).to.equal('test');
  });

  it('is refused as a credential when it is an API key', async () => {
    const widget = await fixture<PaymentWidget>(
      html`<payment-widget
        proxy-url="/merchant/test"
        amount="1"
        currency="EUR"
        order-token="sk_live_51abcdefgh"
      ></payment-widget>`,
    );
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
    const widget = await payRefused(EXPIRED);
    expect([widget.state, summary(widget)]).to.deep.equal([
      'failed',
      'This page is too old. You were not charged. Reload it.',
    ]);
  });
});
