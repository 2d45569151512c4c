import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PaymentWidget } from 'payment-widget';
import { plainName } from '../../../tools/files.js';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { stopClock } from './stopped-clock.js';
import { until } from '../../support/until.js';

/** Files that the script loads on demand: fields, card marks, languages, checks, problems and doubts. */

const context = withShop();

/** A form for an order of its own. */
const widget = (attributes = '', proxyUrl = '/pay') =>
  `<payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="parts-${crypto.randomUUID()}"
    ${attributes}></payment-widget>`;

/** Opens a form, and records the paths, without hashes, and the errors in the console of its page. */
async function open(form: string, prepare?: (page: Page) => unknown) {
  const asked: string[] = [];
  const errors: string[] = [];
  const page = await context.open(form, {
    prepare: async (page) => {
      page.on('request', (request) => asked.push(plainName(new URL(request.url()).pathname)));
      page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
      await prepare?.(page);
    },
  });
  return { page, asked, errors };
}

const withNote = widget().replace(
  '></',
  '><label slot="before-button">Order note <input name="note" required /></label></',
);

const labels = (page: Page) => page.locator('payment-widget label').allTextContents();
const submit = (page: Page) =>
  page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
    const outcome = await element.submit();
    return ['error' in outcome && outcome.error.code, outcome.outcome];
  });

async function pay(page: Page): Promise<void> {
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
}

afterEach(() => {
  context.shop.missing.clear();
});

for (const [mode, file] of [
  ['test', '/setup-hints.js'],
  ['live', '/test-numbers.js'],
] as const) {
  it(`a payment with card fields only loads the script and ${file} in ${mode} mode`, async () => {
    const { page, asked } = await open(widget('', context.shop.mount({ mode })));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await until(() => asked.includes(file));
    await page.close();
    assert.deepEqual(
      new Set(asked.filter((path) => path.endsWith('.js'))),
      new Set(['/payment-widget.js', '/card-form.js', file]),
    );
  });
}

it('a test card number in Live mode gets a warning, even if the list of numbers arrives after blur', async () => {
  const release = context.shop.hold('test-numbers.js');
  const { page } = await open(widget('', context.shop.mount({ mode: 'live' })));
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.keyboard.press('Tab');
  release();
  await page.locator('[part=warning]').waitFor();
  await page.close();
});

describe('a form with optional fields', () => {
  const withCountry = 'fields="card-number card-expiry card-cvc country"';

  it('has the state loading until they are rendered', async () => {
    const release = context.shop.hold('contact-fields.js');
    const { page, asked } = await open(widget(withCountry));
    await until(() => asked.includes('/contact-fields.js') && asked.includes('/pay/config'));
    await page.evaluate(async () => (await fetch('/pay/config')).text()); // the page has read what arrived before
    const isLoading = await page.locator('payment-widget:state(loading)').count();
    release();
    await page.getByLabel('Country').waitFor();
    await page.locator('payment-widget:state(ready)').waitFor();
    await page.close();
    assert.equal(isLoading, 1);
  });
});

describe('a form in another language', () => {
  const inLanguage = (lang: string) => widget(`lang="${lang}" fields="card-number card-expiry card-cvc email"`);

  it('waits up to a second for its texts', async () => {
    const release = context.shop.hold('locales/de.js');
    const { page, asked } = await open(inLanguage('de'), stopClock);
    await until(() => asked.includes('/locales/de.js'));
    await page.clock.runFor(900);
    const early = await labels(page);
    release();
    await page.locator('payment-widget label').first().waitFor();
    const first = await labels(page);
    await page.close();
    assert.deepEqual([early, first], [[], ['Kartennummer', 'Gültig bis', 'Prüfnummer (CVC)', 'E-Mail-Adresse']]);
  });

  const isMissing = (text: string) => text.includes('not_loaded: locales/ar');

  it('is English as a whole, left to right, without its texts, and warns once', async () => {
    context.shop.missing.add('locales/ar.js');
    const { page, errors } = await open(inLanguage('ar').replace('lang=', 'dir="rtl" lang='));
    await page.getByText('Card number').waitFor();
    await until(() => errors.some(isMissing));
    const shown = await labels(page);
    const root = page.locator('payment-widget .widget');
    const language = await root.evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
    await page.close();
    assert.deepEqual(
      [shown, language],
      [
        ['Card number', 'Expiry date', 'Security code', 'Email'],
        ['en', 'ltr'],
      ],
    );
    assert.equal(errors.filter(isMissing).length, 1);
  });
});

