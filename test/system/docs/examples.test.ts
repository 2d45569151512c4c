import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import type { PaymentRequest } from 'payment-widget/contract/request';
import { createOrderToken } from 'payment-widget-proxy';
import type { ResolvePayment } from 'payment-widget-proxy/options/options';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { openBrowser } from '../../support/browser.js';
import { SECRET } from '../../support/order-tokens.js';
import { startShop, type Shop } from '../../support/shop.js';
import { listenForComplaints } from '../../support/shopper.js';
import { fillPayment } from '../../support/steps.js';
import { violationsIn } from '../demo/axe.js';

/** Each example takes the place of the element in the page of the quick start, under a strict policy, and is paid at. */

const FOLDER = 'docs/examples';
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''))
  .sort();
/** Paid at in the test of the quick start. */
const OTHERS = ['isolated-mode'];

const CHECKOUT = readFileSync('demo/quick-start/checkout.html', 'utf8');
const ELEMENT = /<payment-widget[^]*<\/payment-widget>/;

const { content_security_policy: narrowest } = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;
const POLICY = `${narrowest}; style-src 'self'; img-src 'self'`;

const FOLDERS = { examples: FOLDER, 'payment-widget': 'dist/browser' };

let browser: Browser;
let shop: Shop;

before(async () => {
  [browser, shop] = await Promise.all([openBrowser(), startShop({ csp: POLICY, folders: FOLDERS })]);
});
after(async () => {
  await Promise.all([browser.close(), shop.close()]);
});
beforeEach(() => shop.reset({ orderTokenSecret: SECRET }));

/** The `docs/examples/NAME.server.js` of an example. */
async function serverModule<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(resolve(FOLDER, `${name}.server.js`)).href)) as T;
}

/** What the server of the quick start says about an order. */
async function findOrder(reference: string) {
  const order = { reference, amount: 4999, currency: 'EUR' };
  return { ...order, token: await createOrderToken(order, SECRET) };
}

/** The page that the server of the quick start shows, with an example in place of the element. */
async function pageOf(name: string): Promise<string> {
  const order: Readonly<Record<string, unknown>> = await findOrder(name);
  return CHECKOUT.replace(ELEMENT, () => readFileSync(`${FOLDER}/${name}.html`, 'utf8')).replace(
    /{(\w+)}/g,
    (_, key: string) => String(order[key]),
  );
}

const tried = new Set<string>();

/**
 * Opens an example, uses it, and closes it. Fails for a policy violation, a console message or an uncaught error.
 * @param styles - the style sheet of the page
 */
async function visit(name: string, use: (page: Page) => Promise<void>, styles = '/shop.css'): Promise<void> {
  tried.add(name);
  const page = await browser.newPage();
  const url = `${shop.url}/examples/${name}`;
  const body = (await pageOf(name)).replace('/shop.css', styles);
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'Content-Security-Policy': POLICY }, body }),
  );
  await page.route(/\/(shop\.css|icon\.svg|lamp\.svg)$/, (route) =>
    route.fulfill({ path: `demo/quick-start/public/${basename(route.request().url())}` }),
  );
  await page.route('**/thanks?*', (route) => route.fulfill({ body: 'Thank you' }));
  let orders = 0;
  await page.route('**/order', async (route) => route.fulfill({ json: await findOrder(`order-${++orders}`) }));
  const complaints = await listenForComplaints(page);
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector('payment-widget')?.state !== 'loading');
    assert.deepEqual(await violationsIn(page), []);
    await use(page);
  } finally {
    await page.close();
  }
  assert.deepEqual(complaints, []);
}

async function typeCard(form: Page | Locator, number = '4242 4242 4242 4242'): Promise<void> {
  for (const [label, text] of [
    ['Card number', number],
    ['Expiry date', '12/30'],
    ['Security code', '123'],
    ['Name on card', 'Ada Lovelace'],
  ] as const) {
    await form.getByLabel(label).pressSequentially(text);
  }
}

const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click();
const paid = (form: Page | Locator, amount: string) => form.getByText(`You paid ${amount}.`).waitFor();

/** Charges of the service, as `order-1042: 4999 EUR`. */
const charges = () =>
  shop.sandbox.ledger().map(({ reference = '', amount, currency }) => `${reference}: ${amount} ${currency}`);

