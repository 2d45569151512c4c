import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderToken } from 'payment-widget-proxy';
import { openAttemptOf } from '../../support/node-proxy.js';
import { SECRET } from '../../support/order-tokens.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { CHARGED_THEN_ERROR, codeOf, DECLINED, PENDING, withIsolatedShop } from './isolated-shop.js';

/** What crosses between page and frame. The form itself is that of a page, and tested there. */

const TERMS = '<label slot="before-button"><input type="checkbox" name="terms" required /> Terms</label>';

describe('An isolated payment', () => {
  const context = withIsolatedShop();

  it('is one with Enter and two calls of submit()', async (t) => {
    const { proxyUrl, arrived, release } = context.shop.mountHeld();
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl } });
    await visit.pay();
    await arrived;
    const outcomes = visit.act((it) =>
      Promise.all([it.submit(), it.submit()]).then((all) => all.map(({ outcome }) => outcome)),
    );
    release();
    assert.deepEqual([await outcomes, context.shop.charges()], [['paid', 'paid'], [4999]]);
  });

  it('resolves submit() also if a listener of its event removes the element', async (t) => {
    const visit = await context.shop.open(t);
    await visit.type();
    const outcome = await visit.act(async (widget) => {
      widget.addEventListener('payment-success', () => {
        widget.remove();
      });
      return (await widget.submit()).outcome;
    });
    assert.equal(outcome, 'paid');
  });

  it('waits for the form, also if the element is moved meanwhile, and ends if it is removed', async (t) => {
    const visit = await context.shop.open(t);
    const codes = await visit.act(async (widget) => {
      const paying = widget.submit();
      document.body.appendChild(document.createElement('section')).append(widget);
      const moved = await paying;
      widget.remove();
      return [moved, await widget.submit()].map((it) => ('error' in it ? it.error.code : it.outcome));
    });
    assert.deepEqual(codes, ['validation_failed', 'disabled']);
  });

  it('that is declined clears the card, reports all that is known, and the next card is charged', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay(DECLINED);
    await visit.read('Your card was declined.');
    const { state, detail } = await visit.event('failure');
    const { code, name, outcome, retryable, status } = detail['error'] as Record<string, unknown>;
    assert.deepEqual([state, code, name, outcome, retryable, status], ['failed', 'declined', 'PaymentError', 'not_charged', true, 402]); // prettier-ignore
    const before = [await visit.values(), context.shop.charges()];
    await visit.pay();
    await visit.read('You paid €49.99.');
    assert.deepEqual([before, context.shop.charges()], [[['', '', '', 'Ada Lovelace'], []], [4999]]);
  });

  it('is not made with invalid fields: validate() shows their errors', async (t) => {
    const visit = await context.shop.open(t);
    await visit.payButton.click();
    const { detail } = await visit.event('failure');
    const { code, fieldErrors } = detail['error'] as { code: string; fieldErrors: Record<string, string> };
    assert.deepEqual([code, fieldErrors['card-number']], ['validation_failed', 'Enter your card number.']);
    const check = () => visit.act((widget) => [widget.valid, widget.validate()]);
    assert.deepEqual(await check(), [false, false]);
    await visit.type();
    assert.deepEqual(await check(), [true, true]);
  });

  it('is charged at a new price after another press', async (t) => {
    const proxyUrl = context.shop.mount({ resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) }).url;
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl } });
    await visit.pay();
    await visit.read('The price is now €54.99. You were not charged.');
    const { detail } = await visit.event('failure');
    assert.deepEqual([codeOf(detail), context.shop.charges(), await visit.act((it) => it.amount)], ['amount_changed', [], 5499]); // prettier-ignore
    await visit.payButton.click();
    await visit.read('You paid €54.99.');
    assert.deepEqual(context.shop.charges(), [5499]);
  });

  it('is followed by the next order after reset()', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay();
    await visit.read('You paid €49.99.');
    await visit.lose(); // its successor takes the next order, too
    await visit.act((widget, reference) => {
      widget.reference = reference;
      widget.reset();
    }, context.shop.newOrder());
    await visit.state('ready');
    assert.deepEqual(await visit.values(), ['', '', '', '']);
    await visit.pay();
    await visit.read('You paid €49.99.');
    assert.deepEqual(context.shop.charges(), [4999]);
  });

  it('is followed by the next one after reset(), while the successor of a lost frame asks for the outcome', async (t) => {
    const visit = await context.shop.open(t, { attributes: { reference: '' } });
    await visit.pay();
    await visit.read('You paid €49.99.');
    const [asked, answered] = [gate(), gate()];
    await visit.page.route('**/config', async (route) => {
      asked.open();
      await answered.opened;
      await route.continue().catch(() => undefined); // of a closed frame
    });
    await visit.lose();
    await asked.opened;
    await visit.act((widget) => widget.reset());
    answered.open();
    await visit.state('ready');
    assert.deepEqual(await visit.outcomes(), ['success']);
  });

  it('is followed by the next one if the frame is lost before it has answered reset()', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay();
    await visit.read('You paid €49.99.');
    await visit.act((widget, reference) => {
      widget.reference = reference;
      widget.reset();
      widget.querySelector('iframe')?.remove();
    }, context.shop.newOrder());
    await visit.state('ready');
    assert.deepEqual(await visit.outcomes(), ['success']);
  });

  it('that is pending is followed by the next one if the page sets another token, and the frame was lost', async (t) => {
    const orders = [context.shop.newOrder(), context.shop.newOrder()];
    const [token = '', next] = await Promise.all(
      orders.map((reference) => createOrderToken({ reference, amount: 4999, currency: 'EUR' }, SECRET)),
    );
    const proxyUrl = context.shop.mount({ orderTokenSecret: SECRET }).url;
    const attributes = { 'proxy-url': proxyUrl, reference: '', amount: '', currency: '', 'order-token': token };
    const visit = await context.shop.open(t, { attributes });
    await visit.pay(PENDING);
    await visit.event('pending');
    await visit.act((widget, other) => {
      widget.querySelector('iframe')?.remove();
      widget.orderToken = other;
    }, next);
    await visit.state('pending');
    await visit.act((widget) => widget.reset());
    await visit.state('ready');
    assert.deepEqual(await visit.outcomes(), ['pending']);
  });

  it('is not called failed if the element is removed while its frame is lost', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay();
    await visit.read('You paid €49.99.');
    await visit.page.route('**/frame**', (route) => route.abort());
    await visit.lose();
    const outcomes = await visit.act(async (widget) => {
      const submission = widget.submit();
      widget.remove();
      return [(await submission).outcome, (await widget.submit()).outcome];
    });
    assert.deepEqual(outcomes, ['unknown', 'unknown']);
  });

  it('that the page allows is not called failed by a setting that is wrong meanwhile', async (t) => {
    const visit = await context.shop.open(t);
    await visit.type();
    const outcome = await visit.act(async (widget) => {
      let allow: (value?: unknown) => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        widget.addEventListener('payment-submit', (event) => {
          event.waitUntil(new Promise((permit) => (allow = permit)));
          resolve();
        });
      });
      const submission = widget.submit();
      await asked;
      const failure = new Promise((resolve) => widget.addEventListener('payment-failure', resolve, { once: true }));
      widget.amount = -1;
      await failure;
      widget.amount = 4999;
      allow();
      return (await submission).outcome;
    });
    assert.equal(outcome, 'paid');
  });

  it('leads to return-url with the outcome, unless a listener prevents it', async (t) => {
    const thanks = context.shop.show({ body: '<p>Thanks</p>' });
    const reference = context.shop.newOrder();
    const visit = await context.shop.open(t, { attributes: { reference, 'return-url': thanks } });
    await visit.act((widget) => {
      const prevent = (event: Event) => {
        event.preventDefault();
      };
      widget.addEventListener('payment-success', prevent, { once: true });
    });
    await visit.pay();
    await visit.read('You paid €49.99.');
    assert.notEqual(visit.page.url(), thanks);
    await visit.act((widget, next) => {
      widget.reference = next;
      widget.reset();
    }, context.shop.newOrder());
    await visit.state('ready');
    await visit.pay();
    await visit.page.getByText('Thanks').waitFor();
    const found = Object.fromEntries(new URL(visit.page.url()).searchParams);
    assert.deepEqual([found['outcome'], found['reference'] === reference], ['paid', false]);
  });

  it('that is pending is reported', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay(PENDING);
    const { state, cancelable, detail } = await visit.event('pending');
    assert.deepEqual([state, cancelable, detail['status'], detail['payment']], ['pending', true, 202, null]);
  });

  it('that the bank asks about leads there, unless a listener prevents it', async (t) => {
    const bank = context.shop.show({ body: '<p>The bank</p>' });
    const action = { url: bank, method: 'POST', fields: { creq: 'eyJ0' } };
    const fetch = () => Promise.resolve(Response.json({ next_action: action }, { status: 202 }));
    const attributes = { 'proxy-url': context.shop.mount({ fetch }).url };
    const staying = await context.shop.open(t, { attributes });
    await staying.act((widget) => {
      widget.addEventListener('payment-action', (event) => {
        event.preventDefault();
      });
    });
    await staying.pay();
    const { state, detail } = await staying.event('action');
    assert.deepEqual([state, detail['action']], ['pending', action]);
    const leaving = await context.shop.open(t, { attributes: { ...attributes, reference: context.shop.newOrder() } });
    const request = leaving.page.waitForRequest(bank);
    await leaving.pay();
    assert.deepEqual([(await request).postData(), (await request).method()], ['creq=eyJ0', 'POST']);
  });
});

