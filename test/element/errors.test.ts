import { sendMouse } from '@web/test-runner-commands';
import { html } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import {
  chargesOf,
  choose,
  click,
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  focusedId,
  input,
  mountReady,
  mountSpread,
  next,
  nextFrame,
  part,
  payButton,
  sendKeys,
  textOf,
  type,
  type InputId,
} from '../support/widget.js';

const ALL_FIELDS = 'card-number card-expiry card-cvc cardholder-name email phone postal-code country amount';

/** Moves the focus out of a field. */
const leave = () => sendKeys({ press: 'Tab' });

const listed = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll('[part=summary] a') ?? [])].map((link) => textOf(link));

const shownErrors = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll('[part=error]') ?? [])].map((error) => textOf(error));

/** Clicks Pay on an invalid form. */
async function payInvalid(widget: PaymentWidget): Promise<void> {
  const failure = next(widget, 'payment-failure');
  await click(payButton(widget));
  await failure;
  await widget.updateComplete;
}

describe('Field errors', () => {
  const sentences: readonly [id: InputId, typed: string, sentence: string][] = [
    ['cc-number', '4242 42', 'Your card number is incomplete.'],
    ['cc-number', '4242 4242 4242 4241', 'Check your card number: a digit seems to be wrong.'],
    ['cc-csc', '12', 'The security code is the 3 digits on the back of your card.'],
    ['tel', '030 123456', 'Start with + and the country code, for example +44 20 7946 0958.'],
    ['amount', '4.99', 'Enter at least €5.00.'],
  ];
  for (const [id, typed, sentence] of sentences) {
    it(`${id} “${typed}”: “${sentence}”`, async () => {
      const widget = await mountReady({ fields: ALL_FIELDS, amount: '', minAmount: '500', maxAmount: '50000' });
      input(widget, id).focus();
      await fillIn(widget, { [id]: typed });
      await leave();
      expect(await errorOf(widget, id)).to.equal(sentence);
    });
  }

  it('ask for a value in every empty field', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, amount: '' });
    await payInvalid(widget);
    expect(shownErrors(widget)).to.deep.equal([
      'Enter your card number.',
      'Enter the expiry date.',
      'Enter the 3-digit code on the back of your card.',
      'Enter the name on your card.',
      'Enter your email address.',
      'Enter your phone number.',
      'Enter your postal code.',
      'Choose your country.',
      'Enter an amount.',
    ]);
  });

  for (const [id, text] of [
    ['cc-number', '4242424242424242'],
    ['cc-exp', '1230'],
    ['cc-csc', '123'],
  ] as const) {
    it(`do not appear while ${id} is typed`, async () => {
      const widget = await mountReady();
      const errors: string[] = [];
      for (const key of text) {
        await type(widget, id, key);
        errors.push(await errorOf(widget, id));
      }
      expect(new Set(errors)).to.deep.equal(new Set(['']));
    });
  }

  it('do not appear when only the window loses the focus', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242');
    input(widget, 'cc-number').dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
    expect(await errorOf(widget, 'cc-number')).to.equal('');
  });

  it('do not appear between mousedown and mouseup on Pay, which would move the button', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-name', '1');
    const { left, top, width, height } = payButton(widget).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await sendMouse({ type: 'down' });
    const error = await errorOf(widget, 'cc-name');
    await sendMouse({ type: 'up' });
    expect(error).to.equal('');
  });

  it('do not disappear between mousedown and mouseup on Pay after a fill without events', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    input(widget, 'cc-csc').value = '';
    await payInvalid(widget);
    await errorOf(widget, 'cc-csc');
    const fill = () => void (input(widget, 'cc-csc').value = '123');
    payButton(widget).addEventListener('mousedown', fill, { once: true });
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('appear after a click on a slotted control, which takes effect', async () => {
    const widget = await mountReady({
      content: html`<input type="checkbox" slot="before-button" aria-label="Terms" />`,
    });
    await type(widget, 'cc-name', '1');
    const terms = widget.querySelector('input') as HTMLInputElement;
    await click(terms);
    await nextFrame();
    expect([terms.checked, await errorOf(widget, 'cc-name')]).to.deep.equal([
      true,
      'Enter the name in letters, as shown on your card.',
    ]);
  });

  it('appear in a field that the change of another field made invalid', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB', 'postal-code': 'SW1A 1AA' } });
    await choose(widget, 'United States');
    await leave();
    expect(await errorOf(widget, 'postal-code')).to.equal('Enter a postal code like 12345.');
  });

  it('do not appear in a field that the form itself cleared', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await fillCard(widget);
    await widget.submit();
    await widget.updateComplete;
    input(widget, 'cc-number').focus();
    expect(await errorOf(widget, 'cc-csc')).to.equal('');
  });
});

describe('A warning about a UnionPay number', () => {
  const UNUSUAL = '6200000000000004';

  it('appears when the field is left', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    expect(await errorOf(widget, 'cc-number')).to.equal(
      'Please double-check this card number. If it matches your card, continue.',
    );
  });

  it('does not prevent payment', async () => {
    const widget = await mountReady();
    await fillCard(widget, UNUSUAL);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });
});

describe('The list of errors', () => {
  it('does not appear for a single error', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    input(widget, 'cc-csc').value = '';
    await payInvalid(widget);
    expect([find(widget, '[part=summary]') === null, focusedId(widget)]).to.deep.equal([true, 'cc-csc']);
  });

  it('does not repeat the fields that are in sight', async () => {
    const widget = await mountReady();
    await payInvalid(widget);
    expect([shownErrors(widget).length, find(widget, '[part=summary]')]).to.deep.equal([4, null]);
  });

  it('links to each field without changing the address of the page', async () => {
    const widget = await mountSpread();
    await payInvalid(widget);
    const address = location.href;
    const [, , link] = [...part(widget, '[part=summary]').querySelectorAll('a')];
    await click(link as Element);
    expect([focusedId(widget), location.href]).to.deep.equal(['cc-csc', address]);
  });

  it('shrinks with each corrected field and disappears with the last', async () => {
    const widget = await mountSpread();
    await payInvalid(widget);
    const lengths = [];
    for (const [id, text] of [
      ['cc-number', '4242424242424242'],
      ['cc-exp', '1230'],
      ['cc-csc', '123'],
      ['cc-name', 'Ada'],
    ] as const) {
      await type(widget, id, text);
      await widget.updateComplete;
      lengths.push(listed(widget).length);
    }
    expect([lengths, find(widget, '[part=summary]') === null]).to.deep.equal([[3, 2, 1, 0], true]);
  });
});
