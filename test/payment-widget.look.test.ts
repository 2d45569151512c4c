import { waitUntil } from '@open-wc/testing';
import { BRAND_MARKS } from '../src/brand-marks.js';
import { PaymentWidget } from '../src/index.js';
import { emulateMedia, STATES } from './support/states.js';
import {
  expect,
  find,
  input,
  mount,
  mountReady,
  next,
  part,
  payButton,
  textOf,
  type as typeInto,
} from './support/widget.js';

const cssText = PaymentWidget.styles.cssText;
const CUSTOM_PROPERTIES = [...new Set(Array.from(cssText.matchAll(/--payment-widget-[\w-]+/g), String))];

/** A value that is no default, by what a property is for. */
function strangeValue(name: string): string {
  if (name.endsWith('font-family')) return 'monospace';
  if (name.endsWith('shadow')) return 'rgb(1 2 3) 0px 0px 9px';
  if (/weight$/.test(name)) return '900';
  if (name.endsWith('line-height')) return '3';
  if (name.endsWith('duration')) return '9s';
  if (/(size|radius|width|height|padding|gap)$/.test(name)) return '37px';
  return 'rgb(1 2 3)';
}

const LOOKS = [
  ...['color', 'background-color', 'border-top-color', 'outline-color'],
  ...['border-top-width', 'outline-width', 'border-top-left-radius', 'box-shadow', 'transition-duration'],
  ...['font-family', 'font-size', 'font-weight', 'line-height'],
  ...['min-block-size', 'padding-left', 'padding-bottom', 'margin-bottom', 'row-gap', 'column-gap'],
];

/** How everything looks that is drawn. */
function look(widget: PaymentWidget): string {
  const elements = widget.shadowRoot?.querySelectorAll('.widget, .widget :not(option)') ?? [];
  return [...elements]
    .map((element) => {
      const style = getComputedStyle(element);
      return LOOKS.map((property) => style.getPropertyValue(property)).join();
    })
    .join('\n');
}

