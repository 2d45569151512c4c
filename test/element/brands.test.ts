import type { PaymentWidget } from 'payment-widget';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  click,
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  holdMerchant,
  input,
  mount,
  mountReady,
  part,
  postsOf,
  recordAnnouncements,
  sendKeys,
  textOf,
  type,
} from '../support/widget.js';

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

  it('show the mark of an accepted one where two have such numbers', async () => {
    const widget = await mountReady({ brands: 'visa mastercard amex' });
    await fillCard(widget, '5031433215406351');
    expect(rowText(widget)).to.equal('Mastercard');
    expect((await widget.submit()).outcome).to.equal('paid');
  });

  it('are an error of the setup if page and proxy have none in common', async () => {
    const widget = await mount({ merchant: 'brands', brands: 'jcb' });
    await until(() => widget.state === 'failed');
    const error = await failureOf(widget);
    expect(error?.code).to.equal('invalid_brands');
    expect(error?.message).to.contain('at least one of: visa mastercard elo');
  });
});

const BANCONTACT = '6703444444444449';

describe('A card without a security code', () => {
  const label = (widget: PaymentWidget) => textOf(part(widget, 'label[for=cc-csc]'));

  async function fillBancontact(brands: string | undefined) {
    const widget = await mountReady({ ...(brands && { brands }) });
    await fillIn(widget, { 'cc-number': BANCONTACT, 'cc-exp': '12/30', 'cc-name': 'Ada Lovelace' });
    return widget;
  }

  it('is paid with an empty code if the shop accepts its brand', async () => {
    const widget = await fillBancontact('visa bancontact');
    expect(widget.valid).to.equal(true);
    expect((await widget.submit()).outcome).to.equal('paid');
    const [post] = await postsOf(widget);
    const { card } = post?.body['payment_method'] as { card: object };
    expect(card).to.deep.equal({ number: BANCONTACT, exp_month: 12, exp_year: 2030 });
  });

  it('makes the field optional, for screen readers too, until another card is typed', async () => {
    const widget = await fillBancontact('visa bancontact');
    const required = () => input(widget, 'cc-csc').ariaRequired;
    expect([label(widget), required()]).to.deep.equal(['Security code (optional)', null]);
    await fillIn(widget, { 'cc-number': '4242424242424242' });
    expect([label(widget), required()]).to.deep.equal(['Security code', 'true']);
  });

  it('is complete without a code', async () => {
    const widget = await mountReady({ brands: 'bancontact' });
    let isComplete = false;
    widget.addEventListener('payment-change', ({ detail }) => (isComplete = detail.complete));
    await fillIn(widget, { 'cc-number': BANCONTACT, 'cc-exp': '12/30', 'cc-name': 'Ada Lovelace' });
    expect(isComplete).to.equal(true);
  });

  it('loses the error of the empty code when its number is corrected', async () => {
    const widget = await mountReady({ brands: 'visa bancontact' });
    await fillIn(widget, { ...CARD, 'cc-csc': '' });
    await widget.submit();
    expect(await errorOf(widget, 'cc-csc')).to.contain('3-digit code');
    await fillIn(widget, { 'cc-number': BANCONTACT });
    expect(await errorOf(widget, 'cc-csc')).to.equal('');
  });

  it('may have a code, of three digits', async () => {
    const widget = await fillBancontact('bancontact');
    await fillIn(widget, { 'cc-csc': '12' });
    expect(widget.valid).to.equal(false);
    await fillIn(widget, { 'cc-csc': '123' });
    expect(widget.valid).to.equal(true);
  });

  it('needs one if the shop names no brands', async () => {
    const widget = await fillBancontact(undefined);
    expect([label(widget), (await failureOf(widget))?.code]).to.deep.equal(['Security code', 'validation_failed']);
  });
});

const CO_BADGED = '4000002500001001';
const BOTH = ['cartes-bancaires', 'visa'];
const networksOf = (bin: string) => (bin === '40000025' ? BOTH : undefined);

const radios = (widget: PaymentWidget) => [
  ...(widget.shadowRoot?.querySelectorAll<HTMLInputElement>('.networks input') ?? []),
];
const chosen = (widget: PaymentWidget) => radios(widget).find(({ checked }) => checked)?.value;

async function choiceOf(widget: PaymentWidget, number = CO_BADGED): Promise<HTMLInputElement[]> {
  await fillCard(widget, number);
  await until(() => radios(widget).length > 0);
  return radios(widget);
}

/** The network in the request. */
async function sentNetwork(widget: PaymentWidget): Promise<unknown> {
  expect((await widget.submit()).outcome).to.equal('paid');
  const [post] = await postsOf(widget);
  const { card } = post?.body['payment_method'] as { card: Record<string, unknown> };
  return card['preferred_network'];
}

