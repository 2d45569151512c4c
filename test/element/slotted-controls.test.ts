import { fixture } from '@open-wc/testing';
import { html, render } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import { until } from '../support/until.js';
import {
  click,
  expect,
  fillCard,
  mountReady,
  mountSpread,
  next,
  nextFrame,
  part,
  paste,
  payButton,
  postsOf,
  sendKeys,
  textOf,
} from '../support/widget.js';

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

  it('receive the focus by their link among several errors', async () => {
    const widget = await mountSpread({ content });
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

  it('are valid once the page says so in its listener for change', async () => {
    const widget = await mountReady({ content });
    const terms = control(widget, 'terms');
    const check = () => {
      terms.setCustomValidity(terms.checked ? '' : 'Accept the terms.');
    };
    check();
    terms.addEventListener('change', check);
    await fillCard(widget);
    for (let clicks = 0; clicks < 2; clicks++) await click(terms); // leaving a field of the form would check again
    const change = next(widget, 'payment-change');
    await click(terms);
    expect((await change).detail.valid).to.equal(true);
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
    const widget = await mountSpread({
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
