import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import { passTime } from '../support/held-steps.js'; // before the steps are loaded
import {
  expectOutcome,
  fillPayment,
  OutcomeError,
  pay,
  PaymentTestError,
  widget as partsOf,
  type FillOptions,
  type TestErrorCode,
} from '../../src/testing/element.js';
import { holdPolling } from '../support/timers.js';
import { until } from '../support/until.js';
import { chargesOf, expect, find, holdMerchant, input, mount, mountReady, newMerchant } from '../support/widget.js';

const ADDRESS = 'card-number card-expiry card-cvc country address-line1 address-line2 city region postal-code';

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

describe('fillPayment()', () => {
  it('fills in a card that can pay', async () => {
    const widget = await mount();
    await fillPayment(widget);
    expect(await pay(widget)).to.deep.equal({ outcome: 'paid', reference: widget.reference });
  });

  it('finds the element in an open shadow root, in an open dialog', async () => {
    const widget = await mount();
    const host = document.createElement('div');
    widget.parentElement?.append(host);
    const dialog = document.createElement('dialog');
    host.attachShadow({ mode: 'open' }).append(dialog);
    dialog.append(widget);
    dialog.showModal();
    await fillPayment(host);
    expect((await pay(host)).outcome).to.equal('paid');
  });

  it('waits for an element that the page adds later', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const filled = fillPayment(container);
    const widget = await mount();
    container.append(widget);
    await filled;
    expect(input(widget, 'cc-name').value).to.equal('Test Card');
  });

  it('replaces the typed card, and keeps the typed text of other fields', async () => {
    const widget = await mountReady();
    await fillPayment(widget, { card: 'declined', fields: { 'card-cvc': '999', 'cardholder-name': 'Ada Lovelace' } });
    await fillPayment(widget);
    const values = (['cc-number', 'cc-csc', 'cc-name'] as const).map((id) => input(widget, id).value);
    expect(values).to.deep.equal(['4242 4242 4242 4242', '123', 'Ada Lovelace']);
  });

  it('leaves a field empty', async () => {
    const widget = await mount();
    await fillPayment(widget, { fields: { 'cardholder-name': '' } });
    expect(await pay(widget)).to.deep.include({ outcome: 'failed', code: 'validation_failed' });
    expect(partsOf(widget).error('cardholder-name')).not.to.equal(null);
  });

  it('takes digits, with a security code of the length that the brand has', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: '378282246310005' });
    expect(input(widget, 'cc-csc').value).to.equal('1234');
  });

  for (const [country, region] of [
    ['US', 'California'],
    ['US', 'CA'],
    ['JP', undefined],
    ['HK', undefined],
    ['AE', undefined],
  ] as const) {
    it(`fills in an address of ${country}${region ? ` with the region ${region}` : ''}`, async () => {
      const widget = await mount({ fields: ADDRESS });
      await fillPayment(widget, { fields: { country, ...(region && { region }) } });
      expect((await pay(widget)).outcome).to.equal('paid');
    });
  }

  it('fills in all contact fields in the language of the page', async () => {
    const fields = 'card-number card-expiry card-cvc email phone postal-code country amount';
    const widget = await mount({ fields, lang: 'ja', currency: 'KWD', amount: '' });
    await fillPayment(widget);
    expect(await pay(widget)).to.deep.include({ outcome: 'paid' });
    expect((await chargesOf(widget)).map(({ amount }) => amount)).to.deep.equal([25_000]);
  });

  it('fits the postal code to the country of prefill', async () => {
    const widget = await mount({
      fields: 'card-number card-expiry card-cvc postal-code',
      prefill: { country: 'DE' },
    });
    await fillPayment(widget);
    expect((await pay(widget)).outcome).to.equal('paid');
  });

  it('fits the address to the country of the language', async () => {
    const widget = await mount({ fields: ADDRESS.replace('country ', ''), lang: 'en-US' });
    await fillPayment(widget);
    expect((await pay(widget)).outcome).to.equal('paid');
  });

  const MISTAKES: readonly (readonly [string, FillOptions, TestErrorCode, RegExp])[] = [
    [
      'a card whose scenario happens in the page',
      { card: 'offline' as 'success' },
      'unknown_card',
      /not up to the sandbox/,
    ],
    ['an unknown card', { card: 'decline' as 'declined' }, 'unknown_card', /"decline".* success,.* declined,/],
    ['an unknown option', { cards: 'declined' } as object, 'unknown_option', /"cards".* card, fields/],
    ['an unknown field', { fields: { name: 'Ada' } as object }, 'unknown_field', /"name".* cardholder-name/],
    ['a field that is not shown', { fields: { email: 'a@example.com' } }, 'field_not_shown', /email\..*card-number/],
    ['a region of another country', { fields: { country: 'DE', region: 'CA' } }, 'field_not_shown', /region.* DE/],
    ['a region that is not in the list', { fields: { country: 'US', region: 'Bayern' } }, 'unknown_choice', /Bayern/],
    ['a country that is not in the list', { fields: { country: 'XX' } }, 'unknown_choice', /"XX"/],
  ];
  for (const [what, options, code, text] of MISTAKES) {
    it(`refuses ${what}`, async () => {
      const widget = await mount({ fields: ADDRESS });
      const error = await errorOf(fillPayment(widget, options));
      expect(error.code).to.equal(code);
      expect(error.message).to.match(text);
    });
  }

  it('says when there is no element', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    expect((await lateErrorOf(fillPayment(container))).code).to.equal('no_widget');
  });

  it('says why there is no form', async () => {
    const widget = await mount({ currency: 'euro' });
    await until(() => find(widget, '[part=setup-error]'));
    const error = await lateErrorOf(fillPayment(widget));
    expect(error.message).to.match(/no form.*invalid_currency/);
  });
});

