import { sendMouse } from '@web/test-runner-commands';
import { fixture, waitUntil } from '@open-wc/testing';
import { html, render } from 'lit';
import {
  chargesOf,
  choose,
  click,
  errorOf,
  expect,
  find,
  focusedId,
  input,
  mountReady,
  next,
  nextFrame,
  part,
  paste,
  payButton,
  postsOf,
  sendKeys,
  tap,
  textOf,
  type,
  typeCard,
  type InputId,
} from './support/widget.js';
import type { PaymentWidget } from '../src/index.js';

const ALL_FIELDS = 'card-number card-expiry card-cvc cardholder-name email phone postal-code country amount';

const leave = () => sendKeys({ press: 'Tab' });

const listed = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll('[part=summary] a') ?? [])].map((link) => textOf(link));

/** Presses Pay on a form that is not right. */
async function payInVain(widget: PaymentWidget): Promise<void> {
  const failure = next(widget, 'payment-failure');
  await click(payButton(widget));
  await failure;
  await widget.updateComplete;
}

describe('errors of <payment-widget>', () => {
  const sentences: readonly [id: InputId, typed: string, sentence: string][] = [
    ['cc-number', '4242 42', 'This card number is too short. Check that every digit is there.'],
    [
      'cc-number',
      '5555 5555 5555 4444 0',
      'This card number is too long. Check it against your card for digits that are there twice.',
    ],
    ['cc-number', '4242 4242 4242 4241', 'There is a typing error in the card number. Check it against your card.'],
    ['cc-number', '4242 x', 'Use digits only: a card number has no letters or other signs.'],
    ['cc-exp', '12', 'Enter the expiry date as month and year, for example 04 / 30.'],
    ['cc-exp', '13/30', 'There is no such month. Enter the month first, 01 to 12, then the year, as on your card.'],
    ['cc-exp', '01/20', 'This card has expired. Check the date, or use another card.'],
    ['cc-exp', '01/99', 'This year is too far ahead. Check the expiry date.'],
    ['cc-csc', '12', 'Check the security code: 3 digits on the back of your card.'],
    ['cc-name', '4242 4242 4242 4242', 'Enter the name as it is on your card, in letters.'],
    ['email', 'ada@example', 'Enter your email address like this: name@example.com.'],
    ['tel', '030 123456', 'Start with + and the country code, for example +44 20 7946 0958.'],
    ['tel', '+49 30', 'This phone number is too short. Check that every digit is there, and the area code.'],
    ['tel', 'none', 'Use digits only: a phone number has no letters.'],
    ['postal-code', '1', 'Check the postal code: it has 2 to 10 letters and digits.'],
    ['amount', 'much', 'Enter the amount as a number, for example 25.00.'],
    ['amount', '1.234', 'This can be read in two ways. Enter the amount like 25.00, with no mark for thousands.'],
    ['amount', '12.345,678', 'This amount has too many decimals. Enter it like 25.00.'],
    ['amount', '4.99', 'Enter at least €5.00.'],
    ['amount', '500.01', 'Enter at most €500.00.'],
  ];
  for (const [id, typed, sentence] of sentences) {
    it(`${id} “${typed}”: “${sentence}”`, async () => {
      const widget = await mountReady({ fields: ALL_FIELDS, amount: '', minAmount: '500', maxAmount: '50000' });
      await type(widget, id, typed);
      await leave();
      expect(await errorOf(widget, id)).to.equal(sentence);
    });
  }

  it('say what to do in every field that was left empty', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, amount: '' });
    await payInVain(widget);
    expect(listed(widget)).to.deep.equal([
      'Enter the card number: the long number on your card.',
      'Enter the expiry date: month and year, as on your card.',
      'Enter the security code: 3 digits on the back of your card.',
      'Enter the name as it is on your card.',
      'Enter your email address.',
      'Enter your phone number.',
      'Enter your postal code.',
      'Choose your country.',
      'Enter the amount that you want to pay.',
    ]);
  });

  it('show a postal code of the country that was chosen', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB' } });
    await type(widget, 'postal-code', '10115');
    await leave();
    expect(await errorOf(widget, 'postal-code')).to.equal(
      'Check the postal code. In your country it looks like AB12 3CD.',
    );
  });

  for (const [id, text] of [
    ['cc-number', '4242424242424242'],
    ['cc-exp', '1230'],
    ['cc-csc', '123'],
  ] as const) {
    it(`stay away from ${id} while it is typed, key after key`, async () => {
      const widget = await mountReady();
      const said: string[] = [];
      for (const key of text) {
        await type(widget, id, key);
        said.push(await errorOf(widget, id));
      }
      expect(new Set(said)).to.deep.equal(new Set(['']));
    });
  }

  it('go as soon as the value is right, while the field has the focus', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '424242424242424');
    await leave();
    await type(widget, 'cc-number', '2');
    expect(await errorOf(widget, 'cc-number')).to.equal('');
  });

  it('stay while they are still true', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await leave();
    await type(widget, 'cc-number', '4');
    expect(await errorOf(widget, 'cc-number')).to.equal(
      'This card number is too short. Check that every digit is there.',
    );
  });

  it('never turn into another while the person types: what is there can still become right', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '01/20');
    await leave();
    input(widget, 'cc-exp').focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    expect(await errorOf(widget, 'cc-exp')).to.equal('');
  });

  it('come back when the field is left, still wrong', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '01/20');
    await leave();
    input(widget, 'cc-exp').focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    await leave();
    expect(await errorOf(widget, 'cc-exp')).to.equal('Enter the expiry date as month and year, for example 04 / 30.');
  });

  it('follow the brand in the security code, although another field is typed into', async () => {
    const widget = await mountReady();
    await payInVain(widget);
    await type(widget, 'cc-number', '37');
    expect(await errorOf(widget, 'cc-csc')).to.equal('Enter the security code: 4 digits on the front of your card.');
  });

  it('do not come when only the window is left', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242');
    input(widget, 'cc-number').dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
    expect(await errorOf(widget, 'cc-number')).to.equal('');
  });

  it('do not come between the press on Pay and its release, which would miss the button', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-name', '1');
    const { left, top, width, height } = payButton(widget).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await sendMouse({ type: 'down' });
    const error = await errorOf(widget, 'cc-name');
    await sendMouse({ type: 'up' });
    expect(error).to.equal('');
  });

  it('do not go between the press on Pay and its release either, when a filler has mended the field without any event', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    input(widget, 'cc-csc').value = '';
    await payInVain(widget);
    await errorOf(widget, 'cc-csc');
    input(widget, 'cc-csc').value = '123';
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('come after the press on something else of the page, and let it be pressed', async () => {
    const widget = await mountReady({
      content: html`<input type="checkbox" slot="before-button" aria-label="Terms" />`,
    });
    await type(widget, 'cc-name', '1');
    const terms = widget.querySelector('input') as HTMLInputElement;
    await click(terms);
    await nextFrame();
    expect([terms.checked, await errorOf(widget, 'cc-name')]).to.deep.equal([
      true,
      'Enter the name as it is on your card, in letters.',
    ]);
  });

  it('come after a touch on the next field', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242');
    await tap(input(widget, 'cc-exp'));
    await waitUntil(() => textOf(part(widget, '#cc-number-error')) !== '', 'the error comes', { timeout: 5000 });
    expect([await errorOf(widget, 'cc-number'), focusedId(widget)]).to.deep.equal([
      'This card number is too short. Check that every digit is there.',
      'cc-exp',
    ]);
  });

  it('come after a drag that began in the field', async () => {
    const widget = await mountReady({ content: html`<p slot="before-button" draggable="true">Drag me</p>` });
    await type(widget, 'cc-name', '1');
    const { left, top } = (widget.querySelector('p') as Element).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + 10), Math.round(top + 5)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left + 90), Math.round(top + 60)] });
    await sendMouse({ type: 'up' });
    input(widget, 'cc-csc').focus();
    await nextFrame();
    expect(await errorOf(widget, 'cc-name')).to.equal('Enter the name as it is on your card, in letters.');
  });

  it('come to what another field has made wrong, when that is left', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB', 'postal-code': 'SW1A 1AA' } });
    await choose(widget, 'United States');
    await leave();
    expect(await errorOf(widget, 'postal-code')).to.equal(
      'Check the postal code. In your country it looks like 12345.',
    );
  });

  it('do not come to the field that gets the focus', async () => {
    const fields = 'card-number card-expiry card-cvc country postal-code email';
    const widget = await mountReady({ fields, prefill: { country: 'DE', 'postal-code': '10115' } });
    await choose(widget, 'United K');
    await leave();
    expect([focusedId(widget), await errorOf(widget, 'postal-code')]).to.deep.equal(['postal-code', '']);
  });

  it('do not come to a field that was right and is emptied by the form itself', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await typeCard(widget);
    await widget.submit();
    await widget.updateComplete;
    input(widget, 'cc-number').focus();
    expect(await errorOf(widget, 'cc-csc')).to.equal('');
  });

  it('take the place of what was said of the last payment', async () => {
    const widget = await mountReady({ merchant: 'status-422' });
    await typeCard(widget);
    await widget.submit();
    await type(widget, 'cc-csc', '4'); // the fourth digit of three
    await payInVain(widget);
    expect(find(widget, '[part=summary]') === null).to.equal(true);
  });

  it('keep what was typed', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 4242 4242 424x');
    await payInVain(widget);
    expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 424x');
  });
});

