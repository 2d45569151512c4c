import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { PaymentWidget } from 'payment-widget/element/payment-widget';
import { withShop } from '../support/shop.js';
import { openBrowser } from '../support/browser.js';
import { findWholeChromium } from '../runner/chromium.js';
import { never, startFaultProxy, type Fault, type FaultProxy, type Point } from './fault-proxy.js';
import { API_KEY, testProxy } from '../support/node-proxy.js';
import { answer, gate, startRecorder } from '../support/node-servers.js';
import { until } from '../support/until.js';
import { judge } from './campaign/judge.js';
import type { Charge } from './campaign/parties.js';
import type { Claim, Purchase } from './campaign/shopper.js';

/** The built element in Chromium: one fault of each kind, and one order in two windows. The judge is that of the campaign. */

const DECLINED = '4000000000000002';
const WORDS = { success: 'paid', pending: 'pending', failure: 'not_charged', unknown: 'unknown' } as const;
const context = withShop();

/** A payment's whole path for one order, with a fault proxy on either side of the merchant's proxy. */
interface Scene {
  readonly shop: FaultProxy;
  readonly service: FaultProxy;
  readonly charges: readonly Charge[];
  /** Each payment and each question about it meets it while it is set. */
  lasting: Fault | undefined;
  /** Default: in a context of its own. */
  open(where?: BrowserContext): Promise<Page>;
  /** Violations of the promises, over all pages. */
  problems(): string[];
}

async function startScene(t: TestContext): Promise<Scene> {
  const charges: Charge[] = [];
  const purchase: Purchase = { keys: [], claims: [], tries: [] };
  const recorder = await startRecorder(t, (response, request) => {
    const isDeclined = request.body.includes(DECLINED);
    if (!isDeclined) charges.push({ key: String(request.headers['idempotency-key']), at: performance.now() });
    answer(isDeclined ? 402 : 200, isDeclined ? '{"code":"card_declined"}' : '{"id":"pay_1"}')(response, request);
  });
  const service = await startFaultProxy(t, recorder.url);
  const path = context.shop.mount(testProxy({ baseUrl: service.url, apiKey: API_KEY }));
  const html = `<!doctype html><html lang="en"><title>Checkout</title><script type="module" src="/payment-widget.js"></script>
    <payment-widget proxy-url="${path}" amount="4999" currency="EUR" reference="${path}"></payment-widget></html>`;
  const page = context.shop.show({ html });
  const rule = ({ path: asked }: { path: string }) => (/payments$|attempts$/.test(asked) ? scene.lasting : undefined);
  const scene: Scene = {
    shop: await startFaultProxy(t, context.shop.url, rule),
    service,
    charges,
    lasting: undefined,
    open: async (where) => {
      const opened = await (where ?? (await context.browser.newContext())).newPage();
      t.after(() => opened.close());
      opened.setDefaultTimeout(0);
      await opened.clock.install();
      await opened.exposeFunction('tell', (type: keyof typeof WORDS | 'submit', key: string) => {
        if (type === 'submit') {
          if (!purchase.keys.includes(key)) purchase.keys.push(key);
          purchase.tries.push({ key, at: performance.now() });
        } else purchase.claims.push({ key, word: WORDS[type], at: performance.now() });
      });
      await opened.addInitScript(() => {
        const { tell } = globalThis as unknown as { tell: (type: string, key: string) => void };
        for (const type of ['submit', 'success', 'pending', 'failure', 'unknown']) {
          document.addEventListener(`payment-${type}`, (event) => {
            tell(type, (event as CustomEvent<{ idempotencyKey: string }>).detail.idempotencyKey);
          });
        }
      });
      await opened.goto(scene.shop.url + page);
      return opened;
    },
    problems: () => {
      const history = { purchases: [purchase], charges, arrivals: [], attempts: [], outcomes: new Map() };
      const faults = [...scene.shop.seen, ...service.seen].filter(({ fault }) => fault.kind !== 'pass');
      return [...judge(history), ...faults.filter(({ isInjected }) => !isInjected).map(({ fault }) => fault.kind)];
    },
  };
  return scene;
}

async function fillAndPress(page: Page, number = '4242424242424242'): Promise<void> {
  const texts = { 'cc-number': number, 'cc-exp': '1230', 'cc-csc': '123', 'cc-name': 'Ada Lovelace' };
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text);
  await page.locator('[part=pay-button]').click();
}

/** Waits for one of these states, in which nothing can be paid, unless nothing was charged. */
async function reaches(page: Page, ...states: PaymentWidget['state'][]): Promise<string> {
  const widget = page.locator(states.map((state) => `payment-widget:state(${state})`).join());
  await widget.waitFor();
  const state = await widget.evaluate((element) => (element as PaymentWidget).state);
  await page.locator('[part=pay-button]').waitFor({ state: state === 'failed' ? 'visible' : 'detached' });
  return state;
}

/** Lets time pass in the page until it reaches a state. */
async function passTime(page: Page, state: PaymentWidget['state']): Promise<void> {
  await until(async () => {
    await page.clock.fastForward(10_000);
    return (await page.locator(`payment-widget:state(${state})`).count()) > 0;
  });
}

/** Presses Pay, and holds the response of the service. @returns a function that releases it, after the service has charged */
async function payAndHold({ service, charges }: Scene, page: Page): Promise<() => void> {
  const held = gate();
  service.next({ kind: 'hold', at: 'after-answer', until: () => held.opened });
  await fillAndPress(page);
  await until(() => charges.length > 0);
  return held.open;
}

