import {
  chargesOf,
  expect,
  fillCard,
  find,
  input,
  mount,
  mountReady,
  part,
  payButton,
  record,
  postsOf,
  sendKeys,
  textOf,
} from '../support/widget.js';
import { click, newReference, next } from '../support/widget.js';

describe('The form', () => {
  it('has labels, names and autocomplete values in one form element', async () => {
    const widget = await mountReady();
    const fields = [...(part(widget, 'form') as HTMLFormElement).querySelectorAll('input')].map((field) => [
      textOf(field.labels?.[0] as Element),
      field.id,
      field.name,
      field.getAttribute('autocomplete'), // in Firefox the property is empty for security codes
      field.inputMode,
    ]);
    expect(fields).to.deep.equal([
      ['Card number', 'cc-number', 'cc-number', 'cc-number', 'numeric'],
      ['Expiry date', 'cc-exp', 'cc-exp', 'cc-exp', 'numeric'],
      ['Security code', 'cc-csc', 'cc-csc', 'cc-csc', 'numeric'],
      ['Name on card', 'cc-name', 'cc-name', 'cc-name', ''],
    ]);
  });

  it('renders the requested fields in order', async () => {
    const widget = await mountReady({ fields: 'card-number card-cvc card-expiry' });
    const ids = [...part(widget, 'form').querySelectorAll('input')].map((field) => field.id);
    expect(ids).to.deep.equal(['cc-number', 'cc-csc', 'cc-exp']);
  });

  for (const [amount, currency, lang, text] of [
    ['4999', 'EUR', 'en', 'Pay €49.99'],
    ['4999', 'JPY', 'en', 'Pay ¥4,999'],
    ['123456', 'EUR', 'de', '1.234,56 € bezahlen'],
  ] as const) {
    it(`shows the amount on the button: ${amount} ${currency} in ${lang} is “${text}”`, async () => {
      const widget = await mountReady({ amount, currency, lang });
      expect(textOf(payButton(widget))).to.equal(text);
    });
  }

  it('hides fallback content once it is defined', async () => {
    const widget = await mount();
    expect(widget.shadowRoot?.querySelector('slot:not([name])') === null).to.equal(true);
  });

  it('renders empty live regions first', async () => {
    const widget = await mount({ merchant: 'bare' });
    const regions = [...(widget.shadowRoot?.querySelectorAll('[role=status], [role=alert], [aria-live]') ?? [])];
    expect(regions.map(textOf)).to.deep.equal(regions.map(() => ''));
    expect(regions.length).to.equal(4);
  });

  it('sends the displayed amount after it changed', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    widget.amount = 5499;
    await widget.updateComplete;
    const shown = textOf(payButton(widget));
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await success;
    expect([shown, (await chargesOf(widget)).map(({ amount }) => amount)]).to.deep.equal(['Pay €54.99', [5499]]);
  });

  it('prefills an empty field once, so that the shopper can clear it', async () => {
    const widget = await mountReady();
    widget.prefill = { 'cardholder-name': 'Grace Hopper' };
    await widget.updateComplete;
    const filled = input(widget, 'cc-name').value;
    input(widget, 'cc-name').select();
    await sendKeys({ press: 'Delete' });
    widget.amount = 5000;
    await widget.updateComplete;
    expect([filled, input(widget, 'cc-name').value]).to.deep.equal(['Grace Hopper', '']);
  });

  it('does not pay with Enter if it has no button', async () => {
    const widget = await mountReady({ withoutButton: true });
    const events = record(widget);
    await fillCard(widget);
    await sendKeys({ press: 'Enter' });
    await widget.updateComplete;
    expect([payButton(widget).checkVisibility(), events.some(({ type }) => type === 'payment-submit')]).to.deep.equal([
      false,
      false,
    ]);
  });

  it('pays with Enter without its button, if submit-on-enter is set', async () => {
    const widget = await mountReady({ withoutButton: true, submitOnEnter: true });
    await fillCard(widget);
    const visible = payButton(widget).checkVisibility();
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await success;
    expect(visible).to.equal(false);
  });

  it('accepts no payment before it is in the document', async () => {
    const widget = document.createElement('payment-widget');
    Object.assign(widget, { proxyUrl: '/merchant/test', amount: 4999, currency: 'EUR', reference: newReference() });
    const outcome = await widget.submit();
    expect('error' in outcome && outcome.error.code).to.equal('disabled');
  });

  it('accepts no input and no payment while it is disabled', async () => {
    const widget = await mountReady({ disabled: true });
    await click(payButton(widget));
    const outcome = await widget.submit();
    expect([input(widget, 'cc-number').matches(':disabled'), 'error' in outcome && outcome.error.code]).to.deep.equal([
      true,
      'disabled',
    ]);
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('clears the card when the page is left for the back/forward cache', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(['cc-number', 'cc-exp', 'cc-csc'].map((id) => input(widget, id as 'cc-number').value)).to.deep.equal([
      '',
      '',
      '',
    ]);
  });

  it('is registered once when its script is loaded twice', async () => {
    await import(new URL('../../src/define.js', import.meta.url).href);
    expect(find(await mountReady(), 'form')).to.not.equal(null);
  });
});
