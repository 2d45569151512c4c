import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { digestOf } from 'payment-widget/contract/protocol';
import type { PaymentWidget } from 'payment-widget';
import { withShop, type Answer } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { stopClock } from './stopped-clock.js';

/** Caches, service workers and servers between page and proxy, over real HTTP. */

const context = withShop();

const form = (proxyUrl: string, reference: string, attributes = '') =>
  `<payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="${reference}"
    ${attributes}></payment-widget>`;

const newReference = () => `between-${crypto.randomUUID()}`;

/** Reads what the shopper reads, until it is one of these titles. Time passes meanwhile. */
async function readTitle(page: Page): Promise<string> {
  const titles = ['Payment successful', 'You were not charged', 'Your card may have been charged'];
  let found: string | undefined;
  await until(async () => {
    await page.clock.runFor(500);
    const text = (await page.locator('payment-widget').textContent()) ?? '';
    const shown = await page.locator('payment-widget').evaluate(({ shadowRoot }) => shadowRoot?.textContent ?? '');
    found = titles.find((title) => (text + shown).includes(title));
    return found !== undefined;
  });
  return found ?? '';
}

async function pay(page: Page, card = '4242424242424242'): Promise<void> {
  await typeCard(page, card);
  await page.keyboard.press('Enter');
}

/** Our proxy behind another server. */
function mountBehind(
  change: (forward: Answer, request: Request) => Response | Promise<Response>,
  options = {},
): string {
  const inner = context.shop.mount(options);
  const forward: Answer = (request) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace('/pay', inner);
    return context.shop.answer(new Request(url, request));
  };
  return context.shop.mount((request) => change(forward, request));
}

/** As `proxy_intercept_errors on;` in nginx: neither body nor headers of an error are left. */
const intercepting = (options = {}) =>
  mountBehind(async (forward, request) => {
    const response = await forward(request);
    const html = { 'Content-Type': 'text/html' };
    return response.status < 400
      ? response
      : new Response('<h1>Error</h1>', { status: response.status, headers: html });
  }, options);

describe('a cache that answers by address, whatever the headers say', () => {
  /** Keeps the first answer to each address, also to POST. */
  const caching = () => {
    const kept = new Map<string, Response>();
    return mountBehind(async (forward, request) => {
      const { pathname } = new URL(request.url);
      const address = `${request.method} ${pathname}`;
      const cached = kept.get(address);
      if (cached)
        return new Response(cached.clone().body, {
          status: cached.status,
          headers: { ...Object.fromEntries(cached.headers), Age: '31' },
        });
      const response = await forward(request);
      kept.set(address, response.clone());
      return response;
    });
  };

  it('gives no shopper the outcome of another one, and is named in the console', async () => {
    const proxy = caching();
    const first = await context.open(form(proxy, newReference()), { prepare: stopClock });
    await pay(first);
    await first.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await first.close();
    const warnings: string[] = [];
    const second = await context.open(form(proxy, newReference()), {
      prepare: async (page) => {
        page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
        await stopClock(page);
      },
    });
    await pay(second);
    const title = await readTitle(second);
    await second.close();
    assert.deepEqual(
      [title === 'Payment successful', warnings.filter((text) => text.includes('came from a cache (Age: 31)')).length],
      [false, 1],
    );
  });
});

describe('a service worker that answers in the place of the proxy', () => {
  it('makes no payment successful', async () => {
    const proxy = context.shop.mount({});
    const reference = newReference();
    const page = await context.open(form(proxy, reference), { prepare: stopClock });
    const code = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => {
        if (event.request.method === 'POST') event.respondWith(Response.json({ errorMessage: 'Task timed out' }));
      });`;
    await page.evaluate(async (path) => {
      const { serviceWorker } = navigator;
      const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
      await serviceWorker.register(path, { scope: '/' });
      await controlled;
    }, context.shop.script(code));
    await pay(page);
    const title = await readTitle(page);
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    await page.close();
    assert.deepEqual([title === 'Payment successful', context.shop.charges(reference)], [false, []]);
  });
});

describe('a server that replaces errors by pages of its own', () => {
  for (const [what, options, card] of [
    ['a changed price', { resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) }, '4242424242424242'],
    ['an unknown order', { resolvePayment: () => undefined }, '4242424242424242'],
    ['a decline', {}, '4000000000000002'],
  ] as const) {
    it(`does not keep the shopper from reading that nothing was charged: ${what}`, async () => {
      const page = await context.open(form(intercepting(options), newReference()), { prepare: stopClock });
      await pay(page, card);
      const title = await readTitle(page);
      await page.close();
      assert.equal(title, 'You were not charged');
    });
  }
});

describe('a configuration from a cache of the day before', () => {
  for (const [what, cached, mode, attributes] of [
    ['Test, while the proxy has a Live key', 'test', 'live', ''],
    ['Live, while the proxy has a Test key', 'live', 'test', ''],
    ['Test, while the proxy has a Live key, in a page that expects Test', 'test', 'live', 'mode="test"'],
  ] as const) {
    it(`pays nothing, and the page shows the right mode then: ${what}`, async () => {
      const config = { mode: cached, idempotency: true, recovery: true, binding: true };
      const proxy = mountBehind(
        (forward, request) =>
          new URL(request.url).pathname.endsWith('/config') ? Response.json(config) : forward(request),
        { mode },
      );
      const reference = newReference();
      const page = await context.open(form(proxy, reference, attributes), { prepare: stopClock });
      await pay(page);
      await until(() =>
        page.locator('payment-widget').evaluate((element: PaymentWidget, is) => element.reportedMode === is, mode),
      );
      const charges = context.shop.charges(reference);
      await page.close();
      assert.deepEqual(charges, []);
    });
  }
});

it('a report of another attempt at the address of this one is never shown', async () => {
  const other = await digestOf('the key of another shopper');
  const proxy = mountBehind(async (forward, request) => {
    if (request.method === 'POST') return new Response('<h1>Bad Gateway</h1>', { status: 502 });
    if (!request.url.includes('/attempts/')) return forward(request);
    return Response.json({ attempt: other, state: 'succeeded' }, { headers: { 'Payments-Attempt': other } });
  });
  const page = await context.open(form(proxy, newReference()), { prepare: stopClock });
  await pay(page);
  const title = await readTitle(page);
  await page.close();
  assert.equal(title, 'Your card may have been charged');
});
