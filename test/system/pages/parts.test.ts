import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { PaymentWidget } from '../../../src/index.js';
import { withBuiltShop } from '../../support/built-shop.js';
import { typeCard } from '../../support/shopper.js';
import { stopClock } from '../../support/stopped-clock.js';
import { until } from '../../support/until.js';

/** Files that the script loads on demand: fields, card marks, languages and attempt reports. */

const context = withBuiltShop();

/** A form for an order of its own. */
const widget = (attributes = '') =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="parts-${crypto.randomUUID()}"
    ${attributes}></payment-widget>`;
const inLiveMode = (form: string) => form.replace('/pay', '/live');

/** Opens a page with the script and a form. Requests for missing files fail. */
async function open(form: string, missing: readonly string[] = []): Promise<{ page: Page; asked: string[] }> {
  const page = await context.browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const file of missing) await page.route(`**/${file}`, (route) => route.abort());
  await show(page, form);
  return { page, asked };
}

async function show(page: Page, form: string): Promise<void> {
  const { shop } = context;
  const head =
    '<meta name="viewport" content="width=device-width" /><script type="module" src="/payment-widget.js"></script>';
  const html = `<!doctype html><html lang="en">${head}${form}</html>`;
  await page.goto(shop.url + shop.show({ html }));
}

/** Ends after the page has read what arrived before. */
async function aRoundTrip(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/pay/config')).text());
}

/** The state property, and whether the element matches the CSS state of that name. */
function stateOf(page: Page): Promise<[string, boolean]> {
  return page.locator('payment-widget').evaluate((element: PaymentWidget) => {
    return [element.state, element.matches(`:state(${element.state})`)];
  });
}

describe('a form with card fields only', () => {
  for (const [mode, place, file] of [
    ['Test', (form: string) => form, '/setup-hints.js'],
    ['Live', inLiveMode, '/test-numbers.js'],
  ] as const) {
    it(`loads only the two parts of the script for a Visa card, and ${file} in ${mode} mode`, async () => {
      const { page, asked } = await open(place(widget()));
      await page.getByLabel('Card number').pressSequentially('4242424242424242');
      await page.getByLabel('Expiry date').click();
      await page.locator('.mark').waitFor();
      await until(() => asked.includes(file));
      await page.close();
      assert.deepEqual(
        asked.filter((path) => path.endsWith('.js')),
        ['/payment-widget.js', '/behaviour.js', file],
      );
    });
  }

  it('shows the name of the card network if the marks cannot be loaded', async () => {
    const { page } = await open(widget(), ['card-data.js']);
    await page.getByLabel('Card number').pressSequentially('6011');
    await page.locator('.brand', { hasText: 'Discover' }).waitFor();
    const marks = await page.locator('.mark').count();
    await page.close();
    assert.equal(marks, 0);
  });
});

describe('a test card number in Live mode', () => {
  it('gets a warning, even if the list of numbers arrives after blur', async () => {
    const page = await context.browser.newPage();
    await page.route('**/pay/config', (route) => route.fulfill({ json: { mode: 'live' } }));
    const wanted = new Promise<Route>((resolve) => void page.route('**/test-numbers.js', resolve));
    await show(page, widget());
    await page.getByLabel('Card number').pressSequentially('4242424242424242');
    await page.keyboard.press('Tab');
    await (await wanted).continue();
    const warning = await page.locator('[part=warning]').textContent();
    await page.close();
    assert.ok(warning);
  });
});

describe('a form with optional fields', () => {
  const withCountry = widget('fields="card-number card-expiry card-cvc country"');

  it('has the state loading until they are rendered', async () => {
    const page = await context.browser.newPage();
    const wanted = new Promise<Route>((resolve) => void page.route('**/optional-fields.js', resolve));
    const answered = page.waitForResponse('**/pay/config');
    await show(page, withCountry);
    const route = await wanted;
    await answered;
    await aRoundTrip(page);
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

  it('shows which file is missing, and no form', async () => {
    const { page } = await open(withCountry, ['optional-fields.js']);
    await page.getByText('optional-fields.js could not be loaded. Expected it beside payment-widget.js').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  it('loads the file again when an attribute changes', async () => {
    const { page } = await open(withCountry, ['optional-fields.js']);
    await page.getByText('optional-fields.js could not be loaded').waitFor();
    await page.unroute('**/optional-fields.js');
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('amount', '5999');
    });
    await page.getByLabel('Country').waitFor();
    const isShown = await page.getByLabel('Card number').isVisible();
    await page.close();
    assert.equal(isShown, true);
  });
});

describe('a form with optional fields in another language', () => {
  const FIELDS = 'card-number card-expiry card-cvc email';
  const inLanguage = (lang: string, fields = FIELDS) => widget(`lang="${lang}" fields="${fields}"`);

  const IN_ARABIC = inLanguage('ar').replace('lang=', 'dir="rtl" lang=');
  const GERMAN = ['Kartennummer', 'Gültig bis', 'Prüfnummer (CVC)', 'E-Mail-Adresse'];
  const ENGLISH = ['Card number', 'Expiry date', 'Security code', 'Email'];
  const labels = (page: Page) => page.locator('payment-widget label').allTextContents();

  const set = (page: Page, attribute: 'lang' | 'fields', value: string) =>
    page.locator('payment-widget').evaluate(
      (element, [name, text]) => {
        element.setAttribute(name, text);
      },
      [attribute, value] as const,
    );

  /** Opens an empty page and records warnings. */
  async function openBlank(): Promise<{ page: Page; warnings: string[] }> {
    const page = await context.browser.newPage();
    const warnings: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'warning') warnings.push(line.text());
    });
    return { page, warnings };
  }

  /** Delays a file. @returns a function that releases it */
  async function hold(page: Page, file: string): Promise<() => void> {
    let send = () => {};
    const sent = new Promise<void>((resolve) => (send = resolve));
    await page.route(`**/${file}`, async (route) => {
      await sent;
      await route.continue();
    });
    return send;
  }

  it('waits up to a second for its texts', async () => {
    const { page } = await openBlank();
    await stopClock(page);
    const wanted = new Promise<Route>((resolve) => void page.route('**/locales/de.js', resolve));
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

  it('keeps the old language until the texts of the new one arrived', async () => {
    const { page } = await openBlank();
    await stopClock(page);
    const send = await hold(page, 'locales/fr.js');
    await show(page, inLanguage('de'));
    await page.getByText('Kartennummer').waitFor();
    const asked = page.waitForRequest('**/locales/fr.js');
    await set(page, 'lang', 'fr');
    await asked;
    const before = await labels(page);
    send();
    await page.getByText('Numéro de carte').waitFor();
    const then = (await labels(page)).at(-1);
    await page.close();
    assert.deepEqual([before, then], [GERMAN, 'Adresse e-mail']);
  });

  it('is English, left to right, without its texts, and warns once', async () => {
    const { page, warnings } = await openBlank();
    await page.route('**/locales/ar.js', (route) => route.abort());
    await show(page, IN_ARABIC);
    await page.getByText('Card number').waitFor();
    await until(() => warnings.length > 0);
    const shown = await labels(page);
    const root = page.locator('payment-widget .widget');
    const language = await root.evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
    await page.close();
    assert.deepEqual([shown, language, warnings.length], [ENGLISH, ['en', 'ltr'], 1]);
    assert.match(warnings.join(), /^<payment-widget>: not_loaded: the texts for lang="ar" could not be loaded\./);
  });
});

describe('a form with a setting that few pages have', () => {
  const ORDERED = widget('request-timeout="30000"');

  it('shows which file is missing, and sends nothing', async () => {
    const { page, asked } = await open(ORDERED, ['read-settings.js']);
    await page.getByText('read-settings.js could not be loaded. Expected it beside payment-widget.js').waitFor();
    const outcome = await page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
      const outcome = await element.submit();
      return 'error' in outcome && [outcome.outcome, outcome.error.code];
    });
    await page.close();
    assert.deepEqual(outcome, ['failed', 'form_failed']);
    assert.ok(!asked.includes('/pay/v1/payments'));
  });

  it('sends nothing by submit() until the checks are loaded', async () => {
    const { page, asked } = await open(widget());
    await typeCard(page, '4242424242424242');
    const wanted = new Promise<Route>((resolve) => void page.route('**/read-settings.js', resolve));
    const outcome = page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
      element.requestTimeout = -1;
      const outcome = await element.submit();
      return 'error' in outcome && [outcome.outcome, outcome.error.code];
    });
    await (await wanted).continue();
    assert.deepEqual(await outcome, ['failed', 'invalid_request_timeout']);
    await page.close();
    assert.ok(!asked.includes('/pay/v1/payments'));
  });

  it('sends nothing if values of controls cannot be checked, and pays once they can', async () => {
    const control = widget().replace('></', '><input slot="before-button" name="gift" value="yes" /></');
    const { page, asked } = await open(control, ['read-settings.js']);
    await page.route('**/pay/v1/payments', (route) => route.fulfill({ json: { id: 'pay_1' } }));
    await typeCard(page, '4242424242424242');
    const submit = () => page.locator('payment-widget').evaluate(async (element: PaymentWidget) => element.submit());
    const first = (await submit()).outcome;
    const sent = asked.filter((path) => path === '/pay/v1/payments').length;
    await page.unroute('**/read-settings.js');
    const second = (await submit()).outcome;
    await page.close();
    assert.deepEqual([first, sent, second], ['failed', 0, 'paid']);
  });
});

/** A proxy that answers 500, and reports the attempt as succeeded. */
async function settlesLater(page: Page): Promise<void> {
  await page.route('**/pay/v1/payments', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/pay/attempts', (route) => route.fulfill({ json: { state: 'succeeded' } }));
}

async function pay(page: Page): Promise<void> {
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
}

describe('a payment', () => {
  const isFormThere = (page: Page) => page.locator('form').isVisible();

  it('of unknown outcome stays unknown while the code for it is missing', async () => {
    const { page } = await open(widget(), ['attempt-report.js']);
    await settlesLater(page);
    const failed = page.waitForEvent('requestfailed');
    await pay(page);
    await page.getByText('We’re checking and will show the result here').waitFor();
    await failed;
    const isFree = await isFormThere(page);
    await page.unroute('**/attempt-report.js');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
    assert.equal(isFree, false);
  });

  it('that is refused stays unknown while the code that reads the report is missing', async () => {
    const { page } = await open(widget(), ['attempt-report.js']);
    await settlesLater(page);
    const problem = { code: 'store_unavailable', outcome: 'not_charged' };
    await page.route('**/pay/v1/payments', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await pay(page);
    await page.getByText('We’re checking and will show the result here').waitFor();
    const isFree = await isFormThere(page);
    await page.close();
    assert.equal(isFree, false);
  });

  it('to a proxy that may send twice is not sent without the code that prevents it, and is sent by the next press', async () => {
    const { page, asked } = await open(widget(), ['order-guard.js']);
    await page.route('**/pay/config', (route) => route.fulfill({ json: { mode: 'test' } }));
    await page.route('**/pay/v1/payments', (route) => route.fulfill({ json: { id: 'pay_1' } }));
    await show(page, widget());
    await pay(page);
    await page.getByText('You were not charged').first().waitFor();
    const sentWithout = asked.filter((path) => path === '/pay/v1/payments').length;
    await page.unroute('**/order-guard.js');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
    assert.deepEqual([sentWithout, asked.filter((path) => path === '/pay/v1/payments').length], [0, 1]);
  });
});