describe('two elements', () => {
  it('are distinguished by their reference, which a framework sets as a property', async () => {
    const first = await mount();
    const second = await mount();
    second.removeAttribute('reference');
    second.reference = 'second';
    expect((await errorOf(fillPayment(document))).code).to.equal('several_widgets');
    await fillPayment(document, { reference: 'second' });
    expect([input(first, 'cc-number').value, input(second, 'cc-csc').value]).to.deep.equal(['', '123']);
  });

  it('an unknown reference is an error with the known ones', async () => {
    const widget = await mount();
    const error = await lateErrorOf(fillPayment(document, { reference: 'order-x' }));
    expect(error.message).to.contain('order-x').and.contain(widget.reference);
  });
});

describe('pay()', () => {
  it('resolves with each attempt of its own', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    const declined = await pay(widget);
    await fillPayment(widget);
    const paid = await pay(widget);
    const { reference } = widget;
    expect([declined, paid]).to.deep.equal([
      { outcome: 'failed', code: 'declined', reference },
      { outcome: 'paid', reference },
    ]);
  });

  it('resolves when the outcome is shown', async () => {
    const widget = await mount();
    await fillPayment(widget);
    await pay(widget);
    expect(partsOf(widget).result?.textContent).to.contain('Payment successful');
  });

  it('resolves with a confirmation by the bank', async () => {
    const widget = await mount({ merchant: newMerchant('action-stays'), actionOrigins: 'https://acs.example' });
    widget.addEventListener('payment-action', (event) => {
      event.preventDefault();
    });
    await fillPayment(widget);
    expect((await pay(widget)).outcome).to.equal('action');
  });

  it('says that the page has a button of its own', async () => {
    const widget = await mount({ withoutButton: true });
    await fillPayment(widget);
    expect((await errorOf(pay(widget))).code).to.equal('no_pay_button');
  });

  it('says what the element shows when there is no outcome in time', async () => {
    const { merchant } = holdMerchant('payment');
    const widget = await mount({ merchant });
    await fillPayment(widget);
    const error = errorOf(pay(widget, { timeout: 3000 }));
    await until(() => widget.state === 'busy');
    passTime(3001);
    expect((await error).message).to.match(/no outcome after 3000 ms.*busy/);
  });
});

