import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { createOrderToken, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { openBrowser } from '../../support/browser.js';
import { openAttemptOf } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { startIsolatedShop, type IsolatedShop, type ShopPage } from './isolated-shop.js';
import { recordEvents, type HeardEvent } from './record-events.js';
import { CARD, Shopper } from './shopper.js';

/** One sample of each promise of the element with its form in a frame. The built files over HTTP, and a strict policy. */

const DECLINED = '4000000000000002';
const CHARGED_THEN_ERROR = '4000000000000119';
const PENDING = '4000000000004228';
const EMPTY = ['', '', '', ''];
const TERMS = '<label slot="before-button"><input type="checkbox" name="terms" required /> Terms</label>';
const SECRET = 's'.repeat(32);

/** More than a message between page and frame may have. */
const LONG_TEXT = 'The last ticket is sold. '.repeat(80).trim();

/** The code of the error of an event. */
const codeOf = (detail: HeardEvent['detail']) => (detail['error'] as { code: string }).code;

/** Runs in the page. */
function defineBrokenControl(): void {
  customElements.define(
    'broken-coupon',
    class extends HTMLElement {
      static readonly formAssociated = true;
      readonly name = 'coupon';
      get value(): string {
        throw new Error('This control is broken.');
      }
    },
  );
}

describe('The element', () => {
  let browser: Browser;
  let shop: IsolatedShop;
  let orders = 0;

  before(async () => {
    [browser, shop] = await Promise.all([openBrowser(), startIsolatedShop(recordEvents)]);
  });

  after(async () => {
    await Promise.all([browser.close(), shop.close()]);
  });

  /** What the events of an attempt have: the beginning of the key. */
  const isKey = (value: unknown) => typeof value === 'string' && value.length === 21;
  const newOrder = () => `order-${++orders}`;

  /** Opens a page with a new order. */
  async function open(
    t: TestContext,
    { attributes, ...page }: Partial<ShopPage> & { readonly hasNoForm?: boolean } = {},
  ): Promise<Shopper> {
    const shopper = await Shopper.open(browser, shop, {
      mode: 'isolated by isolated.js',
      attributes: { reference: newOrder(), ...attributes },
      ...page,
    });
    t.after(() => shopper.page.close());
    return shopper;
  }

  const charges = (reference = `order-${orders}`) =>
    shop.sandbox.ledger.entries(reference).map(({ amount, currency }) => [amount, currency]);

  /** Bodies of the payments that a proxy has sent to its service. */
  function mountRecorder(options: Partial<PaymentProxyOptions> = {}) {
    const bodies: Record<string, unknown>[] = [];
    const proxy = shop.mount({
      fetch: async (request) => {
        bodies.push((await request.clone().json()) as Record<string, unknown>);
        return shop.sandbox.handle(request);
      },
      ...options,
    });
    return { proxy, bodies };
  }

  /** A proxy whose service charges, and answers once it is released. */
  function mountHeld() {
    const { opened, open: release } = gate();
    const proxy = shop.mount({
      fetch: async (request) => {
        const response = await shop.sandbox.handle(request);
        await opened;
        return response;
      },
    });
    return { proxy, release };
  }

  describe('when a card is paid', () => {
    it('charges once for Enter in the last field, and clears the form', async (t) => {
      const shopper = await open(t);
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([charges(), await shopper.values()], [[[4999, 'EUR']], []]);
    });

    it('dispatches its events in order, with complete details and the state that listeners see', async (t) => {
      const shopper = await open(t);
      await shopper.pay();
      await shopper.event('payment-success');
      const events = await shopper.heard();
      const order = { amount: 4999, currency: 'EUR', reference: `order-${orders}` };
      const key = events.at(-1)?.detail['idempotencyKey'];
      assert.ok(isKey(key));
      const field = (name: string, type: string) => ['field', 'ready', false, { field: name, type }];
      const change = (valid: boolean, brand: string | null, state = 'ready') => [
        'change',
        state,
        false,
        { valid, complete: valid, brand },
      ];
      assert.deepEqual(
        events.map(({ type, state, cancelable, detail }) => [type.replace('payment-', ''), state, cancelable, detail]),
        [
          ['ready', 'ready', false, { mode: 'test', capabilities: { idempotency: true, recovery: true } }],
          field('card-number', 'focus'),
          change(false, 'visa'),
          field('card-number', 'blur'),
          field('card-expiry', 'focus'),
          field('card-expiry', 'blur'),
          field('card-cvc', 'focus'),
          field('card-cvc', 'blur'),
          field('cardholder-name', 'focus'),
          change(true, 'visa'),
          ['submit', 'ready', true, { ...order, idempotencyKey: key }],
          change(false, null, 'paid'),
          [
            'success',
            'paid',
            true,
            { ...order, idempotencyKey: key, payment: null, status: 200, mode: 'test', restored: false },
          ],
        ],
      );
    });

    it('dispatches events that bubble through shadow roots, with matching custom states', async (t) => {
      const shopper = await open(t);
      await shopper.pay();
      await shopper.event('payment-success');
      for (const event of await shopper.heard()) {
        const { type, bubbles, composed, isCustomEvent, canWait, css, state } = event;
        assert.deepEqual(
          [type, bubbles, composed, isCustomEvent, canWait, css],
          [type, true, true, true, type === 'payment-submit', [state, 'test']],
        );
      }
    });

    it('logs nothing, and violates no policy', async (t) => {
      const shopper = await open(t);
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      const unknown = "Unrecognized feature: 'autofill'."; // of the attribute allow, in present Chromium
      assert.deepEqual(
        shopper.complaints.filter((line) => line !== unknown),
        [],
      );
    });
  });

  describe('when the page calls submit()', () => {
    it('resolves with the detail of the event and the kind of the outcome', async (t) => {
      const shopper = await open(t);
      await shopper.type();
      const outcome = await shopper.submit();
      const { detail } = await shopper.event('payment-success');
      assert.deepEqual(outcome, { outcome: 'paid', ...detail });
    });

    it('makes one payment of two calls, and of a third call after them', async (t) => {
      const shopper = await open(t);
      await shopper.type();
      const keys = await shopper.act(async (widget) => {
        const outcomes = await Promise.all([widget.submit(), widget.submit()]);
        return [...outcomes, await widget.submit()].map(({ idempotencyKey }) => idempotencyKey);
      });
      assert.deepEqual([new Set(keys).size, charges()], [1, [[4999, 'EUR']]]);
    });

    it('makes one payment of Enter and a call', async (t) => {
      const { proxy, release } = mountHeld();
      const shopper = await open(t, { proxy });
      await shopper.pay();
      await shopper.state('busy');
      const outcome = shopper.submit();
      release();
      assert.deepEqual([(await outcome)['outcome'], charges()], ['paid', [[4999, 'EUR']]]);
    });

    it('resolves with the outcome if a listener of its event removes the element', async (t) => {
      const shopper = await open(t);
      await shopper.type();
      const outcome = await shopper.act(async (widget) => {
        widget.addEventListener('payment-success', () => {
          widget.remove();
        });
        return (await widget.submit()).outcome;
      });
      assert.equal(outcome, 'paid');
    });

    it('goes on if the element is moved before its form is ready', async (t) => {
      const shopper = await open(t);
      const code = await shopper.act(async (widget) => {
        widget.remove();
        await new Promise(requestAnimationFrame);
        document.body.append(widget);
        const paying = widget.submit();
        await new Promise(requestAnimationFrame); // it waits for the form
        document.body.appendChild(document.createElement('section')).append(widget);
        const outcome = await paying;
        return 'error' in outcome ? outcome.error.code : outcome.outcome;
      });
      assert.equal(code, 'validation_failed');
    });
  });

  describe('when a payment is not charged', () => {
    it('clears a declined card, says why at the focus, and charges the next card', async (t) => {
      const shopper = await open(t);
      await shopper.pay(DECLINED);
      await shopper.read('Your card was declined.');
      await shopper.sees('summary');
      const before = [await shopper.values(), charges()];
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([before, charges()], [[[...EMPTY.slice(0, 3), 'Ada Lovelace'], []], [[4999, 'EUR']]]);
    });

    it('reports the error with all that is known', async (t) => {
      const shopper = await open(t);
      await shopper.pay(DECLINED);
      const { state, css, cancelable, detail } = await shopper.event('payment-failure');
      const { error, idempotencyKey, ...others } = detail as {
        error: Record<string, unknown>;
        idempotencyKey: string;
      };
      const { code, name, message, outcome, retryable, status, docs } = error;
      assert.deepEqual(
        [state, css, cancelable, others, isKey(idempotencyKey)],
        [
          'failed',
          ['failed', 'test'],
          false,
          { mode: 'test', restored: false, amount: 4999, currency: 'EUR', reference: `order-${orders}` },
          true,
        ],
      );
      assert.deepEqual(
        [code, name, outcome, retryable, status, docs],
        ['declined', 'PaymentError', 'not_charged', true, 402, 'payment-widget/docs/errors.md#declined'],
      );
      assert.match(String(message), /\w/);
    });
  });

  describe('when fields are invalid', () => {
    it('reports validation_failed, and the problem of each field', async (t) => {
      const shopper = await open(t);
      await shopper.payButton.click();
      const { state, detail } = await shopper.event('payment-failure');
      const { code, fieldErrors } = detail['error'] as { code: string; fieldErrors: Record<string, string> };
      const problems = (await shopper.heard('payment-field'))
        .filter((event) => event.detail['type'] === 'invalid')
        .map((event) => event.detail);
      assert.deepEqual(
        [state, code, fieldErrors['card-number'], problems[0]],
        [
          'ready',
          'validation_failed',
          'Enter your card number.',
          { field: 'card-number', type: 'invalid', problem: 'card_number_required' },
        ],
      );
      assert.equal(problems.length, 4);
    });

    it('validate() returns false, shows the errors and moves the focus; valid and validate() are true later', async (t) => {
      const shopper = await open(t);
      const first = await shopper.act((widget) => [widget.valid, widget.validate()]);
      await shopper.read('Enter your card number.');
      await shopper.sees('cc-number');
      await shopper.type();
      const second = await shopper.act((widget) => [widget.valid, widget.validate()]);
      assert.deepEqual(
        [first, second],
        [
          [false, false],
          [true, true],
        ],
      );
    });
  });

  describe('when the page listens to payment-submit', () => {
    it('sends nothing after preventDefault(), and keeps the typed text', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        widget.addEventListener('payment-submit', (event) => {
          event.preventDefault();
        });
      });
      await shopper.pay();
      const { detail } = await shopper.event('payment-failure');
      const { code, retryable } = detail['error'] as { code: string; retryable: boolean };
      assert.deepEqual(
        [code, retryable, (await shopper.values())[0], charges()],
        ['submit_prevented', true, '4242 4242 4242 4242', []],
      );
    });

    it('waits for waitUntil(), is busy meanwhile, and then charges', async (t) => {
      let isPassed = false;
      const sent: boolean[] = [];
      const proxy = shop.mount({
        fetch: (request) => {
          sent.push(isPassed);
          return shop.sandbox.handle(request);
        },
      });
      const shopper = await open(t, { proxy });
      await shopper.act((widget) => {
        const check = new Promise<void>((resolve) => Object.assign(globalThis, { pass: resolve }));
        widget.addEventListener('payment-submit', (event) => {
          event.waitUntil(check);
        });
      });
      await shopper.pay();
      await shopper.state('busy');
      await shopper.reachesProxy(proxy); // after a payment that does not wait
      isPassed = true;
      await shopper.act(() => {
        (globalThis as unknown as { pass: () => void }).pass();
      });
      await shopper.read('You paid €49.99.');
      assert.deepEqual([sent, charges()], [[true], [[4999, 'EUR']]]);
    });

    for (const [what, name, text, shown] of [
      ['the text of a PaymentCheckError', 'PaymentCheckError', 'The last ticket is sold.', 'The last ticket is sold.'],
      ['its own text for another error', 'Error', 'secret', 'Something went wrong. You were not charged.'],
    ] as const) {
      it(`shows ${what}, and charges nothing`, async (t) => {
        const shopper = await open(t);
        await shopper.act(
          (widget, error) => {
            widget.addEventListener('payment-submit', (event) => {
              event.waitUntil(Promise.reject(Object.assign(new Error(error.text), { name: error.name })));
            });
          },
          { name, text },
        );
        await shopper.pay();
        await shopper.read(shown);
        await shopper.sees('summary');
        const { detail } = await shopper.event('payment-failure');
        assert.deepEqual([codeOf(detail), charges()], ['submit_prevented', []]);
      });
    }

    it('shows the beginning of a text of 2,000 characters, and charges the next payment', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget, text) => {
        widget.addEventListener(
          'payment-submit',
          (event) => {
            event.waitUntil(Promise.reject(Object.assign(new Error(text), { name: 'PaymentCheckError' })));
          },
          { once: true },
        );
      }, LONG_TEXT);
      await shopper.pay();
      await shopper.read(LONG_TEXT.slice(0, 500));
      await shopper.event('payment-failure');
      await shopper.payButton.click();
      await shopper.read('You paid €49.99.');
      assert.deepEqual(charges(), [[4999, 'EUR']]);
    });

    it('sends the price that the shopper agreed to, or nothing', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        widget.addEventListener('payment-submit', (event) => {
          widget.amount = 5999;
          event.waitUntil(Promise.resolve());
        });
      });
      await shopper.pay();
      await shopper.event('payment-failure');
      assert.deepEqual(charges(), []);
    });

    it('sends nothing until the proxy has confirmed another order token that a listener sets', async (t) => {
      const reference = newOrder();
      const order = { reference, amount: 4999, currency: 'EUR' };
      const next = await createOrderToken({ ...order, expiresIn: 1800 }, SECRET);
      let isConfirmed = false;
      const sent: boolean[] = [];
      const proxy = shop.mount({
        orderTokenSecret: SECRET,
        fetch: (request) => {
          sent.push(isConfirmed);
          return shop.sandbox.handle(request);
        },
      });
      const token = await createOrderToken(order, SECRET);
      const shopper = await open(t, { proxy, attributes: { reference, 'order-token': token } });
      await shopper.page.route(`${proxy.url}/config`, async (route, request) => {
        if (request.headers()['order-token'] !== next) return route.continue();
        await shopper.reachesProxy(proxy); // after a payment that does not wait
        isConfirmed = true;
        return route.continue();
      });
      await shopper.act((widget, other) => {
        widget.addEventListener('payment-submit', (event) => {
          widget.orderToken = other;
          event.waitUntil(Promise.resolve());
        });
      }, next);
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([sent, charges(reference)], [[true], [[4999, 'EUR']]]);
    });
  });

  describe('after a payment', () => {
    it('reset() shows an empty form, which pays the next order', async (t) => {
      const shopper = await open(t);
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      await shopper.act((widget, reference) => {
        widget.reference = reference;
        widget.reset();
      }, newOrder());
      await shopper.state('ready');
      const values = await shopper.values();
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([values, charges()], [EMPTY, [[4999, 'EUR']]]);
    });

    it('goes to return-url with the outcome', async (t) => {
      const thanks = shop.show({ mode: 'isolated by isolated.js', body: '<p>Thanks</p>' });
      const shopper = await open(t, { attributes: { 'return-url': thanks } });
      await shopper.pay();
      await shopper.page.getByText('Thanks').waitFor();
      const { searchParams } = new URL(shopper.page.url());
      assert.deepEqual(Object.fromEntries(searchParams), { outcome: 'paid', reference: `order-${orders}` });
    });

    it('stays if a listener prevents the way to return-url', async (t) => {
      const shopper = await open(t, { attributes: { 'return-url': '/thanks' } });
      await shopper.act((widget) => {
        widget.addEventListener('payment-success', (event) => {
          event.preventDefault();
        });
      });
      const before = shopper.page.url();
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.equal(shopper.page.url(), before);
    });
  });

  describe('while the outcome is not known', () => {
    it('shows it, reports it, offers no payment, and takes it back once it is settled', async (t) => {
      const shopper = await open(t);
      await shopper.pay(CHARGED_THEN_ERROR);
      await shopper.read('Your card may have been charged €49.99.');
      await shopper.sees('result');
      const { state, css, detail } = await shopper.event('payment-unknown');
      const { code, outcome } = detail['error'] as Record<string, unknown>;
      assert.deepEqual(
        [state, css, code, outcome, detail['reference'], isKey(detail['idempotencyKey'])],
        ['unknown', ['unknown', 'test'], 'service_error', 'unknown', `order-${orders}`, true],
      );
      assert.equal(await shopper.payButton.count(), 0);
      await shop.proxy.resolve(await openAttemptOf(shop.proxy, `order-${orders}`), 'succeeded');
      const settled = await shopper.event('payment-success');
      assert.deepEqual(
        [settled.state, settled.detail['idempotencyKey'], charges()],
        ['paid', detail['idempotencyKey'], [[4999, 'EUR']]],
      );
    });

    it('submit() resolves with the unknown outcome, and sends nothing', async (t) => {
      const shopper = await open(t);
      await shopper.pay(CHARGED_THEN_ERROR);
      await shopper.event('payment-unknown');
      const { outcome } = await shopper.submit();
      assert.deepEqual([outcome, charges()], ['unknown', [[4999, 'EUR']]]);
    });

    it('resumes the order after a reload during the payment, and charges once', async (t) => {
      const { proxy, release } = mountHeld();
      const shopper = await open(t, { proxy });
      await shopper.pay();
      await shopper.state('busy');
      await until(() => charges().length === 1);
      shopper.page.on('dialog', (dialog) => void dialog.accept()); // leaving during a payment is confirmed
      await shopper.page.reload();
      const { detail } = await shopper.event('payment-unknown');
      release();
      await shopper.event('payment-success');
      await shopper.read('Payment successful');
      assert.deepEqual([detail['restored'], charges()], [true, [[4999, 'EUR']]]);
    });

    it('shows and reports a pending payment', async (t) => {
      const shopper = await open(t);
      await shopper.pay(PENDING);
      await shopper.read('Your payment is being processed');
      const { state, css, cancelable, detail } = await shopper.event('payment-pending');
      const { status, payment, reference, restored } = detail;
      assert.deepEqual(
        [state, css, cancelable, status, payment, reference, restored],
        ['pending', ['pending', 'test'], true, 202, null, `order-${orders}`, false],
      );
    });
  });

  describe('when the bank asks for a confirmation', () => {
    /** A proxy whose service asks for it. The page of the bank shows the form that it received. */
    function mountBank() {
      const bank = shop.show({ mode: 'isolated by isolated.js', body: '<p>The bank</p>' });
      const next_action = { url: bank, method: 'POST', fields: { creq: 'eyJ0' } };
      return {
        bank,
        proxy: shop.mount({ fetch: () => Promise.resolve(Response.json({ next_action }, { status: 202 })) }),
      };
    }

    it('leads there', async (t) => {
      const { bank, proxy } = mountBank();
      const shopper = await open(t, { proxy });
      const request = shopper.page.waitForRequest(bank);
      await shopper.pay();
      const sent = await request;
      await shopper.page.getByText('The bank').waitFor();
      assert.deepEqual([sent.method(), sent.postData(), shopper.page.url()], ['POST', 'creq=eyJ0', bank]);
    });

    it('stays if a listener prevents it, and reports what the bank asks for', async (t) => {
      const { bank, proxy } = mountBank();
      const shopper = await open(t, { proxy });
      await shopper.act((widget) => {
        widget.addEventListener('payment-action', (event) => {
          event.preventDefault();
        });
      });
      await shopper.pay();
      const { state, css, cancelable, detail } = await shopper.event('payment-action');
      const { idempotencyKey, ...others } = detail;
      assert.deepEqual(
        [state, css, cancelable, isKey(idempotencyKey), others],
        [
          'pending',
          ['pending', 'test'],
          true,
          true,
          {
            action: { url: bank, method: 'POST', fields: { creq: 'eyJ0' } },
            mode: 'test',
            restored: false,
            amount: 4999,
            currency: 'EUR',
            reference: `order-${orders}`,
          },
        ],
      );
      await shopper.form.getByRole('button').waitFor();
      assert.notEqual(shopper.page.url(), bank);
    });
  });

  describe('with settings', () => {
    it('without-button has no button, and Enter does not pay', async (t) => {
      const shopper = await open(t, { attributes: { 'without-button': 'true' } });
      const buttons = await shopper.payButton.count();
      await shopper.pay();
      await shopper.values(); // after what the key has caused in the frame
      const submitted = await shopper.heard('payment-submit');
      const { outcome } = await shopper.submit();
      assert.deepEqual([buttons, submitted, outcome], [0, [], 'paid']);
    });

    it('sends description and metadata', async (t) => {
      const { proxy, bodies } = mountRecorder();
      const shopper = await open(t, { proxy, attributes: { description: 'Two tickets' } });
      await shopper.act((widget) => {
        widget.metadata = { cart: '7' };
      });
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([bodies[0]?.['description'], bodies[0]?.['metadata']], ['Two tickets', { cart: '7' }]);
    });

    it('mode="test" refuses a proxy with a Live key', async (t) => {
      const { proxy, bodies } = mountRecorder({ mode: 'live' });
      const shopper = await open(t, { proxy, attributes: { mode: 'test' }, hasNoForm: true });
      const { detail } = await shopper.event('payment-failure');
      assert.deepEqual([codeOf(detail), bodies], ['mode_mismatch', []]);
      await shopper.read('mode_mismatch');
    });

    it('no mode: pays if the proxy gets a Live key while the page is open', async (t) => {
      const [proxy, live] = [shop.mount(), shop.mount({ mode: 'live' })];
      const shopper = await open(t, { proxy });
      await shopper.page.route(/\/v1\/payments$/, (route, request) =>
        route.continue({
          url: request.url().replace(proxy.url, live.url),
        }),
      );
      await shopper.type();
      await shopper.act((widget) => {
        widget.description = 'Two tickets'; // settings are sent again
      });
      await shopper.payButton.click();
      const { detail } = await shopper.event('payment-success');
      assert.equal(detail['mode'], 'live');
    });

    it('amount_changed shows the new price, and charges it after another press', async (t) => {
      const proxy = shop.mount({ resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) });
      const shopper = await open(t, { proxy });
      await shopper.pay();
      await shopper.read('The price is now €54.99. You were not charged.');
      const { detail } = await shopper.event('payment-failure');
      const before = [codeOf(detail), charges(), await shopper.act((it) => it.amount)];
      await shopper.form.getByRole('button', { name: 'Pay €54.99' }).click();
      await shopper.read('You paid €54.99.');
      assert.deepEqual([before, charges()], [['amount_changed', [], 5499], [[5499, 'EUR']]]);
    });

    it('fields with an address and prefill are shown, and sent', async (t) => {
      const { proxy, bodies } = mountRecorder();
      const fields = 'card-number card-expiry card-cvc cardholder-name email country postal-code';
      const shopper = await open(t, { proxy, attributes: { fields } });
      await shopper.act((widget) => {
        widget.prefill = { email: 'ada@example.com', country: 'DE', 'cardholder-name': 'Ada Lovelace' };
      });
      await until(async () => (await shopper.values()).includes('ada@example.com'));
      const { 'Name on card': _, ...card } = CARD;
      await shopper.type(card);
      await shopper.form.getByLabel(/Postal code/).click();
      await shopper.page.keyboard.type('10115');
      await shopper.press('Enter');
      await shopper.read('You paid €49.99.');
      const text = JSON.stringify(bodies[0]);
      const missing = ['ada@example.com', '"DE"', '10115', 'Ada Lovelace'].filter((it) => !text.includes(it));
      assert.deepEqual(missing, []);
    });

    it('focus() moves the focus to the first field', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        widget.focus();
      });
      await shopper.sees('cc-number');
      await shopper.page.keyboard.type('4242');
      assert.equal((await shopper.values())[0], '4242');
    });
  });

  describe('with a setting that is invalid', () => {
    const CASES: readonly (readonly [what: string, attributes: Record<string, string>, code: string])[] = [
      ['no proxy-url', { 'proxy-url': '' }, 'missing_proxy_url'],
      ['an invalid amount', { amount: '49.99' }, 'invalid_amount'],
      ['an invalid return-url', { 'return-url': 'javascript:alert(1)' }, 'invalid_return_url'],
    ];
    for (const [what, attributes, code] of CASES) {
      it(`names the error of ${what}, in its event, in the element and in the console`, async (t) => {
        const shopper = await open(t, { attributes, hasNoForm: true });
        const { state, css, detail } = await shopper.event('payment-failure');
        const error = detail['error'] as { code: string; outcome: string };
        assert.deepEqual([state, css[0], error.code, error.outcome], ['failed', 'failed', code, 'not_charged']);
        await Promise.any([shopper.page.getByText(code).first().waitFor(), shopper.read(code)]); // the page checks some
        await until(() => shopper.complaints.some((line) => line.startsWith(`<payment-widget>: ${code}: `)));
        const { outcome } = await shopper.submit();
        assert.equal(outcome, 'failed');
      });
    }

    it('shows the form once the setting is corrected', async (t) => {
      const shopper = await open(t, { attributes: { currency: 'euro' }, hasNoForm: true });
      await shopper.event('payment-failure');
      await shopper.act((widget) => {
        widget.currency = 'EUR';
      });
      await shopper.state('ready');
      await shopper.pay();
      await shopper.read('You paid €49.99.');
    });

    it('removes an API key from the element, and reports it', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        widget.setAttribute('api-key', 'sk_test_0123456789abcdef');
      });
      const { detail } = await shopper.event('payment-failure');
      const removed = await shopper.act((widget) => !widget.hasAttribute('api-key'));
      const text = JSON.stringify([detail, shopper.complaints]);
      assert.deepEqual([codeOf(detail), removed, text.includes('sk_test')], ['key_in_browser', true, false]);
    });
  });

  describe('with content of the page', () => {
    it('shows header and footer', async (t) => {
      const shopper = await open(t, { content: '<h2 slot="header">Card</h2><a slot="footer" href="#">Help</a>' });
      await shopper.page.getByRole('heading', { name: 'Card' }).waitFor();
      await shopper.page.getByRole('link', { name: 'Help' }).waitFor();
      const boxes = await Promise.all(
        [shopper.page.locator('h2'), shopper.field('Card number'), shopper.page.locator('a')].map((it) =>
          it.boundingBox(),
        ),
      );
      const tops = boxes.map((box) => box?.y ?? NaN);
      assert.deepEqual(
        tops,
        [...tops].sort((one, other) => one - other),
      );
    });

    it('does not pay until a required checkbox is ticked, then sends its value', async (t) => {
      const { proxy, bodies } = mountRecorder();
      const shopper = await open(t, { proxy, content: TERMS });
      await shopper.type();
      await shopper.payButton.click();
      const { detail } = await shopper.event('payment-failure');
      const before = [codeOf(detail), bodies.length];
      await shopper.page.getByLabel('Terms').check();
      await shopper.payButton.click();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([before, bodies.map(({ metadata }) => metadata)], [['validation_failed', 0], [{ terms: 'on' }]]);
    });

    it('pays for Enter in a field if the checkbox is ticked, and not otherwise', async (t) => {
      const shopper = await open(t, { content: TERMS });
      await shopper.pay();
      await shopper.event('payment-failure');
      const before = charges();
      await shopper.page.getByLabel('Terms').check();
      await shopper.field('Name on card').click();
      await shopper.press('Enter');
      await shopper.read('You paid €49.99.');
      assert.deepEqual([before, charges()], [[], [[4999, 'EUR']]]);
    });

    describe('that fails', () => {
      /** A form with a card, and a control whose value cannot be read. */
      async function openWithBrokenControl(t: TestContext): Promise<Shopper> {
        const shopper = await open(t, { content: '<broken-coupon slot="before-button"></broken-coupon>' });
        await shopper.page.evaluate(defineBrokenControl);
        await shopper.act((widget) => {
          const copy = widget.cloneNode() as HTMLElement;
          copy.append(...widget.querySelectorAll('broken-coupon'));
          widget.replaceWith(copy);
        });
        await shopper.state('ready');
        await shopper.type();
        return shopper;
      }

      it('submit() resolves with form_failed, and charges nothing', async (t) => {
        const shopper = await openWithBrokenControl(t);
        const { outcome, error } = await shopper.submit();
        assert.deepEqual([outcome, (error as { code: string }).code, charges()], ['failed', 'form_failed', []]);
      });

      it('and is added later, there is one pay button, which charges nothing', async (t) => {
        const shopper = await open(t);
        await shopper.type();
        await shopper.page.evaluate(defineBrokenControl);
        await shopper.act((widget) => {
          const control = document.createElement('broken-coupon');
          control.slot = 'before-button';
          widget.append(control);
        });
        await shopper.payButton.waitFor({ state: 'detached' }); // it leaves the frame
        await shopper.widget.getByRole('button', { name: /^Pay/ }).click();
        await shopper.event('payment-failure');
        assert.deepEqual(charges(), []);
      });
    });

    it('whose file is missing submit() resolves with not_loaded, and charges nothing', async (t) => {
      shop.missing.add('isolated-host-controls.js');
      t.after(() => {
        shop.missing.clear();
      });
      const shopper = await open(t, { content: TERMS });
      await shopper.type();
      const { outcome, error } = await shopper.submit();
      assert.deepEqual([outcome, (error as { code: string }).code, charges()], ['failed', 'not_loaded', []]);
    });
  });

  describe('while it is open', () => {
    it('changes to the language of the page, and keeps the typed text', async (t) => {
      const shopper = await open(t);
      await shopper.type({ 'Card number': '4242' });
      await shopper.page.evaluate(() => {
        document.documentElement.lang = 'de';
      });
      await shopper.field('Kartennummer').waitFor();
      assert.equal((await shopper.values())[0], '4242');
    });

    it('pays after it was removed and added again', async (t) => {
      const shopper = await open(t);
      await shopper.act((widget) => {
        const parent = widget.parentElement;
        widget.remove();
        parent?.append(widget);
      });
      await shopper.state('ready');
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual(charges(), [[4999, 'EUR']]);
    });

    it('shares the page with another element: each pays its order', async (t) => {
      const other = newOrder();
      const shopper = await open(t);
      const first = `order-${orders}`;
      await shopper.act((widget, reference) => {
        const copy = widget.cloneNode() as HTMLElement;
        copy.setAttribute('reference', reference);
        widget.after(copy);
      }, other);
      const second = shopper.page.locator('payment-widget').nth(1);
      const form = second.locator('iframe').contentFrame();
      await form.getByLabel('Card number').click();
      for (const text of Object.values(CARD)) {
        await shopper.page.keyboard.type(text);
        await shopper.press('Tab');
      }
      await shopper.press('Enter');
      await form.getByText('You paid €49.99.').waitFor();
      const before = [charges(first), charges(other)];
      await shopper.pay();
      await shopper.read('You paid €49.99.');
      assert.deepEqual([before, charges(first)], [[[], [[4999, 'EUR']]], [[4999, 'EUR']]]);
    });
  });
});
