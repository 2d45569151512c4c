import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';
import { EXTRA_LANGUAGES } from '../../src/extra-languages.js';
import type { PaymentWidget } from '../../src/index.js';
import { LANGUAGES } from '../../src/languages.js';
import { DEMO_PAGES } from '../support/demo-pages.js';
import { typeCard } from '../support/shopper.js';
import { stopClock } from '../support/stopped-clock.js';

let browser: Browser;
let demo: Demo;

before(async () => {
  browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
  demo = await startDemo({}, DEMO_PAGES);
});

after(async () => {
  await browser.close();
  await demo.close();
});

const widget = (attributes = '') =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" ${attributes}></payment-widget>`;

/** A page of the shop with the script and a form, some files missing. */
async function open(form: string, missing: readonly string[] = []): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const file of missing) await page.route(`**/${file}`, (route) => route.abort());
  await show(page, form);
  return { page, asked };
}

async function show(page: Page, form: string): Promise<void> {
  await page.route('**/parts', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><script src="/payment-widget.js" defer></script>${form}</html>`,
    }),
  );
  await page.goto(`${demo.shopUrl}/parts`);
}

/** What the element says that it is doing, and whether its style says so, too. */
function stateOf(page: Page): Promise<[string, boolean]> {
  return page.locator('payment-widget').evaluate((element: PaymentWidget) => {
    return [element.state, element.matches(`:state(${element.state})`)];
  });
}

describe('a form with fields of the card alone', () => {
  it('loads nothing but the script, before somebody comes to it', async () => {
    const { page, asked } = await open(widget());
    await page.getByLabel('Card number').waitFor();
    await page.close();
    assert.deepEqual(
      asked.filter((path) => path.endsWith('.js')),
      ['/payment-widget.js'],
    );
  });

  it('writes the name of the network out when the marks cannot be loaded', async () => {
    const { page } = await open(widget(), ['cards.js']);
    await page.getByLabel('Card number').pressSequentially('4242');
    await page.locator('.brand', { hasText: 'Visa' }).waitFor();
    const marks = await page.locator('.mark').count();
    await page.close();
    assert.equal(marks, 0);
  });

  it('tells the developer once which file is missing, however often it is asked for', async () => {
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('console', (line) => told.push(line.text()));
    await page.route('**/cards.js', (route) => route.abort());
    await show(page, widget());
    await page.getByLabel('Card number').pressSequentially('4242');
    await page.getByLabel('Expiry date').click();
    await page.getByLabel('Security code').click();
    await page.locator('.brand', { hasText: 'Visa' }).waitFor();
    await page.close();
    const ours = told.filter((line) => line.startsWith('<payment-widget>'));
    assert.equal(ours.length, 1);
    assert.match(ours.join(), /^<payment-widget>: cards\.js could not be loaded\. TypeError: /);
  });

  it('draws the mark when they can be loaded the next time somebody comes to a field', async () => {
    const { page } = await open(widget(), ['cards.js']);
    await page.getByLabel('Card number').pressSequentially('4242');
    await page.locator('.brand', { hasText: 'Visa' }).waitFor();
    await page.unroute('**/cards.js');
    await page.getByLabel('Expiry date').click();
    await page.locator('.mark').waitFor();
    const names = await page.locator('.brand').count();
    await page.close();
    assert.equal(names, 0);
  });

  it('draws the mark when they can', async () => {
    const { page } = await open(widget());
    await page.getByLabel('Card number').pressSequentially('4242');
    await page.locator('.mark').waitFor();
    const names = await page.locator('.brand').count();
    await page.close();
    assert.equal(names, 0);
  });
});

describe('a number for tests in live mode', () => {
  it('is told, when what knows it comes after the field was left', async () => {
    const page = await browser.newPage();
    await page.route('**/pay/config', (route) => route.fulfill({ json: { mode: 'live' } }));
    const wanted = new Promise<Route>((resolve) => void page.route('**/cards.js', resolve));
    await show(page, widget());
    await page.getByLabel('Card number').pressSequentially('4242424242424242');
    await page.keyboard.press('Tab');
    await (await wanted).continue();
    const warning = await page.locator('[part=warning]').textContent();
    await page.close();
    assert.ok(warning);
  });
});

describe('a form with a field beyond the card', () => {
  const withCountry = widget('fields="card-number card-expiry card-cvc country"');

  it('lists what it needs', async () => {
    const { page } = await open(withCountry);
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    const value = await page.getByLabel('Country').inputValue();
    await page.close();
    assert.equal(value, 'DE');
  });

  it('is loading, and not ready, until it is drawn', async () => {
    const page = await browser.newPage();
    const wanted = new Promise<Route>((resolve) => void page.route('**/extras.js', resolve));
    const answered = page.waitForResponse('**/pay/config');
    await show(page, withCountry);
    const route = await wanted;
    await (await answered).finished();
    const before = await stateOf(page);
    await route.continue();
    await page.getByLabel('Country').waitFor();
    const after = await stateOf(page);
    await page.close();
    assert.deepEqual(
      [before, after],
      [
        ['loading', true],
        ['ready', true],
      ],
    );
  });

  it('says what the developer has to copy when it is not there, and shows no form', async () => {
    const { page } = await open(withCountry, ['extras.js']);
    await page.getByText('extras.js could not be loaded. Expected it beside the script').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  it('says so, too, when it does not come within ten seconds', async () => {
    const page = await browser.newPage();
    await page.clock.install();
    const asked = page.waitForRequest('**/extras.js');
    await page.route('**/extras.js', () => undefined);
    await show(page, withCountry);
    await asked;
    await page.clock.runFor(10_000);
    await page.getByText('extras.js could not be loaded').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  it('is drawn as soon as what it needs can be had, and something about it changes', async () => {
    const { page } = await open(withCountry, ['extras.js']);
    await page.getByText('extras.js could not be loaded').waitFor();
    await page.unroute('**/extras.js');
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('amount', '5999');
    });
    await page.getByLabel('Country').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, true);
  });

  it('keeps what was typed when it gets that field later', async () => {
    const { page } = await open(widget());
    await page.getByLabel('Card number').pressSequentially('4242424242424242');
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('fields', 'card-number card-expiry card-cvc email');
    });
    await page.getByLabel('Email').waitFor();
    const typed = await page.getByLabel('Card number').inputValue();
    await page.close();
    assert.equal(typed, '4242 4242 4242 4242');
  });
});

describe('a form with a field beyond the card, in another language', () => {
  const FIELDS = 'card-number card-expiry card-cvc email';
  const inLanguage = (lang: string, fields = FIELDS) => widget(`lang="${lang}" fields="${fields}"`);

  it('has the texts of a field that the page asks for while the first drawing waits', async () => {
    const page = await browser.newPage();
    const wanted = new Promise<Route>((resolve) => void page.route('**/locales/de.js', resolve));
    await show(page, widget('lang="de"'));
    const route = await wanted;
    await page.locator('payment-widget').evaluate((element: PaymentWidget, fields) => {
      element.fields = fields;
    }, FIELDS);
    await route.continue();
    await page.getByLabel('Kartennummer').waitFor();
    const labels = await page.locator('label').allTextContents();
    await page.close();
    assert.equal(labels.at(-1), 'E-Mail-Adresse');
  });
  const IN_ARABIC = inLanguage('ar').replace('lang=', 'dir="rtl" lang=');
  const GERMAN = ['Kartennummer', 'Ablaufdatum', 'Prüfnummer (CVC)', 'E-Mail-Adresse'];
  const ENGLISH = ['Card number', 'Expiry date', 'Security code', 'Email'];
  const labels = (page: Page) => page.locator('payment-widget label').allTextContents();

  const set = (page: Page, attribute: 'lang' | 'fields', value: string) =>
    page.locator('payment-widget').evaluate(
      (element, [name, text]) => {
        element.setAttribute(name, text);
      },
      [attribute, value] as const,
    );

  /** A page of which nobody has gone anywhere yet. It remembers what was warned of. */
  async function openBlank(): Promise<{ page: Page; warnings: string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    const warnings: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'warning') warnings.push(line.text());
    });
    return { page, warnings };
  }

  /** Lets a file wait until the function that this gives is called. */
  async function hold(page: Page, file: string): Promise<() => void> {
    let send = () => {};
    const sent = new Promise<void>((resolve) => (send = resolve));
    await page.route(`**/${file}`, async (route) => {
      await sent;
      await route.continue();
    });
    return send;
  }

  it('finds its texts in every language beside the script', async () => {
    const { page } = await open(inLanguage('en'));
    for (const [lang, load] of Object.entries(LANGUAGES)) {
      const { label_card_number: card } = (await load()).default;
      const extras = (await EXTRA_LANGUAGES[lang]?.())?.default;
      await set(page, 'lang', lang);
      await page.getByText(card, { exact: true }).waitFor();
      assert.equal((await labels(page)).at(-1), extras?.label_email);
    }
    await page.close();
  });

  it('loads no texts of such fields while there are none', async () => {
    const { page, asked } = await open(inLanguage('de', 'card-number card-expiry card-cvc'));
    await page.getByText('Kartennummer').waitFor();
    await page.close();
    assert.deepEqual(
      asked.filter((path) => path.endsWith('.js')),
      ['/payment-widget.js', '/locales/de.js'],
    );
  });

  it('waits for all texts a moment rather than show some in English first', async () => {
    const { page } = await openBlank();
    await stopClock(page);
    const wanted = new Promise<Route>((resolve) => void page.route('**/locales/extras/de.js', resolve));
    await show(page, inLanguage('de'));
    const route = await wanted;
    await page.clock.runFor(900);
    const early = await labels(page);
    await route.continue();
    await page.locator('payment-widget label').first().waitFor();
    const first = await labels(page);
    await page.close();
    assert.deepEqual([early, first], [[], GERMAN]);
  });

  it('does not wait long when it gets one: it is in English throughout, and turns German as a whole when it can', async () => {
    const { page } = await openBlank();
    const send = await hold(page, 'locales/extras/de.js');
    await show(page, inLanguage('de', 'card-number card-expiry card-cvc'));
    await page.getByText('Kartennummer').waitFor();
    await set(page, 'fields', FIELDS);
    await page.getByText('Email').waitFor();
    const first = await labels(page);
    send();
    await page.getByText('Kartennummer').waitFor();
    const then = await labels(page);
    await page.close();
    assert.deepEqual([first, then], [ENGLISH, GERMAN]);
  });

  it('is in English throughout, too, where only the texts of the card come', async () => {
    const { page } = await openBlank();
    const send = await hold(page, 'locales/de.js');
    await page.route('**/locales/extras/de.js', () => undefined);
    const asked = page.waitForRequest('**/locales/extras/de.js');
    await show(page, inLanguage('de'));
    await asked;
    send();
    await page.locator('payment-widget label').first().waitFor();
    const shown = await labels(page);
    await page.close();
    assert.deepEqual(shown, ENGLISH);
  });

  it('gets a field later in the language of the others', async () => {
    const { page } = await openBlank();
    await stopClock(page);
    const send = await hold(page, 'locales/extras/de.js');
    await show(page, inLanguage('de', 'card-number card-expiry card-cvc'));
    await page.getByText('Kartennummer').waitFor();
    const asked = page.waitForRequest('**/locales/extras/de.js');
    await set(page, 'fields', FIELDS);
    await asked;
    const before = await labels(page);
    send();
    await page.getByText('E-Mail-Adresse').waitFor();
    const then = await labels(page);
    await page.close();
    assert.deepEqual([before, then], [GERMAN.slice(0, 3), GERMAN]);
  });

  it('stays in the old language until it has all texts of the new one', async () => {
    const { page } = await openBlank();
    const send = await hold(page, 'locales/extras/fr.js');
    await show(page, inLanguage('de'));
    await page.getByText('Kartennummer').waitFor();
    const arrived = page.waitForResponse('**/locales/fr.js');
    await set(page, 'lang', 'fr');
    const french = (await arrived).url();
    await page.evaluate(async (url) => {
      await import(url); // the page has it, too, then
      await document.querySelector('payment-widget')?.updateComplete;
    }, french);
    const before = await labels(page);
    send();
    await page.getByText('Numéro de carte').waitFor();
    const then = (await labels(page)).at(-1);
    await page.close();
    assert.deepEqual([before, then], [GERMAN, 'Adresse e-mail']);
  });

  for (const missing of ['locales/ar.js', 'locales/extras/ar.js']) {
    it(`without ${missing} is English throughout, from left to right, and says so once in the console`, async () => {
      const { page, warnings } = await openBlank();
      await page.route(`**/${missing}`, (route) => route.abort());
      await show(page, IN_ARABIC);
      await page.getByText('Card number').waitFor();
      const shown = await labels(page);
      const root = page.locator('payment-widget .widget');
      const language = await root.evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
      await page.close();
      assert.deepEqual([shown, language, warnings.length], [ENGLISH, ['en', 'ltr'], 1]);
      assert.match(warnings.join(), /^<payment-widget>: the texts for lang="ar" could not be loaded\./);
    });
  }

  it('is in its language as soon as that can be had, and the element is put somewhere else', async () => {
    const { page } = await openBlank();
    await page.route('**/locales/extras/ar.js', (route) => route.abort());
    await show(page, IN_ARABIC);
    await page.getByText('Card number').waitFor();
    await page.unroute('**/locales/extras/ar.js');
    await page.locator('payment-widget').evaluate((element) => {
      document.body.append(element);
    });
    await page.getByText('رقم البطاقة').waitFor();
    const last = (await labels(page)).at(-1);
    await page.close();
    assert.equal(last, 'البريد الإلكتروني');
  });
});

describe('a page that is set up wrongly', () => {
  const WRONG = widget('min-amount="5.00"');
  const SENTENCE = 'min-amount is "5.00". Expected minor units';
  const SHORT =
    'min-amount is not usable (invalid_amount_limits). explanations.js, which says more, could not be loaded.';

  it('loads what says why, and says it in place of the form', async () => {
    const { page, asked } = await open(WRONG);
    await page.getByText(SENTENCE).waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.deepEqual([isShown, asked.includes('/explanations.js')], [false, true]);
  });

  it('has failed, also for its style, while what says why is on its way', async () => {
    const page = await browser.newPage();
    const wanted = new Promise<Route>((resolve) => void page.route('**/explanations.js', resolve));
    await show(page, widget());
    await page.getByLabel('Card number').waitFor();
    await page.locator('payment-widget').evaluate((element: PaymentWidget) => {
      element.currency = 'nothing';
    });
    await wanted;
    const state = await stateOf(page);
    await page.close();
    assert.deepEqual(state, ['failed', true]);
  });

  it('is told so once, in whole, by event and in the console', async () => {
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('console', (line) => told.push(line.text()));
    await page.addInitScript(() => {
      addEventListener('payment-failure', ({ detail }) => {
        console.info('event', detail.error.message);
      });
    });
    await show(page, WRONG);
    await page.getByText(SENTENCE).waitFor();
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('description', 'drawn again');
      return (element as PaymentWidget).updateComplete;
    });
    await page.close();
    assert.deepEqual(
      told.map((line) => line.slice(0, line.indexOf('min-amount')) + (line.includes(SENTENCE) ? '' : line)),
      ['<payment-widget>: invalid_amount_limits: ', 'event '],
    );
  });

  it('is refused without it, by code and setting', async () => {
    const { page } = await open(WRONG, ['explanations.js']);
    await page.getByText(SHORT).waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  it('is told in whole as soon as it can be, and something about it changes', async () => {
    const { page } = await open(WRONG, ['explanations.js']);
    await page.getByText(SHORT).waitFor();
    await page.unroute('**/explanations.js');
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('amount', '5999');
    });
    await page.getByText(SENTENCE).waitFor();
    await page.close();
  });

  it('does not wait for it for ever', async () => {
    const page = await browser.newPage();
    await page.route('**/explanations.js', () => undefined);
    await show(page, WRONG);
    await page.getByText(SHORT).waitFor();
    await page.close();
  });

  it('sends nothing while it waits for it', async () => {
    const page = await browser.newPage();
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') payments.push(request.url());
    });
    await page.route('**/explanations.js', () => undefined);
    await show(page, widget());
    await typeCard(page, '4242424242424242');
    const code = await page.locator('payment-widget').evaluate(async (element) => {
      element.setAttribute('api-key', 'anything');
      const outcome = await (element as PaymentWidget).submit();
      return 'error' in outcome && outcome.error.code;
    });
    await page.close();
    assert.deepEqual([code, payments], ['key_in_browser', []]);
  });

  it('is told in whole, too, of what comes out when somebody pays', async () => {
    const { page } = await open(
      widget().replace('></', `><input slot="before-button" name="${'n'.repeat(65)}" value="x" /></`),
    );
    await typeCard(page, '4242424242424242');
    const message = await page.locator('payment-widget').evaluate(async (element) => {
      const outcome = await (element as PaymentWidget).submit();
      return 'error' in outcome && outcome.error.message;
    });
    await page.close();
    assert.match(String(message), /^metadata is not usable. Expected a plain object of strings/);
  });
});

/** A proxy that is in doubt about a payment, and then says that it was made. */
async function settlesLater(page: Page): Promise<void> {
  await page.route('**/pay/v1/payments', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/pay/attempts/*', (route) => route.fulfill({ json: { state: 'succeeded' } }));
}

async function pay(page: Page): Promise<void> {
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
}

describe('a payment', () => {
  const ordered = () => widget(`reference="order-${crypto.randomUUID()}"`);
  const isFormThere = (page: Page) => page.locator('form').isVisible();

  it('loads nothing that only one in doubt needs', async () => {
    const { page, asked } = await open(ordered());
    await page.route('**/pay/v1/payments', (route) => route.fulfill({ json: { id: 'pay_1' } }));
    await pay(page);
    await page.getByText('Payment successful').waitFor();
    await page.close();
    assert.equal(asked.includes('/doubt.js'), false);
  });

  it('in doubt turns into what it was when the proxy knows', async () => {
    const { page, asked } = await open(ordered());
    await settlesLater(page);
    await pay(page);
    await page.getByText('Payment successful').waitFor();
    await page.close();
    assert.equal(asked.includes('/doubt.js'), true);
  });

  it('stays in doubt when the word of the proxy cannot be read, until it can', async () => {
    const { page } = await open(ordered(), ['doubt.js']);
    await settlesLater(page);
    const failed = page.waitForEvent('requestfailed');
    await pay(page);
    await page.getByText('we are checking whether the payment arrived').waitFor();
    await failed;
    const isFree = await isFormThere(page);
    await page.unroute('**/doubt.js');
    await page.getByText('Payment successful').waitFor();
    await page.close();
    assert.equal(isFree, false);
  });

  it('in doubt keeps the order from being paid again by the next page, which cannot read what became of it', async () => {
    const { page } = await open(ordered(), ['doubt.js']);
    await settlesLater(page);
    await pay(page);
    await page.getByText('we are checking whether the payment arrived').waitFor();
    await page.reload();
    await page.getByText('Your card may have been charged').waitFor();
    const isFree = await isFormThere(page);
    await page.close();
    assert.equal(isFree, false);
  });
});
