import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrderToken } from '../../../src/proxy/index.js';
import { SECRET } from '../../support/order-tokens.js';
import { until } from '../../support/until.js';
import {
  pressPay,
  typeCard,
  waitForState,
  withHostileShop,
  type HostilePage,
  type HostileShop,
  type Visit,
} from './hostile-shop.js';

const context = withHostileShop();

/** Longer than the frame may take to answer. */
const TOO_LONG = 8500;

const FALLBACK = '<p id="fallback">Pay by phone</p>';

/** Runs in the page before the script of the element: records the events of outcomes, and each state. */
function record(): void {
  const heard: string[] = [];
  const states: string[] = [];
  Object.assign(globalThis, { heard, states });
  for (const name of ['success', 'pending', 'failure', 'unknown', 'action']) {
    addEventListener(`payment-${name}`, (event) => {
      const { error } = (event as CustomEvent<{ error?: { code: string } }>).detail;
      heard.push([name, error?.code].filter(Boolean).join(' '));
    });
  }
  const look = () => {
    const { state } = document.querySelector('payment-widget') ?? {};
    if (state && states.at(-1) !== state) states.push(state);
    requestAnimationFrame(look);
  };
  look();
}

interface Recorded {
  readonly heard: string[];
  readonly states: string[];
}

/** Violations of the policies of page and frame. */
const violations = (complaints: readonly string[]): string[] =>
  complaints.filter((line) => /violates|Uncaught|TypeError/.test(line));

const recorded = (page: Page): Promise<Recorded> =>
  page.evaluate(() => {
    const { heard, states } = globalThis as unknown as Recorded;
    return { heard, states };
  });

/** Lets the time pass in which the frame must answer. */
async function waitTooLong({ page }: Visit): Promise<void> {
  await page.clock.fastForward(TOO_LONG);
}

const withClock = (page: Page) => page.clock.install();

/** A frame of the shop's page, as its scripts can reach it. */
declare global {
  var iframe: () => HTMLIFrameElement;
}

function recordAndReach(): void {
  globalThis.iframe = () => document.querySelector('payment-widget > iframe') as HTMLIFrameElement;
}

const before = [record, recordAndReach];

/** Keeps what the page does periodically, so that the test can do it. */
function keepPeriods(): void {
  const start = globalThis.setInterval;
  const periods: (() => void)[] = [];
  Object.assign(globalThis, { periods });
  globalThis.setInterval = ((run: () => void, ms: number) => (periods.push(run), start(run, ms))) as typeof start;
}

/** The page reads no message of the frame after it has allowed a payment. */
function deafen(): void {
  const links = new Set<MessagePort>();
  const postMessage = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
    Reflect.apply(postMessage, this, args);
    const { type, isAllowed } = (args[0] ?? {}) as { type?: string; isAllowed?: boolean };
    if (type === 'init') links.add(this);
    if (isAllowed) for (const link of links) link.onmessage = null;
  };
}

async function openAndType(
  shop: HostileShop,
  page: HostilePage,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const visit = await shop.open({ before, content: FALLBACK, ...page }, prepare);
  await waitForState(visit.page, 'ready');
  await typeCard(visit.frame);
  return visit;
}

