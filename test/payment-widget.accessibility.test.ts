import { aTimeout, fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { PaymentWidget } from '../src/index.js';
import { ALL_ENGLISH } from './support/english.js';
import { ALL_FIELDS, emulateMedia, fillIn, misfits, STATES } from './support/states.js';
import {
  click,
  errorOf,
  expect,
  find,
  focusedId,
  input,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  postsOf,
  sendKeys,
  textOf,
  type as typeInto,
} from './support/widget.js';

const NORMAL_VIEWPORT = { width: 800, height: 600 };

before(() => {
  Object.assign(document.documentElement.style, { colorScheme: 'light dark', background: 'Canvas' });
});

after(async () => {
  document.documentElement.removeAttribute('style');
  await emulateMedia();
  await setViewport(NORMAL_VIEWPORT);
});

describe('axe', () => {
  const appearances = ['light', 'dark'].flatMap((scheme) =>
    ['none', 'active'].map((forced) => ({ 'prefers-color-scheme': scheme, 'forced-colors': forced })),
  );
  for (const features of appearances) {
    const { 'prefers-color-scheme': scheme, 'forced-colors': forced } = features;
    describe(`${scheme}${forced === 'active' ? ', in forced colours' : ''}`, () => {
      for (const [lang, dir] of [
        ['en', 'ltr'],
        ['ar', 'rtl'],
      ] as const) {
        for (const [name, enter] of Object.entries(STATES)) {
          it(`finds nothing, ${dir}: ${name}`, async () => {
            await emulateMedia(features);
            await expect(await enter({ lang, dir })).to.be.accessible();
          });
        }
      }
    });
  }
});

describe('the focus', () => {
  for (const name of ['paid', 'pending', 'unknown'] as const) {
    it(`goes to the result: ${name}`, async () => {
      const widget = await STATES[name]({});
      await widget.updateComplete;
      expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('result');
    });
  }

  it('goes to what is said of a payment that was not made', async () => {
    const widget = await STATES.declined({});
    await widget.updateComplete;
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('summary');
  });

  it('stays where somebody has put it meanwhile', async () => {
    const widget = await mountReady({ merchant: 'slow-402' });
    await fillIn(widget);
    widget.addEventListener('payment-failure', () => {
      input(widget, 'cc-number').focus();
    });
    await widget.submit();
    await widget.updateComplete;
    expect(widget.shadowRoot?.activeElement?.id).to.equal('cc-number');
  });

  it('stays with whoever types elsewhere meanwhile; the result is said instead', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const widget = await mountReady({ merchant: 'slow' });
    await fillIn(widget);
    payButton(widget).focus();
    const begun = next(widget, 'payment-submit').then(() => {
      elsewhere.focus();
    });
    const paid = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await begun;
    await paid;
    await nextFrame();
    expect([document.activeElement, textOf(part(widget, '.visually-hidden[role=alert]'))]).to.deep.equal([
      elsewhere,
      'Payment successful You paid €49.99.',
    ]);
  });

  it('goes to the first field when the page begins another payment', async () => {
    const widget = await STATES.paid({});
    await widget.updateComplete;
    widget.reset();
    await widget.updateComplete;
    expect(focusedId(widget)).to.equal('cc-number');
  });

  it('goes to what is said of a page that is set up wrongly, and back when that is mended', async () => {
    const widget = await mountReady();
    input(widget, 'cc-csc').focus();
    widget.currency = 'nothing';
    await widget.updateComplete;
    const meanwhile = widget.shadowRoot?.activeElement?.getAttribute('part');
    widget.currency = 'EUR';
    await widget.updateComplete;
    expect([meanwhile, focusedId(widget)]).to.deep.equal(['setup-error', 'cc-csc']);
  });

  describe('of a form that is disabled for a moment', () => {
    /** Disables and enables the form while a field has the focus. */
    async function interrupt(meanwhile = () => Promise.resolve()): Promise<PaymentWidget> {
      const widget = await mountReady();
      input(widget, 'cc-csc').focus();
      widget.disabled = true;
      await widget.updateComplete;
      await nextFrame();
      await meanwhile();
      widget.disabled = false;
      await widget.updateComplete;
      return widget;
    }

    it('is back', async () => {
      expect(focusedId(await interrupt())).to.equal('cc-csc');
    });

    it('is not brought back again when the shopper turns away later', async () => {
      const widget = await interrupt();
      input(widget, 'cc-csc').blur();
      widget.requestUpdate();
      await widget.updateComplete;
      await nextFrame();
      expect(document.activeElement === document.body).to.equal(true);
    });

    it('is not brought back to a shopper who has turned away', async () => {
      const page = await fixture(html`<p>Something else</p>`);
      await interrupt(() => click(page));
      expect(document.activeElement === document.body).to.equal(true);
    });
  });

  it('goes to what is said of a decline, wherever Enter was pressed', async () => {
    const widget = await mountReady({ merchant: 'status-402', fields: 'card-number card-expiry card-cvc' });
    await fillIn(widget, { 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123' });
    input(widget, 'cc-csc').focus();
    const declined = next(widget, 'payment-failure');
    await sendKeys({ press: 'Enter' });
    await declined;
    await nextFrame();
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('summary');
  });

  it('leaves a control of the page that is gone with the form, for the result', async () => {
    const content = html`<label slot="before-button">Note <input name="note" /></label>`;
    const widget = await mountReady({ merchant: 'slow', content });
    await fillIn(widget);
    const paid = next(widget, 'payment-success');
    payButton(widget).click();
    widget.querySelector('input')?.focus();
    await paid;
    await nextFrame();
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('result');
  });

  it('goes to the result when an element that was away is back', async () => {
    const widget = await mountReady({ merchant: 'slow' });
    const page = widget.parentElement;
    await fillIn(widget);
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    widget.remove();
    await outcome;
    page?.append(widget);
    await widget.updateComplete;
    await nextFrame();
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('result');
  });

  for (const name of ['unknown', 'paid'] as const) {
    it(`brings the title of the result into view, however small the page: ${name}`, async () => {
      await setViewport({ width: 320, height: 180 });
      const widget = await STATES[name]({ testCard: true });
      await nextFrame();
      const { top, bottom } = part(widget, '#result-title').getBoundingClientRect();
      await setViewport(NORMAL_VIEWPORT);
      expect([top >= 0, bottom <= 180]).to.deep.equal([true, true]);
    });
  }

  it('is seen by an outline on everything that can have it', async () => {
    const widget = await mountReady({ testCard: true, fields: ALL_FIELDS });
    const outlines: string[] = [];
    part(widget, '.test-card').focus();
    for (let count = 0; count < 11; count++) {
      if (count > 0) await sendKeys({ press: 'Tab' }); // one more, and Firefox goes on to its own buttons
      const element = widget.shadowRoot?.activeElement;
      if (element) outlines.push(`${getComputedStyle(element).outlineStyle} ${getComputedStyle(element).outlineWidth}`);
    }
    expect(outlines).to.deep.equal(Array(11).fill('solid 2px'));
  });
});

describe('with the keyboard alone', () => {
  it('a wrong form is mended by way of the list of errors, and paid', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc' });
    await typeInto(widget, 'cc-number', '4242424242424242');
    await sendKeys({ press: 'Enter' }); // the focus goes to the expiry date
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' }); // the first link of the list
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: '1230' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ type: '123' });
    await sendKeys({ press: 'Tab' });
    const paid = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await paid;
    expect(await postsOf(widget)).to.have.lengthOf(1);
  });
});

