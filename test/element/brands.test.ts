import { until } from '../support/until.js';
import {
  chargesOf,
  errorOf,
  expect,
  fillCard,
  input,
  mount,
  mountReady,
  part,
  textOf,
  type,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

const AMEX = '378282246310005';
const MASTERCARD = '5555555555554444';

const affix = (widget: PaymentWidget) => part(widget, '#cc-number-affix');
const marks = (widget: PaymentWidget) => affix(widget).querySelectorAll('.mark, .plate').length;

/** What the row says, without the marks. */
const rowText = (widget: PaymentWidget) => textOf(part(widget, '#cc-number-affix .visually-hidden'));

async function numberError(widget: PaymentWidget, number: string): Promise<string> {
  await type(widget, 'cc-number', number);
  input(widget, 'cc-exp').focus();
  return errorOf(widget, 'cc-number');
}

async function failureOf(widget: PaymentWidget) {
  const outcome = await widget.submit();
  return outcome.outcome === 'failed' ? outcome.error : undefined;
}

describe('Accepted brands', () => {
  it('are shown as marks in the card number field, with a description', async () => {
    const widget = await mountReady({ brands: 'visa mastercard amex' });
    expect(marks(widget)).to.equal(3);
    expect(rowText(widget)).to.equal('Accepted cards: Visa, Mastercard, and American Express');
    expect(input(widget, 'cc-number').getAttribute('aria-describedby')).to.contain('cc-number-affix');
  });

  it('beyond four are counted', async () => {
    const widget = await mountReady({ brands: 'visa mastercard amex jcb elo troy' });
    expect(marks(widget)).to.equal(3);
    expect(textOf(part(widget, '.brands'))).to.equal('+3');
  });

  it('collapse to the mark of the detected brand', async () => {
    const widget = await mountReady({ brands: 'visa mastercard' });
    await type(widget, 'cc-number', '4242');
    await widget.updateComplete;
    expect(marks(widget)).to.equal(1);
    expect(rowText(widget)).to.equal('Visa');
  });

  it('are named by the error of another brand', async () => {
    const widget = await mountReady({ brands: 'visa mastercard' });
    expect(await numberError(widget, AMEX)).to.equal(
      'This shop does not accept American Express. Use one of these cards: Visa and Mastercard.',
    );
    expect(widget.valid).to.equal(false);
  });

  it('prevent the payment with another brand', async () => {
    const widget = await mountReady({ brands: 'visa mastercard' });
    await fillCard(widget, AMEX);
    expect((await failureOf(widget))?.code).to.equal('validation_failed');
    expect(await chargesOf(widget)).to.deep.equal([]);
  });

  it('include regional brands before one is typed', async () => {
    const widget = await mountReady({ brands: 'visa' });
    expect(await numberError(widget, '6362970000457013')).to.contain('does not accept Elo');
  });

  it('are those of the proxy if the page names none', async () => {
    const widget = await mountReady({ merchant: 'brands' });
    expect(rowText(widget)).to.equal('Accepted cards: Visa, Mastercard, and Elo');
    expect(await numberError(widget, AMEX)).to.contain('does not accept American Express');
  });

  it('must be accepted by both page and proxy', async () => {
    const widget = await mountReady({ merchant: 'brands', brands: 'amex visa' });
    expect(rowText(widget)).to.equal('Accepted cards: Visa');
    expect(await numberError(widget, MASTERCARD)).to.contain('Use one of these cards: Visa.');
  });

  it('are an error of the setup if page and proxy have none in common', async () => {
    const widget = await mount({ merchant: 'brands', brands: 'jcb' });
    await until(() => widget.state === 'failed');
    const error = await failureOf(widget);
    expect(error?.code).to.equal('invalid_brands');
    expect(error?.message).to.contain('at least one of: visa mastercard elo');
  });
});