/** What a stranger's script does while a payment is made. */
const ATTACKS: Readonly<Record<string, () => unknown>> = {
  'changes the amount, the currency and the reference': () => {
    const widget = document.querySelector('payment-widget');
    widget?.setAttribute('amount', '1');
    widget?.setAttribute('currency', 'USD');
    widget?.setAttribute('reference', 'another-order');
  },
  'makes the settings invalid': () => {
    const widget = document.querySelector('payment-widget');
    widget?.setAttribute('amount', 'free');
    widget?.setAttribute('fields', 'nothing');
    widget?.setAttribute('order-token', 'none');
    Object.assign(widget ?? {}, { buildRequest: () => ({ amount: 1 }), metadata: { nested: { a: 1 } } });
  },
  'sets another proxy': () =>
    document.querySelector('payment-widget')?.setAttribute('proxy-url', 'https://evil.example'),
  'removes the proxy': () => document.querySelector('payment-widget')?.removeAttribute('proxy-url'),
  'sets an API key': () => document.querySelector('payment-widget')?.setAttribute('api-key', 'sk_live_0000'),
  'removes the attribute isolated': () => document.querySelector('payment-widget')?.removeAttribute('isolated'),
  'calls every method many times': () => {
    const widget = document.querySelector('payment-widget');
    for (let count = 0; count < 50; count++) {
      void widget?.submit();
      widget?.reset();
      widget?.validate();
      widget?.focus();
    }
  },
  'shrinks, hides and covers the frame': () => {
    Object.assign(iframe().style, { width: '0', height: '0', display: 'none', opacity: '0' });
    const cover = document.createElement('div');
    Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '9' });
    document.body.append(cover);
  },
  'removes the element and adds it again': () => {
    const widget = document.querySelector('payment-widget') as HTMLElement;
    widget.remove();
    document.body.append(widget);
  },
  'removes the element, and adds it later with other settings': async () => {
    const widget = document.querySelector('payment-widget') as HTMLElement;
    widget.remove();
    await new Promise(requestAnimationFrame);
    widget.setAttribute('amount', 'free');
    widget.setAttribute('reference', 'another-order');
    widget.setAttribute('proxy-url', 'https://evil.example');
    document.body.append(widget);
  },
  'moves the element': () => {
    const section = document.body.appendChild(document.createElement('section'));
    section.append(document.querySelector('payment-widget') as HTMLElement);
  },
  'loads about:blank into the frame': () => (iframe().src = 'about:blank'),
  'loads another page into the frame': () => (iframe().src = new URL('/other', iframe().src).href),
  'loads the frame again': () => {
    iframe().setAttribute('src', iframe().src);
  },
  'navigates the frame': () => iframe().contentWindow?.location.replace('about:blank'),
  'puts the frame into a sandbox': () => {
    iframe().setAttribute('sandbox', '');
    iframe().setAttribute('src', iframe().src);
  },
  'removes the frame': () => {
    iframe().remove();
  },
  'calls reset() and removes the frame': () => {
    document.querySelector('payment-widget')?.reset();
    iframe().remove();
  },
  'moves the frame': () => {
    document.body.append(iframe());
  },
};

/** What depends on the code of the element, which differs. */
const OF_THE_ELEMENT = /invalid|isolated|adds it again|removes the frame/;

const KEEPS_FRAME = /settings|changes|proxy|key|isolated|method|shrinks/;

describe('a page that interferes with a payment', () => {
  for (const script of ['isolated.js', 'payment-widget.js'] as const) {
    for (const [what, attack] of Object.entries(ATTACKS)) {
      if (script === 'payment-widget.js' && !OF_THE_ELEMENT.test(what)) continue;
      it(`and ${what}, by ${script}: the order is charged once, and the outcome is shown`, async () => {
        const { shop } = context;
        const reference = shop.newOrder();
        const visit = await openAndType(shop, { attributes: { reference }, script });
        const held = shop.hold();
        await pressPay(visit.frame);
        await held.arrived;
        await visit.page.evaluate(attack);
        if (!KEEPS_FRAME.test(what)) await waitForState(visit.page, 'unknown');
        held.release();
        await waitForState(visit.page, 'paid');
        await until(async () => (await recorded(visit.page)).heard.at(-1) === 'success'); // after the state
        const { heard, states } = await recorded(visit.page);
        const inputs = await visit.page.evaluate(
          () => document.querySelector('payment-widget')?.shadowRoot?.querySelectorAll('input, form').length,
        );
        await visit.context.close();
        assert.deepEqual(shop.charged(reference), [4999]);
        assert(!states.includes('failed'), states.join());
        assert(!heard.some((event) => event.startsWith('failure')), heard.join());
        assert.equal(inputs, 0);
        assert.deepEqual(violations(visit.complaints), []);
      });
    }
  }

  for (const what of ['loads the frame again', 'removes the frame', 'removes the element and adds it again'])
    it(`and ${what}: a payment that is declined is never shown as paid`, async () => {
      const { shop } = context;
      const reference = shop.newOrder();
      const visit = await openAndType(shop, { attributes: { reference } });
      const held = shop.hold();
      shop.scenario = 'declined';
      await pressPay(visit.frame);
      await held.arrived;
      await visit.page.evaluate(ATTACKS[what] as () => unknown);
      await waitForState(visit.page, 'unknown');
      held.release();
      await waitForState(visit.page, 'failed', 'ready');
      const { heard, states } = await recorded(visit.page);
      await visit.context.close();
      shop.scenario = 'success';
      assert.deepEqual(shop.charged(reference), []);
      assert(!states.includes('paid'), states.join());
      assert(!heard.includes('success'), heard.join());
    });

  it('in the listener of payment-submit: nothing is sent', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await openAndType(shop, { attributes: { reference } });
    const outcome = await visit.page.evaluate(async () => {
      addEventListener('payment-submit', () => {
        iframe().remove();
      });
      return (await document.querySelector('payment-widget')?.submit())?.outcome;
    });
    await waitForState(visit.page, 'ready');
    await visit.context.close();
    assert.deepEqual([outcome, shop.charged(reference)], ['failed', []]);
  });

  it('and loses the frame before it reads of the payment: the outcome is asked for', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const options = { attributes: { reference }, before: [...before, deafen] };
    const visit = await openAndType(shop, options, withClock);
    const held = shop.hold();
    await pressPay(visit.frame);
    await held.arrived;
    shop.answer = ({ url }) =>
      new URL(url).pathname.endsWith('/frame') ? new Response(null, { status: 503 }) : undefined;
    await visit.page.evaluate(ATTACKS['removes the frame'] as () => unknown);
    await waitForState(visit.page, 'unknown');
    await waitTooLong(visit);
    held.release();
    shop.answer = undefined;
    await waitTooLong(visit);
    await waitForState(visit.page, 'paid');
    const { heard, states } = await recorded(visit.page);
    await visit.context.close();
    assert.deepEqual([heard, shop.charged(reference)], [['unknown connection_lost', 'success'], [4999]]);
    assert(!states.includes('failed') && !states.includes('busy'), states.join());
  });

  it('with a submit() that waits for the form, and removes the element: it ends without a payment', async () => {
    const visit = await context.shop.open({ before });
    const outcome = await visit.page.evaluate(async () => {
      const widget = document.querySelector('payment-widget');
      const paying = widget?.submit();
      await new Promise(requestAnimationFrame);
      widget?.remove();
      return (await paying)?.outcome;
    });
    await visit.context.close();
    assert.equal(outcome, 'failed');
  });
});