describe('without the file', () => {
  for (const [file, form] of [
    ['read-settings.js', widget('description="Two tickets"')],
    ['slotted-controls.js', withNote],
    ['contact-fields.js', widget('fields="card-number card-expiry card-cvc cardholder-name country"')],
  ] as const) {
    it(`${file}, Pay fails with not_loaded, sends nothing and keeps what was typed`, async () => {
      context.shop.missing.add(file);
      const { page, asked, errors } = await open(form);
      await until(() => errors.some((text) => text.includes('not_loaded')));
      await pay(page);
      await page.getByRole('alert').getByText('You were not charged.').waitFor();
      const found = [await submit(page), asked.includes('/pay/v1/payments')];
      const typed = await page.getByLabel('Card number').inputValue();
      await page.close();
      assert.deepEqual([found, typed], [[['not_loaded', 'failed'], false], '4242424242424242']);
    });
  }

  it('that a setting of later needs, Pay fails with not_loaded, and the form keeps what was typed', async () => {
    const { page, asked } = await open(widget());
    await page.locator('payment-widget:state(ready)').waitFor();
    context.shop.missing.add('read-settings.js');
    await page.locator('payment-widget').evaluate((element: PaymentWidget) => (element.metadata = { gift: 'yes' }));
    await pay(page);
    await page.locator('[part=summary]').getByText('You were not charged. Reload it.').waitFor();
    const found = [await submit(page), asked.includes('/pay/v1/payments')];
    const typed = await page.getByLabel('Card number').inputValue();
    await page.close();
    assert.deepEqual([found, typed], [[['not_loaded', 'failed'], false], '4242 4242 4242 4242']);
  });

  for (const files of [['settle-attempt.js'], ['problems.js'], ['settle-attempt.js', 'problems.js']]) {
    it(`of a doubt, the outcome is unknown, there is no second payment, and a reload shows it: ${files.join()}`, async () => {
      for (const file of files) context.shop.missing.add(file);
      let payments = 0;
      let isSettled = false;
      const proxy = context.shop.mount(({ method, url }) => {
        if (method === 'POST') payments++;
        if (method === 'POST') return Response.json({}, { status: 500, headers: { 'Payments-Mode': 'test' } });
        if (url.endsWith('/config')) return Response.json({ mode: 'test', recovery: true, idempotency: true });
        return Response.json({ state: isSettled ? 'succeeded' : 'unknown' });
      });
      const { page } = await open(widget('', proxy), stopClock);
      await pay(page);
      const pass = async () => {
        await page.clock.runFor(1000);
        return page.getByText('Your card may have been charged').first().isVisible();
      };
      await until(pass);
      const found = [await submit(page), payments, await page.locator('payment-widget form').count()];
      context.shop.missing.clear();
      isSettled = true;
      await page.reload();
      await until(async () => {
        await page.clock.runFor(1000);
        return page.getByRole('heading', { name: 'Payment successful' }).isVisible();
      });
      await page.close();
      const code = files.includes('settle-attempt.js') ? 'connection_lost' : 'service_error';
      assert.deepEqual(found, [[code, 'unknown'], 1, 0]);
    });
  }

  it('that shows errors late leaves the focus where the shopper types meanwhile', async () => {
    const release = context.shop.hold('problems.js');
    const { page } = await open(widget());
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByLabel('Security code').click();
    await page.keyboard.type('1');
    release();
    await page.locator('[part=error] svg').first().waitFor();
    await page.keyboard.type('23');
    const typed = await page.getByLabel('Security code').inputValue();
    await page.close();
    assert.equal(typed, '123');
  });

  it('that explains a decline late announces it, and leaves the focus where the shopper types meanwhile', async () => {
    const release = context.shop.hold('problems.js');
    const { page } = await open(widget(), stopClock);
    await typeCard(page, '4000000000000002');
    await page.keyboard.press('Enter');
    const isShort = async () => {
      await page.clock.runFor(1000);
      return page.getByRole('alert').getByText('You were not charged.').isVisible();
    };
    await until(isShort);
    await page.keyboard.type('A');
    release();
    await page.locator('.visually-hidden[role=alert]', { hasText: 'declined' }).waitFor({ state: 'attached' });
    await page.keyboard.type('da');
    const typed = await page.getByLabel('Name on card').inputValue();
    await page.close();
    assert.match(typed, /Ada$/);
  });

  it('that shows problems, errors have their texts and a decline a short one until it is there', async () => {
    const release = context.shop.hold('problems.js');
    const { page } = await open(widget());
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Enter your card number.').waitFor();
    const invalid = await page.locator('input[aria-invalid=true]').count();
    await typeCard(page, '4000000000000002');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You were not charged.').waitFor();
    release();
    await page.locator('[part=summary]').waitFor();
    await page.close();
    assert.equal(invalid, 4);
  });

  it('that prevents a second payment, a proxy that may send twice gets none until it is there', async () => {
    const release = context.shop.hold('order-guard.js');
    let payments = 0;
    const proxy = context.shop.mount(({ method, url }) => {
      if (method === 'POST') payments++;
      return Response.json(url.endsWith('/config') ? { mode: 'test' } : { id: 'pay_1' });
    });
    const { page } = await open(widget('', proxy), stopClock);
    await pay(page);
    await until(async () => {
      await page.clock.runFor(1000);
      return page.getByText('You were not charged').first().isVisible();
    });
    const before = payments;
    release();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.close();
    assert.deepEqual([before, payments], [0, 1]);
  });
});