describe('The outcome of an isolated payment that is not known', () => {
  const context = withIsolatedShop();

  it('is reported, invites no second payment, and settles', async (t) => {
    const reference = context.shop.newOrder();
    const visit = await context.shop.open(t, { attributes: { reference } });
    await visit.pay(CHARGED_THEN_ERROR);
    await visit.read('Your card may have been charged €49.99.');
    const { state, detail } = await visit.event('unknown');
    const { outcome } = await visit.submit();
    assert.deepEqual([state, codeOf(detail), outcome, await visit.payButton.count()], ['unknown', 'service_error', 'unknown', 0]); // prettier-ignore
    const { proxy } = context.shop;
    await proxy.resolve(await openAttemptOf(proxy, reference), 'succeeded');
    const settled = await visit.event('success');
    assert.deepEqual([settled.detail['idempotencyKey'], context.shop.charges()], [detail['idempotencyKey'], [4999]]);
  });

  it('is found again after a reload during the payment', async (t) => {
    const { proxyUrl, arrived, release } = context.shop.mountHeld();
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl } });
    await visit.pay();
    await arrived;
    await visit.page.reload();
    const { detail } = await visit.event('unknown');
    release();
    await visit.event('success');
    assert.deepEqual([detail['restored'], context.shop.charges()], [true, [4999]]);
  });

  for (const [what, pattern] of [
    ['isolated-form.js is missing in the page', '**/isolated-form-*.js'],
    ['card-form.js is missing in the frame', '**/frame/*/card-form-*.js'],
  ] as const) {
    it(`stays unknown if ${what} after a reload`, async (t) => {
      const { proxyUrl, arrived, release } = context.shop.mountHeld();
      const attributes = { 'proxy-url': proxyUrl };
      const visit = await context.shop.open(t, { attributes, prepare: (page) => page.clock.install() });
      await visit.pay();
      await arrived;
      await visit.page.route(pattern, (route) => route.fulfill({ status: 404 }));
      await visit.page.reload();
      await visit.eventLater('unknown');
      const { outcome } = await visit.submit();
      assert.deepEqual([outcome, await visit.heard('failure')], ['unknown', []]);
      await visit.page.unroute(pattern);
      release();
      await visit.page.reload();
      await visit.state('paid');
      assert.deepEqual(context.shop.charges(), [4999]);
    });

    it(`is none if ${what} on the first visit`, async (t) => {
      const visit = await context.shop.open(t, {
        prepare: async (page) => {
          await page.clock.install();
          await page.route(pattern, (route) => route.fulfill({ status: 404 }));
        },
      });
      const outcome = visit.submit();
      await visit.eventLater('failure');
      assert.deepEqual([(await outcome)['outcome'], await visit.heard('unknown')], ['failed', []]);
    });
  }
});