describe('a doubt about a UnionPay number', () => {
  const UNUSUAL = '6200000000000004';

  it('is said once the field is left', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    expect(await errorOf(widget, 'cc-number')).to.equal(
      'This card number is unusual. Check it once more against your card; if it is right, go on.',
    );
  });

  it('does not mark the field as wrong', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    await widget.updateComplete;
    expect(input(widget, 'cc-number').hasAttribute('aria-invalid')).to.equal(false);
  });

  it('does not keep anybody from paying', async () => {
    const widget = await mountReady();
    await typeCard(widget, UNUSUAL);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('goes when the number changes', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', UNUSUAL);
    await leave();
    input(widget, 'cc-number').select();
    await sendKeys({ type: '4242' });
    expect(await errorOf(widget, 'cc-number')).to.equal('');
  });
});

describe('the list of errors', () => {
  it('is not there for a single one, which stands beside its field', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    input(widget, 'cc-csc').value = '';
    await payInVain(widget);
    expect([find(widget, '[part=summary]') === null, focusedId(widget)]).to.deep.equal([true, 'cc-csc']);
  });

  it('names all of them, while the first has the focus', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '12');
    await payInVain(widget);
    expect([listed(widget), focusedId(widget)]).to.deep.equal([
      [
        'Enter the expiry date: month and year, as on your card.',
        'Check the security code: 3 digits on the back of your card.',
        'Enter the name as it is on your card.',
      ],
      'cc-exp',
    ]);
  });

  it('leads to each of them by a link, and leaves the page’s address alone', async () => {
    const widget = await mountReady();
    await payInVain(widget);
    const address = location.href;
    const [, , link] = [...part(widget, '[part=summary]').querySelectorAll('a')];
    await click(link as Element);
    expect([focusedId(widget), location.href]).to.deep.equal(['cc-csc', address]);
  });

  it('can be used with the keyboard', async () => {
    const widget = await mountReady();
    await payInVain(widget);
    part(widget, '[part=summary] a[href="#cc-exp"]').focus();
    await sendKeys({ press: 'Enter' });
    expect(focusedId(widget)).to.equal('cc-exp');
  });

  it('gets shorter with each that is mended, and goes with the last', async () => {
    const widget = await mountReady();
    await payInVain(widget);
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

  it('has nothing for axe to find', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, amount: '' });
    await payInVain(widget);
    await expect(widget).to.be.accessible();
  });
});

