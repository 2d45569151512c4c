import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrderToken } from '../../../src/proxy/index.js';
import { expiredToken, SECRET } from '../../support/order-tokens.js';
import { until } from '../../support/until.js';
import { pressPay, typeCard, typedCard, waitForState, withHostileShop } from './hostile-shop.js';
import { spy, type Loot } from './spy.js';

const context = withHostileShop();

const loot = (page: Page): Promise<Loot> =>
  page.evaluate(() => (globalThis as unknown as { loot: () => Promise<Loot> }).loot());

const CARD_FIELDS = 'card-number card-expiry card-cvc cardholder-name';

/** Records the code of the first failure. */
function recordFailure(): void {
  addEventListener('payment-failure', (event) => {
    Object.assign(globalThis, { code: (event as CustomEvent<{ error: { code: string } }>).detail.error.code });
  });
}

const failureOf = async (page: Page): Promise<unknown> =>
  (await page.waitForFunction(() => (globalThis as { code?: string }).code)).jsonValue();

/** A browser that denies storage to frames of another site. */
const denyStorage = (page: Page) =>
  page.addInitScript((origin) => {
    if (location.origin !== origin) return;
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Storage is denied.', 'SecurityError');
      },
    });
  }, context.shop.proxyOrigin);

const removeFrame = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('payment-widget > iframe')?.remove();
  });

describe('a page that has an order token of its own', () => {
  const tokenOf = (reference: string) => createOrderToken({ reference, amount: 4999, currency: 'EUR' }, SECRET);

  for (const [first, price, createFirst] of [
    ['a token', '', tokenOf],
    ['no token', '4999', () => Promise.resolve('')],
    ['an expired token', '4999', (reference: string) => expiredToken({ reference })],
  ] as const)
    it(`cannot pay with a card that was typed for another order: ${first} before`, async () => {
      const { shop } = context;
      const proxyUrl = shop.mount({ orderTokenSecret: SECRET });
      const [own, other] = [shop.newOrder(), shop.newOrder()];
      const attributes = {
        'proxy-url': proxyUrl,
        amount: price,
        currency: price && 'EUR',
        'order-token': await createFirst(own),
      };
      const visit = await shop.open({ attributes });
      await typeCard(visit.frame);
      const outcome = await visit.page.evaluate(
        async (token) => {
          const widget = document.querySelector('payment-widget');
          widget?.setAttribute('order-token', token);
          return (await widget?.submit())?.outcome;
        },
        await tokenOf(other),
      );
      const typed = await typedCard(visit.frame);
      await visit.context.close();
      assert.deepEqual([outcome, typed, shop.charged(own), shop.charged(other)], ['failed', ['', '', '', ''], [], []]);
    });

  it('cannot let the shopper type an amount beside it', async () => {
    const { shop } = context;
    const attributes = {
      'proxy-url': shop.mount({ orderTokenSecret: SECRET }),
      fields: `amount ${CARD_FIELDS}`,
      'order-token': await createOrderToken({ reference: shop.newOrder(), amount: 4999, currency: 'EUR' }, SECRET),
    };
    const visit = await shop.open({ attributes, before: recordFailure });
    assert.equal(await failureOf(visit.page), 'order_mismatch');
    await visit.context.close();
  });
});

describe('a page with the pay button outside of the frame', () => {
  it('gets no text with the amount that the shopper types', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await shop.open({
      attributes: { reference, amount: '', fields: `amount ${CARD_FIELDS}` },
      before: spy,
      content: '<p slot="before-button">Terms</p>',
    });
    await visit.frame.getByLabel('Amount').pressSequentially('4539');
    await typeCard(visit.frame);
    await until(() => visit.page.evaluate(() => document.querySelector('payment-widget')?.valid));
    const typing = await loot(visit.page);
    await visit.page.locator('payment-widget').getByRole('button', { name: 'Pay', exact: true }).click();
    await waitForState(visit.page, 'paid');
    const { messages } = await loot(visit.page);
    await visit.context.close();
    const texts = messages.filter(({ data }) => (data as { type?: string }).type === 'state');
    const all = [...typing.messages, ...texts].map(({ data }) => JSON.stringify(data));
    assert.deepEqual([all.filter((text) => /4[,.]?539/.test(text)), shop.charged(reference)], [[], [453_900]]); // prettier-ignore
  });
});

describe('the decimals of a currency', () => {
  it('are those of the proxy', async () => {
    const { shop } = context;
    const currencyExponents = { ISK: 2 };
    const proxyUrl = shop.mount({ trustBrowserAmount: true, frame: { ...shop.frame, currencyExponents } });
    const visit = await shop.open({ attributes: { 'proxy-url': proxyUrl, currency: 'ISK' } });
    await visit.frame.getByRole('button', { name: 'Pay ISK 49.99' }).waitFor();
    await visit.context.close();
  });
});

describe('the key of an attempt', () => {
  it('is in no event, and what is in them finds it', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await shop.open({ attributes: { reference }, before: spy });
    const keys: string[] = [];
    visit.page.on('request', (request) => {
      const { 'idempotency-key': key } = request.headers();
      if (key) keys.push(key);
    });
    await typeCard(visit.frame);
    await pressPay(visit.frame);
    await waitForState(visit.page, 'paid');
    const { texts } = await loot(visit.page);
    await visit.context.close();
    const [key = ''] = keys;
    const events = texts.filter((text) => text.startsWith('event payment-success'));
    const [, name = ''] = /"idempotencyKey":"([^"]+)"/.exec(events.join()) ?? [];
    assert.deepEqual(
      [key.length, texts.filter((text) => text.startsWith('event payment-') && text.includes(key))],
      [43, []],
    );
    assert(name.length > 20 && key.startsWith(name), `${name} is not the beginning of ${key}`);
  });
});

describe('a frame without storage that is lost during a payment', () => {
  for (const [scenario, state, charges] of [
    ['success', 'paid', [4999]],
    ['declined', 'failed', []],
  ] as const)
    it(`has a successor that asks for the outcome, and shows no form before: ${state}`, async () => {
      const { shop } = context;
      const reference = shop.newOrder();
      const visit = await shop.open({ attributes: { reference } }, denyStorage);
      await waitForState(visit.page, 'ready');
      await typeCard(visit.frame);
      shop.scenario = scenario;
      const held = shop.hold();
      await pressPay(visit.frame);
      await held.arrived;
      const asked = visit.page.waitForRequest((request) => request.url().endsWith('/attempts'));
      await removeFrame(visit.page);
      await asked;
      const during = await visit.page.evaluate(() => document.querySelector('payment-widget')?.state);
      await removeFrame(visit.page); // the page still has the attempt
      held.release();
      await waitForState(visit.page, state);
      await visit.context.close();
      shop.scenario = 'success';
      assert.deepEqual([during, shop.charged(reference)], ['unknown', charges]);
    });
});