describe('the mark in the card number', () => {
  const mark = (widget: PaymentWidget) => find(widget, '#cc-number-affix .mark');

  for (const [digits, id, brand] of [
    ['4242', 'visa', 'Visa'],
    ['5555', 'mastercard', 'Mastercard'],
    ['3782', 'american-express', 'American Express'],
    ['3622', 'diners-club', 'Diners Club'],
    ['6011', 'discover', 'Discover'],
    ['3566', 'jcb', 'JCB'],
    ['6200', 'unionpay', 'UnionPay'],
    ['2200', 'mir', 'Mir'],
  ] as const) {
    it(`is that of ${brand} for ${digits}, and reads so`, async () => {
      const widget = await mountReady();
      await typeInto(widget, 'cc-number', digits);
      await waitUntil(() => mark(widget) !== null, 'has a mark', { timeout: 5000 }); // the marks are loaded with the first digit
      const paths = [...(mark(widget)?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('d'));
      const { shapes = [], letters } = BRAND_MARKS[id] ?? {};
      expect([paths, textOf(part(widget, '#cc-number-affix'))]).to.deep.equal([
        [...shapes.map(([, path]) => path), ...(letters ? [letters[2]] : [])],
        brand,
      ]);
    });
  }

  it('is not there while the brand is not known', async () => {
    expect(mark(await mountReady()) === null).to.equal(true);
  });
});

describe('the look', () => {
  it('has the font of the page', async () => {
    document.body.style.font = '19px monospace';
    const widget = await mountReady();
    const fonts = ['cc-number'].map((id) => getComputedStyle(part(widget, `#${id}`)));
    const seen = fonts.map(({ fontFamily, fontSize }) => `${fontSize} ${fontFamily}`);
    document.body.removeAttribute('style');
    expect(seen).to.deep.equal(['19px monospace']);
  });

  it('is light or dark as the page is', async () => {
    const widget = await mountReady();
    const colours = ['light', 'dark'].map((scheme) => {
      widget.style.colorScheme = scheme;
      return getComputedStyle(input(widget, 'cc-number')).backgroundColor;
    });
    expect(colours).to.deep.equal(['rgb(255, 255, 255)', 'rgb(19, 26, 36)']);
  });

  it('has stronger lines for those who ask for more contrast', async () => {
    await emulateMedia({ 'prefers-contrast': 'more' });
    const widget = await mountReady();
    const { borderColor, color } = getComputedStyle(input(widget, 'cc-number'));
    await emulateMedia();
    expect(borderColor).to.equal(color);
  });

  it('asks for nothing from anywhere: no font, no image', () => {
    expect(cssText).not.to.match(/url\(|@import|@font-face/);
  });
});

describe('each custom property', () => {
  for (const name of CUSTOM_PROPERTIES) {
    it(`${name} changes something`, async () => {
      const widgets = [await STATES['all wrong']({}), await STATES.paid({}), await STATES.empty({})];
      widgets.at(-1)?.focus();
      const before = widgets.map(look);
      for (const widget of widgets) widget.style.setProperty(name, strangeValue(name));
      expect(widgets.map(look)).not.to.deep.equal(before);
    });
  }
});

describe('each part', () => {
  it('is there in some state, and no other', async () => {
    const found = new Set<string>();
    for (const enter of Object.values(STATES)) {
      const widget = await enter({});
      await widget.updateComplete;
      for (const element of widget.shadowRoot?.querySelectorAll('[part]') ?? []) {
        for (const name of element.part) found.add(name);
      }
    }
    const files = ['payment-widget.template', 'result-panel.template', 'drawings'];
    const sources = await Promise.all(files.map(async (name) => (await fetch(`/src/${name}.ts`)).text()));
    const declared = [...sources.join().matchAll(/part="([\w-]+)"/g)].map(([, name]) => name ?? '');
    expect([...found].sort()).to.deep.equal([...new Set(declared)].sort());
  });
});

describe('the button for testers', () => {
  const button = (widget: PaymentWidget) => find(widget, '[part=test-card-button]');

  it('is not there unless the page asks for it', async () => {
    expect(button(await mountReady()) === null).to.equal(true);
  });

  it('fills in a card that can be paid with', async () => {
    const widget = await mountReady({ testCard: true });
    button(widget)?.click();
    await widget.updateComplete;
    const paid = next(widget, 'payment-success');
    payButton(widget).click();
    expect((await paid).detail.amount).to.equal(4999);
  });

  it('says that it has', async () => {
    const widget = await mountReady({ testCard: true });
    button(widget)?.click();
    await widget.updateComplete;
    expect(textOf(part(widget, '.visually-hidden[role=status]'))).to.equal('The form is filled in with a test card.');
  });

  it('takes away the errors of what it fills in', async () => {
    const widget = await mountReady({ testCard: true });
    widget.validate();
    button(widget)?.click();
    await widget.updateComplete;
    expect(find(widget, '[part=error]') === null).to.equal(true);
  });

  it('replaces the card, and nothing else that was typed', async () => {
    const widget = await mountReady({ testCard: true, fields: 'card-number card-expiry card-cvc email' });
    await typeInto(widget, 'cc-number', '4000');
    await typeInto(widget, 'email', 'ada@example.org');
    button(widget)?.click();
    expect([input(widget, 'cc-number').value, input(widget, 'email').value]).to.deep.equal([
      '4242 4242 4242 4242',
      'ada@example.org',
    ]);
  });

  for (const [what, settings] of [
    ['live mode', { merchant: 'live' }],
    ['live mode that the page takes for something else', { merchant: 'live', mode: 'test' }],
    ['a mode that only the page has named', { merchant: 'bare', mode: 'test' }],
    ['a mode that the proxy has not named yet', { merchant: 'silent', mode: 'test' }],
  ] as const) {
    it(`does not exist in ${what}`, async () => {
      const widget = await mount({ ...settings, testCard: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await widget.updateComplete;
      expect(button(widget) === null).to.equal(true);
    });
  }

  it('goes when the page goes live, and takes the card along', async () => {
    const widget = await mountReady({ testCard: true });
    button(widget)?.click();
    widget.proxyUrl = '/merchant/live';
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    expect([button(widget) === null, input(widget, 'cc-number').value]).to.deep.equal([true, '']);
  });

  it('does nothing while a payment is under way', async () => {
    const widget = await STATES.busy({ testCard: true });
    input(widget, 'cc-name').value = 'Grace Hopper';
    button(widget)?.click();
    expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 4242');
    expect([button(widget)?.ariaDisabled, widget.state]).to.deep.equal(['true', 'busy']);
  });

  it('is gone with the form', async () => {
    const widget = await STATES.paid({ testCard: true });
    await widget.updateComplete;
    expect(button(widget) === null).to.equal(true);
  });
});
