import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { createOrderToken } from '../../../src/proxy/index.js';
import { openBrowser } from '../../support/browser.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { MODES, startIsolatedShop, type IsolatedShop, type ShopPage } from './isolated-shop.js';
import { recordEvents } from './record-events.js';
import { Shopper } from './shopper.js';

/** A page that loses the frame without an attacker: its own script renders it again, or the proxy is down for a while. */

/** Longer than the frame may take to answer. */
const TOO_LONG = 8500;

const SECRET = 's'.repeat(32);

/** The card of an order that is charged, and answered with an error. */
const CHARGED_THEN_ERROR = '4000000000000119';

/** The documents of all frames. */
const FRAMES = '**/frame?*';

describe('A frame', { concurrency: 2 }, () => {
  for (const mode of MODES)
    describe(mode, { concurrency: 1 }, () => {
      let browser: Browser;
      let shop: IsolatedShop;
      let orders = 0;

      before(async () => {
        [browser, shop] = await Promise.all([openBrowser(), startIsolatedShop(recordEvents)]);
      });

      after(async () => {
        await Promise.all([browser.close(), shop.close()]);
      });

      const newOrder = () => `order-${++orders}`;

      /** Opens a page with a new order. */
      async function open(t: TestContext, page: Partial<ShopPage> = {}): Promise<Shopper> {
        const shopper = await Shopper.open(browser, shop, { mode, attributes: { reference: newOrder() }, ...page });
        t.after(() => shopper.page.close());
        return shopper;
      }

      const charges = (reference = `order-${orders}`) =>
        shop.sandbox.ledger.entries(reference).map(({ amount }) => amount);

      /** A proxy, and the requests that its service has received. */
      function mountCounter() {
        const keys: unknown[] = [];
        const proxy = shop.mount({
          fetch: (request) => {
            keys.push(request.url);
            return shop.sandbox.handle(request);
          },
        });
        return { proxy, keys };
      }

      /** Opens the page again. Its frames have no storage for attempts, and the first payment is never sent. */
      async function denyStorage(shopper: Shopper): Promise<void> {
        await shopper.page.addInitScript((denied) => {
          if (location.origin !== denied) return;
          Object.defineProperty(globalThis, 'sessionStorage', {
            get: () => {
              throw new DOMException('Storage is denied.', 'SecurityError');
            },
          });
          const send = globalThis.fetch;
          globalThis.fetch = (url, init) => {
            const key = new Headers(init?.headers).get('Idempotency-Key');
            if (init?.method !== 'POST' || key === null || localStorage.getItem('held')) return send(url, init);
            localStorage.setItem('held', key);
            return new Promise<never>(() => undefined);
          };
        }, shop.proxyOrigin);
        await shopper.page.reload();
        await shopper.state('ready');
      }

      /** Removes the frame, as a script does that renders the content of the element again. */
      const lose = (shopper: Shopper) =>
        shopper.act((widget) => {
          widget.querySelector('iframe')?.remove();
        });

      /** Pays while a listener of `payment-submit` takes its time. */
      async function payUnderCheck(shopper: Shopper): Promise<void> {
        await shopper.act((widget) => {
          const check = new Promise<void>((resolve) => Object.assign(globalThis, { pass: resolve }));
          widget.addEventListener(
            'payment-submit',
            (event) => {
              event.waitUntil(check);
            },
            { once: true },
          );
        });
        await shopper.pay();
        await shopper.state('busy');
      }

      /** Lets the listener permit the payment. */
      const pass = (shopper: Shopper) =>
        shopper.act(() => {
          (globalThis as unknown as { pass: () => void }).pass();
        });

      describe('that could not be opened', () => {
        it('is opened by reset() once the proxy is up again, and pays', async (t) => {
          const shopper = await open(t);
          await shopper.page.clock.install();
          await shopper.page.route(FRAMES, (route) => route.fulfill({ status: 503 }));
          await shopper.page.reload();
          await shopper.page.clock.fastForward(TOO_LONG);
          await shopper.state('failed');
          await shopper.page.unroute(FRAMES);
          await shopper.act((widget) => {
            widget.reset();
          });
          await shopper.state('ready');
          await shopper.pay();
          await shopper.read('You paid €49.99.');
          assert.deepEqual(charges(), [4999]);
        });
      });

      describe('that is lost while the page checks a payment', () => {
        it('has sent nothing: the payment fails, and its successor takes another one', async (t) => {
          const shopper = await open(t);
          await payUnderCheck(shopper);
          await lose(shopper);
          await pass(shopper);
          await shopper.state('ready');
          await shopper.pay();
          await shopper.event('payment-success');
          const ends = (await shopper.heard()).filter(({ detail }) => 'restored' in detail);
          assert.deepEqual([ends.map(({ type }) => type), charges()], [['payment-failure', 'payment-success'], [4999]]);
        });

        it('is not in doubt if the page permits the payment before its successor is ready', async (t) => {
          const shopper = await open(t);
          await payUnderCheck(shopper);
          await shopper.page.route(FRAMES, () => undefined); // it never loads
          await lose(shopper);
          await pass(shopper);
          await lose(shopper);
          assert.deepEqual(await shopper.heard('payment-unknown'), []);
        });

        it('is not in doubt if the page permits the payment once its successor has a card', async (t) => {
          const shopper = await open(t);
          await payUnderCheck(shopper);
          await lose(shopper);
          await shopper.state('ready');
          await shopper.type();
          await until(() => shopper.act((widget) => widget.valid));
          await pass(shopper);
          await lose(shopper);
          assert.deepEqual(await shopper.heard('payment-unknown'), []);
        });
      });

      describe('that is lost during a payment', () => {
        it('has a successor: until it answers, submit() resolves with unknown, and sends nothing', async (t) => {
          const { opened, open: release } = gate();
          const proxy = shop.mount({
            fetch: async (request) => {
              const response = await shop.sandbox.handle(request);
              await opened;
              return response;
            },
          });
          const shopper = await open(t, { proxy });
          await shopper.pay();
          await until(() => charges().length === 1);
          await shopper.page.route(FRAMES, () => undefined); // it never loads
          await lose(shopper);
          await shopper.act((widget) => {
            void widget.submit().then(({ outcome }) => Object.assign(globalThis, { ended: outcome }));
          });
          const ended = await shopper.page.waitForFunction(() => (globalThis as { ended?: string }).ended);
          release();
          assert.deepEqual([await ended.jsonValue(), charges()], ['unknown', [4999]]);
        });
      });

      describe('that is lost during a payment, while the proxy cannot read its token', () => {
        it('stays in doubt until a successor can ask for the outcome', async (t) => {
          const { opened, open: release } = gate();
          const proxy = shop.mount({
            orderTokenSecret: SECRET,
            fetch: async (request) => {
              const response = await shop.sandbox.handle(request);
              await opened;
              return response;
            },
          });
          const order = { amount: 4999, currency: 'EUR', reference: newOrder() };
          const attributes = { amount: '', currency: '', 'order-token': await createOrderToken(order, SECRET) };
          const shopper = await open(t, { proxy, attributes });
          const { page } = shopper;
          await page.clock.install();
          await page.reload();
          await shopper.state('ready');
          await shopper.pay();
          await until(() => charges(order.reference).length === 1);
          await page.route('**/config', (route) => route.fulfill({ status: 503 }));
          await lose(shopper);
          await until(async () => {
            await page.clock.fastForward(1000);
            return (await shopper.form.locator('[part="setup-error"]').count()) > 0;
          });
          const doubt = await shopper.widget.getByText('may have been charged').isVisible();
          await page.unroute('**/config');
          release();
          await until(async () => {
            await page.clock.fastForward(1000);
            return shopper.act(({ state }) => state === 'paid');
          });
          const failures = await shopper.heard('payment-failure');
          assert.deepEqual([doubt, failures, charges(order.reference)], [true, [], [4999]]);
        });
      });

      describe('that is lost after a payment of an order without a reference', () => {
        for (const [outcome, card] of [
          ['paid', undefined],
          ['unknown', CHARGED_THEN_ERROR],
        ] as const)
          it(`has a successor that finds it by its key: it stays ${outcome}`, async (t) => {
            const { proxy, keys } = mountCounter();
            const shopper = await open(t, { proxy, attributes: { reference: '' } });
            await shopper.pay(card);
            await shopper.event(outcome === 'paid' ? 'payment-success' : 'payment-unknown');
            await lose(shopper);
            await shopper.form.locator('[part~=result]').waitFor();
            const again = await shopper.submit();
            assert.deepEqual([again['outcome'], keys.length], [outcome, 1]);
          });
      });

      describe('that is lost after the page has allowed a payment, which it has not sent', () => {
        for (const reference of ['', 'order-unsent'])
          it(`gives the form back with the same key, ${reference ? 'without storage' : 'without a reference'}`, async (t) => {
            const { proxy, keys } = mountCounter();
            const shopper = await open(t, { proxy, attributes: { reference: reference && `${reference} ${mode}` } });
            const sent: string[] = [];
            shopper.page.on('request', (request) => {
              const key = request.headers()['idempotency-key'];
              if (key && request.method() === 'POST') sent.push(key);
            });
            await denyStorage(shopper);
            await shopper.pay();
            const readHeld = () => shopper.form.locator(':root').evaluate(() => localStorage.getItem('held'));
            await until(async () => (await readHeld()) !== null);
            const held = await readHeld();
            await lose(shopper);
            await shopper.event('payment-unknown');
            await shopper.state('ready');
            await lose(shopper); // before another payment: the page still has the key
            await shopper.state('ready');
            await shopper.pay();
            await shopper.event('payment-success');
            assert.deepEqual([sent, keys.length], [[held], 1]);
          });
      });

      describe('that is copied with its element', () => {
        it('is replaced: the copy pays', async (t) => {
          const shopper = await open(t);
          await shopper.act((widget) => {
            widget.replaceWith(widget.cloneNode(true));
          });
          await shopper.state('ready');
          await shopper.pay();
          await shopper.read('You paid €49.99.');
          assert.equal(await shopper.page.locator('iframe').count(), 1);
        });
      });

      describe('that is lost after a payment', () => {
        it('has a successor for the next order if the page calls reset()', async (t) => {
          const shopper = await open(t);
          await shopper.pay();
          await shopper.read('You paid €49.99.');
          await lose(shopper);
          await shopper.act((widget, reference) => {
            widget.reference = reference;
            widget.reset();
          }, newOrder());
          await shopper.state('ready');
          await shopper.pay();
          await shopper.read('You paid €49.99.');
          assert.deepEqual(charges(), [4999]);
        });
      });
    });
});
