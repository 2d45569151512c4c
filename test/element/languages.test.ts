import { fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import { LANGUAGES } from 'payment-widget/i18n/languages';
import { ALL_FIELDS, layoutFaults, STATES } from '../support/states.js';
import { until } from '../support/until.js';
import {
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  focusedId,
  input,
  mount,
  mountReady,
  nextFrame,
  part,
  payButton,
  sendKeys,
  textOf,
  type as typeInto,
} from '../support/widget.js';

/** One language for each kind of script, and the longest texts. */
const SAMPLE = ['de', 'ru', 'ar', 'ur', 'ta', 'ja'] as const;
const dirOf = (lang: string) => (['ar', 'ur'].includes(lang) ? 'rtl' : 'ltr');

/** Label of a field. */
const label = (widget: PaymentWidget, id = 'cc-number') => textOf(part(widget, `label[for=${id}]`));

/** Waits until the card number has this label. */
async function labelBecomes(widget: PaymentWidget, text: string): Promise<void> {
  await until(() => label(widget) === text);
}

describe('The language of the page', () => {
  for (const lang of SAMPLE) {
    it(`renders the whole form in ${lang} at once`, async () => {
      const widget = await mount({ lang, dir: dirOf(lang), mode: 'test', fields: ALL_FIELDS });
      const rendered = [label(widget), label(widget, 'email'), textOf(part(widget, '[part=banner]'))];
      const messages = (await LANGUAGES[lang]?.load())?.default;
      expect(rendered).to.deep.equal([
        messages?.label_card_number,
        messages?.label_email,
        messages?.banner.replace('\u00a0', ' '),
      ]);
    });
  }

  it('applies to optional fields that are added later, removed and added again', async () => {
    const widget = await mountReady({ lang: 'de' });
    const { fields } = widget;
    const labels: string[] = [];
    for (const more of ['', ' email', '', ' postal-code']) {
      widget.fields = fields + more;
      await widget.updateComplete;
      labels.push([...(widget.shadowRoot?.querySelectorAll('label') ?? [])].map(textOf).join());
    }
    const card = 'Kartennummer,Gültig bis,Prüfnummer (CVC),Name auf der Karte';
    expect(labels).to.deep.equal([card, `${card},E-Mail-Adresse`, card, `${card},Postleitzahl`]);
  });

  for (const [lang, text] of [
    ['de-AT', 'Kartennummer'],
    ['zh-HK', '卡號'],
    ['no', 'Kortnummer'],
    ['nonsense!', 'Card number'],
    ['', 'Card number'],
  ] as const) {
    it(`falls back to the closest language for lang="${lang}": ${text}`, async () => {
      expect(label(await mountReady({ lang }))).to.equal(text);
    });
  }

  for (const [lang, amount] of [
    ['fa', '۴۹٫۹۹'],
    ['fr', '49,99'],
    ['km', 'Pay €49.99'],
  ] as const) {
    it(`formats amounts in ${lang}: ${amount}`, async () => {
      expect(textOf(payButton(await mountReady({ lang })))).to.contain(amount);
    });
  }

  for (const [lang, text] of [
    ['en-AT', 'Pay KWD 4,999.000'],
    ['en-DK', 'Pay KWD 4,999.000'],
    ['en-IN', 'Pay KWD 4,999.000'],
    ['en-u-nu-hanidec', 'Pay KWD 4,999.000'],
    ['en-GB-u-nu-mathsanb', 'Pay KWD 4,999.000'],
    ['km-u-nu-khmr', 'Pay KWD 4,999.000'],
    ['de-CH', '4.999,000 KWD bezahlen'],
    ['es-MX', 'Pagar 4999,000 KWD'],
    ['ar-EG-u-nu-arab', 'دفع 4,999.000 د.ك.'],
  ] as const) {
    it(`writes amounts as its texts do, whatever its region and its extensions are: ${lang}`, async () => {
      const widget = await mountReady({ lang, amount: '4999000', currency: 'KWD' });
      expect(textOf(payButton(widget)).replace(/\p{Cf}/gu, '')).to.equal(text);
    });
  }

  for (const [lang, text] of [
    ['en-US', 'Pay $49.99'],
    ['en-GB', 'Pay US$49.99'],
    ['en-AU', 'Pay US$49.99'],
  ] as const) {
    it(`names dollars of the United States elsewhere: ${lang}`, async () => {
      expect(textOf(payButton(await mountReady({ lang, currency: 'USD' })))).to.equal(text);
    });
  }

  it('applies to errors and isolates values in text from right to left', async () => {
    const widget = await mountReady({ lang: 'he', dir: 'rtl' });
    await typeInto(widget, 'cc-exp', '1');
    await sendKeys({ press: 'Tab' });
    expect(await errorOf(widget, 'cc-exp')).to.contain('\u206804 / 30\u2069');
  });

  it('yields to messages of the page', async () => {
    const widget = await mountReady({ lang: 'de' });
    widget.messages = { pay: 'Jetzt spenden', label_email: 'Mail' };
    widget.fields += ' email phone';
    await widget.updateComplete;
    expect([textOf(payButton(widget)), ...['cc-number', 'email', 'tel'].map((id) => label(widget, id))]).to.deep.equal([
      'Jetzt spenden',
      'Kartennummer',
      'Mail',
      'Telefonnummer',
    ]);
  });

  it('keeps card fields from left to right in a page from right to left', async () => {
    const widget = await mountReady({ lang: 'ar', dir: 'rtl' });
    const ids = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'] as const;
    expect(ids.map((id) => getComputedStyle(input(widget, id)).direction)).to.deep.equal(Array(4).fill('ltr'));
  });
});

describe('Changing the language', () => {
  const germanPart = (page: HTMLElement): HTMLElement => {
    const part = page.appendChild(document.createElement('div'));
    part.lang = 'de';
    return part;
  };
  const changes: readonly [string, (page: HTMLElement, widget: PaymentWidget) => void][] = [
    ['of the element', (_, widget) => (widget.lang = 'de')],
    ['of an ancestor', (page) => (page.lang = 'de')],
    ['by moving it', (page, widget) => germanPart(page).append(widget)],
    ['by moving it with moveBefore()', (page, widget) => germanPart(page).moveBefore(widget, null)],
  ];
  for (const [what, change] of changes) {
    it(`${what} updates the form and keeps the typed text`, async () => {
      const page = await fixture<HTMLElement>(html`
        <div lang="en"><payment-widget proxy-url="/merchant/test" amount="4999" currency="EUR"></payment-widget></div>
      `);
      const widget = page.firstElementChild as PaymentWidget;
      await widget.updateComplete;
      await fillCard(widget);
      change(page, widget);
      await labelBecomes(widget, 'Kartennummer');
      expect([input(widget, 'cc-number').value, input(widget, 'cc-csc').value]).to.deep.equal([
        '4242 4242 4242 4242',
        '123',
      ]);
    });
  }

  it('works across shadow roots', async () => {
    const page = await fixture<HTMLElement>(html`<div lang="en"></div>`);
    const widget = document.createElement('payment-widget');
    Object.assign(widget, { proxyUrl: '/merchant/test', amount: 4999, currency: 'EUR' });
    page.attachShadow({ mode: 'open' }).append(widget);
    await widget.updateComplete;
    page.lang = 'it';
    await labelBecomes(widget, 'Numero della carta');
  });

  it('keeps the focus and visible errors', async () => {
    const widget = await mountReady();
    await fillIn(widget, { 'cc-number': '4242424242424241' });
    widget.validate();
    await widget.updateComplete;
    widget.lang = 'sv';
    await labelBecomes(widget, 'Kortnummer');
    expect([focusedId(widget), (await errorOf(widget, 'cc-number')).startsWith('Kontrollera')]).to.deep.equal([
      'cc-number',
      true,
    ]);
  });

  it('several times in a row ends with the last language', async () => {
    const widget = await mountReady();
    for (const lang of ['de', 'fr', 'ja', 'en', 'ko', 'pl']) widget.lang = lang;
    await labelBecomes(widget, 'Numer karty');
  });
});

describe('A narrow page', () => {
  before(() => setViewport({ width: 320, height: 600 }));
  after(() => setViewport({ width: 800, height: 600 }));

  for (const lang of SAMPLE) {
    for (const state of ['all errors', 'unknown'] as const) {
      it(`has no layout faults in ${lang}, ${state}`, async () => {
        const widget = await STATES[state]({ lang, dir: dirOf(lang), testCard: true });
        await nextFrame();
        expect(layoutFaults(widget)).to.deep.equal([]);
      });
    }

    it(`has a button of one line in ${lang}`, async () => {
      const widget = await mountReady({ lang, dir: dirOf(lang), amount: '123456' });
      expect(payButton(widget).offsetHeight).to.equal(52);
    });
  }
});

describe('Korean', () => {
  it('breaks lines between words', async () => {
    const widget = await mountReady({ lang: 'ko' });
    expect(getComputedStyle(part(widget, 'label')).wordBreak).to.equal('keep-all');
  });
});

describe('Urdu', () => {
  it('has lines far enough apart for Nastaliq', async () => {
    const widget = await mountReady({ lang: 'ur', dir: 'rtl' });
    const { fontSize, lineHeight } = getComputedStyle(part(widget, 'label'));
    expect(parseFloat(lineHeight) / parseFloat(fontSize)).to.be.closeTo(1.8, 0.01);
  });
});

describe('The name on the card', () => {
  it('runs from left to right, aligned to the right, in a page from right to left', async () => {
    const widget = await mountReady({ lang: 'ar', dir: 'rtl' });
    await fillIn(widget, { 'cc-name': 'John Smith Jr.' });
    const { direction, textAlign } = getComputedStyle(input(widget, 'cc-name'));
    expect([direction, textAlign]).to.deep.equal(['ltr', 'right']);
  });
});

describe('Labels side by side', () => {
  it('keep their inputs aligned when one label wraps', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS });
    widget.messages = {
      label_card_expiry: 'A very long name for the date until which the card is valid, with more words',
    };
    await widget.updateComplete;
    const top = (id: 'cc-exp' | 'cc-csc') => input(widget, id).getBoundingClientRect().top;
    expect([top('cc-exp') === top('cc-csc'), find(widget, '.half') !== null]).to.deep.equal([true, true]);
  });
});