describe('A listener of payment-submit', () => {
  const context = withIsolatedShop();

  it('sends nothing after preventDefault(), and keeps the typed text', async (t) => {
    const visit = await context.shop.open(t);
    await visit.act((widget) => {
      widget.addEventListener('payment-submit', (event) => {
        event.preventDefault();
      });
    });
    await visit.pay();
    const { detail } = await visit.event('failure');
    assert.deepEqual([codeOf(detail), (await visit.values())[0], context.shop.charges()], ['submit_prevented', '4242 4242 4242 4242', []]); // prettier-ignore
  });

  for (const [what, name, text, described] of [
    ['a PaymentCheckError beside the frame, with its own words in it', 'PaymentCheckError', 'Sold out.', 'Sold out.'],
    ['no text of another error', 'Error', 'secret', null],
  ] as const)
    it(`shows ${what}, and the next payment is charged`, async (t) => {
      const visit = await context.shop.open(t);
      await visit.act(
        (widget, error) => {
          const refuse = (event: HTMLElementEventMap['payment-submit']) => {
            event.waitUntil(Promise.reject(Object.assign(new Error(error.text), { name: error.name })));
          };
          widget.addEventListener('payment-submit', refuse, { once: true });
        },
        { name, text },
      );
      await visit.pay();
      await visit.read('Something went wrong. You were not charged.');
      await visit.state('failed');
      const [texts, description] = await visit.act(({ shadowRoot, firstElementChild }) => [
        [...(shadowRoot?.querySelectorAll('[role=alert]:not([hidden])') ?? [])]
          .map(({ textContent }) => textContent)
          .filter(Boolean),
        firstElementChild?.ariaDescription,
      ]);
      assert.deepEqual(
        [codeOf((await visit.event('failure')).detail), texts, description, context.shop.charges()],
        ['submit_prevented', described ? [described] : [], described, []],
      );
      await visit.payButton.click();
      await visit.read('You paid €49.99.');
      assert.deepEqual([await visit.widget.getByText(text).count(), context.shop.charges()], [0, [4999]]);
    });

  it('cannot change the price that the shopper agreed to', async (t) => {
    const visit = await context.shop.open(t);
    await visit.act((widget) => {
      widget.addEventListener('payment-submit', () => {
        widget.amount = 5999;
      });
    });
    await visit.pay();
    await visit.event('failure');
    assert.deepEqual(context.shop.charges(), []);
  });

  it('may set another order token: nothing is sent until the proxy has confirmed it', async (t) => {
    const order = { reference: context.shop.newOrder(), amount: 4999, currency: 'EUR' };
    const [token, next] = [await createOrderToken(order, SECRET), await createOrderToken({ ...order, expiresIn: 1800 }, SECRET)]; // prettier-ignore
    const { proxyUrl, bodies } = context.shop.mountRecorder({ orderTokenSecret: SECRET });
    const attributes = { 'proxy-url': proxyUrl, reference: order.reference, 'order-token': token };
    const visit = await context.shop.open(t, { attributes });
    await visit.act((widget, other) => {
      widget.addEventListener('payment-submit', () => {
        widget.orderToken = other;
      });
    }, next);
    const sent: number[] = [];
    context.shop.answer = ({ url, headers }) => {
      if (url.includes('/orders/') && headers.get('Order-Token') === next) sent.push(bodies.length);
      return undefined;
    };
    await visit.pay();
    await visit.read('You paid €49.99.');
    assert.deepEqual([sent, bodies.length], [[0], 1]);
  });
});