describe('a frame in a process of its own', () => {
  const other = withHostileShop('127.0.0.1');

  it('that is killed during a payment is opened again, and asks for the outcome', async () => {
    const { shop } = other;
    const reference = shop.newOrder();
    const visit = await openAndType(shop, { attributes: { reference }, before: [...before, keepPeriods] });
    const held = shop.hold();
    await pressPay(visit.frame);
    await held.arrived;
    const killed = visit.page.frames().find((frame) => frame.url().startsWith(shop.proxyUrl));
    assert(killed);
    const [page, frame] = await Promise.all([visit.page, killed].map((it) => visit.context.newCDPSession(it)));
    /** Playwright takes the page for crashed as well. */
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = (await page?.send('Runtime.evaluate', {
        ...{ expression, awaitPromise: true, returnByValue: true },
      })) as { result: { value?: unknown }; exceptionDetails?: unknown };
      assert.equal(exceptionDetails, undefined);
      return result.value;
    };
    const waitFor = (state: string) =>
      evaluate(`new Promise((resolve) => {
        const look = () => document.querySelector('payment-widget').state === '${state}' ? resolve() : requestAnimationFrame(look);
        look();
      })`);
    void frame?.send('Page.crash').catch(() => undefined); // it does not answer
    const isUnknown = `periods.forEach((run) => run()), document.querySelector('payment-widget').state === 'unknown'`;
    await until(() => evaluate(isUnknown));
    held.release();
    await waitFor('paid');
    const { heard, states } = (await evaluate('({ heard, states })')) as Recorded;
    await visit.context.close();
    assert.deepEqual(heard, ['unknown connection_lost', 'success']);
    assert.deepEqual(shop.charged(reference), [4999]);
    assert(!states.includes('failed'), states.join());
  });
});

