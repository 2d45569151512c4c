import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';
import type { PaymentWidget } from '../../src/index.js';
import { startDemo, type Demo } from '../../demo/demo.js';
import { DEMO_PAGES } from '../support/demo-pages.js';
import { startDemoProcess } from '../support/demo-process.js';
import type { Scope } from '../support/scope.js';
import { stopClock } from '../support/stopped-clock.js';
import { temporaryFolder } from '../support/stores.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';

let browser: Browser;
let demo: Demo;

before(async () => {
  const executablePath = await findHeadlessChromium();
  [browser, demo] = await Promise.all([
    chromium.launch({ executablePath, args: chromiumArgs() }),
    startDemo({}, DEMO_PAGES),
  ]);
});

after(async () => {
  await browser.close();
  await demo.close();
});

/** Everything that the browser is told: addresses, headers and bodies of every answer. */
function listen(page: Page): () => Promise<string> {
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    const body = response.text().catch(() => ''); // a redirect has none
    received.push(
      Promise.all([response.allHeaders(), body]).then(([headers, text]) =>
        [response.url(), JSON.stringify(headers), text].join('\n'),
      ),
    );
  });
  return async () => (await Promise.all(received)).join('\n');
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('Name on card').pressSequentially('Ada Lovelace');
}

describe('the demo, in a real browser', () => {
  describe('a shopper types a card and presses Enter', () => {
    let page: Page;
    let received: () => Promise<string>;
    let reference: string | null;
    const errors: string[] = [];

    before(async () => {
      page = await browser.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      received = listen(page);
      await page.goto(demo.shopUrl);
      await typeCard(page, '4242424242424242');
      reference = new URL(page.url()).searchParams.get('order');
      await page.keyboard.press('Enter');
      await page.getByText('Payment successful').waitFor();
    });
    after(() => page.close());

    it('is told what was paid', async () => {
      assert.equal(await page.getByText('You paid €49.99.').isVisible(), true);
    });

    it('sees what the shop does when it hears of the payment', async () => {
      assert.equal(await page.getByText(`Thank you! We are packing ${reference}.`).isVisible(), true);
    });

    it('is charged exactly once, the right amount', () => {
      const charges = demo.sandbox?.ledger.entries(reference ?? '').map(({ amount, currency }) => [amount, currency]);
      assert.deepEqual(charges, [[4999, 'EUR']]);
    });

    it('sees the test-mode banner', async () => {
      assert.equal(await page.getByText('Test mode: no real money will move.').isVisible(), true);
    });

    it('receives the API key in nothing that reaches the browser', async () => {
      const everything = await received();
      assert.ok(everything.includes('"succeeded"'), 'the answers were listened to');
      assert.equal(everything.includes(demo.sandbox?.keys.test ?? 'no sandbox'), false);
    });

    it('meets no error of a script', () => {
      assert.deepEqual(errors, []);
    });
  });

  it('charges the amount that was shown last, when the order changes while the card is typed', async () => {
    const page = await browser.newPage();
    await page.goto(demo.shopUrl);
    await typeCard(page, '5555555555554444');
    await page.getByLabel('Gift wrap').check();
    await page.getByRole('button', { name: 'Pay €53.99' }).click();
    await page.getByText('You paid €53.99.').waitFor();
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    await page.close();
    assert.deepEqual(
      demo.sandbox?.ledger.entries(reference).map(({ amount }) => amount),
      [5399],
    );
  });

  it('charges nothing when the order became dearer behind the page, shows the right amount, then charges that', async () => {
    const page = await browser.newPage();
    await page.goto(demo.shopUrl);
    await typeCard(page, '4242424242424242');
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    await fetch(`${demo.shopUrl}/orders/${reference}`, { method: 'PUT', body: '{"giftWrap":true}' });
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.getByText('The price is now €53.99. Nothing was charged.').waitFor();
    const before = demo.sandbox?.ledger.entries(reference).length;
    await page.getByRole('button', { name: 'Pay €53.99' }).click();
    await page.getByText('You paid €53.99.').waitFor();
    await page.close();
    assert.deepEqual([before, demo.sandbox?.ledger.entries(reference).map(({ amount }) => amount)], [0, [5399]]);
  });

  it('never says failed when the service charged and answered with an error', async () => {
    const page = await browser.newPage();
    await page.goto(demo.shopUrl);
    await typeCard(page, '4000000000000119');
    await page.keyboard.press('Enter');
    await page.getByText('Your card may have been charged €49.99.').waitFor();
    const buttons = await page.getByRole('button', { name: /pay/i }).count();
    await page.close();
    assert.equal(buttons, 0);
  });

  it('takes a donation of what the shopper enters, with everything that was asked for', async () => {
    const page = await browser.newPage();
    await page.goto(`${demo.shopUrl}/donate.html`);
    await page.getByRole('button', { name: '€50' }).click();
    await page.getByLabel('Amount', { exact: true }).fill('25,50');
    await typeCard(page, '4242424242424242');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Country').selectOption('GB');
    await page.getByLabel('Phone number').fill('020 7946 0958');
    await page.getByLabel('Postal code').fill('sw1a1aa');
    await page.getByLabel('Message on the tree').fill('Grow!');
    await page.getByLabel('I know that trees take time').check();
    const reference = await page.locator('payment-widget').evaluate((widget) => (widget as PaymentWidget).reference);
    await page.getByRole('button', { name: 'Pay €25.50' }).click();
    await page.getByText('You paid €25.50.').waitFor();
    await page.close();
    assert.deepEqual(
      demo.sandbox?.ledger.entries(reference ?? '').map(({ amount, currency }) => [amount, currency]),
      [[2550, 'EUR']],
    );
  });

  for (const [what, amount, currency] of [
    ['less than may be given', 499, 'EUR'],
    ['more than may be given', 100_001, 'EUR'],
    ['another currency', 2500, 'USD'],
  ] as const) {
    it(`charges no donation of ${what}, whatever the page sends`, async () => {
      const reference = `donation-${what}`;
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
      await fetch(`${demo.shopUrl}/give/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a'.repeat(22) },
        body: JSON.stringify({ amount, currency, reference, payment_method: { type: 'card', card } }),
      });
      assert.deepEqual(demo.sandbox?.ledger.entries(reference), []);
    });
  }

  it('has every field under the strictest policy, too', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${demo.shopUrl}/script-tag/`);
    await page.locator('payment-widget').evaluate((widget) => {
      widget.setAttribute(
        'fields',
        'amount card-number card-expiry card-cvc cardholder-name email phone country postal-code',
      );
    });
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.getByRole('link', { name: 'Enter the card number' }).click();
    await page.close();
    assert.deepEqual(complaints, []);
  });

  describe('a page with a script tag, in German', () => {
    /** Opens it, with the strict policy as it is. */
    async function open(page: Page): Promise<void> {
      await page.route('**/script-tag/', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('lang="en"', 'lang="de"');
        await route.fulfill({ response, body });
      });
      page.setDefaultTimeout(8000);
      await page.goto(`${demo.shopUrl}/script-tag/`);
    }

    it('loads the texts from beside the script, without a violation and without a line in the console', async () => {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await open(page);
      await page.getByRole('button', { name: '49,99 € bezahlen' }).waitFor();
      await page.close();
      assert.deepEqual(complaints, []);
    });

    it('waits for them a moment rather than show English first', async () => {
      const page = await browser.newPage();
      await stopClock(page);
      const wanted = new Promise<Route>((resolve) => void page.route('**/locales/de.js', resolve));
      await open(page);
      const route = await wanted;
      await page.clock.runFor(900);
      const early = await page.locator('payment-widget label').count();
      await route.continue();
      const first = await page.locator('payment-widget label').first().textContent();
      await page.close();
      assert.deepEqual([early, first], [0, 'Kartennummer']);
    });

    it('does not wait long: the form is there, in English, and turns German when it can, with what was typed', async () => {
      const page = await browser.newPage();
      let send = () => {};
      const sent = new Promise<void>((resolve) => (send = resolve));
      await page.route('**/locales/de.js', async (route) => {
        await sent;
        await route.continue();
      });
      await open(page);
      await page.getByLabel('Card number').fill('4242');
      await page.getByRole('button', { name: 'Pay €49.99' }).waitFor(); // in English throughout
      send();
      await page.getByText('Kartennummer').waitFor();
      const typed = await page.getByLabel('Kartennummer').inputValue();
      await page.close();
      assert.equal(typed, '4242');
    });

    it('ends in the language that came last, in whatever order the files arrive', async () => {
      const page = await browser.newPage();
      let send = () => {};
      const sent = new Promise<void>((resolve) => (send = resolve));
      await page.route('**/locales/fr.js', async (route) => {
        await sent;
        await route.continue();
      });
      await open(page);
      const speak = (language: string) =>
        page.evaluate((lang) => {
          document.documentElement.lang = lang;
        }, language);
      await page.getByText('Kartennummer').waitFor();
      const arrived = page.waitForResponse('**/locales/fr.js');
      await speak('fr');
      await speak('it');
      await page.getByText('Numero della carta').waitFor();
      send();
      const french = (await arrived).url();
      await page.evaluate(async (url) => {
        await import(url); // the page has it, too, then
        await document.querySelector('payment-widget')?.updateComplete;
      }, french);
      const label = await page.locator('payment-widget label').first().textContent();
      await page.close();
      assert.equal(label, 'Numero della carta');
    });

    it('turns English when another language cannot be loaded, from left to right', async () => {
      const page = await browser.newPage();
      await page.route('**/locales/ar.js', (route) => route.abort());
      await open(page);
      await page.getByText('Kartennummer').waitFor();
      await page.evaluate(() => {
        Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' });
      });
      await page.getByText('Card number').waitFor();
      const attributes = await page
        .locator('payment-widget .widget')
        .evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
      await page.close();
      assert.deepEqual(attributes, ['en', 'ltr']);
    });

    it('is loaded from beside a script of another origin, too', async () => {
      const page = await browser.newPage();
      const other = demo.shopUrl.replace('localhost', '127.0.0.1');
      await page.route(`${other}/**`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
      });
      await page.route('**/elsewhere', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<html lang="de"><script src="${other}/payment-widget.js" defer></script>
            <payment-widget proxy-url="/pay" amount="4999" currency="EUR"></payment-widget></html>`,
        }),
      );
      await page.goto(`${demo.shopUrl}/elsewhere`);
      await page.getByText('Kartennummer').waitFor();
      const label = await page.locator('payment-widget label').first().textContent();
      await page.close();
      assert.equal(label, 'Kartennummer');
    });

    it('is in English when they cannot be loaded, and says so in the console', async () => {
      const page = await browser.newPage();
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      await page.route('**/locales/de.js', (route) => route.abort());
      await open(page);
      await page.getByLabel('Card number').waitFor();
      await page.close();
      assert.match(warnings.join(), /^<payment-widget>: the texts for lang="de" could not be loaded\./);
    });
  });

  it('works from the built script under the strictest policy, without a violation and without a line in the console', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
        console.log(violatedDirective);
      });
    });
    await page.goto(`${demo.shopUrl}/script-tag/`);
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.getByText('Payment successful').waitFor();
    const title = await page.title();
    await page.close();
    assert.deepEqual([title, complaints], ['Paid: order-1042', []]);
  });
});

describe('npm start', () => {
  const start = async (t: Scope, env: Record<string, string>) =>
    startDemoProcess({ SANDBOX_DATA: await temporaryFolder(t), ...env });

  it('prints addresses that answer, and stops cleanly', async (t) => {
    const { child, printed } = await start(t, {});
    const statuses = [];
    for (const label of ['Shop', 'Console', 'Ledger']) statuses.push((await fetch(printed(label))).status);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    assert.deepEqual([statuses, code], [[200, 200, 200], 0]);
  });

  const contradictions: [string, Record<string, string>, RegExp][] = [
    ['a way to encrypt that does not exist', { SANDBOX_ENCRYPTION: 'ROT13' }, /Expected RSA-OAEP-256 or ECDH-ES/],
    ['only an address', { PAYMENTS_BASE_URL: 'https://api.example' }, /PAYMENTS_API_KEY and PAYMENTS_MODE missing/],
    ['only a mode', { PAYMENTS_MODE: 'live' }, /PAYMENTS_BASE_URL and PAYMENTS_API_KEY missing/],
    [
      'an unknown mode',
      { PAYMENTS_BASE_URL: 'https://api.example', PAYMENTS_API_KEY: 'k', PAYMENTS_MODE: 'prod' },
      /PAYMENTS_MODE is "prod"/,
    ],
    [
      'a Live key over plain http',
      { PAYMENTS_BASE_URL: 'http://api.example', PAYMENTS_API_KEY: 'k', PAYMENTS_MODE: 'live' },
      /baseUrl must be https with a Live key/,
    ],
  ];
  for (const [what, env, message] of contradictions) {
    it(`does not start with ${what}, and says why`, async (t) => {
      const { child, output } = await start(t, env);
      assert.match(output(), message);
      assert.equal(child.exitCode, 1);
    });
  }
});
