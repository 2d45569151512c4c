import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, FrameLocator, Locator, Page, Route } from 'playwright-core';
import type { PaymentRequest } from '../../../src/contract/request.js';
import type { ResolvePayment } from '../../../packages/proxy/src/options.js';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { openBrowser } from '../../support/browser.js';
import { readBuiltFile, startShop, type Shop } from '../../support/shop.js';
import { listenForComplaints } from '../../support/shopper.js';
import { expectOutcome, fillPayment, pay } from '../../support/steps.js';
import { violationsIn } from '../demo/axe.js';

/** Every page of `docs/examples` is opened under a strict policy and paid at, as a person would. */

const FOLDER = 'docs/examples';
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''))
  .sort();
const NO_WIDGET = ['thanks']; // where other examples go after the payment

/** What the merchant's server knows: the price of each order, in minor units of EUR. Other orders cost €49.99. */
const PRICES: Readonly<Record<string, number>> = {
  'order-1049': 2450,
  'order-1050': 2450,
  'order-1051': 999,
  'order-1054': 60_000,
};

const byPrice: ResolvePayment = ({ reference = '' }) => ({ amount: PRICES[reference] ?? 4999, currency: 'EUR' });

const { content_security_policy: narrowest } = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;
/** The origin of the frame in the example of isolated mode. */
const PAY_ORIGIN = 'https://pay.shop.example';
const POLICY = `${narrowest}; style-src 'self'; frame-src ${PAY_ORIGIN}`;

const FOLDERS = { examples: FOLDER, 'payment-widget': 'dist/browser' };

let browser: Browser;
let shop: Shop;

before(async () => {
  [browser, shop] = await Promise.all([openBrowser(), startShop({ csp: POLICY, folders: FOLDERS })]);
});
after(async () => {
  await Promise.all([browser.close(), shop.close()]);
});
beforeEach(() => reset(byPrice));

const reset = (resolvePayment: ResolvePayment) =>
  shop.reset({ resolvePayment, frame: { ancestors: [shop.url], files: readBuiltFile } });

/** The `docs/examples/NAME.server.js` of an example. */
async function serverModule<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(resolve(FOLDER, `${name}.server.js`)).href)) as T;
}

/** Answers requests to the origin of the frame with the proxy. */
async function answerAsPayOrigin(route: Route): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer();
  const answer = await shop.answer(
    new Request(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(body && { body: new Uint8Array(body) }),
    }),
  );
  await route.fulfill({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  });
}

/** What Chromium logs about `allow` of the frame, until it has this permission. */
const AUTOFILL_UNKNOWN = "Unrecognized feature: 'autofill'.";

const tried = new Set<string>();

/**
 * Opens an example, uses it, and closes it. Fails for a policy violation, a console message or an uncaught error.
 * @param expected a console message that is expected: browsers log responses with an error status
 */
