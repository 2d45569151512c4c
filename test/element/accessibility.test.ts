import { setViewport } from '@web/test-runner-commands';
import ENGLISH from 'payment-widget/i18n/locales/en';
import { emulateMedia, layoutFaults, STATES } from '../support/states.js';
import { holdTimers } from '../support/timers.js';
import {
  click,
  errorOf,
  expect,
  input,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  sendKeys,
  textOf,
  type as typeInto,
} from '../support/widget.js';

const NORMAL_VIEWPORT = { width: 800, height: 600 };

before(() => {
  Object.assign(document.documentElement.style, { colorScheme: 'light dark', background: 'Canvas' });
});

after(async () => {
  document.documentElement.removeAttribute('style');
  await emulateMedia();
  await setViewport(NORMAL_VIEWPORT);
});

describe('axe finds no violation', () => {
  for (const [name, enter] of Object.entries(STATES)) {
    it(`in the state ${name}`, async () => {
      await expect(await enter({ lang: 'en', dir: 'ltr' })).to.be.accessible();
    });
  }

  const samples = ['test mode', 'warning', 'all errors', 'busy', 'declined', 'unknown', 'configuration error'] as const;

  for (const name of samples) {
    it(`in a dark page from right to left, ${name}`, async () => {
      await emulateMedia({ 'prefers-color-scheme': 'dark' });
      await expect(await STATES[name]({ lang: 'ar', dir: 'rtl' })).to.be.accessible();
    });
  }

  for (const name of samples) {
    it(`in forced colours, ${name}`, async () => {
      await emulateMedia({ 'prefers-color-scheme': 'dark', 'forced-colors': 'active' });
      await expect(await STATES[name]({ lang: 'en', dir: 'ltr' })).to.be.accessible();
    });
  }
});

describe('Targets', () => {
  it('are at least 44 px high and wide', async () => {
    const widget = await STATES['all errors']({ testCard: true });
    const small = [...(widget.shadowRoot?.querySelectorAll('a, button, input, select') ?? [])].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 44 || height < 44;
    });
    expect(small.map((element) => element.outerHTML)).to.deep.equal([]);
  });
});

describe('Errors', () => {
  it('are shown by the border of the input in forced colours', async () => {
    await emulateMedia({ 'forced-colors': 'active' });
    const widget = await mountReady();
    const right = getComputedStyle(input(widget, 'cc-number')).borderStyle;
    widget.validate();
    await widget.updateComplete;
    const wrong = getComputedStyle(input(widget, 'cc-number')).borderStyle;
    await emulateMedia();
    expect([right, wrong]).to.deep.equal(['solid', 'double']);
  });

  it('replace the hint of the security code, since they repeat it', async () => {
    const widget = await mountReady();
    const describedBy = () => input(widget, 'cc-csc').getAttribute('aria-describedby');
    const before = describedBy();
    widget.validate();
    await widget.updateComplete;
    expect([before, describedBy()]).to.deep.equal(['cc-csc-affix cc-csc-error', 'cc-csc-error']);
  });

  it('are not live regions beside their fields, so that they are not read twice', async () => {
    const widget = await mountReady();
    widget.validate();
    await widget.updateComplete;
    const error = part(widget, '#cc-number-error');
    expect(error.closest('[aria-live], [role=alert], [role=status]') === null).to.equal(true);
  });

  for (const [how, press] of [
    ['Enter in another field', () => sendKeys({ press: 'Enter' })],
    ['a click', (button: HTMLElement) => click(button)],
  ] as const) {
    it(`are announced after Pay is pressed by ${how}`, async () => {
      const widget = await mountReady();
      await typeInto(widget, 'cc-name', 'Ada');
      const failed = next(widget, 'payment-failure');
      await press(payButton(widget));
      await failed;
      await errorOf(widget, 'cc-name'); // which would replace it
      expect(textOf(part(widget, '.visually-hidden[role=alert]'))).to.equal('Please fix these details:');
    });
  }

  it('are announced once and then removed from the live region', async () => {
    const timers = holdTimers((milliseconds) => milliseconds === 3000); // how long an announcement stays
    const widget = await mountReady();
    await typeInto(widget, 'cc-number', '4242');
    await sendKeys({ press: 'Tab' });
    const error = await errorOf(widget, 'cc-number');
    const announced = textOf(part(widget, '.visually-hidden[role=status]'));
    await timers.fire();
    await widget.updateComplete;
    expect([announced, textOf(part(widget, '.visually-hidden[role=status]'))]).to.deep.equal([error, '']);
  });
});

describe('Reduced motion', () => {
  it('stops every animation except the spinner', async () => {
    await emulateMedia({ 'prefers-reduced-motion': 'reduce' });
    const widget = await STATES.busy({});
    await widget.updateComplete;
    const moving = [...(widget.shadowRoot?.querySelectorAll('.widget *') ?? [])].filter((element) => {
      const { transitionProperty, animationName } = getComputedStyle(element);
      return transitionProperty !== 'none' || animationName !== 'none';
    });
    await emulateMedia();
    expect(moving.map((element) => element.className)).to.deep.equal(['spinner']);
  });
});

describe('A narrow page', () => {
  for (const [name, enter] of Object.entries(STATES)) {
    it(`of 320 px (1280 px at 400 % zoom) has no layout faults, ${name}`, async () => {
      await setViewport({ width: 320, height: 256 });
      const widget = await enter({ testCard: true });
      await nextFrame();
      const found = layoutFaults(widget);
      await setViewport(NORMAL_VIEWPORT);
      expect(found).to.deep.equal([]);
    });
  }

  it('of 240 px holds every field, whatever the font size of the root', async () => {
    document.documentElement.style.fontSize = '200%';
    const widget = await STATES['all errors']({});
    widget.style.width = '240px';
    await nextFrame();
    const fields = [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('.field') ?? [])];
    document.documentElement.style.fontSize = '';
    expect(fields.filter(({ offsetWidth }) => offsetWidth > 240)).to.deep.equal([]);
  });

  it('has no layout faults with the text spacing of WCAG 1.4.12', async () => {
    await setViewport({ width: 320, height: 600 });
    const widget = await STATES['all errors']({});
    const style = new CSSStyleSheet();
    style.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
    );
    widget.shadowRoot?.adoptedStyleSheets.push(style);
    await nextFrame();
    const found = layoutFaults(widget);
    await setViewport(NORMAL_VIEWPORT);
    expect(found).to.deep.equal([]);
  });
});

describe('An English form in a page with another direction and an unsupported language', () => {
  it('is marked as English, from left to right', async () => {
    const widget = await mountReady({ lang: 'ps', dir: 'rtl' });
    const { lang, dir } = part(widget, '.widget');
    expect([lang, dir, textOf(payButton(widget)).startsWith('Pay')]).to.deep.equal(['en', 'ltr', true]);
  });

  it('keeps the direction of slotted content', async () => {
    const widget = await mountReady({ lang: 'ps', dir: 'rtl' });
    const slots = [...(widget.shadowRoot?.querySelectorAll('slot') ?? [])];
    expect(new Set(slots.map((slot) => getComputedStyle(slot).direction))).to.deep.equal(new Set(['rtl']));
  });

  it('inherits the direction when the page replaces all messages', async () => {
    const widget = await mountReady({ lang: 'ps', dir: 'rtl' });
    widget.messages = { ...ENGLISH, pay: 'تادیه {amount}' };
    await widget.updateComplete;
    expect(part(widget, '.widget').hasAttribute('dir')).to.equal(false);
  });
});