describe('a frame that is lost after a payment, while the proxy is down', () => {
  for (const [scenario, state, last] of [
    ['success', 'paid', 'paid'],
    ['error_after_charge', 'unknown', 'unknown'],
    ['pending', 'pending', 'pending'],
  ] as const)
    it(`stays ${state}, and is opened until it answers`, async () => {
      const { shop } = context;
      const reference = shop.newOrder();
      shop.scenario = scenario;
      const visit = await openAndType(shop, { attributes: { reference } }, withClock);
      await pressPay(visit.frame);
      await waitForState(visit.page, state);
      shop.scenario = 'success';
      const earlier = await recorded(visit.page);
      shop.answer = () => new Response(null, { status: 404 });
      await visit.page.evaluate(ATTACKS['removes the frame'] as () => unknown);
      for (let time = 0; time < 3; time++) await waitTooLong(visit);
      const shown = await visit.page.evaluate(() => document.querySelector('payment-widget')?.state);
      const fallback = await visit.page.locator('#fallback').isVisible();
      shop.answer = undefined;
      await waitTooLong(visit);
      await visit.frame.locator('[part~=result]').waitFor();
      await waitForState(visit.page, last);
      const { heard, states } = await recorded(visit.page);
      await visit.context.close();
      assert.deepEqual([shown, fallback], [state, false]);
      assert(!states.includes('failed'), states.join());
      assert(!heard.slice(earlier.heard.length).some((event) => event.startsWith('failure')), heard.join());
      assert.equal(shop.charged(reference).length, scenario === 'pending' ? 0 : 1); // it is charged later
    });

  it('during a payment shows neither an error nor the fallback', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await openAndType(shop, { attributes: { reference } }, withClock);
    const held = shop.hold();
    await pressPay(visit.frame);
    await held.arrived;
    shop.answer = () => new Response(null, { status: 503 });
    await visit.page.evaluate(ATTACKS['loads the frame again'] as () => unknown);
    await waitForState(visit.page, 'unknown');
    for (let time = 0; time < 3; time++) await waitTooLong(visit);
    const shown = await visit.page.evaluate(() => document.querySelector('payment-widget')?.state);
    const fallback = await visit.page.locator('#fallback').isVisible();
    held.release();
    shop.answer = undefined;
    await waitTooLong(visit);
    await waitForState(visit.page, 'paid');
    const { heard } = await recorded(visit.page);
    await visit.context.close();
    assert.deepEqual([shown, fallback, heard], ['unknown', false, ['unknown connection_lost', 'success']]);
    assert.deepEqual(shop.charged(reference), [4999]);
  });
});

describe('a frame that does not answer', () => {
  const never = () => new Promise<Response>(() => undefined);
  const notFound = () => new Response(null, { status: 404 });
  const html = (script: string) => () =>
    new Response(`<!doctype html><script>${script}</script>`, { headers: { 'Content-Type': 'text/html' } });
  const answering = (v: number) =>
    html(`addEventListener('message', ({ ports: [port] }) => port.postMessage({ v: ${v}, type: 'ready' }))`);
  const ancestors = { frame: { ancestors: ['https://other.example'] } };
  const CASES: Readonly<Record<string, (shop: HostileShop) => HostilePage>> = {
    'the server is down': () => ({ attributes: { 'proxy-url': 'http://localhost:9/pay' }, frameSources: '*' }),
    'it is not found': (shop) => ({ attributes: { 'proxy-url': shop.mountAnswer(notFound) } }),
    'its policy names other pages': (shop) => ({
      attributes: { 'proxy-url': shop.mount({ trustBrowserAmount: true, ...ancestors }) },
    }),
    'the policy of the page blocks it': () => ({ frameSources: "'none'" }),
    'it never loads': (shop) => ({ attributes: { 'proxy-url': shop.mountAnswer(never) } }),
    'it has no script': (shop) => ({ attributes: { 'proxy-url': shop.mountAnswer(html('')) } }),
    'it answers with version 0': (shop) => ({ attributes: { 'proxy-url': shop.mountAnswer(answering(0)) } }),
    'it answers with a future version': (shop) => ({ attributes: { 'proxy-url': shop.mountAnswer(answering(99)) } }),
  };

  for (const script of ['isolated.js', 'payment-widget.js'] as const)
    for (const [why, pageFor] of Object.entries(CASES).slice(0, script === 'isolated.js' ? undefined : 2))
      it(`since ${why}: the fallback is shown after 8 seconds by ${script}, and no input`, async () => {
        const { shop } = context;
        const visit = await shop.open({ before, script, content: FALLBACK, ...pageFor(shop) }, withClock);
        await visit.page.waitForFunction(() => iframe());
        // It waits for the form.
        await visit.page.evaluate(() => {
          const paying = document.querySelector('payment-widget')?.submit();
          Object.assign(globalThis, { paying });
        });
        await waitTooLong(visit);
        await waitForState(visit.page, 'failed');
        const outcome = await visit.page.evaluate(async () => {
          const { paying } = globalThis as unknown as {
            paying: Promise<{ outcome: string; error?: { code: string } }>;
          };
          const { outcome, error } = await paying;
          return [outcome, error?.code];
        });
        const fallback = await visit.page.locator('#fallback').isVisible();
        const inputs = await visit.page.locator('input, form').count();
        const { heard } = await recorded(visit.page);
        await visit.context.close();
        assert.deepEqual([outcome, fallback, inputs], [['failed', 'frame_unavailable'], true, 0]);
        assert(heard.includes('failure frame_unavailable'), heard.join());
      });
});

