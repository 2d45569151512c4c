import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import { passTime } from './held-steps.js'; // before the steps are loaded
import {
  expectOutcome,
  fillPayment,
  OutcomeError,
  pay,
  PaymentTestError,
  widget as partsOf,
  type TestErrorCode,
} from 'payment-widget-testing/element';
import { until } from '../support/until.js';
import { expect, find, holdMerchant, input, mount, mountReady } from '../support/widget.js';

const CARD = 'card-number card-expiry card-cvc';
const ADDRESS = `${CARD} country address-line1 address-line2 city region postal-code`;

/** The error of a step that must fail. */
async function errorOf(step: Promise<unknown>): Promise<Error & { code?: TestErrorCode | 'ERR_ASSERTION' }> {
  try {
    await step;
  } catch (error) {
    if (error instanceof PaymentTestError || error instanceof OutcomeError) return error;
    throw error;
  }
  throw new Error('The step has not failed.');
}

/** The error of a step that has begun and runs out of time. */
function lateErrorOf(step: Promise<unknown>): ReturnType<typeof errorOf> {
  passTime(60_000);
  return errorOf(step);
}

describe('the steps for an element', () => {
  it('pay, after the shopper has corrected a declined card', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined', fields: { 'cardholder-name': 'Ada Lovelace' } });
    const declined = await pay(widget);
    await fillPayment(widget);
    const { reference } = widget;
    expect([declined, input(widget, 'cc-name').value, await pay(widget)]).to.deep.equal([
      { outcome: 'failed', code: 'declined', reference },
      'Ada Lovelace',
      { outcome: 'paid', reference },
    ]);
    expect(partsOf(widget).result?.textContent).to.contain('Payment successful');
  });

  it('wait for an element that the page adds later, in a shadow root', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const filled = fillPayment(host);
    host.attachShadow({ mode: 'open' }).append(await mount());
    await filled;
    expect((await pay(host)).outcome).to.equal('paid');
  });

  it('fill in a document of another frame', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="shop"></iframe>`);
    const shop = frame.contentDocument as Document;
    const script = shop.createElement('script');
    script.type = 'module';
    script.src = new URL('../../src/define.js', import.meta.url).href;
    shop.head.append(script);
    shop.body.innerHTML = `<payment-widget lang="en" proxy-url="${location.origin}/merchant/test" amount="4999" currency="EUR"></payment-widget>`;
    await fillPayment(shop);
    expect(await pay(shop)).to.deep.equal({ outcome: 'paid' });
  });

  for (const [what, settings, options] of [
    ['an address with a list of regions', { fields: ADDRESS }, { fields: { country: 'US', region: 'California' } }],
    ['an address without a postal code', { fields: ADDRESS }, { fields: { country: 'AE' } }],
    ['an address in the country of the language', { fields: ADDRESS.replace('country ', ''), lang: 'en-US' }, {}],
    ['a postal code of the country of prefill', { fields: `${CARD} postal-code`, prefill: { country: 'DE' } }, {}],
    ['contact fields in Japanese', { fields: `${CARD} email phone postal-code country`, lang: 'ja' }, {}],
    ['an amount', { fields: `${CARD} amount`, amount: '', currency: 'KWD' }, {}],
    ['a card with four digits at the front', {}, { card: '378282246310005' }],
    [
      'a card without a security code',
      { brands: 'bancontact' },
      { card: '6703444444444449', fields: { 'card-cvc': '' } },
    ],
  ] as const) {
    it(`fill in ${what}`, async () => {
      const widget = await mount(settings);
      await fillPayment(widget, options);
      expect((await pay(widget)).outcome).to.equal('paid');
    });
  }

  for (const [what, options, code] of [
    ['a card whose scenario happens in the page', { card: 'offline' as 'success' }, 'unknown_card'],
    ['an unknown field', { fields: { name: 'Ada' } as object }, 'unknown_field'],
    ['a field that is not shown', { fields: { email: 'a@example.com' } }, 'field_not_shown'],
    ['a region of another country', { fields: { country: 'DE', region: 'CA' } }, 'field_not_shown'],
    ['a region that is not in the list', { fields: { country: 'US', region: 'Bayern' } }, 'unknown_choice'],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const widget = await mount({ fields: ADDRESS });
      expect((await errorOf(fillPayment(widget, options))).code).to.equal(code);
    });
  }

  it('say that there is no element, or no form, or a button of the page', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    expect((await lateErrorOf(fillPayment(container))).code).to.equal('no_widget');
    const wrong = await mount({ currency: 'euro' });
    await until(() => find(wrong, '[part=setup-error]'));
    expect((await lateErrorOf(fillPayment(wrong))).message).to.match(/no form.*invalid_currency/);
    const silent = await mount({ withoutButton: true });
    expect((await errorOf(pay(silent))).code).to.equal('no_pay_button');
  });

  it('choose one of two elements by its reference, which a framework sets as a property', async () => {
    const first = await mount();
    const second = await mount();
    second.removeAttribute('reference');
    second.reference = 'second';
    expect((await errorOf(fillPayment(document))).code).to.equal('several_widgets');
    await fillPayment(document, { reference: 'second' });
    expect([input(first, 'cc-number').value, input(second, 'cc-csc').value]).to.deep.equal(['', '123']);
  });
});

describe('expectOutcome()', () => {
  it('waits for the outcome of the running attempt, and does not take an earlier one for it', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    await pay(widget);
    const { merchant, release } = holdMerchant('payment');
    widget.proxyUrl = `/merchant/${merchant}`;
    await fillPayment(widget);
    void widget.submit();
    await until(() => widget.state === 'busy');
    const error = await lateErrorOf(expectOutcome(widget, 'failed'));
    expect(error.message).to.match(/to be failed, found no outcome yet.*busy/);
    const expected = expectOutcome(widget, 'paid');
    await release();
    await expected;
  });

  it('knows the code of an invalid form, after which the element is ready again', async () => {
    const widget = await mountReady();
    await fillPayment(widget, { fields: { 'card-expiry': '' } });
    await pay(widget);
    await expectOutcome(widget, 'failed', { code: 'validation_failed' });
    expect([widget.state, partsOf(widget).error('card-expiry') !== null]).to.deep.equal(['ready', true]);
  });

  it('shows expected and actual outcome, and what the shopper reads', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    const actual = await pay(widget);
    for (const [outcome, code] of [['paid'], ['failed', 'rate_limited']] as const) {
      const error = await lateErrorOf(expectOutcome(widget, outcome, { code }));
      expect([error.name, (error as OutcomeError).actual]).to.deep.equal(['AssertionError', actual]);
      expect(error.message).to.match(/failed \(declined\).*“Your card was declined\. You were not charged/);
    }
    await expectOutcome(widget, 'failed', { code: 'declined' });
  });

  it('finds no outcome in an element for the next order', async () => {
    const widget = await mount();
    await fillPayment(widget);
    await pay(widget);
    widget.reference = `${widget.reference ?? ''}-next`;
    widget.reset();
    await lateErrorOf(expectOutcome(widget, 'paid'));
  });
});