describe('The settings of an isolated element', () => {
  const context = withIsolatedShop();

  it('reach the frame, and the payment', async (t) => {
    const { proxyUrl, bodies } = context.shop.mountRecorder();
    const attributes = { 'proxy-url': proxyUrl, description: 'Two tickets', 'without-button': '' };
    const visit = await context.shop.open(t, { attributes: { ...attributes, 'without-button': 'true' } });
    await visit.act((widget) => {
      widget.metadata = { cart: '7' };
    });
    await visit.pay(); // without the button, Enter does not
    const { outcome } = await visit.submit();
    const sent = bodies.map(({ description, metadata }) => [description, metadata]);
    assert.deepEqual([outcome, sent], ['paid', [['Two tickets', { cart: '7' }]]]);
  });

  it('with mode="test" refuse a proxy with a Live key', async (t) => {
    const { proxyUrl, bodies } = context.shop.mountRecorder({ mode: 'live' });
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl, mode: 'test' } });
    const { detail } = await visit.event('failure');
    assert.deepEqual([codeOf(detail), (await visit.submit())['outcome'], bodies], ['mode_mismatch', 'failed', []]);
  });

  for (const [attributes, code] of [
    [{ 'proxy-url': '' }, 'missing_proxy_url'],
    [{ amount: '49.99' }, 'invalid_amount'],
    [{ 'return-url': 'javascript:alert(1)' }, 'invalid_return_url'],
  ] as const)
    it(`are the error ${code}, in the page, its event and the console, until they are corrected`, async (t) => {
      const visit = await context.shop.open(t, { attributes });
      const { state, detail } = await visit.event('failure');
      assert.deepEqual([state, codeOf(detail), (await visit.submit())['outcome']], ['failed', code, 'failed']);
      await Promise.any([visit.page.getByText(code).first().waitFor(), visit.read(code)]); // the page checks some
      await until(() => visit.complaints.some((line) => line.startsWith(`<payment-widget>: ${code}: `)));
      await visit.act((widget, proxyUrl) => {
        Object.assign(widget, { proxyUrl, amount: 4999, returnUrl: undefined });
      }, context.shop.proxy.url);
      await visit.state('ready');
    });

  it('never hold an API key', async (t) => {
    const visit = await context.shop.open(t);
    const text = await visit.act((widget) => {
      widget.setAttribute('api-key', 'sk_test_0123456789abcdef');
      return new Promise((resolve) => {
        widget.addEventListener('payment-failure', ({ detail }) => {
          resolve(widget.outerHTML + JSON.stringify([detail, detail.error.message]));
        });
      });
    });
    const { outcome, error } = await visit.submit();
    assert.deepEqual([outcome, (error as { code: string }).code], ['failed', 'key_in_browser']);
    assert.doesNotMatch(`${String(text)}${visit.complaints.join()}`, /sk_test/);
  });

  it('follow the language of the page, and keep the typed text', async (t) => {
    const visit = await context.shop.open(t);
    await visit.form.getByLabel('Card number').pressSequentially('4242');
    await visit.page.evaluate(() => {
      document.documentElement.lang = 'de';
    });
    await visit.form.getByLabel('Kartennummer').waitFor();
    assert.equal((await visit.values())[0], '4242');
  });

  it('follow the element that moveBefore() moves, and the typed card stays', async (t) => {
    const visit = await context.shop.open(t);
    await visit.type();
    await visit.act((widget) => {
      const part = document.body.appendChild(document.createElement('section'));
      part.lang = 'de';
      part.moveBefore(widget, null);
    });
    await visit.form.getByLabel('Kartennummer').waitFor();
    await visit.form.getByRole('button', { name: 'bezahlen' }).click();
    await visit.read('Sie haben 49,99 € bezahlt.');
    assert.deepEqual(context.shop.charges(), [4999]);
  });

  it('are those of each of two elements', async (t) => {
    const [first, other] = [context.shop.newOrder(), context.shop.newOrder()];
    const visit = await context.shop.open(t, { attributes: { reference: first } });
    await visit.act((widget, reference) => {
      const copy = widget.cloneNode(true) as HTMLElement; // with its frame, which is replaced
      copy.setAttribute('reference', reference);
      widget.after(copy);
    }, other);
    await visit.page
      .locator('payment-widget')
      .nth(1)
      .locator('iframe')
      .contentFrame()
      .getByText('Pay €49.99')
      .waitFor();
    await visit.pay();
    await visit.read('You paid €49.99.');
    const frames = await visit.page.locator('iframe').count();
    assert.deepEqual([context.shop.charges(first), context.shop.charges(other), frames], [[4999], [], 2]);
  });
});