describe('page and frame of different releases', () => {
  const offer = (versions: string) => async (page: Page) => {
    await page.clock.install();
    await page.route('**/isolated-behaviour.js', async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      const changed = code.replace(/versions:[\w$]+/, `versions:${versions}`);
      assert.notEqual(changed, code);
      await route.fulfill({ response, body: changed });
    });
  };

  it('use the version that both know', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const visit = await openAndType(shop, { attributes: { reference } }, offer('[99,1]'));
    await pressPay(visit.frame);
    await waitForState(visit.page, 'paid');
    await visit.context.close();
    assert.deepEqual(shop.charged(reference), [4999]);
  });

  it('show the fallback if there is none, and the frame says why', async () => {
    const visit = await context.shop.open({ before, content: FALLBACK }, offer('[99]'));
    await until(() => visit.complaints.some((line) => line.includes('Expected neighbours')));
    await waitTooLong(visit);
    await waitForState(visit.page, 'failed');
    const fallback = await visit.page.locator('#fallback').isVisible();
    await visit.context.close();
    assert(fallback);
  });
});

describe('a frame of a stranger', () => {
  /** A document on the origin of the proxy that says what it likes. */
  const evil = (shop: HostileShop, messages: readonly object[], answers?: readonly object[]) =>
    shop.mountAnswer(
      () =>
        new Response(
          `<!doctype html><script>addEventListener('message', ({ ports: [port] }) => {
            const say = (message) => port.postMessage({ v: 1, ...message });
            port.onmessage = ({ data, ports }) => {
              if (data.type === 'init') for (const message of ${JSON.stringify(messages)}) say(message);
              if (data.type !== 'submit') return;
              const answers = ${JSON.stringify(answers ?? null)};
              if (answers) for (const message of answers) say(message);
              else for (const reply of [null, 5, { outcome: 'paid', card: 1 }]) ports[0].postMessage(reply);
            };
            say({ type: 'ready' });
          });</script>`,
          { headers: { 'Content-Type': 'text/html' } },
        ),
    );
  const attempt = { amount: 4999, currency: 'EUR', reference: 'order', idempotencyKey: 'k', restored: false };
  const form = { state: 'ready', valid: true, isTest: false, title: 'Card payment', isBlocked: false, lostText: '' };
  const event = (name: string, detail: object) => ({
    type: 'event',
    name,
    submits: 0,
    detail: { ...attempt, ...detail },
  });
  const actionTo = (url: string) => event('payment-action', { action: { url, method: 'GET', fields: {} } });
  const ADDRESSES = [
    "javascript:document.title='evil'",
    'data:text/html,evil',
    'http://evil.example',
    '//evil.example',
  ];

  it('sends the page to no script, and the page ignores what is wrong', async () => {
    const { shop } = context;
    const wrong = [
      ...ADDRESSES.map(actionTo),
      event('payment-success', { status: 200, card: { number: '4242' } }),
      event('payment-click', {}),
      event('__proto__', {}),
      { type: 'state', form: { ...form, state: 'evil' } },
      { type: 'state', form: { ...form, title: 5 } },
      { type: 'size', height: -5 },
      { type: 'evil' },
      { type: 'ready', v: 0 },
    ];
    const proxyUrl = evil(shop, [{ type: 'state', form }, ...wrong]);
    const visit = await shop.open({ before, attributes: { 'proxy-url': proxyUrl } });
    await waitForState(visit.page, 'ready');
    await until(() => visit.complaints.filter((line) => line.includes('is invalid')).length === wrong.length);
    const { heard, states } = await recorded(visit.page);
    const title = await visit.page.title();
    await visit.context.close();
    assert.deepEqual([heard, states.at(-1), title], [[], 'ready', 'Checkout']);
    assert.deepEqual(violations(visit.complaints), []);
  });

  it('ends submit() with an unknown outcome if its reply is invalid', async () => {
    const { shop } = context;
    const visit = await shop.open({ attributes: { 'proxy-url': evil(shop, [{ type: 'state', form }]) } });
    const outcome = await visit.page.evaluate(
      async () => (await document.querySelector('payment-widget')?.submit())?.outcome,
    );
    await visit.context.close();
    assert.equal(outcome, 'unknown');
  });

  it('ends submit() with the event of its own attempt, not of an earlier one', async () => {
    const { shop } = context;
    const error = { code: 'offline', message: 'No connection.', outcome: 'not_charged' };
    const answers = [event('payment-failure', { error }), { ...event('payment-success', { status: 200 }), submits: 1 }];
    const visit = await shop.open({ attributes: { 'proxy-url': evil(shop, [{ type: 'state', form }], answers) } });
    const outcome = await visit.page.evaluate(
      async () => (await document.querySelector('payment-widget')?.submit())?.outcome,
    );
    await visit.context.close();
    assert.equal(outcome, 'paid');
  });

  for (const [what, name, value, expected] of [
    ['another proxy', 'proxy-url', 'http://localhost:9/pay', 'frame_unavailable'],
    ['an invalid setting', 'return-url', 'javascript:0', 'invalid_return_url'],
  ] as const)
    it(`ends submit() if the page sets ${what} before the frame has answered`, async () => {
      const { shop } = context;
      const attributes = { 'proxy-url': evil(shop, [{ type: 'state', form }], []) };
      const visit = await shop.open({ before, attributes, frameSources: '*' });
      await waitForState(visit.page, 'ready');
      const code = await visit.page.evaluate(
        async ([attribute, text]) => {
          const widget = document.querySelector('payment-widget');
          const paying = widget?.submit();
          await new Promise(requestAnimationFrame); // it is sent
          widget?.setAttribute(attribute, text);
          const outcome = await paying;
          return outcome && 'error' in outcome ? outcome.error.code : outcome?.outcome;
        },
        [name, value] as const,
      );
      const { heard } = await recorded(visit.page);
      await visit.context.close();
      assert.deepEqual([code, heard], [expected, [`failure ${expected}`]]);
    });

  it('may report a new price without the price', async () => {
    const { shop } = context;
    const error = { code: 'amount_changed', message: 'It has changed.', outcome: 'not_charged' };
    const proxyUrl = evil(shop, [{ type: 'state', form }, event('payment-failure', { error })]);
    const visit = await shop.open({ before, attributes: { 'proxy-url': proxyUrl } });
    await visit.page.waitForFunction(() => (globalThis as unknown as Recorded).heard.length > 0);
    const { heard } = await recorded(visit.page);
    const amount = await visit.page.evaluate(() => document.querySelector('payment-widget')?.amount);
    await visit.context.close();
    assert.deepEqual([heard, amount], [['failure amount_changed'], 4999]);
  });
});

