import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createOrderToken } from 'payment-widget-proxy';
import { SECRET } from '../../support/order-tokens.js';
import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { CHARGED_THEN_ERROR, DECLINED, withIsolatedShop, type IsolatedPage, type Visit } from './isolated-shop.js';

/** A page that loses or never gets its frame: by an accident, or by scripts that want a second payment or a false outcome. */

const context = withIsolatedShop();

/** The documents of all frames. */
const FRAMES = '**/frame?*';

const FALLBACK = '<p id="fallback">Pay by phone</p>';

/** A frame of the shop's page, as its scripts can reach it. */
declare global {
  var iframe: () => HTMLIFrameElement;
}

function reach(): void {
  globalThis.iframe = () => document.querySelector('payment-widget > iframe') as HTMLIFrameElement;
}

/** What a stranger's script does while a payment is made. The frame stays, or its successor asks for the outcome. */
const ATTACKS: Readonly<Record<string, () => unknown>> = {
  'sets another order and another proxy': () => {
    const others = { amount: '1', currency: 'USD', reference: 'another', 'proxy-url': 'https://evil.example' };
    for (const [name, text] of Object.entries(others))
      document.querySelector('payment-widget')?.setAttribute(name, text);
  },
  'makes the settings invalid': () => {
    const widget = document.querySelector('payment-widget');
    widget?.setAttribute('fields', 'nothing');
    widget?.removeAttribute('proxy-url');
    widget?.removeAttribute('isolated');
    Object.assign(widget ?? {}, { buildRequest: () => ({ amount: 1 }), metadata: { nested: { a: 1 } } });
  },
  'sets an API key': () => document.querySelector('payment-widget')?.setAttribute('api-key', 'sk_live_0000'),
  'calls every method many times': () => {
    const widget = document.querySelector('payment-widget');
    for (let count = 0; count < 50; count++) {
      void widget?.submit();
      widget?.reset();
      widget?.validate();
      widget?.focus();
    }
  },
  'removes the element, and adds it later with other settings': async () => {
    const widget = document.querySelector('payment-widget') as HTMLElement;
    widget.remove();
    await new Promise(requestAnimationFrame);
    widget.setAttribute('amount', 'free');
    widget.setAttribute('reference', 'another');
    widget.setAttribute('proxy-url', 'https://evil.example');
    document.body.append(widget);
  },
  'moves the element': () => {
    const section = document.body.appendChild(document.createElement('section'));
    section.append(document.querySelector('payment-widget') as HTMLElement);
  },
  'loads another page into the frame': () => (iframe().src = new URL('/other', iframe().src).href),
  'navigates the frame': () => iframe().contentWindow?.location.replace('about:blank'),
  'puts the frame into a sandbox': () => {
    iframe().setAttribute('sandbox', '');
    iframe().setAttribute('src', iframe().src);
  },
  'calls reset() and removes the frame': () => {
    document.querySelector('payment-widget')?.reset();
    iframe().remove();
  },
  'moves the frame': () => {
    document.body.append(iframe());
  },
};

const KEEPS_FRAME = /^(sets|makes|calls every)/;

/** Pays, and waits until the service has charged, and has not answered. */
async function payHeld(t: TestContext, { attributes, ...page }: IsolatedPage = {}, number?: string) {
  const { proxyUrl, arrived, release } = context.shop.mountHeld(
    attributes?.['order-token'] ? { orderTokenSecret: SECRET } : {},
  );
  const visit = await context.shop.open(t, {
    before: reach,
    attributes: { 'proxy-url': proxyUrl, ...attributes },
    ...page,
  });
  await visit.pay(number);
  await arrived;
  return { visit, release };
}

/** Removes the frame while a listener of `payment-submit` checks the payment. */
async function loseUnderCheck(visit: Visit): Promise<void> {
  await visit.act((widget) => {
    const check = new Promise<void>((resolve) => Object.assign(globalThis, { pass: resolve }));
    const wait = (event: HTMLElementEventMap['payment-submit']) => {
      event.waitUntil(check);
    };
    widget.addEventListener('payment-submit', wait, { once: true });
  });
  await visit.pay();
  await visit.state('busy');
  await visit.lose();
}

