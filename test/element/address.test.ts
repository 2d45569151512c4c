import { FILLERS } from './fillers.js';
import { until } from '../support/until.js';
import {
  click,
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  focusedId,
  input,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  sendKeys,
  type Settings,
} from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

const CARD = 'card-number card-expiry card-cvc cardholder-name';
const ADDRESS = 'address-line1 address-line2 city region postal-code country';
const fields = `${CARD} ${ADDRESS}`;

const country = (widget: PaymentWidget) => part(widget, '#country') as HTMLSelectElement;
const region = (widget: PaymentWidget) => part(widget, '#address-level1') as HTMLSelectElement;
const regionNames = (widget: PaymentWidget) => [...region(widget).options].slice(1).map(({ text }) => text);

/** Ids of the inputs beside those of the card. */
const order = (widget: PaymentWidget) =>
  [...part(widget, 'form').querySelectorAll('input:not([id^=cc]), select')].map(({ id }) => id);

const hasList = (widget: PaymentWidget) => find(widget, 'select#address-level1') !== null;

/** A form with an address in a country, once its regions are loaded. */
async function mountIn(code: string, settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mountReady({ fields, ...settings, prefill: { country: code, ...settings.prefill } });
  await until(() => country(widget).value === code);
  await widget.updateComplete;
  return widget;
}

async function select(widget: PaymentWidget, code: string): Promise<void> {
  country(widget).value = code;
  country(widget).dispatchEvent(new Event('change', { bubbles: true }));
  await widget.updateComplete;
}

async function pay(widget: PaymentWidget): Promise<unknown> {
  const success = next(widget, 'payment-success');
  await click(payButton(widget));
  await success;
  const [post] = await postsOf(widget);
  return post?.body['customer'];
}