const reset = (at: Point): Fault => ({ kind: 'reset', at });
const gateway = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><h1>${status}</h1>`,
});
const stalled: Fault = { kind: 'hold', at: 'after-answer', until: never };

type Row = readonly [name: string, faults: readonly Fault[], ends: Claim['word'], charges: number, number?: string];

/** Between the page and the shop: the element sends again, and finds the one payment. */
const BEFORE: readonly Row[] = [
  ['no fault', [], 'paid', 1],
  ['a declined card', [], 'not_charged', 0, DECLINED],
  ['a reset before the request', [reset('before-request')], 'paid', 1],
  ['a reset within the request', [reset('within-request')], 'paid', 1],
  ['a reset after the charge', [reset('after-answer')], 'paid', 1],
  ['a truncated response', [{ kind: 'close', at: 'within-answer' }], 'paid', 1],
  ['a response that is not HTTP', [{ kind: 'garbage' }], 'paid', 1],
  ['a request duplicated in transit', [{ kind: 'duplicate' }], 'paid', 1],
  ['a 502 of a gateway', [gateway(502)], 'paid', 1],
  ['a 502 of a gateway, and a declined card', [gateway(502)], 'not_charged', 0, DECLINED],
  // The browser itself resends, and the page receives only the response to the copy.
  ['a reset after the charge, and a 403 of a gateway for the copy', [reset('after-answer'), gateway(403)], 'paid', 1],
];

/** Every request meets the fault until the shopper is in doubt. */
const LASTING: readonly Row[] = [
  ['resets after the charge', [reset('after-answer')], 'paid', 1],
  ['a gateway that always answers 504, and a declined card', [gateway(504)], 'not_charged', 0, DECLINED],
  ['connections that stall after the charge', [stalled], 'paid', 1],
];

/** Between the merchant's proxy and the service, which is asked once. */
const BEHIND: readonly Row[] = [
  ['a reset before the request', [reset('before-request')], 'unknown', 0],
  ['a reset after the charge', [reset('after-answer')], 'unknown', 1],
  ['a response that is not HTTP', [{ kind: 'garbage' }], 'unknown', 1],
  ['a web page of a gateway', [gateway(200)], 'unknown', 1],
  ['an empty 200', [{ kind: 'replace', status: 200 }], 'paid', 1],
];

const STATES = { paid: 'paid', pending: 'pending', not_charged: 'failed', unknown: 'unknown' } as const;

describe('a payment in Chromium', { concurrency: 4 }, () => {
  for (const [where, rows] of Object.entries({ 'before the proxy': BEFORE, 'behind the proxy': BEHIND })) {
    for (const [name, faults, ends, charges, number] of rows) {
      it(`${where}, ${name}: ${ends}`, async (t) => {
        const scene = await startScene(t);
        scene[where === 'before the proxy' ? 'shop' : 'service'].next(...faults);
        const page = await scene.open();
        await fillAndPress(page, number);
        await reaches(page, STATES[ends]);
        assert.deepEqual([scene.charges.length, scene.problems()], [charges, []]);
      });
    }
  }

  for (const [name, [fault], ends, charges, number] of LASTING) {
    it(`for a minute, ${name}: unknown, then ${ends}`, async (t) => {
      const scene = await startScene(t);
      const page = await scene.open();
      scene.lasting = fault;
      await fillAndPress(page, number);
      await until(() => scene.service.seen.length > 0 && scene.charges.length === charges);
      await passTime(page, 'unknown');
      await reaches(page, 'unknown');
      scene.lasting = undefined;
      await passTime(page, STATES[ends]);
      await reaches(page, STATES[ends]);
      assert.deepEqual([scene.charges.length, scene.problems()], [charges, []]);
    });
  }
});

describe('one order', { concurrency: 3 }, () => {
  for (const where of ['tab', 'browser'] as const) {
    it(`is charged once when both pay at the same time, the second in another ${where}`, async (t) => {
      const scene = await startScene(t);
      const one = await scene.open();
      const other = await scene.open(where === 'tab' ? one.context() : undefined);
      const release = await payAndHold(scene, one);
      await fillAndPress(other);
      await reaches(other, 'unknown');
      release();
      await reaches(one, 'paid');
      assert.deepEqual([scene.charges.length, scene.problems()], [1, []]);
    });
  }

  it('is charged once when a tab is closed while it pays, and another tab pays', async (t) => {
    const scene = await startScene(t);
    const one = await scene.open();
    const other = await scene.open(one.context());
    const release = await payAndHold(scene, one);
    await one.close();
    await fillAndPress(other);
    await reaches(other, 'unknown');
    release();
    await reaches(other, 'paid');
    assert.deepEqual([scene.charges.length, scene.problems()], [1, []]);
  });

  it('shows its outcome after Back to a page from the back/forward cache', async (t) => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache']; // Playwright disables it
    const whole = await openBrowser({ executablePath: await findWholeChromium(), ignoreDefaultArgs });
    t.after(() => whole.close());
    const scene = await startScene(t);
    const page = await scene.open(await whole.newContext());
    const release = await payAndHold(scene, page);
    await passTime(page, 'unknown');
    await reaches(page, 'unknown');
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    await page.goto('about:blank');
    await page.goBack({ waitUntil: 'commit' }); // such a page fires no load event
    assert.equal(await page.evaluate(() => 'isSame' in globalThis), true, 'the page was not kept');
    release();
    await reaches(page, 'paid');
    assert.deepEqual([scene.charges.length, scene.problems()], [1, []]);
  });
});