const pass = (visit: Visit) =>
  visit.act(() => {
    (globalThis as unknown as { pass: () => void }).pass();
  });

describe('A page that interferes with a payment', () => {
  for (const [what, attack] of Object.entries(ATTACKS))
    it(`and ${what}: the order is charged once, and the outcome is shown`, async (t) => {
      const { visit, release } = await payHeld(t);
      await visit.page.evaluate(attack);
      if (!KEEPS_FRAME.test(what)) await visit.state('unknown');
      release();
      await visit.state('paid');
      await until(async () => (await visit.outcomes()).at(-1) === 'success'); // after the state
      const inputs = await visit.act(({ shadowRoot }) => shadowRoot?.querySelectorAll('input, form').length);
      const hasFailed = [...(await visit.states()), ...(await visit.outcomes())].some((it) => it.startsWith('fail'));
      assert.deepEqual([context.shop.charges(), hasFailed, inputs, visit.violations], [[4999], false, 0, []]);
    });

  it('and removes its frame: a payment that is declined is never shown as paid', async (t) => {
    const { visit, release } = await payHeld(t, {}, DECLINED);
    await visit.lose();
    await visit.state('unknown');
    release();
    await visit.state('failed', 'ready');
    const states = await visit.states();
    assert.deepEqual([context.shop.charges(), states.includes('paid'), await visit.heard('success')], [[], false, []]);
  });
});

describe('A frame that is lost', () => {
  it('while the page checks a payment has sent nothing: its successor takes another one', async (t) => {
    const visit = await context.shop.open(t);
    await loseUnderCheck(visit);
    await pass(visit);
    await visit.state('ready');
    await visit.pay();
    await visit.event('success');
    assert.deepEqual([await visit.outcomes(), context.shop.charges()], [['failure frame_unavailable', 'success'], [4999]]); // prettier-ignore
  });

  it('while the page checks a payment that it permits later leaves nothing in doubt', async (t) => {
    const visit = await context.shop.open(t);
    await loseUnderCheck(visit);
    await visit.state('ready');
    await visit.type();
    await pass(visit);
    await visit.lose();
    await visit.state('ready');
    assert.deepEqual([await visit.heard('unknown'), context.shop.charges()], [[], []]);
  });

  it('during a payment stays in doubt while the proxy cannot read its order token', async (t) => {
    const order = { amount: 4999, currency: 'EUR', reference: context.shop.newOrder() };
    const token = await createOrderToken(order, SECRET);
    const attributes = { amount: '', currency: '', reference: order.reference, 'order-token': token };
    const { visit, release } = await payHeld(t, { attributes, prepare: (page) => page.clock.install() });
    const orders = /\/(config|orders\/\w+)$/;
    await visit.page.route(orders, (route) => route.fulfill({ status: 503 }));
    await visit.lose();
    await until(async () => {
      await visit.page.clock.fastForward(1000);
      return (await visit.form.locator('[part="setup-error"]').count()) > 0;
    });
    const doubt = await visit.widget.getByText('may have been charged').isVisible();
    await visit.page.unroute(orders);
    release();
    await until(async () => {
      await visit.page.clock.fastForward(1000);
      return visit.act(({ state }) => state === 'paid');
    });
    assert.deepEqual([doubt, await visit.heard('failure'), context.shop.charges()], [true, [], [4999]]);
  });

  for (const [state, number] of [
    ['paid', undefined],
    ['unknown', CHARGED_THEN_ERROR],
  ] as const)
    it(`after a payment of an order without a reference has a successor that finds it: it stays ${state}`, async (t) => {
      const { proxyUrl, bodies } = context.shop.mountRecorder();
      const visit = await context.shop.open(t, { attributes: { 'proxy-url': proxyUrl, reference: '' } });
      await visit.pay(number);
      await visit.state(state);
      await visit.lose();
      await visit.form.locator('[part~=result]').waitFor();
      assert.deepEqual(
        [(await visit.submit())['outcome'], await visit.heard('failure'), bodies.length],
        [state, [], 1],
      );
    });

  it('after it was paid leaves nothing on the page that reset() is called on', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay();
    await visit.state('paid');
    const successor = gate();
    await visit.page.route(FRAMES, async (route) => {
      await successor.opened;
      await route.continue();
    });
    await visit.lose();
    const lost = await visit.act(({ state }) => state);
    const next = await visit.act((widget) => {
      widget.reset();
      return widget.state;
    });
    successor.open();
    await visit.page.unrouteAll({ behavior: 'wait' });
    assert.deepEqual([lost, next], ['paid', 'loading']);
  });

  it('without storage, before it has sent what the page allows, gives the form back with another key', async (t) => {
    const { proxyUrl, bodies } = context.shop.mountRecorder();
    const visit = await context.shop.open(t, {
      attributes: { 'proxy-url': proxyUrl },
      prepare: (page) =>
        page.addInitScript((denied) => {
          if (location.origin !== denied) return;
          const get = () => {
            throw new DOMException('Storage is denied.', 'SecurityError');
          };
          Object.defineProperty(globalThis, 'sessionStorage', { get });
          const send = globalThis.fetch;
          globalThis.fetch = (url, init) => {
            const key = new Headers(init?.headers).get('Idempotency-Key');
            const keys = localStorage.getItem('keys') ?? '';
            if (key === null || !String(url).endsWith('/payments')) return send(url, init);
            localStorage.setItem('keys', `${keys} ${key}`.trim());
            return keys ? send(url, init) : new Promise<never>(() => undefined); // the first one is never sent
          };
        }, context.shop.proxyOrigin),
    });
    const keys = async () =>
      (await visit.form.locator(':root').evaluate(() => localStorage.getItem('keys') ?? '')).split(' ').filter(Boolean);
    await visit.pay();
    await until(async () => (await keys()).length === 1);
    await visit.lose();
    await visit.event('unknown');
    await visit.state('ready');
    await visit.pay();
    await visit.event('success');
    const sent = await keys();
    assert.deepEqual([new Set(sent).size, sent.length, bodies.length], [2, 2, 1]);
  });
});