describe('a port from another window than the page', () => {
  type Connect = (target: Window | null, heard: unknown[]) => MessagePort;

  /** Runs in each window of the shop: speaks to a frame without the element. */
  function byHand(): void {
    const connect: Connect = (target, heard) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(data);
      target?.postMessage({ type: 'payment-widget-connect', versions: [1] }, '*', [port2]);
      return port1;
    };
    Object.assign(globalThis, { connect });
  }

  /** Connects from a stranger's window, then from the page that holds the frame, and again from the stranger's. */
  async function connectFromBoth([kind, url]: readonly [kind: string, url: string]): Promise<unknown> {
    const load = (owner: Document, src: string) =>
      new Promise<HTMLIFrameElement>((resolve) => {
        const frame = owner.createElement('iframe');
        frame.addEventListener('load', () => {
          resolve(frame);
        });
        frame.src = src;
        owner.body.append(frame);
      });
    const stolen: unknown[] = [];
    const includes = async (heard: readonly { type: string }[], wanted: string) => {
      while (stolen.length === 0 && !heard.some(({ type }) => type === wanted))
        await new Promise(requestAnimationFrame);
    };
    const popup = kind === 'opener' ? open(location.href) : null;
    if (popup)
      await new Promise((resolve) => {
        popup.addEventListener('load', resolve);
      });
    const owner = popup ?? window;
    const { contentWindow } = await load(owner.document, `${url}/frame`);
    const stranger = popup ? window : (await load(document, location.href)).contentWindow;
    const connect = (from: unknown, heard: unknown[]) => (from as { connect: Connect }).connect(contentWindow, heard);
    const heard: { type: string }[] = [];
    connect(stranger, stolen);
    const port = connect(owner, heard);
    await includes(heard, 'ready');
    connect(stranger, stolen);
    port.postMessage('invalid');
    await includes(heard, 'error');
    return { stolen, heard: heard.map(({ type }) => type) };
  }

  for (const from of ['sibling', 'opener'] as const)
    it(`is ignored by the frame: from the ${from}`, async () => {
      const { shop } = context;
      const frameSources = `${shop.url} ${shop.proxyOrigin}`;
      const visit = await shop.open({ before: byHand, body: '<main></main>', frameSources });
      const result = await visit.page.evaluate(connectFromBoth, [from, shop.proxyUrl] as const);
      await visit.context.close();
      assert.deepEqual(result, { stolen: [], heard: ['ready', 'error'] });
    });

  it('finds no frame in a window of its own', async () => {
    const { shop } = context;
    const visit = await shop.open({ body: '<main></main>' });
    const response = await visit.page.goto(`${shop.proxyUrl}/frame`);
    await visit.context.close();
    assert.equal(response?.status(), 400);
  });
});

