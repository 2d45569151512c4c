import { FILLERS, fillByBrowser } from './fillers.js';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  click,
  ending,
  errorOf,
  expect,
  find,
  input,
  mountReady,
  part,
  paste,
  payButton,
  textOf,
} from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

const SHOWN = ['4242 4242 4242 4242', '12 / 30', '123', 'Ada Lovelace'];
const IDS = Object.keys(CARD) as (keyof typeof CARD)[];

const shown = (widget: PaymentWidget) => IDS.map((id) => input(widget, id).value);

/** Clicks Pay; returns `['paid']` or the names of the rejected fields. */
async function pay(widget: PaymentWidget): Promise<string[]> {
  const ended = ending(widget);
  await click(payButton(widget));
  const { type, detail } = await ended;
  return type === 'payment-success' ? ['paid'] : Object.keys(detail.error?.fieldErrors ?? {});
}

describe('Pasting', () => {
  for (const [what, text] of [
    ['spaces', '4242 4242 4242 4242'],
    ['en dashes', '4242–4242–4242–4242'],
    ['zero-width spaces and direction marks', '\u200e4242\u200b4242\u20604242\ufeff4242\u200f'],
    ['full-width digits', '４２４２　４２４２　４２４２　４２４２'],
    ['Arabic-Indic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['Persian digits', '۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲'],
    ['quotes', '"4242 4242 4242 4242"'],
    ['a label', 'Card number: 4242 4242 4242 4242'],
  ] as const) {
    it(`accepts a card number with ${what}`, async () => {
      const widget = await mountReady();
      input(widget, 'cc-number').focus();
      await paste(text);
      expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 4242');
    });
  }

  it('replaces the selection', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await paste('4242 4242 4242 4242');
    input(widget, 'cc-number').setSelectionRange(0, 9);
    await paste('5555-5555');
    const { value, selectionStart } = input(widget, 'cc-number');
    expect([value, selectionStart]).to.deep.equal(['5555 5555 4242 4242', 9]);
  });

  for (const [text, value] of [
    ['1/30', '01 / 30'],
    ['2030-12', '12 / 30'],
    ['١٢/٣٠', '12 / 30'],
  ] as const) {
    it(`accepts the expiry date ${text}`, async () => {
      const widget = await mountReady();
      input(widget, 'cc-exp').focus();
      await paste(text);
      input(widget, 'cc-csc').focus();
      expect([input(widget, 'cc-exp').value, await errorOf(widget, 'cc-exp')]).to.deep.equal([value, '']);
    });
  }
});

describe('Autofill', () => {
  for (const [name, fill] of Object.entries(FILLERS)) {
    it(`by ${name} works for a payment`, async () => {
      const widget = await mountReady();
      for (const id of IDS) fill(input(widget, id), CARD[id]);
      expect([shown(widget), await pay(widget)]).to.deep.equal([SHOWN, ['paid']]);
    });

    it(`by ${name} works in reverse order`, async () => {
      const widget = await mountReady();
      for (const id of [...IDS].reverse()) fill(input(widget, id), CARD[id]);
      await widget.updateComplete;
      expect([shown(widget), find(widget, '[part~=error]') === null]).to.deep.equal([SHOWN, true]);
    });
  }

  it('by the browser fills in every field', async () => {
    const widget = await mountReady();
    await fillByBrowser(widget, CARD);
    await until(() => input(widget, 'cc-name').value !== '');
    expect([shown(widget), widget.valid]).to.deep.equal([SHOWN, true]);
  });

  it('formats a value that was set without events when the next field receives the focus', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').value = '378282246310005';
    input(widget, 'cc-exp').focus();
    await until(() => textOf(part(widget, '.affix')) !== '');
    expect([input(widget, 'cc-number').value, textOf(part(widget, '.affix'))]).to.deep.equal([
      '3782 822463 10005',
      'American Express',
    ]);
  });

  it('sends values that were set without events', async () => {
    const widget = await mountReady();
    for (const id of IDS) input(widget, id).value = CARD[id];
    await pay(widget);
    expect((await chargesOf(widget)).length).to.equal(1);
  });

  it('is noticed when the browser only changes the style', async () => {
    const widget = await mountReady();
    const field = input(widget, 'cc-number');
    field.value = '378282246310005';
    field.dispatchEvent(new AnimationEvent('animationstart', { bubbles: true, animationName: 'filled' }));
    await widget.updateComplete;
    expect(textOf(part(widget, '.affix'))).to.equal('American Express');
  });

  it('cannot be truncated: no field has a maxlength', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc email phone postal-code amount' });
    const limits = [...part(widget, 'form').querySelectorAll('input')].filter((field) => field.maxLength >= 0);
    expect(limits).to.deep.equal([]);
  });

  it('finds the same ids, names and autocomplete values while the form is used', async () => {
    const widget = await mountReady();
    const attributes = () =>
      [...part(widget, 'form').querySelectorAll('input')].map(({ id, name, autocomplete }) => [id, name, autocomplete]);
    const before = attributes();
    await click(payButton(widget));
    widget.lang = 'de';
    widget.amount = 5499;
    await widget.updateComplete;
    expect(attributes()).to.deep.equal(before);
  });
});
