import { setViewport } from '@web/test-runner-commands';
import { FIELD_NAMES, INPUT_IDS } from 'payment-widget/contract/fields';
import { BRAND_MARKS } from 'payment-widget/form/brand-marks';
import { NETWORK_MARKS } from 'payment-widget/form/card-data';
import { PaymentWidget } from 'payment-widget';
import { cdp } from '../support/commands.js';
import { emulateMedia, STATES } from '../support/states.js';
import { until } from '../support/until.js';
import {
  expect,
  fillCard,
  fillIn,
  find,
  holdMerchant,
  input,
  mount,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  textOf,
  type as typeInto,
} from '../support/widget.js';

const { cssText } = PaymentWidget.styles;
const CUSTOM_PROPERTIES = [...new Set(Array.from(cssText.matchAll(/--payment-widget-[\w-]+/g), String))];

/** A value that differs from every default. */
function unusualValue(name: string): string {
  if (name.endsWith('font-family')) return 'monospace';
  if (name.endsWith('shadow')) return 'rgb(1 2 3) 0px 0px 9px';
  if (/weight$/.test(name)) return '900';
  if (name.endsWith('line-height')) return '3';
  if (name.endsWith('duration')) return '9s';
  if (/(size|radius|width|height|padding|gap)$/.test(name)) return '37px';
  return 'rgb(1 2 3)';
}

const CSS_PROPERTIES = [
  ...['color', 'background-color', 'border-top-color', 'outline-color'],
  ...['border-top-width', 'outline-width', 'border-top-left-radius', 'box-shadow', 'transition-duration'],
  ...['font-family', 'font-size', 'font-weight', 'line-height'],
  ...['min-block-size', 'padding-left', 'padding-bottom', 'margin-bottom', 'row-gap', 'column-gap'],
];

/** Computed styles of everything that is rendered. */
function stylesOf(widget: PaymentWidget): string {
  const elements = widget.shadowRoot?.querySelectorAll('.widget, .widget :not(option)') ?? [];
  return [...elements]
    .map((element) => {
      const style = getComputedStyle(element);
      return CSS_PROPERTIES.map((property) => style.getPropertyValue(property)).join();
    })
    .join('\n');
}