describe('a page that lies about the price', () => {
  it('beside an order token: nothing is sent, and the error has a name', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const proxyUrl = shop.mount({ orderTokenSecret: SECRET });
    const token = await createOrderToken({ reference, amount: 4999, currency: 'EUR' }, SECRET);
    const attributes = { 'proxy-url': proxyUrl, 'order-token': token, reference, amount: '100' };
    const visit = await shop.open({ before, attributes });
    await waitForState(visit.page, 'failed');
    const outcome = await visit.page.evaluate(async () => {
      const ended = await document.querySelector('payment-widget')?.submit();
      return ended && 'error' in ended ? ended.error.code : ended?.outcome;
    });
    const { heard } = await recorded(visit.page);
    await visit.context.close();
    assert.deepEqual([heard[0], outcome, shop.charged(reference)], ['failure order_mismatch', 'order_mismatch', []]);
  });

  it('without an order token: the shopper sees the price of the order, and agrees to it', async () => {
    const { shop } = context;
    const reference = shop.newOrder();
    const proxyUrl = shop.mount({ resolvePayment: () => ({ reference, amount: 5199, currency: 'EUR' }) });
    const attributes = { 'proxy-url': proxyUrl, reference, amount: '100' };
    const visit = await openAndType(shop, { attributes });
    await pressPay(visit.frame);
    await waitForState(visit.page, 'failed');
    const charged = shop.charged(reference);
    const button = visit.frame.locator('[part~=pay-button]', { hasText: '51.99' });
    await button.click();
    await waitForState(visit.page, 'paid');
    await visit.context.close();
    assert.deepEqual([charged, shop.charged(reference)], [[], [5199]]);
  });
});

describe('a look that loads something', () => {
  it('causes no request', async () => {
    const { shop } = context;
    const requests: string[] = [];
    const visit = await shop.open({ before }, (page) => {
      page.on('request', (request) => requests.push(request.url()));
      return Promise.resolve();
    });
    await waitForState(visit.page, 'ready');
    const names = ['accent', 'font-family', 'radius', 'input-shadow', 'duration', 'surface', 'input-height'];
    for (const value of ["url('https://evil.example/a')", "image-set('https://evil.example/b' 1x)", 'if(else: red)']) {
      await visit.page.evaluate(
        (text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`payment-widget { ${text} }`);
          document.adoptedStyleSheets = [sheet];
        },
        names.map((name) => `--payment-widget-${name}: ${value}`).join('; '),
      );
    }
    await typeCard(visit.frame);
    await pressPay(visit.frame);
    await waitForState(visit.page, 'paid');
    await visit.context.close();
    assert(requests.length > 0);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(shop.url) && !url.startsWith(shop.proxyOrigin)),
      [],
    );
    assert.deepEqual(violations(visit.complaints), []);
  });
});