describe('what can be pressed', () => {
  it('is at least 44 px high and wide', async () => {
    const widget = await STATES['all wrong']({ testCard: true });
    const small = [...(widget.shadowRoot?.querySelectorAll('a, button, input, select') ?? [])].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 44 || height < 44;
    });
    expect(small.map((element) => element.outerHTML)).to.deep.equal([]);
  });
});

describe('what is wrong', () => {
  it('is shown by more than colour: a sign before the text', async () => {
    const widget = await STATES['wrong once']({});
    expect(find(widget, '[part=error] svg') === null).to.equal(false);
  });

  it('is shown in forced colours by the border of the input', async () => {
    await emulateMedia({ 'forced-colors': 'active' });
    const widget = await mountReady();
    const right = getComputedStyle(input(widget, 'cc-number')).borderStyle;
    widget.validate();
    await widget.updateComplete;
    const wrong = getComputedStyle(input(widget, 'cc-number')).borderStyle;
    await emulateMedia();
    expect([right, wrong]).to.deep.equal(['solid', 'double']);
  });

  it('is all that describes a security code: where that stands is part of it', async () => {
    const widget = await mountReady();
    const describedBy = () => input(widget, 'cc-csc').getAttribute('aria-describedby');
    const before = describedBy();
    widget.validate();
    await widget.updateComplete;
    expect([before, describedBy()]).to.deep.equal(['cc-csc-affix cc-csc-error', 'cc-csc-error']);
  });

  it('is not a live region beside each field: what the focus reads is not read twice', async () => {
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
    it(`is announced long enough to be heard when Pay is pressed by ${how}`, async () => {
      const widget = await mountReady();
      await typeInto(widget, 'cc-name', 'Ada');
      const heard = next(widget, 'payment-failure')
        .then(() => aTimeout(500))
        .then(() => textOf(part(widget, '.visually-hidden[role=alert]')));
      await press(payButton(widget));
      expect(await heard).to.equal('Please check the following before you pay:');
    });
  }

  it('is said in the language of the page of the page’s own controls, too', async () => {
    const content = html`<label slot="before-button">AGB <input type="checkbox" name="terms" required /></label>`;
    const widget = await mountReady({ lang: 'de', content });
    widget.validate();
    await widget.updateComplete;
    expect(textOf(part(widget, '[part=summary] li:last-child'))).to.equal('AGB: Bitte prüfen Sie dieses Feld.');
  });

  it('is said once and then taken away, so that nobody finds it twice', async () => {
    const widget = await mountReady();
    await typeInto(widget, 'cc-number', '4242');
    await sendKeys({ press: 'Tab' });
    const error = await errorOf(widget, 'cc-number');
    const said = textOf(part(widget, '.visually-hidden[role=status]'));
    await new Promise((resolve) => setTimeout(resolve, 3200));
    await widget.updateComplete;
    expect([said, textOf(part(widget, '.visually-hidden[role=status]'))]).to.deep.equal([error, '']);
  });
});

describe('the payment under way', () => {
  it('is announced, and marked for those who look around meanwhile', async () => {
    const widget = await STATES.busy({});
    await widget.updateComplete;
    expect([part(widget, 'form').ariaBusy, payButton(widget).ariaDisabled]).to.deep.equal(['true', 'true']);
  });
});

describe('reduced motion', () => {
  it('makes everything keep still, but for the sign that something is under way', async () => {
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

describe('a narrow page', () => {
  for (const [name, enter] of Object.entries(STATES)) {
    it(`of 320 px, as 1280 px at 400 % are, has room for everything: ${name}`, async () => {
      await setViewport({ width: 320, height: 256 });
      const widget = await enter({ testCard: true });
      await nextFrame();
      const found = misfits(widget);
      await setViewport(NORMAL_VIEWPORT);
      expect(found).to.deep.equal([]);
    });
  }

  for (const [what, number, style] of [
    ['of 19 digits', '6212345678901234567', ''],
    ['in large text', '4242424242424242', 'font-size: 24px'],
    ['in text of twice the size', '4242424242424242', 'font-size: 32px'],
  ] as const) {
    it(`has room for a card number ${what}`, async () => {
      await setViewport({ width: 320, height: 600 });
      document.body.setAttribute('style', style);
      const widget = await mountReady();
      await fillIn(widget, { 'cc-number': number });
      const { scrollWidth, clientWidth } = input(widget, 'cc-number');
      document.body.removeAttribute('style');
      await setViewport(NORMAL_VIEWPORT);
      expect(scrollWidth).to.be.at.most(clientWidth);
    });
  }

  it('of 240 px has room for everything, whatever the size of the root’s text', async () => {
    document.documentElement.style.fontSize = '200%';
    const widget = await STATES['all wrong']({});
    widget.style.width = '240px';
    await nextFrame();
    const fields = [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('.field') ?? [])];
    document.documentElement.style.fontSize = '';
    expect(fields.filter(({ offsetWidth }) => offsetWidth > 240)).to.deep.equal([]);
  });

  it('has room for text with the spacing that a person needs (WCAG 1.4.12)', async () => {
    await setViewport({ width: 320, height: 600 });
    const widget = await STATES['all wrong']({});
    const style = new CSSStyleSheet();
    style.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
    );
    widget.shadowRoot?.adoptedStyleSheets.push(style);
    await nextFrame();
    const found = misfits(widget);
    await setViewport(NORMAL_VIEWPORT);
    expect(found).to.deep.equal([]);
  });
});

describe('an English form in a page of another direction, for want of its language', () => {
  it('is English, from left to right', async () => {
    const widget = await mountReady({ lang: 'ur', dir: 'rtl' });
    const { lang, dir } = part(widget, '.widget');
    expect([lang, dir, textOf(payButton(widget)).startsWith('Pay')]).to.deep.equal(['en', 'ltr', true]);
  });

  it('leaves what the page puts into it as it is', async () => {
    const widget = await mountReady({ lang: 'ur', dir: 'rtl' });
    const slots = [...(widget.shadowRoot?.querySelectorAll('slot') ?? [])];
    expect(new Set(slots.map((slot) => getComputedStyle(slot).direction))).to.deep.equal(new Set(['rtl']));
  });

  it('stays so when the page replaces a few texts', async () => {
    const widget = await mountReady({ lang: 'ur', dir: 'rtl' });
    widget.messages = { label_postal_code: 'ZIP code' };
    await widget.updateComplete;
    expect(part(widget, '.widget').dir).to.equal('ltr');
  });

  it('is the page’s own when the page has all texts', async () => {
    const widget = await mountReady({ lang: 'ur', dir: 'rtl' });
    widget.messages = { ...ALL_ENGLISH, pay: 'ادائیگی {amount}' };
    await widget.updateComplete;
    expect(part(widget, '.widget').hasAttribute('dir')).to.equal(false);
  });
});