describe('inputs of the page in the slot before-button', () => {
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

  it('have to be valid before anything is sent', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    const { error } = (await failure).detail;
    expect([error.code, Object.keys(error.fieldErrors ?? {})]).to.deep.equal(['validation_failed', ['terms']]);
  });

  it('are listed by their label, and get the focus', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    await payInVain(widget);
    expect([listed(widget)[0]?.startsWith('I accept the terms: '), document.activeElement?.id]).to.deep.equal([
      true,
      'terms',
    ]);
  });

  it('come after the fields of the form', async () => {
    const widget = await mountReady({ content });
    await payInVain(widget);
    expect([listed(widget).length, focusedId(widget)]).to.deep.equal([5, 'cc-number']);
  });

  it('leave the list when they are mended', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    await payInVain(widget);
    await click(control(widget, 'terms'));
    await widget.updateComplete;
    expect(find(widget, '[part=summary]') === null).to.equal(true);
  });

  it('send what they hold as metadata, beside that of the page', async () => {
    const widget = await mountReady({ content });
    widget.metadata = { cart: '77' };
    await typeCard(widget);
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

  it('keep Enter for themselves: nothing of the page pays by surprise', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    await click(control(widget, 'terms'));
    control(widget, 'gift_note').focus();
    await sendKeys({ press: 'Enter' });
    await nextFrame();
    expect(widget.state).to.equal('ready');
  });

  it('are told that they are not valid, as by a form', async () => {
    const widget = await mountReady({ content });
    let told = 0;
    control(widget, 'terms').addEventListener('invalid', () => told++);
    widget.validate();
    expect(told).to.equal(1);
  });

  it('count for `valid`', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    const before = widget.valid;
    await click(control(widget, 'terms'));
    expect([before, widget.valid]).to.deep.equal([false, true]);
  });

  it('may not hold more than metadata can', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    await click(control(widget, 'terms'));
    control(widget, 'gift_note').value = 'x'.repeat(1001);
    await payInVain(widget);
    expect(listed(widget)).to.deep.equal(['Gift note: Use at most 1000 characters.']);
  });

  it('never have what was typed repeated to the page', async () => {
    const widget = await mountReady({
      content: html`<input
        slot="before-button"
        type="email"
        name="friend"
        value="not-an-address"
        aria-label="Friend"
      />`,
    });
    await typeCard(widget);
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect(JSON.stringify((await failure).detail.error)).to.not.match(/not-an-address/);
  });

  it('are called by their label without what is in it, a group of radio buttons by its legend', async () => {
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
    await typeCard(widget);
    await payInVain(widget);
    expect(listed(widget).map((text) => text.split(':')[0])).to.deep.equal(['Size', 'Colour']);
  });

  it('send what was chosen of several: a radio button, two options, two boxes of one name', async () => {
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
    await typeCard(widget);
    await widget.submit();
    const [post] = await postsOf(widget);
    expect(post?.body['metadata']).to.deep.equal({
      colour: 'blue',
      sizes: 'S, M',
      extras: 'card, ribbon',
      note: 'Two lines',
    });
  });

  it('may together not hold more than one entry of metadata can', async () => {
    const widget = await mountReady({
      content: html`
        <textarea slot="before-button" name="note" aria-label="First" .value=${'x'.repeat(600)}></textarea>
        <textarea slot="before-button" name="note" aria-label="Second" .value=${'x'.repeat(600)}></textarea>
      `,
    });
    await typeCard(widget);
    await payInVain(widget);
    expect(listed(widget)).to.deep.equal([
      'First: Use at most 1000 characters.',
      'Second: Use at most 1000 characters.',
    ]);
  });

  it('are not in the way while they are disabled', async () => {
    const widget = await mountReady({
      content: html`<input slot="before-button" name="note" required disabled .value=${'x'.repeat(2000)} />`,
    });
    await typeCard(widget);
    expect(widget.valid).to.equal(true);
  });

  it('leave the list when the page takes them away', async () => {
    const widget = await mountReady({ content });
    await typeCard(widget);
    await payInVain(widget);
    widget.querySelector('div')?.remove();
    await nextFrame();
    await widget.updateComplete;
    expect(find(widget, '[part=summary]') === null).to.equal(true);
  });

  it('say it to the shopper, too, when the page has given one a name that cannot be sent', async () => {
    const widget = await mountReady({
      content: html`<input slot="before-button" name=${'n'.repeat(65)} value="x" aria-label="Note" />`,
    });
    await typeCard(widget);
    const { error } = (await widget.submit()) as { error?: { code: string } };
    await widget.updateComplete;
    expect([error?.code, textOf(part(widget, '[part=summary]'))]).to.deep.equal([
      'invalid_metadata',
      'This shop cannot take card payments at the moment. Nothing was charged.',
    ]);
  });

  it('take part from a slot within the slot, as in a page made of components', async () => {
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
    await waitUntil(() => widget.state === 'ready', 'is ready', { timeout: 5000 });
    await typeCard(widget);
    const before = widget.valid;
    await click(page.querySelector('input') as Element);
    expect([before, widget.valid, widget.state]).to.deep.equal([false, true, 'ready']);
  });

  it('may be custom elements of which the browser knows no more than that they are controls', async () => {
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
    await typeCard(widget);
    await payInVain(widget);
    const before = listed(widget);
    (widget.querySelector('terms-box') as TermsBox).agree(7);
    await widget.submit();
    const [post] = await postsOf(widget);
    expect([before, post?.body['metadata']]).to.deep.equal([['Terms: Check this.'], { terms: '7' }]);
  });
});