describe('A frame in a process of its own', () => {
  const other = withIsolatedShop('127.0.0.1');

  it('that is killed during a payment is opened again, and asks for the outcome', async (t) => {
    const { shop } = other;
    const { proxyUrl, arrived, release } = shop.mountHeld();
    const visit = await shop.open(t, {
      attributes: { 'proxy-url': proxyUrl },
      before: () => {
        const start = globalThis.setInterval;
        const periods: (() => void)[] = [];
        Object.assign(globalThis, { periods });
        globalThis.setInterval = ((run: () => void, ms: number) => (periods.push(run), start(run, ms))) as typeof start;
      },
    });
    await visit.pay();
    await arrived;
    const killed = visit.page.frames().find((it) => it.url().startsWith(shop.proxyOrigin));
    assert(killed);
    const [page, frame] = await Promise.all([visit.page, killed].map((it) => visit.page.context().newCDPSession(it)));
    /** Playwright takes the page for crashed as well. */
    const evaluate = async (expression: string): Promise<unknown> => {
      const options = { expression, returnByValue: true };
      const { result } = (await page?.send('Runtime.evaluate', options)) as { result: { value?: unknown } };
      return result.value;
    };
    void frame?.send('Page.crash').catch(() => undefined); // it does not answer
    const state = `document.querySelector('payment-widget').state`;
    await until(async () => (await evaluate(`periods.forEach((run) => run()), ${state}`)) === 'unknown');
    release();
    await until(async () => (await evaluate(state)) === 'paid');
    const heard = `heard.filter(({ detail }) => 'restored' in detail).map(({ type }) => type)`;
    assert.deepEqual([await evaluate(heard), shop.charges()], [['unknown', 'success'], [4999]]);
  });
});