describe('Content of the page', () => {
  const context = withIsolatedShop();

  it('is above and below the form', async (t) => {
    const visit = await context.shop.open(t, {
      content: '<h2 slot="header">Card</h2><a slot="footer" href="#">Help</a>',
    });
    await visit.state('ready');
    const parts = [visit.page.locator('h2'), visit.form.getByLabel('Card number'), visit.page.locator('a')];
    const tops = (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box?.y ?? NaN);
    assert.deepEqual(
      tops,
      [...tops].sort((one, two) => one - two),
    );
  });

  it('must be valid before the shopper pays, by the button or by Enter, and its values are sent', async (t) => {
    const { proxyUrl, bodies } = context.shop.mountRecorder();
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl }, content: TERMS });
    await visit.pay();
    await visit.event('failure');
    await visit.payButton.click();
    await until(async () => (await visit.heard('failure')).length === 2);
    assert.deepEqual([(await visit.heard('failure')).map(({ detail }) => codeOf(detail)), bodies], [['submit_prevented', 'validation_failed'], []]); // prettier-ignore
    await visit.page.getByLabel('Terms').check();
    await visit.payButton.click();
    await visit.read('You paid €49.99.');
    assert.deepEqual(
      bodies.map(({ metadata }) => metadata),
      [{ terms: 'on' }],
    );
  });

  it('that fails ends submit() with form_failed', async (t) => {
    const visit = await context.shop.open(t, {
      content: '<broken-coupon slot="before-button"></broken-coupon>',
      before: () => {
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
      },
    });
    await visit.state('ready');
    await visit.type();
    const { outcome, error } = await visit.submit();
    assert.deepEqual(
      [outcome, (error as { code: string }).code, context.shop.charges()],
      ['failed', 'form_failed', []],
    );
  });
});
