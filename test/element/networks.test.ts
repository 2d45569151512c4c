import { until } from '../support/until.js';
import {
  click,
  errorOf,
  expect,
  fillCard,
  fillIn,
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

  it('do not describe the card number', async () => {
    const widget = await mountReady({ networksOf });
    await choiceOf(widget);
    const ids = input(widget, 'cc-number').getAttribute('aria-describedby')?.split(' ') ?? [];
    const description = ids.map((id) => textOf(part(widget, `#${id}`))).join(' ');
    expect(description).to.contain('Visa').and.not.contain('Cartes Bancaires');
  });

  it('have the same size on a small screen', async () => {
    const widget = await mountReady({ networksOf });
    widget.style.inlineSize = '304px';
    const sizes = (await choiceOf(widget)).map(({ labels }) => labels?.[0]?.getBoundingClientRect());
    expect(sizes[0]?.height).to.equal(sizes[1]?.height);
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

  it('need not be chosen', async () => {
    const widget = await mountReady({ networksOf });
    await choiceOf(widget);
    expect(await sentNetwork(widget)).to.equal(undefined);
  });

  it('are preselected if the merchant says so', async () => {
    const widget = await mountReady({ networksOf: () => Promise.resolve({ networks: BOTH, preferred: 'visa' }) });
    await choiceOf(widget);
    expect(chosen(widget)).to.equal('visa');
    expect(await sentNetwork(widget)).to.equal('visa');
  });

  it('come from the proxy if it knows them', async () => {
    const widget = await mountReady({ merchant: 'networks' });
    const [, second] = await choiceOf(widget);
    await click(second?.labels?.[0] as Element);
    expect(await sentNetwork(widget)).to.equal('visa');
  });

  it('are not asked for at a proxy that does not know them', async () => {
    const widget = await mountReady();
    await fillCard(widget, CARD);
    expect((await widget.submit()).outcome).to.equal('paid');
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(names.filter((name) => name.includes('/merchant/test/networks/'))).to.deep.equal([]);
  });

  it('do not prevent a payment if the lookup fails', async () => {
    const widget = await mountReady({ merchant: 'networks-fail' });
    await fillCard(widget, CARD);
    expect(await errorOf(widget, 'cc-number')).to.equal('');
    expect(await sentNetwork(widget)).to.equal(undefined);
  });

  it('do not prevent a payment if the lookup never ends', async () => {
    const widget = await mountReady({ networksOf: () => new Promise(() => undefined) });
    await fillCard(widget, CARD);
    expect(await sentNetwork(widget)).to.equal(undefined);
  });

  it('disappear with the choice when the card changes', async () => {
    const widget = await mountReady({ networksOf });
    const [first] = await choiceOf(widget);
    await click(first?.labels?.[0] as Element);
    await fillIn(widget, { 'cc-number': '4242424242424242' });
    await until(() => radios(widget).length === 0);
    await choiceOf(widget);
    expect(chosen(widget)).to.equal(undefined);
  });

  it('lose the choice when another card with the same networks is entered again', async () => {
    const widget = await mountReady({ networksOf: () => BOTH });
    const other = '4242424242424242';
    await choiceOf(widget, other);
    await fillIn(widget, { 'cc-number': CARD });
    await until(() => radios(widget).length === 2);
    await click(radios(widget)[0]?.labels?.[0] as Element);
    expect(chosen(widget)).to.equal('cartes-bancaires');
    await fillIn(widget, { 'cc-number': other });
    await until(() => radios(widget).length === 2);
    await widget.updateComplete;
    expect(chosen(widget)).to.equal(undefined);
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

  it('stay in place for text from right to left', async () => {
    const widget = await mountReady({ networksOf, lang: 'ar', dir: 'rtl' });
    const [first, second] = (await choiceOf(widget)).map((radio) => radio.getBoundingClientRect().x);
    expect(first).to.be.greaterThan(second as number);
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
