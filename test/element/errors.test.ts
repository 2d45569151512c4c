import { sendMouse } from '@web/test-runner-commands';
import { fixture } from '@open-wc/testing';
import { html, render } from 'lit';
import { until } from '../support/until.js';
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
  itExcept,
  mountReady,
  next,
  nextFrame,
  part,
  paste,
  payButton,
  postsOf,
  recordAnnouncements,
  sendKeys,
  tap,
  textOf,
  type,
  type InputId,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

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
    ['cc-number', '5555 5555 5555 4444 0', 'This card number has too many digits.'],
    ['cc-number', '4242 4242 4242 4241', 'Check your card number: a digit seems to be wrong.'],
    ['cc-number', '4242 x', 'Use digits only.'],
    ['cc-exp', '12', 'Enter month and year, for example 04 / 30.'],
    ['cc-exp', '13/30', 'Enter the month first (01 to 12), then the year.'],
    ['cc-exp', '01/20', 'This card has expired. Check the date, or use another card.'],
    ['cc-exp', '01/99', 'Check the year.'],
    ['cc-csc', '12', 'The security code is the 3 digits on the back of your card.'],
    ['cc-name', '4242 4242 4242 4242', 'Enter the name in letters, as shown on your card.'],
    ['email', 'ada@example', 'Enter an email address like name@example.com.'],
    ['tel', '030 123456', 'Start with + and the country code, for example +44 20 7946 0958.'],
    ['tel', '+49 30', 'This phone number is too short. Did you include the area code?'],
    ['tel', 'none', 'Use digits only.'],
    ['postal-code', '1', 'Check the postal code: it has 2 to 10 letters and digits.'],
    ['amount', 'much', 'Enter the amount as a number, for example 25.00.'],
    ['amount', '1.234', 'Enter the amount like 25.00, without a thousands separator.'],
    ['amount', '12.345,678', 'This amount has too many decimals. Enter it like 25.00.'],
    ['amount', '4.99', 'Enter at least €5.00.'],
    ['amount', '500.01', 'Enter at most €500.00.'],
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

  it('show the postal code format of the chosen country', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB' } });
    await type(widget, 'postal-code', '10115');
    await leave();
    expect(await errorOf(widget, 'postal-code')).to.equal('Enter a postal code like AB12 3CD.');
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

  it('disappear as soon as the value is valid', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '424242424242424');
    await leave();
    await type(widget, 'cc-number', '2');
    expect(await errorOf(widget, 'cc-number')).to.equal('');
  });

  it('stay while the value is still invalid', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await leave();
    await type(widget, 'cc-number', '4');
    expect(await errorOf(widget, 'cc-number')).to.equal('Your card number is incomplete.');
  });

  it('do not change into another error while the shopper types', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '01/20');
    await leave();
    input(widget, 'cc-exp').focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    expect(await errorOf(widget, 'cc-exp')).to.equal('');
  });

  it('return when the field is left with an invalid value', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '01/20');
    await leave();
    input(widget, 'cc-exp').focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    await leave();
    expect(await errorOf(widget, 'cc-exp')).to.equal('Enter month and year, for example 04 / 30.');
  });

  it('of the security code follow the brand of the card number', async () => {
    const widget = await mountReady();
    await payInvalid(widget);
    await type(widget, 'cc-number', '37');
    expect(await errorOf(widget, 'cc-csc')).to.equal('Enter the 4-digit code on the front of your card.');
  });

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
    input(widget, 'cc-csc').value = '123';
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

  itExcept(['webkit'], 'the driver has no touch')('appear after a tap on the next field', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242');
    await tap(input(widget, 'cc-exp'));
    await until(() => textOf(part(widget, '#cc-number-error')) !== '');
    expect([await errorOf(widget, 'cc-number'), focusedId(widget)]).to.deep.equal([
      'Your card number is incomplete.',
      'cc-exp',
    ]);
  });

  it('appear after a drag', async () => {
    const widget = await mountReady({ content: html`<p slot="before-button" draggable="true">Drag me</p>` });
    await type(widget, 'cc-name', '1');
    const { left, top } = (widget.querySelector('p') as Element).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + 10), Math.round(top + 5)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left + 90), Math.round(top + 60)] });
    await sendMouse({ type: 'up' });
    input(widget, 'cc-csc').focus();
    await nextFrame();
    expect(await errorOf(widget, 'cc-name')).to.equal('Enter the name in letters, as shown on your card.');
  });

  it('appear in a field that the change of another field made invalid', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB', 'postal-code': 'SW1A 1AA' } });
    await choose(widget, 'United States');
    await leave();
    expect(await errorOf(widget, 'postal-code')).to.equal('Enter a postal code like 12345.');
  });

  it('do not appear in the field that receives the focus', async () => {
    const fields = 'card-number card-expiry card-cvc country postal-code email';
    const widget = await mountReady({ fields, prefill: { country: 'DE', 'postal-code': '10115' } });
    await choose(widget, 'United K');
    await leave();
    expect([focusedId(widget), await errorOf(widget, 'postal-code')]).to.deep.equal(['postal-code', '']);
  });

  it('do not appear in a field that the form itself cleared', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await fillCard(widget);
    await widget.submit();
    await widget.updateComplete;
    input(widget, 'cc-number').focus();
    expect(await errorOf(widget, 'cc-csc')).to.equal('');
  });

  it('replace the message about the previous payment', async () => {
    const widget = await mountReady({ merchant: 'status-422' });
    await fillCard(widget);
    await widget.submit();
    input(widget, 'cc-csc').select();
    await sendKeys({ type: '12' });
    await payInvalid(widget);
    expect(find(widget, '[part=summary]') === null).to.equal(true);
  });

  it('keep the typed text', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 4242 4242 424x');
    await payInvalid(widget);
    expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 424x');
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

  it('does not mark the field as invalid', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    await widget.updateComplete;
    expect(input(widget, 'cc-number').hasAttribute('aria-invalid')).to.equal(false);
  });

  it('does not prevent payment', async () => {
    const widget = await mountReady();
    await fillCard(widget, UNUSUAL);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('disappears when the number changes', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    input(widget, 'cc-number').select();
    await sendKeys({ type: '4242' });
    expect(await errorOf(widget, 'cc-number')).to.equal('');
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

  it('names every invalid field and focuses the first', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '12');
    await payInvalid(widget);
    expect([listed(widget), focusedId(widget)]).to.deep.equal([
      ['Expiry date', 'Security code', 'Name on card'],
      'cc-exp',
    ]);
  });

  it('repeats no error that is beside its field', async () => {
    const widget = await mountReady();
    await payInvalid(widget);
    const summary = textOf(part(widget, '[part=summary]'));
    expect(shownErrors(widget).filter((error) => summary.includes(error))).to.deep.equal([]);
  });

  it('links to each field without changing the address of the page', async () => {
    const widget = await mountReady();
    await payInvalid(widget);
    const address = location.href;
    const [, , link] = [...part(widget, '[part=summary]').querySelectorAll('a')];
    await click(link as Element);
    expect([focusedId(widget), location.href]).to.deep.equal(['cc-csc', address]);
  });

  it('works with the keyboard', async () => {
    const widget = await mountReady();
    await payInvalid(widget);
    part(widget, '[part=summary] a[href="#cc-exp"]').focus();
    await sendKeys({ press: 'Enter' });
    expect(focusedId(widget)).to.equal('cc-exp');
  });

  it('shrinks with each corrected field and disappears with the last', async () => {
    const widget = await mountReady();
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

describe('Controls in the slot before-button', () => {
  const content = html`
    <div slot="before-button">
      <label>Gift note <input name="gift_note" id="gift-note" /></label>
      <label><input type="checkbox" name="terms" id="terms" required />I accept the terms</label>
      <label
        >Wrap
        <select name="wrap">
          <option value="">None</option>
          <option value="red" selected>Red</option>
        </select></label
      >
      <input name="left_out" disabled value="x" /><input type="password" name="secret" value="hunter2" />
    </div>
  `;
  const control = (widget: PaymentWidget, name: string) =>
    widget.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;

  it('must be valid before anything is sent', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    const { error } = (await failure).detail;
    expect([error.code, Object.keys(error.fieldErrors ?? {})]).to.deep.equal(['validation_failed', ['terms']]);
  });

  it('show the message of the browser below them, once', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await payInvalid(widget);
    const { validationMessage } = control(widget, 'terms');
    expect([shownErrors(widget), listed(widget)]).to.deep.equal([[`I accept the terms: ${validationMessage}`], []]);
  });

  it('show the message of the page', async () => {
    const widget = await mountReady({ content: html`<input slot="before-button" name="code" aria-label="Code" />` });
    widget.querySelector('input')?.setCustomValidity('This voucher is used up.');
    await fillCard(widget);
    await payInvalid(widget);
    expect(shownErrors(widget)).to.deep.equal(['This voucher is used up.']);
  });

  it('receive the focus', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await payInvalid(widget);
    expect(document.activeElement?.id).to.equal('terms');
  });

  it('receive the focus by their link among several errors', async () => {
    const widget = await mountReady({ content });
    await payInvalid(widget);
    const link = [...part(widget, '[part=summary]').querySelectorAll('a')].at(-1) as Element;
    await click(link);
    expect([textOf(link), document.activeElement?.id]).to.deep.equal(['I accept the terms', 'terms']);
  });

  it('are described to screen readers by their error until it is corrected', async () => {
    const widget = await mountReady({ content });
    const terms = control(widget, 'terms');
    await fillCard(widget);
    await payInvalid(widget);
    const { validationMessage } = terms;
    const described = terms.getAttribute('aria-description');
    await click(terms);
    await widget.updateComplete;
    expect([described, terms.getAttribute('aria-description')]).to.deep.equal([validationMessage, null]);
  });

  it('are not changed while their error stays', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await payInvalid(widget);
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(control(widget, 'terms'), { attributes: true });
    await type(widget, 'cc-name', ' King');
    widget.requestUpdate();
    await widget.updateComplete;
    await nextFrame();
    expect(changes).to.equal(0);
  });

  it('keep a description of the page', async () => {
    const widget = await mountReady({
      content: html`<input
        slot="before-button"
        name="code"
        aria-label="Code"
        aria-description="On the card"
        required
      />`,
    });
    await fillCard(widget);
    await payInvalid(widget);
    await type(widget, 'cc-name', ' King');
    expect(widget.querySelector('input')?.getAttribute('aria-description')).to.equal('On the card');
  });

  it('have their error announced if they have the focus already', async () => {
    const widget = await mountReady({
      content: html`<input slot="before-button" name="code" aria-label="Code" required />`,
    });
    await fillCard(widget);
    const code = widget.querySelector('input') as HTMLInputElement;
    code.focus();
    const announced = recordAnnouncements(widget);
    widget.validate();
    await widget.updateComplete;
    await nextFrame();
    expect(announced).to.deep.equal([code.validationMessage]);
  });

  it('are listed after the fields of the form', async () => {
    const widget = await mountReady({ content });
    await payInvalid(widget);
    expect([listed(widget).length, focusedId(widget)]).to.deep.equal([5, 'cc-number']);
  });

  it('lose their error when they become valid', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await payInvalid(widget);
    const before = shownErrors(widget).length;
    await click(control(widget, 'terms'));
    await widget.updateComplete;
    expect([before, shownErrors(widget)]).to.deep.equal([1, []]);
  });

  it('send their values as metadata with that of the page', async () => {
    const widget = await mountReady({ content });
    widget.metadata = { cart: '77' };
    await fillCard(widget);
    control(widget, 'gift_note').focus();
    await paste('Happy birthday');
    await click(control(widget, 'terms'));
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    const [post] = await postsOf(widget);
    expect(post?.body['metadata']).to.deep.equal({
      cart: '77',
      gift_note: 'Happy birthday',
      terms: 'on',
      wrap: 'red',
    });
  });

  it('do not submit with Enter', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await click(control(widget, 'terms'));
    control(widget, 'gift_note').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrame();
    expect(widget.state).to.equal('ready');
  });

  it('receive invalid events', async () => {
    const widget = await mountReady({ content });
    let events = 0;
    control(widget, 'terms').addEventListener('invalid', () => events++);
    widget.validate();
    expect(events).to.equal(1);
  });

  it('count for `valid`', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    const before = widget.valid;
    await click(control(widget, 'terms'));
    expect([before, widget.valid]).to.deep.equal([false, true]);
  });

  it('are limited to the length of a metadata value', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await click(control(widget, 'terms'));
    control(widget, 'gift_note').value = 'x'.repeat(1001);
    await payInvalid(widget);
    expect(shownErrors(widget)).to.deep.equal(['Gift note: Use at most 1000 characters.']);
  });

  it('do not have their values repeated in errors', async () => {
    const widget = await mountReady({
      content: html`<input
        slot="before-button"
        type="email"
        name="friend"
        value="not-an-address"
        aria-label="Friend"
      />`,
    });
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect(JSON.stringify((await failure).detail.error)).to.not.match(/not-an-address/);
  });

  it('are named by label without its controls, and by legend for radio buttons', async () => {
    const widget = await mountReady({
      content: html`
        <div slot="before-button">
          <label
            >Size
            <select name="size" required>
              <option value="">Choose</option>
              <option>Small</option>
            </select></label
          >
          <fieldset>
            <legend>Colour</legend>
            <label><input type="radio" name="colour" value="red" required /> Red</label>
            <label><input type="radio" name="colour" value="blue" required /> Blue</label>
          </fieldset>
        </div>
      `,
    });
    await fillCard(widget);
    await payInvalid(widget);
    expect(listed(widget).map((text) => text.split(':')[0])).to.deep.equal(['Size', 'Colour']);
  });

  it('send the checked radio button, all selected options and all checked boxes', async () => {
    const widget = await mountReady({
      content: html`
        <div slot="before-button">
          <input type="radio" name="colour" value="red" aria-label="Red" />
          <input type="radio" name="colour" value="blue" checked aria-label="Blue" />
          <select name="sizes" multiple aria-label="Sizes">
            <option selected>S</option>
            <option selected>M</option>
          </select>
          <input type="checkbox" name="extras" value="card" checked aria-label="Card" />
          <input type="checkbox" name="extras" value="ribbon" checked aria-label="Ribbon" />
          <textarea name="note" aria-label="Note">Two lines</textarea>
        </div>
      `,
    });
    await fillCard(widget);
    await widget.submit();
    const [post] = await postsOf(widget);
    expect(post?.body['metadata']).to.deep.equal({
      colour: 'blue',
      sizes: 'S, M',
      extras: 'card, ribbon',
      note: 'Two lines',
    });
  });

  it('with one name share the limit of a metadata value', async () => {
    const widget = await mountReady({
      content: html`
        <textarea slot="before-button" name="note" aria-label="First" .value=${'x'.repeat(600)}></textarea>
        <textarea slot="before-button" name="note" aria-label="Second" .value=${'x'.repeat(600)}></textarea>
      `,
    });
    await fillCard(widget);
    await payInvalid(widget);
    expect(shownErrors(widget)).to.deep.equal([
      'First: Use at most 1000 characters.',
      'Second: Use at most 1000 characters.',
    ]);
  });

  it('are ignored while disabled', async () => {
    const widget = await mountReady({
      content: html`<input slot="before-button" name="note" required disabled .value=${'x'.repeat(2000)} />`,
    });
    await fillCard(widget);
    expect(widget.valid).to.equal(true);
  });

  it('lose their error when they are removed', async () => {
    const widget = await mountReady({ content });
    await fillCard(widget);
    await payInvalid(widget);
    const before = shownErrors(widget).length;
    widget.querySelector('div')?.remove();
    await nextFrame();
    await widget.updateComplete;
    expect([before, shownErrors(widget)]).to.deep.equal([1, []]);
  });

  it('show an error when their name cannot be sent', async () => {
    const widget = await mountReady({
      content: html`<input slot="before-button" name=${'n'.repeat(65)} value="x" aria-label="Note" />`,
    });
    await fillCard(widget);
    const { error } = (await widget.submit()) as { error?: { code: string } };
    await widget.updateComplete;
    expect([error?.code, textOf(part(widget, '[part=summary]'))]).to.deep.equal([
      'invalid_metadata',
      'Card payments are not available right now. You were not charged.',
    ]);
  });

  it('can come from a nested slot', async () => {
    const page = await fixture(html`
      <div><input slot="extras" type="checkbox" name="terms" required aria-label="Terms" /></div>
    `);
    render(
      html`
        <payment-widget proxy-url="/merchant/test" amount="4999" currency="EUR">
          <div slot="before-button"><slot name="extras"></slot></div>
        </payment-widget>
      `,
      page.attachShadow({ mode: 'open' }),
    );
    const widget = page.shadowRoot?.querySelector('payment-widget') as PaymentWidget;
    await until(() => widget.state === 'ready');
    await fillCard(widget);
    const before = widget.valid;
    await click(page.querySelector('input') as Element);
    expect([before, widget.valid, widget.state]).to.deep.equal([false, true, 'ready']);
  });

  it('can be form-associated custom elements', async () => {
    class TermsBox extends HTMLElement {
      static readonly formAssociated = true;
      readonly internals = this.attachInternals();
      value: unknown = null;
      connectedCallback(): void {
        this.internals.setValidity({ valueMissing: true }, 'Please agree.');
      }
      agree(value: unknown): void {
        this.value = value;
        this.internals.setValidity({});
      }
    }
    if (!customElements.get('terms-box')) customElements.define('terms-box', TermsBox);
    const widget = await mountReady({
      content: html`<terms-box slot="before-button" name="terms" aria-label="Terms" tabindex="0"></terms-box>`,
    });
    await fillCard(widget);
    await payInvalid(widget);
    const before = shownErrors(widget);
    (widget.querySelector('terms-box') as TermsBox).agree(7);
    await widget.submit();
    const [post] = await postsOf(widget);
    expect([before, post?.body['metadata']]).to.deep.equal([['Please check this field.'], { terms: '7' }]);
  });
});