describe('A billing address', () => {
  for (const [code, lang, ids] of [
    ['US', 'en', 'country address-line1 address-line2 address-level2 address-level1 postal-code'],
    ['JP', 'ja', 'country postal-code address-level1 address-line1 address-line2'],
    ['JP', 'en', 'country address-line1 address-line2 address-level1 postal-code'],
  ] as const) {
    it(`has the order of ${code} on a page in ${lang}`, async () => {
      expect(order(await mountIn(code, { lang })).join(' ')).to.equal(ids);
    });
  }

  it('stands where its first field is listed', async () => {
    const widget = await mountReady({ fields: `city email ${CARD} country` });
    expect([...part(widget, 'form').querySelectorAll('input, select')].slice(0, 3).map(({ id }) => id)).to.deep.equal([
      'country',
      'address-level2',
      'email',
    ]);
  });

  it('has autocomplete values of a billing address', async () => {
    const widget = await mountIn('US');
    expect(order(widget).map((id) => part(widget, `#${id}`).getAttribute('autocomplete'))).to.deep.equal([
      'billing country',
      'billing address-line1',
      'billing address-line2',
      'billing address-level2',
      'billing address-level1',
      'billing postal-code',
    ]);
  });

  it('is sent in one member', async () => {
    const widget = await mountIn('US');
    await until(() => hasList(widget));
    await fillCard(widget);
    await fillIn(widget, { 'address-line1': '1 Main St', 'address-level2': 'Springfield', 'postal-code': '62701' });
    region(widget).focus();
    await sendKeys({ press: 'f' }); // a second letter could come too late for the browser's search
    expect(await pay(widget)).to.deep.equal({
      name: 'Ada Lovelace',
      address: { line1: '1 Main St', city: 'Springfield', region: 'FL', postal_code: '62701', country: 'US' },
    });
  });

  it('is filled in from prefill, with a region by its name', async () => {
    const prefill = { 'address-line1': '1 Main St', city: 'Springfield', region: 'illinois' };
    const widget = await mountIn('US', { prefill });
    await until(() => hasList(widget) && region(widget).value);
    expect([
      input(widget, 'address-line1').value,
      input(widget, 'address-level2').value,
      region(widget).value,
    ]).to.deep.equal(['1 Main St', 'Springfield', 'IL']);
  });

  it('shows an error at each empty field that the country requires', async () => {
    const widget = await mountIn('US');
    widget.validate();
    expect([
      await errorOf(widget, 'address-line1'),
      await errorOf(widget, 'address-line2'),
      await errorOf(widget, 'address-level2'),
      await errorOf(widget, 'address-level1'),
      await errorOf(widget, 'postal-code'),
    ]).to.deep.equal([
      'Enter your street and house number.',
      '',
      'Enter your city.',
      'Fill in this part of your address.',
      'Enter your postal code.',
    ]);
  });

  it('is one of the region of the page’s language without a country field', async () => {
    const widget = await mountReady({ fields: `${CARD} address-line1 city region postal-code`, lang: 'en-GB' });
    await fillCard(widget);
    await fillIn(widget, { 'address-line1': '1 High St', 'address-level2': 'Leeds', 'postal-code': 'ls11aa' });
    expect(await pay(widget)).to.deep.equal({
      name: 'Ada Lovelace',
      address: { line1: '1 High St', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' },
    });
  });

  it('is passed with the Tab key in its visible order', async () => {
    const widget = await mountIn('DE');
    country(widget).focus();
    const ids: (string | undefined)[] = [];
    for (let count = 0; count < 4; count++) {
      await sendKeys({ press: 'Tab' });
      ids.push(focusedId(widget));
    }
    expect(ids).to.deep.equal(['address-line1', 'address-line2', 'postal-code', 'address-level2']);
  });
});

describe('The list of regions', () => {
  for (const [code, lang, names] of [
    ['US', 'en', ['Alabama', 'Alaska']],
    ['JP', 'de', ['Aichi', 'Akita']],
  ] as const) {
    it(`of ${code} is in the language of the page, ${lang}`, async () => {
      const widget = await mountIn(code, { lang });
      await until(() => hasList(widget));
      expect(regionNames(widget).slice(0, 2)).to.deep.equal(names);
    });
  }

  it('keeps the choice when the language changes', async () => {
    const widget = await mountIn('JP', { lang: 'en', prefill: { region: 'Tokyo' } });
    await until(() => hasList(widget) && region(widget).value === '13');
    widget.lang = 'ja';
    await until(() => region(widget).selectedOptions[0]?.text === '東京都');
    expect(region(widget).value).to.equal('13');
  });
});

describe('Another country', () => {
  it('keeps a region that its list does not have, for the way back', async () => {
    const widget = await mountIn('US', { prefill: { region: 'CA' } });
    await until(() => hasList(widget) && region(widget).value === 'CA');
    for (const [code, name] of [
      ['IT', 'Cagliari'],
      ['GB', ''],
      ['JP', 'Tokyo'],
    ] as const) {
      await select(widget, code);
      if (name) await until(() => hasList(widget) && regionNames(widget).includes(name));
    }
    await select(widget, 'US');
    await until(() => hasList(widget) && regionNames(widget).includes('Alaska'));
    expect(region(widget).value).to.equal('CA');
  });

  it('keeps values, the same inputs and the focus', async () => {
    const widget = await mountIn('US');
    await fillIn(widget, { 'address-line1': '1 Main St', 'address-level2': 'Springfield', 'postal-code': '62701' });
    const [city, code] = [input(widget, 'address-level2'), input(widget, 'postal-code')];
    city.focus();
    city.setSelectionRange(2, 5);
    await select(widget, 'DE');
    expect([
      order(widget).slice(-2),
      input(widget, 'address-level2') === city,
      input(widget, 'postal-code') === code,
      [city.value, code.value],
      focusedId(widget),
      [city.selectionStart, city.selectionEnd],
    ]).to.deep.equal([
      ['postal-code', 'address-level2'],
      true,
      true,
      ['Springfield', '62701'],
      'address-level2',
      [2, 5],
    ]);
  });

  it('hides what it does not use, and does not send it', async () => {
    const widget = await mountIn('US');
    await until(() => hasList(widget));
    await fillCard(widget);
    await fillIn(widget, { 'address-line1': '1 Main St', 'address-level2': 'Leeds', 'postal-code': 'LS1 1AA' });
    region(widget).value = 'IL';
    await select(widget, 'GB');
    expect(await pay(widget)).to.deep.equal({
      name: 'Ada Lovelace',
      address: { line1: '1 Main St', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' },
    });
  });

  it('does not mistake the region of one country for that of another', async () => {
    const widget = await mountIn('US', { prefill: { region: 'CA' } });
    await until(() => hasList(widget) && region(widget).value === 'CA');
    await select(widget, 'IT'); // where CA is Cagliari
    await until(() => hasList(widget) && regionNames(widget).includes('Cagliari'));
    expect(region(widget).value).to.equal('');
  });
});

describe('Autofill of an address', () => {
  const VALUES: Readonly<Record<string, string>> = {
    country: 'US',
    'address-line1': '1 Main St',
    'address-level2': 'Springfield',
    'address-level1': 'Illinois',
    'postal-code': '62701',
  };

  for (const [name, fill] of Object.entries(FILLERS)) {
    for (const order of [Object.entries(VALUES), Object.entries(VALUES).reverse()]) {
      it(`by ${name}, ${order[0]?.[0]} first`, async () => {
        const widget = await mountReady({ fields });
        const inputs = order.map(([id, value]) => [part(widget, `#${id}`) as HTMLInputElement, value] as const);
        for (const [field, value] of inputs) {
          fill(field, value);
          await widget.updateComplete;
          if (field.id === 'country') await until(() => hasList(widget));
        }
        await until(() => region(widget).value === 'IL');
        const shown = Object.keys(VALUES).map((id) => [id, (part(widget, `#${id}`) as HTMLInputElement).value]);
        expect(Object.fromEntries(shown)).to.deep.equal({ ...VALUES, 'address-level1': 'IL' });
      });
    }
  }
});