describe('A frame that does not answer', () => {
  const html = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
  const notFound = () => new Response(null, { status: 404 });

  for (const [why, pageFor] of [
    ['it is not found', () => ({ attributes: { 'proxy-url': context.shop.mountAnswer(notFound) } })],
    [
      'it never loads',
      () => ({ attributes: { 'proxy-url': context.shop.mountAnswer(() => new Promise(() => undefined)) } }),
    ],
    ['the policy of the page blocks it', () => ({ frameSources: "'none'" })],
    ['it has no script', () => ({ attributes: { 'proxy-url': context.shop.mountAnswer(html) } })],
  ] as readonly (readonly [string, () => IsolatedPage])[])
    it(`since ${why}: the fallback is shown, no input, and submit() ends`, async (t) => {
      const visit = await context.shop.open(t, {
        content: FALLBACK,
        prepare: (page) => page.clock.install(),
        ...pageFor(),
      });
      const outcome = visit.submit(); // waits for the form
      await visit.eventLater('failure');
      const [inputs, fallback] = ['input, form', '#fallback'].map((selector) => visit.page.locator(selector));
      assert.deepEqual([(await outcome)['outcome'], await inputs?.count(), await fallback?.isVisible()], ['failed', 0, true]); // prettier-ignore
      assert((await visit.outcomes()).includes('failure frame_unavailable'));
    });

  it('is opened by reset() once the proxy is up again, and pays', async (t) => {
    const visit = await context.shop.open(t, {
      prepare: async (page) => {
        await page.clock.install();
        await page.route(FRAMES, (route) => route.fulfill({ status: 503 }));
      },
    });
    await visit.eventLater('failure');
    await visit.page.unroute(FRAMES);
    await visit.act((widget) => {
      widget.reset();
    });
    await visit.state('ready');
    await visit.pay();
    await visit.state('paid');
    assert.deepEqual(context.shop.charges(), [4999]);
  });
});

describe('A frame of a stranger', () => {
  const form = { state: 'ready', valid: true, isTest: false, title: 'Card payment', isBlocked: false, lostText: '' };
  const attempt = { amount: 4999, currency: 'EUR', reference: 'order', idempotencyKey: 'k', restored: false };
  const event = (name: string, detail: object) => ({
    type: 'event',
    name,
    submits: 0,
    detail: { ...attempt, ...detail },
  });

  /** A document on the origin of the proxy that says what it likes. */
  const open = (t: TestContext, messages: readonly object[], answers: readonly object[] = []) => {
    const code = `addEventListener('message', ({ ports: [port] }) => {
      const say = (messages) => messages.forEach((message) => port.postMessage(message));
      port.onmessage = ({ data }) => {
        if (data.type === 'init') say(${JSON.stringify([{ type: 'state', form }, ...messages])});
        if (data.type === 'submit') say(${JSON.stringify(answers)});
      };
      port.postMessage({ type: 'ready' });
    });`;
    const answer = () =>
      new Response(`<!doctype html><script>${code}</script>`, { headers: { 'Content-Type': 'text/html' } });
    return context.shop.open(t, { attributes: { 'proxy-url': context.shop.mountAnswer(answer) } });
  };

  it('sends the page nowhere, and the page ignores what is wrong', async (t) => {
    const action = { url: "javascript:document.title='evil'", method: 'GET', fields: {} };
    const wrong = [
      event('payment-action', { action }),
      event('payment-success', { status: 200, card: { number: '4242' } }),
      { type: 'state', form: { ...form, state: 'evil' } },
      { type: 'size', height: -5 },
    ];
    const visit = await open(t, wrong);
    await until(() => visit.complaints.filter((line) => line.includes('is invalid')).length === wrong.length);
    const page = [await visit.outcomes(), (await visit.states()).at(-1), await visit.page.title(), visit.violations];
    assert.deepEqual(page, [[], 'ready', 'Checkout', []]);
  });

  it('ends submit() with the outcome of its own attempt, not of an earlier one', async (t) => {
    const error = { code: 'offline', message: 'No connection.', outcome: 'not_charged' };
    const answers = [event('payment-failure', { error }), { ...event('payment-success', { status: 200 }), submits: 1 }];
    const visit = await open(t, [], answers);
    assert.equal((await visit.submit())['outcome'], 'paid');
  });

  it('ends submit() if the page sets an invalid setting before it has answered', async (t) => {
    const visit = await open(t, []);
    await visit.state('ready');
    const outcome = await visit.act(async (widget) => {
      const paying = widget.submit();
      await new Promise(requestAnimationFrame); // it is sent
      widget.returnUrl = 'javascript:0';
      return (await paying).outcome;
    });
    assert.deepEqual([outcome, await visit.outcomes()], ['failed', ['failure invalid_return_url']]);
  });
});