describe('The brand icon', () => {
  const mark = (widget: PaymentWidget) => find(widget, '#cc-number-affix .mark');

  for (const [digits, id, brand] of [
    ['4242', 'visa', 'Visa'],
    ['3782', 'american-express', 'American Express'],
    ['2200', 'mir', 'Mir'],
  ] as const) {
    it(`is that of ${brand} for ${digits}, with its name`, async () => {
      const widget = await mountReady();
      await typeInto(widget, 'cc-number', digits);
      await until(() => mark(widget) !== null);
      const paths = [...(mark(widget)?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('d'));
      const { shapes = [], letters } = BRAND_MARKS[id] ?? NETWORK_MARKS[id] ?? {};
      expect([paths, textOf(part(widget, '#cc-number-affix'))]).to.deep.equal([
        [...shapes.map(([, path]) => path), ...(letters ? [letters[2]] : [])],
        brand,
      ]);
    });
  }

  it('is inside the input, at the end of the digits, from right to left too', async () => {
    const widget = await mountReady({ dir: 'rtl' });
    await typeInto(widget, 'cc-number', '4242');
    await widget.updateComplete;
    const { left, right } = part(widget, '#cc-number-affix .mark').getBoundingClientRect();
    const field = input(widget, 'cc-number').getBoundingClientRect();
    expect([left > (field.left + field.right) / 2, right < field.right]).to.deep.equal([true, true]);
  });

  for (const [width, isShown] of [
    [281, true],
    [280, false],
  ] as const) {
    it(`is ${isShown ? 'shown' : 'hidden'} in an input of ${width} px`, async () => {
      const widget = await mountReady();
      widget.style.inlineSize = `${width}px`;
      await typeInto(widget, 'cc-number', '4242');
      await widget.updateComplete;
      expect(part(widget, '#cc-number-affix').offsetWidth > 0).to.equal(isShown);
    });
  }

  for (const [what, width, fontSize] of [
    ['in the narrowest input with a mark', 281, '16px'],
    ['with text of twice the size on a small screen', 288, '32px'],
  ] as const) {
    it(`does not cover the longest number ${what}`, async () => {
      await setViewport({ width: 320, height: 600 });
      const widget = await mountReady();
      widget.style.cssText = `inline-size: ${width}px; font: ${fontSize} sans-serif`;
      await typeInto(widget, 'cc-number', '6205500000000000004');
      await widget.updateComplete;
      const { scrollWidth, clientWidth } = input(widget, 'cc-number');
      await setViewport({ width: 800, height: 600 });
      expect(scrollWidth).to.equal(clientWidth);
    });
  }

  it('keeps its name as the description of a narrow input', async () => {
    const widget = await mountReady();
    widget.style.inlineSize = '200px';
    await typeInto(widget, 'cc-number', '4242');
    await widget.updateComplete;
    expect(input(widget, 'cc-number').ariaDescribedByElements?.map(textOf)[0]).to.equal('Visa');
  });
});

describe('The parts of a field', () => {
  it('have its name, so that a page can place each field', async () => {
    const widget = await mountReady({ fields: FIELD_NAMES.join(' ') });
    const rules = FIELD_NAMES.flatMap((name) =>
      ['field', 'label', 'input'].map((kind) => `payment-widget::part(${kind}-${name}) { --found: ${kind}-${name} }`),
    );
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = rules.join('');
    const found = FIELD_NAMES.map((name) => {
      const control = part(widget, `#${INPUT_IDS[name]}`);
      const field = control.closest('.field') as Element;
      const label = field.querySelector('label') as Element;
      return [field, label, control].map((it) => getComputedStyle(it).getPropertyValue('--found'));
    });
    style.remove();
    expect(found).to.deep.equal(FIELD_NAMES.map((name) => [`field-${name}`, `label-${name}`, `input-${name}`]));
  });
});

describe('The default style', () => {
  it('is no wider than 30rem, unless the page says so', async () => {
    const widget = await mountReady();
    const box = widget.parentElement as HTMLElement;
    box.style.inlineSize = '700px';
    const usual = widget.offsetWidth;
    widget.style.maxInlineSize = 'none';
    expect([usual, widget.offsetWidth]).to.deep.equal([480, 700]);
  });

  it('has a placeholder for the security code that is no value', async () => {
    const widgets = [await mountReady(), await mountReady({ lang: 'es' })];
    expect(widgets.map((widget) => input(widget, 'cc-csc').placeholder)).to.deep.equal(['CVC', 'CVV']);
  });

  it('gives the ring of a result to its sign: around the panel, it would look like an input', async () => {
    const widget = await STATES.paid({});
    const panel = part(widget, '[part=result]');
    panel.focus({ focusVisible: true } as FocusOptions);
    const styles = [panel, part(widget, '.result > .icon')].map((element) => getComputedStyle(element).outlineStyle);
    expect(styles).to.deep.equal(['none', 'solid']);
  });

  it('has one ring around an invalid field with focus', async () => {
    const widget = await STATES['one error']({});
    const field = input(widget, 'cc-number');
    field.focus({ focusVisible: true } as FocusOptions);
    const { outlineStyle, boxShadow, borderColor } = getComputedStyle(field);
    const valid = getComputedStyle(input(widget, 'cc-name')).borderColor;
    expect([outlineStyle, boxShadow.includes('inset'), borderColor === valid]).to.deep.equal(['solid', false, true]);
  });

  it('follows the color scheme', async () => {
    const widget = await mountReady();
    const colours = ['light', 'dark'].map((scheme) => {
      widget.style.colorScheme = scheme;
      return getComputedStyle(input(widget, 'cc-number')).backgroundColor;
    });
    expect(colours).to.deep.equal(['rgb(255, 255, 255)', 'rgb(28, 28, 28)']);
  });

  it('has stronger borders for users who prefer more contrast', async () => {
    await emulateMedia({ 'prefers-contrast': 'more' });
    const widget = await mountReady();
    const { borderColor, color } = getComputedStyle(input(widget, 'cc-number'));
    await emulateMedia();
    expect(borderColor).to.equal(color);
  });
});

describe('On a touch screen', () => {
  const touch = (enabled: boolean) => cdp('Emulation.setTouchEmulationEnabled', { enabled });
  const OPTIONAL = 'cardholder-name email phone country address-line1 address-line2 city region postal-code amount';
  afterEach(() => touch(false).catch(() => undefined));

  for (const [pageSize, width, smallest] of [
    ['14px', '320px', '16px'],
    ['24px', '900px', '24px'],
  ] as const) {
    it(`inputs have at least 16 px, with text of ${pageSize} in ${width}`, async () => {
      await touch(true);
      const widget = await mountReady({ fields: `card-number card-expiry card-cvc ${OPTIONAL}`, amount: '' });
      widget.style.fontSize = pageSize;
      widget.style.width = width;
      const sizes = [...widget.renderRoot.querySelectorAll('input, select')].map(
        (one) => getComputedStyle(one).fontSize,
      );
      expect(new Set(sizes)).to.deep.equal(new Set([smallest]));
    });
  }
});

describe('In a part of a page that hides or squeezes its text', () => {
  const TEXT = [
    ...['color', '-webkit-text-fill-color', '-webkit-text-stroke-width', 'text-shadow', 'caret-color', 'font-size'],
    ...['line-height', 'text-indent', 'word-spacing', 'white-space', 'text-align'],
  ];
  const looksOf = (widget: PaymentWidget): string[] =>
    ['label', 'input', '.pay'].flatMap((selector) => {
      const style = getComputedStyle(part(widget, selector));
      return TEXT.map((name) => `${selector} ${name} ${style.getPropertyValue(name)}`);
    });

  for (const style of [
    'font-size: 0',
    'font: 0/0 a; font-family: initial',
    'color: transparent',
    '-webkit-text-fill-color: transparent',
    '-webkit-text-stroke: 9px red',
    'color: transparent; text-shadow: 0 0 9px black',
    'word-spacing: -0.43em',
    'text-indent: -9999px; white-space: nowrap',
    'text-align: justify',
    'caret-color: transparent',
  ]) {
    it(`the form looks as elsewhere: ${style}`, async () => {
      const widget = await mountReady();
      const before = looksOf(widget);
      (widget.parentElement as HTMLElement).style.cssText = style;
      expect(looksOf(widget)).to.deep.equal(before);
    });
  }

  for (const [name, value, applied] of [
    ['font-size', '9px', '9px'],
    ['color', 'rgb(1 2 3 / 0.6)', 'color(srgb 0.00392157 0.00784314 0.0117647 / 0.6)'],
    ['letter-spacing', '2px', '2px'],
    ['text-transform', 'uppercase', 'uppercase'],
  ] as const) {
    it(`the form takes what a page sets on purpose: ${name}: ${value}`, async () => {
      const widget = await mountReady();
      widget.style.setProperty('--payment-widget-label-size', '1em');
      (widget.parentElement as HTMLElement).style.setProperty(name, value);
      expect(getComputedStyle(part(widget, 'label')).getPropertyValue(name)).to.equal(applied);
    });
  }
});

describe('On a page where nothing can be selected', () => {
  it('the text of inputs can be', async () => {
    const widget = await mountReady();
    widget.style.userSelect = 'none';
    widget.style.setProperty('-webkit-user-select', 'none');
    const style = getComputedStyle(input(widget, 'cc-number'));
    expect(style.getPropertyValue('-webkit-user-select')).to.equal('text');
  });
});

describe('Printing', () => {
  const print = (media: 'print' | '') => cdp('Emulation.setEmulatedMedia', { media });
  afterEach(() => print(''));

  it('hides the fields, also from a page that styles them', async () => {
    const widget = await STATES.typed({});
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'payment-widget::part(fields) { display: grid } payment-widget::part(input) { display: block }';
    await print('print');
    const visible = [...(widget.shadowRoot?.querySelectorAll('input, button') ?? [])].filter((it) =>
      it.checkVisibility(),
    );
    style.remove();
    expect(visible).to.have.lengthOf(0);
  });
});

describe('On a dark page without color-scheme', () => {
  beforeEach(() => {
    Object.assign(document.body.style, { background: '#12141c', color: '#f0f0f0' });
  });
  afterEach(() => {
    document.body.removeAttribute('style');
  });

  it('labels take the colour of the page', async () => {
    const widget = await mountReady();
    expect(getComputedStyle(part(widget, 'label')).color).to.equal('color(srgb 0.941176 0.941176 0.941176)');
  });

  it('inputs keep their own colours', async () => {
    const { color, backgroundColor } = getComputedStyle(input(await mountReady(), 'cc-number'));
    expect([color, backgroundColor]).to.deep.equal(['rgb(22, 32, 46)', 'rgb(255, 255, 255)']);
  });

  for (const name of ['all errors', 'paid'] as const) {
    it(`axe finds no violation, ${name}`, async () => {
      await expect(await STATES[name]({ lang: 'en' })).to.be.accessible();
    });
  }
});

describe('While a payment is made', () => {
  for (const lang of ['en', 'ja']) {
    it(`the button keeps its size on a small screen, in ${lang}`, async () => {
      const { merchant } = holdMerchant('payment');
      const widget = await mountReady({ merchant, lang });
      widget.style.width = '288px';
      await fillIn(widget);
      const before = payButton(widget).offsetHeight;
      const submitted = next(widget, 'payment-submit');
      payButton(widget).click();
      await submitted;
      await widget.updateComplete;
      expect(payButton(widget).offsetHeight).to.equal(before);
    });
  }

  it('the button keeps its name', async () => {
    const widget = await STATES.busy({});
    expect(textOf(payButton(widget).querySelector('span:has(+ [aria-hidden])') as Element)).to.equal('Pay €49.99');
  });
});

describe('The card in the result', () => {
  const line = (widget: PaymentWidget) => find(widget, '#result-text bdo')?.closest('p');

  for (const merchant of ['paid-elsewhere', 'replays-another']) {
    it(`is left out when another attempt has paid the order (${merchant})`, async () => {
      const widget = await mount({ merchant });
      await widget.updateComplete;
      await fillIn(widget);
      await widget.submit();
      await widget.updateComplete;
      expect([widget.state, line(widget)]).to.deep.equal(['paid', undefined]);
    });
  }

  it('takes the same room with each digit, in a font without digits of one width', async () => {
    const fonts = ['DejaVu Sans', 'Liberation Sans', 'Arial', 'Helvetica'].map((name) => `local('${name}')`).join();
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = `@font-face { font-family: Uneven; src: ${fonts}; unicode-range: U+31; size-adjust: 300% }`;
    const widths: (number | undefined)[] = [];
    for (const number of ['4242424242424242', '4111111111111111']) {
      const widget = await mountReady();
      widget.style.fontFamily = 'Uneven, sans-serif';
      await fillCard(widget, number);
      await widget.submit();
      await widget.updateComplete;
      await document.fonts.ready;
      widths.push(line(widget)?.offsetWidth);
    }
    style.remove();
    expect(widths[1]).to.equal(widths[0]);
  });

  it('is left out of events and storage', async () => {
    const widget = await mountReady({ reference: 'order-without-digits' });
    await fillIn(widget);
    const success = next(widget, 'payment-success');
    void widget.submit();
    const { payment: _ofService, ...detail } = (await success).detail;
    const isHash = (name: string) => /:[\da-f]{64}$/.test(name); // of another test file
    const local = Object.entries(localStorage).filter(([name]) => !isHash(name));
    const kept = JSON.stringify([detail, local, Object.entries(sessionStorage)]);
    expect(kept).not.to.include('4242');
  });
});

describe('The question mark', () => {
  for (const [lang, mirrored] of [
    ['ar', true],
    ['en', false],
  ] as const) {
    it(`is ${mirrored ? '' : 'not '}mirrored in ${lang}`, async () => {
      const widget = await STATES.unknown({ lang });
      await widget.updateComplete;
      expect(getComputedStyle(part(widget, '.result > .icon')).scale).to.equal(mirrored ? '-1 1' : 'none');
    });
  }
});

describe('Custom properties', () => {
  it('each have an effect', async () => {
    const states = [STATES['all errors'], STATES.paid, STATES['test mode'], STATES.empty];
    const widgets: PaymentWidget[] = [];
    for (const enter of states) widgets.push(await enter({}));
    widgets.at(-1)?.focus();
    const styles = () => widgets.map(stylesOf).join();
    const before = styles();
    const idle = CUSTOM_PROPERTIES.filter((name) => {
      for (const widget of widgets) widget.style.setProperty(name, unusualValue(name));
      const after = styles();
      for (const widget of widgets) widget.style.removeProperty(name);
      return after === before;
    });
    expect([idle, styles() === before]).to.deep.equal([[], true]);
  });
});

describe('The test card button', () => {
  const button = (widget: PaymentWidget) => find(widget, '[part=test-card-button]');

  it('fills in a card that can be charged', async () => {
    const widget = await mountReady({ testCard: true });
    button(widget)?.click();
    await widget.updateComplete;
    const paid = next(widget, 'payment-success');
    payButton(widget).click();
    expect((await paid).detail.amount).to.equal(4999);
  });

  for (const [what, settings] of [
    ['live mode', { merchant: 'live' }],
    ['live mode when the page expects test', { merchant: 'live', mode: 'test' }],
    ['a mode that only the page sets', { merchant: 'bare', mode: 'test' }],
  ] as const) {
    it(`is absent in ${what}`, async () => {
      const widget = await mount({ ...settings, testCard: true });
      await until(() => widget.state !== 'loading');
      await widget.updateComplete;
      expect(button(widget) === null).to.equal(true);
    });
  }

  it('is absent in a mode that the proxy has not confirmed yet', async () => {
    const widget = await mount({ merchant: holdMerchant('config').merchant, mode: 'test', testCard: true });
    await nextFrame();
    await widget.updateComplete;
    expect(button(widget) === null).to.equal(true);
  });

  it('disappears with the card when the page switches to live mode', async () => {
    const widget = await mountReady({ testCard: true });
    button(widget)?.click();
    widget.proxyUrl = '/merchant/live';
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    expect([button(widget) === null, input(widget, 'cc-number').value]).to.deep.equal([true, '']);
  });

  it('does nothing during a payment', async () => {
    const widget = await STATES.busy({ testCard: true });
    input(widget, 'cc-name').value = 'Grace Hopper';
    button(widget)?.click();
    expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 4242');
    expect([button(widget)?.ariaDisabled, widget.state]).to.deep.equal(['true', 'busy']);
  });
});
