import { expect } from '@open-wc/testing';
import { THEME_PROPERTIES } from 'payment-widget/isolated/messages/theme';
import { applyTheme } from 'payment-widget/isolated/frame/appearance';

const ACCENT = '--payment-widget-accent';
const ADDRESS = 'https://evil.example/look';

/** The value of a part of a theme, once it is applied. */
function applied(name: string, value: string): string {
  applyTheme({ [name]: value });
  return getComputedStyle(document.body).getPropertyValue(name);
}

/** What is applied of a text, in any part of a theme. */
const appliedOf = (value: string): string[] =>
  [...THEME_PROPERTIES.keys()].filter((name) => {
    applyTheme({ [name]: value });
    const texts = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
    return texts.some((text) => text.includes('evil'));
  });

describe('the look that a page gives to the form in a frame', () => {
  afterEach(() => {
    applyTheme({});
  });

  for (const [name, value] of [
    [ACCENT, 'rgb(1, 2, 3)'],
    [ACCENT, '#abcdef'],
    [ACCENT, 'oklch(from currentcolor clamp(0.5, l, 0.75) 0.17 28)'],
    [ACCENT, 'light-dark(white, color-mix(in oklch, red 40%, black))'],
    ['--payment-widget-radius', 'calc(4px * (1 + 2))'],
    ['--payment-widget-input-shadow', '0 0 2px rgb(0 0 0 / 40%), inset 0 1px red'],
    ['--payment-widget-font-family', '"Inter", sans-serif'],
    ['--payment-widget-font-size', 'clamp(1rem, 2vw, 18px)'],
  ] as const)
    it(`has ${name}: ${value}`, () => {
      expect(applied(name, value)).to.equal(value);
    });

  for (const value of [
    `url(${ADDRESS})`,
    `u\\72l(${ADDRESS})`,
    `u/**/rl(${ADDRESS})`,
    `src("${ADDRESS}")`,
    `image-set("${ADDRESS}" 1x)`,
    `element(#evil)`,
    `var(--evil)`,
    `var(--evil, url(${ADDRESS}))`,
    `env(evil, red)`,
    `attr(evil)`,
    `if(else: evil)`,
    `inherit(--evil)`,
    `--evil(red)`,
    `calc(1px + var(--evil))`,
    `rgb(0 0 0 / var(--evil))`,
    `red; background: url(${ADDRESS}evil)`,
    `red } body { background: url(${ADDRESS}evil) }`,
    `red !important; --evil: 1`,
    `\\evil`,
    `evil { color: red }`,
  ])
    it(`never has ${value}`, () => {
      expect(appliedOf(value)).to.deep.equal([]);
    });

  it('has no part of another name', () => {
    const other = { background: 'evil', '--payment-widget-evil': 'red', content: '"evil"', '--evil': 'red' };
    applyTheme(other);
    const texts = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
    expect(texts.join()).not.to.contain('evil');
  });

  it('has no value that its property does not take', () => {
    expect(applied('--payment-widget-radius', 'red')).to.equal('');
    expect(applied('--payment-widget-duration', '4px')).to.equal('');
    expect(applied(ACCENT, '4px')).to.equal('');
  });

  it('loses what the page takes away', () => {
    applyTheme({ [ACCENT]: 'red' });
    expect(applied('--payment-widget-radius', '4px')).to.equal('4px');
    expect(getComputedStyle(document.body).getPropertyValue(ACCENT)).to.equal('');
  });

  it('requests nothing', () => {
    const before = performance.getEntriesByType('resource').length;
    for (const name of THEME_PROPERTIES.keys()) applyTheme({ [name]: `url(${ADDRESS})` });
    document.body.getBoundingClientRect();
    expect(performance.getEntriesByType('resource').length).to.equal(before);
  });
});