describe('Fields that the service rejects', () => {
  const REJECTED = '4000000000004020'; // the sandbox rejects its number and its security code

  async function payRejectedCard(): Promise<PaymentWidget> {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failed;
    await widget.updateComplete;
    return widget;
  }

  it('show an error', async () => {
    const widget = await payRejectedCard();
    expect([await errorOf(widget, 'cc-number'), await errorOf(widget, 'cc-csc')]).to.deep.equal([
      'Please check this field.',
      'Please check this field.',
    ]);
  });

  it('are listed below the message that nothing was charged', async () => {
    expect(textOf(part(await payRejectedCard(), '#summary-title'))).to.contain('You were not charged.');
  });

  it('are listed by label', async () => {
    const widget = await payRejectedCard();
    const links = [...(widget.shadowRoot?.querySelectorAll('[part=summary-link]') ?? [])].map(textOf);
    expect(links).to.deep.equal(['Card number', 'Security code']);
  });

  it('keep the typed text', async () => {
    expect(input(await payRejectedCard(), 'cc-number').value.replace(/\s/g, '')).to.equal(REJECTED);
  });

  it('are reported in payment-failure', async () => {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect(Object.keys((await failed).detail.error.fieldErrors ?? {})).to.have.members(['card-number', 'card-cvc']);
  });

  it('receive the focus', async () => {
    const widget = await payRejectedCard();
    await until(() => focusedId(widget) === 'cc-number');
  });

  it('do not take the focus from elsewhere on the page', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const submitted = next(widget, 'payment-submit');
    const failed = next(widget, 'payment-failure');
    payButton(widget).click();
    await submitted;
    elsewhere.focus();
    await failed;
    await widget.updateComplete;
    await nextFrame();
    expect(document.activeElement === elsewhere).to.equal(true);
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
    expect([busy, errors]).to.deep.equal(['Processing payment…', [textOf(part(widget, '#summary-title'))]]);
  });

  it('lose the error when they change', async () => {
    const widget = await payRejectedCard();
    input(widget, 'cc-csc').select();
    await sendKeys({ type: '4' });
    await widget.updateComplete;
    expect(await errorOf(widget, 'cc-csc')).not.to.equal('Please check this field.');
  });

  it('can be sent again unchanged', async () => {
    const widget = await payRejectedCard();
    const again = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect((await again).detail.error.code).to.equal('invalid_request');
  });
});