describe('fields that the service does not accept', () => {
  const REFUSED = '4000000000004020'; // the sandbox finds fault with its number and its code

  async function refused(): Promise<PaymentWidget> {
    const widget = await mountReady();
    await typeCard(widget, REFUSED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failed;
    await widget.updateComplete;
    return widget;
  }

  it('are shown to be wrong', async () => {
    const widget = await refused();
    expect([await errorOf(widget, 'cc-number'), await errorOf(widget, 'cc-csc')]).to.deep.equal([
      'Check this.',
      'Check this.',
    ]);
  });

  it('are listed below the word that nothing was charged', async () => {
    expect(textOf(part(await refused(), '#summary-title'))).to.contain('Nothing was charged.');
  });

  it('are listed by their names', async () => {
    const widget = await refused();
    const links = [...(widget.shadowRoot?.querySelectorAll('[part=summary-link]') ?? [])].map(textOf);
    expect(links).to.deep.equal(['Card number: Check this.', 'Security code: Check this.']);
  });

  it('keep what was typed', async () => {
    expect(input(await refused(), 'cc-number').value.replace(/\s/g, '')).to.equal(REFUSED);
  });

  it('are told to the page by name', async () => {
    const widget = await mountReady();
    await typeCard(widget, REFUSED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect(Object.keys((await failed).detail.error.fieldErrors ?? {})).to.have.members(['card-number', 'card-cvc']);
  });

  it('have the focus in the first of them', async () => {
    const widget = await refused();
    await waitUntil(() => focusedId(widget) === 'cc-number', 'the first has the focus', { timeout: 5000 });
  });

  it('are no longer wrong once they are changed', async () => {
    const widget = await refused();
    await type(widget, 'cc-csc', '4');
    await widget.updateComplete;
    expect(await errorOf(widget, 'cc-csc')).not.to.equal('Check this.');
  });

  it('can be sent as they are: the service may think again', async () => {
    const widget = await refused();
    const again = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect((await again).detail.error.code).to.equal('invalid_request');
  });
});