async function visit(name: string, use: (page: Page) => Promise<void>, expected = /^$/): Promise<void> {
  tried.add(name);
  const page = await browser.newPage();
  await page.route(`${PAY_ORIGIN}/**`, answerAsPayOrigin);
  const complaints = await listenForComplaints(page);
  try {
    await page.goto(`${shop.url}/examples/${name}.html`);
    await page.waitForFunction(() => document.querySelector('payment-widget')?.state !== 'loading');
    assert.deepEqual(await violationsIn(page), []);
    await use(page);
  } finally {
    await page.close();
  }
  const unexpected = complaints.filter((line) => !expected.test(line) && line !== AUTOFILL_UNKNOWN);
  assert.deepEqual(unexpected, []);
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

const press = (page: Page | Locator | FrameLocator, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const paid = (form: Page | Locator, amount: string) => form.getByText(`You paid ${amount}.`).waitFor();

/** Charges of the service, as `order-1042: 4999 EUR`. */
const charges = () =>
  shop.sandbox.ledger().map(({ reference = '', amount, currency }) => `${reference}: ${amount} ${currency}`);

describe('the examples of the documentation', () => {
  const PLAIN: readonly (readonly [
    name: string,
    button: string,
    charge: string,
    ends: (page: Page) => Promise<void>,
  ])[] = [
    ['quick-start', 'Pay €49.99', 'order-1042: 4999 EUR', (page) => paid(page, '€49.99')],
    ['own-button', 'Pay €49.99', 'order-1043: 4999 EUR', (page) => paid(page, '€49.99')],
    ['dark-theme', 'Pay €49.99', 'order-1055: 4999 EUR', (page) => paid(page, '€49.99')],
    ['migrating-braintree', 'Purchase', 'order-1057: 4999 EUR', (page) => page.waitForURL('**/thanks.html?order=*')],
    [
      'migrating-adyen',
      'Pay €49.99',
      'order-1058: 4999 EUR',
      (page) => page.getByText('order-1058 is paid.').waitFor(),
    ],
    ['migrating-stripe', 'Pay now', 'order-1059: 4999 EUR', (page) => page.waitForURL('**/thanks.html?order=*')],
  ];
  for (const [name, button, charge, ends] of PLAIN) {
    it(`${name}: charges the card`, async () => {
      await visit(name, async (page) => {
        await typeCard(page);
        assert.equal(await page.getByRole('button', { name: button }).count(), 1);
        await press(page, button);
        await ends(page);
      });
      assert.deepEqual(charges(), [charge]);
    });
  }

  for (const [name, label, neighbour, order] of [
    ['one-row', 'Card number', 'Expiry date', 'order-1060'],
    ['two-columns', 'Name on card', 'City', 'order-1061'],
  ] as const) {
    it(`${name}: places ${neighbour} beside ${label} on a wide screen, below it on a phone, and charges the card`, async () => {
      await visit(name, async (page) => {
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
      });
      assert.deepEqual(charges(), [`${order}: 4999 EUR`]);
    });
  }

  it('terms-checkbox: sends nothing while the box is not checked, and leads to it', async () => {
    await visit('terms-checkbox', async (page) => {
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.getByText('Please check this box').first().waitFor();
      const box = page.getByRole('checkbox', { name: 'I accept the terms of sale' });
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'terms');
      assert.deepEqual(shop.sent, []);
      await box.check();
      await press(page, 'Pay €49.99');
      await paid(page, '€49.99');
    });
    assert.deepEqual(
      [charges(), shop.sent.map(({ metadata }) => metadata)],
      [['order-1044: 4999 EUR'], [{ terms: '2026-11' }]],
    );
  });

  it('check-before-paying: sends nothing if it is not, keeps the card, and can be tried again', async () => {
    let available = false;
    await visit('check-before-paying', async (page) => {
      await page.route('**/check-before-paying.json?order=order-1045', (route) =>
        route.fulfill({ json: { available } }),
      );
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.getByText('This item is sold out. You were not charged.').waitFor();
      assert.deepEqual(shop.sent, []);
      available = true;
      await press(page, 'Pay €49.99');
      await paid(page, '€49.99');
    });
    assert.deepEqual(charges(), ['order-1045: 4999 EUR']);
  });

  it('redirect: goes to the next page, and not again for a shopper who comes back', async () => {
    await visit('redirect', async (page) => {
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.waitForURL('**/thanks.html?reference=order-1046&outcome=paid');
      await page.goto(`${shop.url}/examples/redirect.html`); // the order is known to be paid
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    });
    assert.deepEqual(charges(), ['order-1046: 4999 EUR']);
  });

  it('dialog: opens with the first field focused, and charges the card', async () => {
    await visit('dialog', async (page) => {
      await press(page, 'Check out');
      await page.waitForFunction(() => document.activeElement?.localName === 'payment-widget');
      await page.keyboard.type('4242 4242 4242 4242'); // into the first field
      assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
      await page.getByLabel('Card number').clear();
      const dialog = page.getByRole('dialog', { name: 'Checkout' });
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
    assert.deepEqual(charges(), ['order-1047: 4999 EUR']);
  });

  it('single-page-app: keeps the result of an order, and pays the next one with an empty form', async () => {
    await visit('single-page-app', async (page) => {
      const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
      await go('Order 1048');
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await page.getByText('order-1048 is paid.').waitFor();
      await go('Basket');
      await page.getByText('Choose an order to pay.').waitFor();
      await go('Order 1048');
      await paid(page, '€49.99');
      await go('Order 1049');
      assert.equal(await page.getByLabel('Card number').inputValue(), '');
      await typeCard(page);
      await press(page, 'Pay €24.50');
      await page.getByText('order-1049 is paid.').waitFor();
    });
    assert.deepEqual(charges(), ['order-1048: 4999 EUR', 'order-1049: 2450 EUR']);
  });

  it('two-orders: charges each order once', async () => {
    await visit('two-orders', async (page) => {
      for (const [name, amount] of [
        ['Coffee', '€24.50'],
        ['Mug', '€9.99'],
      ] as const) {
        const order = page.getByRole('region', { name, exact: true });
        await typeCard(order);
        await press(order, `Pay ${amount}`);
        await paid(order, amount);
      }
    });
    assert.deepEqual(charges(), ['order-1050: 2450 EUR', 'order-1051: 999 EUR']);
  });

  describe('inside-a-form', () => {
    it('pays, then submits the form without the card', async () => {
      await visit('inside-a-form', async (page) => {
        await page.getByLabel('Delivery address').fill('1 Main Street');
        await typeCard(page);
        await press(page, 'Order and pay €49.99');
        await page.waitForURL('**/thanks.html?**');
        assert.equal(new URL(page.url()).search, '?address=1+Main+Street');
      });
      assert.deepEqual(charges(), ['order-1052: 4999 EUR']);
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

  it('donation: charges the amount that was typed', async () => {
    const { resolvePayment } = await serverModule<{ resolvePayment: ResolvePayment }>('donation');
    await reset(resolvePayment);
    await visit('donation', async (page) => {
      await press(page, '€50');
      await page.getByLabel('Amount', { exact: true }).fill('12.50');
      await typeCard(page);
      await press(page, 'Pay €12.50');
      await paid(page, '€12.50');
    });
    assert.deepEqual(charges(), ['donation-1053: 1250 EUR']);
  });

  describe('installments', () => {
    it('sends the choice in metadata', async () => {
      await visit('installments', async (page) => {
        await typeCard(page);
        await page.getByLabel('Installments').selectOption({ label: '3 × €200.00' });
        await press(page, 'Pay €600.00');
        await paid(page, '€600.00');
      });
      assert.deepEqual(
        [charges(), shop.sent.map(({ metadata }) => metadata)],
        [['order-1054: 60000 EUR'], [{ installments: '3' }]],
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

  it('events: lists the events of a payment, without card data', async () => {
    await visit('events', async (page) => {
      await typeCard(page);
      await press(page, 'Pay €49.99');
      await paid(page, '€49.99');
      const lines = await page.getByRole('listitem').allTextContents();
      const types = lines.map((line) => line.split(' ')[0]);
      const others = types.filter((type) => type !== 'payment-change' && type !== 'payment-field');
      assert.deepEqual(others, ['payment-ready', 'payment-submit', 'payment-success']);
      assert.doesNotMatch(lines.join('\n'), /4242 ?4242/);
    });
    assert.deepEqual(charges(), ['order-1056: 4999 EUR']);
  });

  it('isolated-mode: charges the card from the frame, with nothing of it in the page', async () => {
    await visit('isolated-mode', async (page) => {
      const form = page.frameLocator('payment-widget iframe');
      await fillPayment(page);
      await form.getByRole('button', { name: 'Pay €49.99' }).waitFor();
      assert.equal(await page.locator('input').count(), 0);
      assert.equal((await pay(page)).outcome, 'paid');
      await expectOutcome(page, 'paid');
    });
    assert.deepEqual(charges(), ['order-1060: 4999 EUR']);
  });

  it('are all paid at here', () => {
    assert.deepEqual(
      [...tried].sort(),
      NAMES.filter((name) => !NO_WIDGET.includes(name)),
    );
  });
});
