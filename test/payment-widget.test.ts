import {
  chargesOf,
  expect,
  find,
  input,
  mount,
  mountReady,
  part,
  payButton,
  postsOf,
  sendKeys,
  textOf,
  typeCard,
} from './support/widget.js';
import { click, next } from './support/widget.js';

describe('<payment-widget>', () => {
  it('has nothing for axe to find', async () => {
    await expect(await mountReady()).to.be.accessible();
  });

  it('names every field, marks it for browsers and password managers, and keeps all of them in one form', async () => {
    const widget = await mountReady();
    const fields = [...(part(widget, 'form') as HTMLFormElement).querySelectorAll('input')].map((field) => [
      textOf(field.labels?.[0] as Element),
      field.id,
      field.name,
      field.getAttribute('autocomplete'), // Firefox’s property knows no security codes
      field.inputMode,
    ]);
    expect(fields).to.deep.equal([
      ['Card number', 'cc-number', 'cc-number', 'cc-number', 'numeric'],
      ['Expiry date', 'cc-exp', 'cc-exp', 'cc-exp', 'numeric'],
      ['Security code', 'cc-csc', 'cc-csc', 'cc-csc', 'numeric'],
      ['Name on card', 'cc-name', 'cc-name', 'cc-name', ''],
    ]);
  });

  it('draws the fields that the page asks for, in its order', async () => {
    const widget = await mountReady({ fields: 'card-number card-cvc card-expiry' });
    const ids = [...part(widget, 'form').querySelectorAll('input')].map((field) => field.id);
    expect(ids).to.deep.equal(['cc-number', 'cc-csc', 'cc-exp']);
  });

  for (const [amount, currency, lang, text] of [
    ['4999', 'EUR', 'en', 'Pay €49.99'],
    ['4999', 'JPY', 'en', 'Pay ¥4,999'],
    ['4999', 'KWD', 'en', 'Pay KWD 4.999'],
    ['1050', 'HUF', 'en', 'Pay HUF 10.50'],
    ['123456', 'EUR', 'de', '1.234,56 € bezahlen'],
  ] as const) {
    it(`says what will be paid: ${amount} ${currency} in ${lang} is “${text}”`, async () => {
      const widget = await mountReady({ amount, currency, lang });
      expect(textOf(payButton(widget))).to.equal(text);
    });
  }

  it('shows the fallback content of the page no more once it is defined', async () => {
    const widget = await mount();
    expect(widget.shadowRoot?.querySelector('slot:not([name])') === null).to.equal(true);
  });

  it('has its live regions from the first drawing on, empty', async () => {
    const widget = await mount({ merchant: 'bare' });
    const regions = [...(widget.shadowRoot?.querySelectorAll('[role=status], [role=alert], [aria-live]') ?? [])];
    expect(regions.map(textOf)).to.deep.equal(regions.map(() => ''));
    expect(regions.length).to.equal(4);
  });

  it('keeps what was typed when the amount, the language or the fields change', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    widget.amount = 5499;
    widget.lang = 'de';
    widget.fields = 'cardholder-name card-number card-cvc card-expiry';
    await widget.updateComplete;
    expect(
      ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'].map((id) => input(widget, id as 'cc-number').value),
    ).to.deep.equal(['4242 4242 4242 4242', '12 / 30', '123', 'Ada Lovelace']);
  });

  it('sends the amount that it shows, after the amount has changed', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    widget.amount = 5499;
    await widget.updateComplete;
    const shown = textOf(payButton(widget));
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await success;
    expect([shown, (await chargesOf(widget)).map(({ amount }) => amount)]).to.deep.equal(['Pay €54.99', [5499]]);
  });

  it('keeps what was typed while it is moved in the document, and asks the proxy nothing twice', async () => {
    const widget = await mountReady();
    const asked = () => performance.getEntriesByName(`${location.origin}/merchant/test/config`).length;
    const before = asked();
    await typeCard(widget);
    const elsewhere = document.createElement('div');
    widget.after(elsewhere);
    elsewhere.append(widget);
    await widget.updateComplete;
    expect([input(widget, 'cc-number').value, asked() - before]).to.deep.equal(['4242 4242 4242 4242', 0]);
  });

  it('puts first values into fields, but never over what a person typed', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    widget.prefill = { 'cardholder-name': 'Grace Hopper' };
    await widget.updateComplete;
    expect(input(widget, 'cc-name').value).to.equal('Ada Lovelace');
  });

  it('puts a first value into an empty field once, so that a person can empty it again', async () => {
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

  it('takes any text from the page in place of its own', async () => {
    const widget = await mountReady();
    widget.messages = { pay: 'Donate {amount}' };
    await widget.updateComplete;
    expect(textOf(payButton(widget))).to.equal('Donate €49.99');
  });

  it('has no button of its own when the page has one, and still pays by Enter', async () => {
    const widget = await mountReady({ withoutButton: true });
    await typeCard(widget);
    const visible = payButton(widget).checkVisibility();
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await success;
    expect(visible).to.equal(false);
  });

  it('lets nobody type or pay while it is disabled', async () => {
    const widget = await mountReady({ disabled: true });
    await click(payButton(widget));
    const outcome = await widget.submit();
    expect([input(widget, 'cc-number').matches(':disabled'), 'error' in outcome && outcome.error.code]).to.deep.equal([
      true,
      'disabled',
    ]);
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('forgets the card when the page is left, so that Back does not bring it back', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(['cc-number', 'cc-exp', 'cc-csc'].map((id) => input(widget, id as 'cc-number').value)).to.deep.equal([
      '',
      '',
      '',
    ]);
  });

  it('is registered once, however often its script is loaded', async () => {
    const again = '../src/define.ts?again';
    await import(again);
    expect(find(await mountReady(), 'form')).to.not.equal(null);
  });
});
