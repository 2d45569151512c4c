import { until } from '../support/until.js';
import {
  click,
  errorOf,
  expect,
  fillCard,
  find,
  holdMerchant,
  input,
  mountReady,
  part,
  postsOf,
  recordAnnouncements,
  sendKeys,
  textOf,
  type,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

const CARD = '4000002500001001';
const BOTH = ['cartes-bancaires', 'visa'];
const networksOf = (bin: string) => (bin === '40000025' ? BOTH : undefined);

const radios = (widget: PaymentWidget) => [
  ...(widget.shadowRoot?.querySelectorAll<HTMLInputElement>('.networks input') ?? []),
];
const chosen = (widget: PaymentWidget) => radios(widget).find(({ checked }) => checked)?.value;

async function choiceOf(widget: PaymentWidget, number = CARD): Promise<HTMLInputElement[]> {
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
    await fillCard(widget, CARD);
    expect(await errorOf(widget, 'cc-number')).to.equal('');
    expect(await sentNetwork(widget)).to.equal(undefined);
  });

  it('do not include networks that are not accepted', async () => {
    const widget = await mountReady({ networksOf, brands: 'visa mastercard' });
    await fillCard(widget, CARD);
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
    await sendKeys({ press: 'ArrowDown' });
    expect(chosen(widget)).to.equal('cartes-bancaires');
    await merchant.release();
    await until(() => widget.state === 'paid');
  });
});