describe('the examples of the documentation', () => {
  for (const styles of ['/shop.css', 'dark-theme.css']) {
    it(`element, with ${styles}: shows the next page, and the result to a shopper who comes back`, async () => {
      const use = async (page: Page) => {
        await typeCard(page);
        await press(page, 'Pay €49.99');
        await page.waitForURL('**/thanks?reference=element&outcome=paid');
        await page.goto(`${shop.url}/examples/element`);
        await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      };
      await visit('element', use, styles);
      assert.deepEqual(charges(), ['element: 4999 EUR']);
    });
  }

  for (const [name, label, neighbour] of [
    ['one-row', 'Card number', 'Expiry date'],
    ['two-columns', 'Name on card', 'City'],
  ] as const) {
    it(`${name}: places ${neighbour} beside ${label} on a wide screen, below it on a phone, and charges the card`, async () => {
      const use = async (page: Page) => {
        const place = async (text: string) =>
          (await page.getByLabel(text, { exact: true }).boundingBox()) ?? { x: 0, y: 0 };
        const isBeside = async () => {
          const [one, other] = [await place(label), await place(neighbour)];
          return [Math.abs(one.y - other.y) < 1, other.x > one.x];
        };
        assert.deepEqual(await isBeside(), [true, true]);
        await page.setViewportSize({ width: 390, height: 844 });
        assert.equal((await isBeside())[0], false);
        await fillPayment(page);
        await press(page, 'Pay €49.99');
        await paid(page, '€49.99');
      };
      await visit(name, use, `${name}.css`);
      assert.deepEqual(charges(), [`${name}: 4999 EUR`]);
    });
  }

  it('own-button: charges the card', async () => {
    await visit('own-button', async (page) => {
      await typeCard(page);
      assert.equal(await page.getByRole('button', { name: 'Pay €49.99' }).count(), 1);
      await press(page, 'Pay €49.99');
      await paid(page, '€49.99');
    });
    assert.deepEqual(charges(), ['own-button: 4999 EUR']);
  });

  describe('check-before-paying', () => {
    it('sends nothing while the box is not checked, and leads to it', async () => {
      await visit('check-before-paying', async (page) => {
        await typeCard(page);
        await press(page, 'Pay €49.99');
        await page.getByText('Please check this box').first().waitFor();
        await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'terms');
        assert.deepEqual(shop.sent, []);
        await page.getByRole('checkbox', { name: 'I accept the terms of sale' }).check();
        await press(page, 'Pay €49.99');
        await paid(page, '€49.99');
      });
      assert.deepEqual(
        [charges(), shop.sent.map(({ metadata }) => metadata)],
        [['check-before-paying: 4999 EUR'], [{ terms: '2026-11' }]],
      );
    });

    it('sends nothing if an item is sold out, keeps the card, and can be tried again', async () => {
      let available = false;
      await visit('check-before-paying', async (page) => {
        await page.route('**/check-before-paying.json?order=check-before-paying', (route) =>
          route.fulfill({ json: { available } }),
        );
        await typeCard(page);
        await page.getByRole('checkbox').check();
        await press(page, 'Pay €49.99');
        await page.getByText('This item is sold out. You were not charged.').waitFor();
        assert.deepEqual(shop.sent, []);
        available = true;
        await press(page, 'Pay €49.99');
        await paid(page, '€49.99');
      });
      assert.deepEqual(charges(), ['check-before-paying: 4999 EUR']);
    });
  });

  it('dialog: opens with the first field focused, and charges the card', async () => {
    await visit('dialog', async (page) => {
      await press(page, 'Check out');
      await page.waitForFunction(() => document.activeElement?.localName === 'payment-widget');
      await page.keyboard.type('4242 4242 4242 4242'); // into the first field
      assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
      await page.getByLabel('Card number').clear();
      const dialog = page.getByRole('dialog', { name: 'Pay by card' });
      await typeCard(dialog);
      await press(dialog, 'Pay €49.99');
      await paid(dialog, '€49.99');
      const focused = await dialog
        .locator('payment-widget')
        .evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.className);
      assert.match(focused ?? '', /result/);
      await press(dialog, 'Close');
      await dialog.waitFor({ state: 'hidden' });
    });
    assert.deepEqual(charges(), ['dialog: 4999 EUR']);
  });

  it('single-page-app: keeps the result of an order, and pays the next one with an empty form', async () => {
    await visit('single-page-app', async (page) => {
      const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
      await go('Payment');
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.getByText('order-1 is paid.').waitFor();
      await go('Basket');
      await page.getByText('Your basket').waitFor();
      await go('Payment');
      await paid(page, '€49.99');
      await press(page, 'Next order');
      await page.getByLabel('Card number').waitFor();
      assert.equal(await page.getByLabel('Card number').inputValue(), '');
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.getByText('order-2 is paid.').waitFor();
    });
    assert.deepEqual(charges(), ['order-1: 4999 EUR', 'order-2: 4999 EUR']);
  });

  describe('inside-a-form', () => {
    it('pays, then submits the form without the card', async () => {
      await visit('inside-a-form', async (page) => {
        await page.getByLabel('Delivery address').fill('1 Main Street');
        await typeCard(page);
        await press(page, 'Order and pay');
        await page.waitForURL('**/thanks?*');
        assert.equal(new URL(page.url()).search, '?address=1+Main+Street');
      });
      assert.deepEqual(charges(), ['inside-a-form: 4999 EUR']);
    });

    it('sends nothing while a field of the form is empty', async () => {
      await visit('inside-a-form', async (page) => {
        await typeCard(page);
        await page.getByLabel('Name on card').press('Enter');
        await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'address');
      });
      assert.deepEqual(shop.sent, []);
    });
  });

  it('fields: sends the address, and the network that the shopper chose', async () => {
    await visit('fields', async (page) => {
      await page.route('**/card-networks/*.json', (route) => route.fulfill({ json: ['cartes-bancaires', 'visa'] }));
      await page.getByLabel('Card number').pressSequentially('4242 4242 4242 4242');
      await page.getByRole('radio', { name: 'Cartes Bancaires' }).check();
      for (const [label, text] of [
        ['Expiry date', '12/30'],
        ['Security code', '123'],
        ['Address', 'Hauptstraße 1'],
        ['Postal code', '10115'],
        ['City', 'Berlin'],
      ] as const) {
        await page.getByLabel(label).pressSequentially(text);
      }
      await press(page, 'Pay €49.99');
      await paid(page, '€49.99');
    });
    const [{ customer, payment_method: { card } = {} } = {}] = shop.sent as Partial<PaymentRequest>[];
    const address = { line1: 'Hauptstraße 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    assert.deepEqual([card?.preferred_network, customer], ['cartes-bancaires', { name: 'Ada Lovelace', address }]);
  });

  it('donation: charges the amount that was typed', async () => {
    await shop.reset(await serverModule<{ resolvePayment: ResolvePayment }>('donation'));
    await visit('donation', async (page) => {
      await press(page, '€50');
      await page.getByLabel('Amount', { exact: true }).fill('12.50');
      await typeCard(page);
      await press(page, 'Pay €12.50');
      await paid(page, '€12.50');
    });
    assert.deepEqual(charges(), ['donation: 1250 EUR']);
  });

  describe('installments', () => {
    it('sends the choice in metadata', async () => {
      await visit('installments', async (page) => {
        await typeCard(page);
        await page.getByLabel('Installments').selectOption({ label: '3 payments' });
        await press(page, 'Pay €49.99');
        await paid(page, '€49.99');
      });
      assert.deepEqual(
        [charges(), shop.sent.map(({ metadata }) => metadata)],
        [['installments: 4999 EUR'], [{ installments: '3' }]],
      );
    });

    it('becomes a member of the request on the server, if it is offered', async () => {
      const { buildRequest } = await serverModule<{ buildRequest: (payment: Partial<PaymentRequest>) => object }>(
        'installments',
      );
      const choices: PaymentRequest['metadata'][] = [
        { installments: '6', gift: 'yes' },
        { installments: '36' },
        undefined,
      ];
      assert.deepEqual(
        choices.map((metadata) => buildRequest({ amount: 60_000, metadata })),
        [
          { amount: 60_000, metadata: { gift: 'yes' }, installments: 6 },
          { amount: 60_000, metadata: {}, installments: 1 },
          { amount: 60_000, metadata: {}, installments: 1 },
        ],
      );
    });
  });

  it('are all paid at', () => {
    assert.deepEqual(
      NAMES.filter((name) => !tried.has(name)),
      OTHERS,
    );
  });
});