describe('The networks of a co-badged card', () => {
  it('are a radio group with equal options, none of them chosen', async () => {
    const widget = await mountReady({ networksOf });
    const options = await choiceOf(widget);
    expect(options.map(({ value, checked }) => [value, checked])).to.deep.equal([
      ['cartes-bancaires', false],
      ['visa', false],
    ]);
    const labels = options.map(({ labels }) => labels?.[0] as HTMLElement);
    expect(labels.map((label) => textOf(label.querySelector('bdi') as Element))).to.deep.equal([
      'Cartes Bancaires',
      'Visa',
    ]);
    const [first, second] = labels.map((label) => label.getBoundingClientRect());
    expect([first?.width, first?.height]).to.deep.equal([second?.width, second?.height]);
    const group = part(widget, '[role=radiogroup]');
    expect(textOf(part(widget, `#${group.getAttribute('aria-labelledby') ?? ''}`))).to.equal('Card network');
    expect(textOf(part(widget, `#${group.getAttribute('aria-describedby') ?? ''}`))).to.contain('two networks');
  });

  it('are announced', async () => {
    const widget = await mountReady({ networksOf });
    const announced = recordAnnouncements(widget);
    await choiceOf(widget);
    await until(() => announced.some((text) => text.includes('two networks')));
  });

  it('appear with the eighth digit, and keep the focus in the field', async () => {
    const widget = await mountReady({ networksOf });
    await type(widget, 'cc-number', '4000002');
    expect(radios(widget)).to.have.length(0);
    await sendKeys({ type: '5' });
    await until(() => radios(widget).length === 2);
    expect(widget.shadowRoot?.activeElement).to.equal(input(widget, 'cc-number'));
    await sendKeys({ type: '0' });
    expect(input(widget, 'cc-number').value).to.equal('4000 0025 0');
  });

  it('are chosen with a click, and sent', async () => {
    const widget = await mountReady({ networksOf });
    const [first] = await choiceOf(widget);
    await click(first?.labels?.[0] as Element);
    expect(chosen(widget)).to.equal('cartes-bancaires');
    expect(await sentNetwork(widget)).to.equal('cartes-bancaires');
  });

  it('are chosen with the keyboard', async () => {
    const widget = await mountReady({ networksOf });
    const [first] = await choiceOf(widget);
    first?.focus();
    await sendKeys({ press: ' ' });
    expect(chosen(widget)).to.equal('cartes-bancaires');
    await sendKeys({ press: 'ArrowDown' });
    expect(chosen(widget)).to.equal('visa');
    expect(await sentNetwork(widget)).to.equal('visa');
  });

  it('come from the proxy if it knows them', async () => {
    const widget = await mountReady({ merchant: 'networks' });
    const [, second] = await choiceOf(widget);
    await click(second?.labels?.[0] as Element);
    expect(await sentNetwork(widget)).to.equal('visa');
  });

  it('do not prevent a payment if the lookup fails', async () => {
    const widget = await mountReady({ merchant: 'networks-fail' });
    await fillCard(widget, CO_BADGED);
    expect(await errorOf(widget, 'cc-number')).to.equal('');
    expect(await sentNetwork(widget)).to.equal(undefined);
  });

  it('do not include networks that are not accepted', async () => {
    const widget = await mountReady({ networksOf, brands: 'visa mastercard' });
    await fillCard(widget, CO_BADGED);
    await errorOf(widget, 'cc-number');
    expect(find(widget, '.networks')).to.equal(null);
    widget.brands = 'visa cartes-bancaires';
    await until(() => radios(widget).length === 2);
  });

  it('cannot be changed while a payment runs, and keep the focus', async () => {
    const merchant = holdMerchant('payment');
    const widget = await mountReady({ ...merchant, networksOf });
    const [first, second] = await choiceOf(widget);
    first?.focus();
    await sendKeys({ press: ' ' });
    await sendKeys({ press: 'Enter' });
    await until(() => widget.state === 'busy');
    await widget.updateComplete;
    expect(part(widget, '[role=radiogroup]').ariaDisabled).to.equal('true');
    expect(widget.shadowRoot?.activeElement).to.equal(first);
    await click(second?.labels?.[0] as Element);
    const afterClick = chosen(widget);
    await sendKeys({ press: 'ArrowDown' });
    expect([afterClick, chosen(widget)]).to.deep.equal(['cartes-bancaires', 'cartes-bancaires']);
    await merchant.release();
    await until(() => widget.state === 'paid');
  });
});