describe('expectOutcome()', () => {
  it('waits for the outcome', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mount({ merchant });
    await fillPayment(widget);
    void widget.submit();
    const expected = expectOutcome(widget, 'paid');
    await release();
    await expected;
  });

  it('waits until an unknown outcome is known', async () => {
    const widget = await mount({ merchant: newMerchant('settles-paid') });
    await fillPayment(widget);
    const polling = holdPolling();
    expect(await pay(widget)).to.deep.include({ outcome: 'unknown', code: 'service_error' });
    const expected = expectOutcome(widget, 'paid');
    await polling.fire();
    await polling.fire();
    await expected;
  });

  it('refuses an outcome that there is not', async () => {
    const error = await errorOf(expectOutcome(await mount(), 'success' as 'paid'));
    expect(error.code).to.equal('unknown_outcome');
  });

  it('does not take the failure of an earlier attempt for the outcome of the running one', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    await pay(widget);
    const { merchant } = holdMerchant('payment');
    widget.proxyUrl = `/merchant/${merchant}`;
    await fillPayment(widget);
    void widget.submit();
    await until(() => widget.state === 'busy');
    const error = await lateErrorOf(expectOutcome(widget, 'failed'));
    expect(error.message).to.match(/to be failed, found no outcome yet.*busy/);
  });

  it('knows the code of an invalid form, after which the element is ready again', async () => {
    const widget = await mountReady();
    await fillPayment(widget, { fields: { 'card-expiry': '01/20' } });
    await pay(widget);
    await expectOutcome(widget, 'failed', { code: 'validation_failed' });
    expect(widget.state).to.equal('ready');
  });

  it('shows expected and actual outcome, and what the shopper reads', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    await pay(widget);
    const error = await lateErrorOf(expectOutcome(widget, 'paid'));
    const { expected, actual } = error as Partial<OutcomeError>;
    expect([error.name, expected, actual]).to.deep.equal([
      'AssertionError',
      { outcome: 'paid' },
      { outcome: 'failed' },
    ]);
    expect(error.message).to.match(/failed \(declined\).*“Your card was declined\. You were not charged/);
  });

  it('rejects another code', async () => {
    const widget = await mount();
    await fillPayment(widget, { card: 'declined' });
    await pay(widget);
    await lateErrorOf(expectOutcome(widget, 'failed', { code: 'rate_limited' }));
    await expectOutcome(widget, 'failed', { code: 'declined' });
  });

  it('remembers the outcome of an element that the page has removed', async () => {
    const widget = await mount();
    const container = widget.parentElement as Element;
    widget.addEventListener('payment-success', () => {
      widget.remove();
    });
    await fillPayment(container);
    await pay(container);
    await expectOutcome(container, 'paid');
  });

  it('does not remember the failure of an element that is not there', async () => {
    const widget = await mount();
    const container = widget.parentElement as Element;
    await fillPayment(container, { card: 'declined' });
    await pay(container);
    widget.remove();
    await lateErrorOf(expectOutcome(container, 'failed'));
  });

  it('remembers the outcome of each removed element by its reference', async () => {
    const [first, second] = [await mount(), await mount()];
    for (const { reference } of [first, second]) await fillPayment(document, { reference });
    await pay(document, { reference: first.reference });
    partsOf(document, { reference: second.reference });
    const { reference } = first;
    for (const widget of [first, second]) widget.remove();
    await expectOutcome(document, 'paid', { reference });
    await lateErrorOf(expectOutcome(document, 'paid')); // the last one has not been paid
  });

  it('does not remember the outcome of an earlier order of a removed element', async () => {
    const widget = await mount();
    const container = widget.parentElement as Element;
    const { reference } = widget;
    await fillPayment(container);
    await pay(container);
    widget.reference = `${reference ?? ''}-next`;
    widget.remove();
    await lateErrorOf(expectOutcome(container, 'paid'));
    await expectOutcome(container, 'paid', { reference });
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

describe('in a page of another frame', () => {
  it('fills in the form and pays', async () => {
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
});

describe('widget()', () => {
  it('has the parts that the element shows', async () => {
    const widget = await mountReady();
    const { root, field, payButton, banner, summary, result } = partsOf(document);
    expect([root, field('card-number'), field('email'), payButton?.localName, summary, result]).to.deep.equal([
      widget,
      input(widget, 'cc-number'),
      null,
      'button',
      null,
      null,
    ]);
    expect(banner?.textContent).to.match(/test/i);
  });
});
