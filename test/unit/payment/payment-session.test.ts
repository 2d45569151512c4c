import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { digestOf } from 'payment-widget/contract/protocol';
import { attemptKey } from 'payment-widget/payment/attempt-key';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import type { Claim } from 'payment-widget/payment/earlier-attempts';
import { paidOrders } from 'payment-widget/payment/order-guard';
import { reportPaid } from 'payment-widget/payment/paid-channel';
import { orderGuard } from 'payment-widget/payment/payment-parts';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import type { PayRequest } from 'payment-widget/payment/send-attempt';
import type { SessionState } from 'payment-widget/payment/session-state';
import { gate } from '../../support/node-servers.js';
import { openSession, ORDER, payRequest, problem, withStorage } from './session.js';

const json = (body: unknown, status = 200) => Response.json(body, { status });
type Answer = () => Response | Promise<Response>;
interface Answers {
  config?: Answer;
  payment?: Answer;
  attempt?: Answer;
}

let posts: string[] = [];

/** Answers the requests of the page in place of a proxy. */
function answer({ config, payment, attempt }: Answers): void {
  globalThis.fetch = async (input, init) => {
    const url = input as string;
    if (url.endsWith('/config')) return (config ?? (() => json({ mode: 'test', recovery: true })))();
    if (init?.method !== 'POST') return (attempt ?? (() => json({}, 404)))();
    posts.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    return (payment ?? (() => json({ id: 'pay_1' })))();
  };
}

/** @param orderToken forms with the same one share a request for the configuration */
function setUp(orderToken?: string, handedOver?: Claim) {
  const outcomes: PaymentOutcome[] = [];
  const states: string[] = [];
  const proxy = new ProxyClient(
    () => undefined,
    () => orderToken,
  );
  const onchange = (outcome: PaymentOutcome | undefined) => {
    states.push(session.state.name);
    if (outcome && !outcomes.includes(outcome)) outcomes.push(outcome);
  };
  const session = openSession(proxy, onchange, handedOver);
  return { session, proxy, outcomes, states };
}

/** JSON has no `undefined`. */
const withoutAbsent = (state: SessionState): object =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

let proxies = 0;
let proxyUrl = '';

const request = (change: Partial<PayRequest> = {}) => payRequest({ proxyUrl, ...change });

describe('PaymentSession', () => {
  const tab = withStorage();
  beforeEach(() => {
    posts = [];
    proxyUrl = `https://shop.example/pay-${proxies++}`;
  });

  it('returns the outcome of a payment that runs', async () => {
    answer({});
    const { session } = setUp();
    const begun = await session.begin({ ...ORDER, proxyUrl });
    assert.ok(!('outcome' in begun));
    const paying = session.send(begun, request());
    assert.deepEqual([await session.begin({ ...ORDER, proxyUrl }), posts.length], [await paying, 1]);
  });

  for (const microtasks of [0, 1, 2, 3])
    it(`sends one payment if \`begin()\` is called again after ${microtasks} microtasks`, async () => {
      answer({});
      const { session } = setUp();
      const press = () => session.pay(request({ order: { ...ORDER, reference: undefined } })); // the storage has no record
      const first = press();
      for (let passed = 0; passed < microtasks; passed++) await Promise.resolve();
      await Promise.all([first, press()]);
      assert.deepEqual([session.state.name, posts.length], ['paid', 1]);
    });

  it('sends an attempt once', async () => {
    answer({});
    const { session } = setUp();
    const begun = await session.begin({ ...ORDER, proxyUrl });
    assert.ok(!('outcome' in begun));
    const outcomes = await Promise.all([session.send(begun, request()), session.send(begun, request())]);
    assert.deepEqual([outcomes.map(({ outcome }) => outcome), posts.length], [['paid', 'failed'], 1]);
  });

  for (const [title, change] of [
    ['another price', { order: { ...ORDER, amount: 1 } }],
    ['another order', { order: { ...ORDER, reference: 'order-1043' } }],
    ['another proxy', { proxyUrl: 'https://shop.example/another' }],
  ] as const)
    it(`sends nothing if the request is for ${title}`, async () => {
      answer({});
      const { session } = setUp();
      const begun = await session.begin({ ...ORDER, proxyUrl });
      assert.ok(!('outcome' in begun));
      const outcome = await session.send(begun, request(change));
      assert.deepEqual(['error' in outcome && outcome.error.code, posts], ['submit_prevented', []]);
    });

  it('has states that are data, which can be written as JSON', async (t) => {
    const states: SessionState[] = [];
    for (const payment of [
      () => json({}),
      () => json({}, 202),
      () => json({}, 500),
      () => problem(402, 'declined', 'not_charged'),
    ]) {
      answer({ payment });
      const session = openSession(undefined, () => states.push(session.state));
      t.after(() => {
        session.stopFollowing();
      });
      await session.pay(request({ order: { ...ORDER, reference: `order-${states.length}` } }));
    }
    const names = new Set(states.map(({ name }) => name));
    assert.deepEqual([...names], ['busy', 'paid', 'pending', 'unknown', 'failed']);
    assert.deepEqual(
      states.map((state) => JSON.parse(JSON.stringify(state)) as object),
      states.map(withoutAbsent),
    );
  });

  it('sends the request in the same task, once the configuration of an idempotent proxy is known', async () => {
    const { opened, open } = gate();
    answer({ config: () => json({ idempotency: true }), payment: () => opened.then(() => json({})) });
    const { session, proxy } = setUp();
    await proxy.loadConfig(proxyUrl);
    const paying = session.pay(request());
    await setImmediate();
    assert.deepEqual([posts.length, session.state.name], [1, 'busy']);
    open();
    await paying;
  });

  it('refuses an order that another form of the page is paying, without asking the proxy', async () => {
    const { opened, open } = gate();
    let questions = 0;
    answer({
      config: () => json({ idempotency: true, recovery: true }),
      payment: () => opened.then(() => json({})),
      attempt: () => json({ questions: questions++ }),
    });
    const { session, proxy } = setUp();
    await proxy.loadConfig(proxyUrl);
    const paying = session.pay(request());
    const other = await setUp().session.pay(request());
    open();
    assert.deepEqual(
      ['error' in other && other.error.code, (await paying).outcome, posts.length, questions],
      ['order_in_progress', 'paid', 1, 0],
    );
  });

  it('sends nothing after a payment', async () => {
    answer({});
    const { session } = setUp();
    await session.pay(request());
    const again = await session.pay(request());
    assert.deepEqual([again.outcome, posts.length], ['paid', 1]);
  });

  it('sends nothing after an unknown outcome, which it returns again', async (t) => {
    answer({ payment: () => json({}, 500) });
    const { session } = setUp();
    t.after(() => {
      session.stopFollowing();
    });
    const unknown = await session.pay(request());
    assert.equal(await session.pay(request()), unknown);
    assert.deepEqual([unknown.outcome, posts.length], ['unknown', 1]);
  });

  it('pays again after a refusal, with a new key', async () => {
    answer({ payment: () => problem(402, 'declined', 'not_charged') });
    const { session } = setUp();
    await session.pay(request());
    answer({});
    const { outcome } = await session.pay(request());
    assert.deepEqual([outcome, new Set(posts).size], ['paid', 2]);
  });

  it('pays under another key if the proxy has never seen the earlier attempt, whose key it refuses from now on', async () => {
    answer({ payment: () => json({}, 500) });
    const earlier = setUp().session;
    await earlier.pay(request());
    earlier.stopFollowing();
    answer({ attempt: () => Response.json({ state: 'not_found' }) });
    await setUp().session.pay(request());
    assert.deepEqual([posts.length, new Set(posts).size], [2, 2]);
  });

  it('abandons a payment when the page changes to another order meanwhile', async () => {
    answer({ payment: () => json({}, 500) });
    const earlier = setUp().session;
    await earlier.pay(request());
    earlier.stopFollowing();
    const { opened, open } = gate();
    answer({ attempt: () => opened.then(() => Response.json({ state: 'not_found' })) });
    const { session } = setUp();
    const paying = session.pay(request());
    await setImmediate();
    assert.equal(session.state.name, 'checking');
    session.reset('order-1043');
    open();
    const outcome = await paying;
    assert.deepEqual(['error' in outcome && outcome.error.code, posts.length], ['submit_prevented', 1]);
  });

  it('sends nothing if another form has paid the order while this one waited for the configuration', async () => {
    const { opened, open } = gate();
    answer({ config: () => opened.then(() => json({})) });
    const { session } = setUp();
    const paying = session.pay(request());
    await setImmediate();
    answer({});
    await setUp('another token').session.pay(request());
    open();
    const outcome = await paying;
    assert.deepEqual(['error' in outcome && outcome.error.code, posts.length], ['order_in_progress', 1]);
  });

  describe('that another tab has paid', () => {
    beforeEach(() => {
      const items: Record<string, string> = {};
      const getItem = (name: string) => items[name] ?? null;
      const setItem = (name: string, text: string) => void (items[name] = text);
      const removeItem = (name: string) => Reflect.deleteProperty(items, name);
      Object.defineProperty(globalThis, 'localStorage', {
        value: { getItem, setItem, removeItem },
        configurable: true,
      });
      answer({});
    });
    afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

    it('is paid, without a request', async () => {
      await paidOrders.add(proxyUrl, ORDER.reference, `${ORDER.amount} ${ORDER.currency} test`);
      const { outcome } = await setUp().session.pay(request());
      assert.deepEqual([outcome, posts.length], ['paid', 0]);
    });

    /** Opens the order in this tab, and waits until it has looked up what the browser remembers. */
    async function open(config: object) {
      answer({ config: () => json({ mode: 'test', ...config }) });
      const opened = setUp();
      opened.session.resume({ ...ORDER, proxyUrl });
      await opened.proxy.loadConfig(proxyUrl);
      await orderGuard.load();
      await paidOrders.find(proxyUrl, ORDER.reference);
      await paidOrders.find(proxyUrl, ORDER.reference);
      return opened;
    }

    it('is shown as paid once it is opened', async () => {
      await paidOrders.add(proxyUrl, ORDER.reference, `${ORDER.amount} ${ORDER.currency} test`);
      const { session, outcomes } = await open({});
      const [outcome] = outcomes;
      assert.deepEqual([session.state.name, outcome && 'restored' in outcome && outcome.restored], ['paid', true]);
    });

    it('is paid, without a request, if the other tab knew that only from the proxy, of an attempt of an earlier page', async () => {
      answer({ payment: () => json({}, 500) });
      const earlier = setUp().session;
      await earlier.pay(request());
      earlier.stopFollowing();
      answer({ attempt: () => json({ state: 'succeeded', amount: ORDER.amount, currency: ORDER.currency }) });
      const outcomes = [await setUp().session.pay(request())];
      tab.clear();
      outcomes.push(await setUp().session.pay(request()));
      assert.deepEqual([...outcomes.map(({ outcome }) => outcome), posts.length], ['paid', 'paid', 1]);
    });

    it('is not sent, and in doubt, if the other tab has left it in doubt', async (t) => {
      answer({ payment: () => json({}, 500) });
      const other = setUp().session;
      await other.pay(request());
      tab.clear();
      answer({});
      const { session } = setUp();
      t.after(() => {
        for (const each of [session, other]) each.stopFollowing();
      });
      const { outcome } = await session.pay(request());
      assert.deepEqual([outcome, posts.length], ['unknown', 1]);
    });

    it('is sent after the proxy has reported that the payment in doubt was declined', async () => {
      answer({ payment: () => json({}, 500), attempt: () => json({ state: 'failed', status: 402 }) });
      const earlier = setUp().session;
      await earlier.pay(request());
      earlier.stopFollowing();
      await setUp().session.pay(request());
      answer({});
      assert.equal((await setUp().session.pay(request())).outcome, 'paid');
    });

    it('is sent after the other tab was declined', async () => {
      answer({ payment: () => problem(402, 'declined', 'not_charged') });
      await setUp().session.pay(request());
      answer({});
      assert.deepEqual([(await setUp().session.pay(request())).outcome, posts.length], ['paid', 2]);
    });

    it('is neither paid nor sent if the other tab has paid another price', async () => {
      await paidOrders.add(proxyUrl, ORDER.reference, `${ORDER.amount} ${ORDER.currency} live`);
      const outcome = await setUp().session.pay(request());
      assert.deepEqual(['error' in outcome && outcome.error.code, posts.length], ['order_in_progress', 0]);
    });
  });

  describe('that another page has left in doubt', () => {
    const stored = 'k'.repeat(43);
    const report = (members: object) => json({ state: 'succeeded', status: 200, payment: {}, ...members });

    async function reopen(answers: Answers): Promise<ReturnType<typeof setUp>> {
      const item = { idempotencyKey: stored, reference: ORDER.reference, startedAt: Date.now() };
      tab.set(attemptKey(proxyUrl, ORDER.reference), JSON.stringify(item));
      answer(answers);
      const opened = setUp();
      opened.session.resume({ ...ORDER, proxyUrl });
      await opened.session.recall(ORDER);
      opened.session.stopFollowing();
      return opened;
    }

    const binding = { config: () => json({ mode: 'test', idempotency: true, recovery: true, binding: true }) };

    it('is not settled by a report of nobody, at a proxy that names the attempt', async (t) => {
      t.mock.method(console, 'warn', () => undefined);
      const { session } = await reopen({ ...binding, attempt: () => report({}) });
      assert.equal(session.state.name, 'unknown');
    });

    it('is settled by the report of the proxy', async () => {
      const attempt = await digestOf(stored);
      const { session } = await reopen({ ...binding, attempt: () => report({ attempt }) });
      assert.equal(session.state.name, 'paid');
    });

    it('stays in doubt while the page has no valid token', async () => {
      const error = { code: 'order_token_invalid', outcome: 'not_charged' };
      const { session } = await reopen({ attempt: () => json({ state: 'not_found', status: 403, error }) });
      assert.deepEqual([session.state.name, tab.size], ['unknown', 1]);
    });
  });

  it('looks up what the tab has stored before it believes another tab', async (t) => {
    const stored = 'k'.repeat(43);
    answer({ attempt: () => json({ state: 'unknown' }) });
    const { session } = setUp();
    session.listen();
    t.after(() => session.stopFollowing());
    tab.set(
      attemptKey(proxyUrl, ORDER.reference),
      JSON.stringify({ idempotencyKey: stored, reference: ORDER.reference, startedAt: Date.now() }),
    );
    reportPaid(proxyUrl, { ...ORDER, idempotencyKey: 'n'.repeat(43) }, () => undefined);
    session.resume({ ...ORDER, proxyUrl });
    await session.recall(ORDER);
    assert.equal(session.attempt?.idempotencyKey, stored);
  });

  it('does not take an attempt that was handed over for another order', () => {
    answer({});
    const claim = { idempotencyKey: 'key-of-order-1', reference: 'order-1', startedAt: Date.now() };
    const { session } = setUp(undefined, claim);
    session.resume({ ...ORDER, proxyUrl });
    assert.equal(session.attempt, undefined);
  });

  describe('an attempt that the page claims', () => {
    const key = 'k'.repeat(43);
    const claim = (startedAt = Date.now()) => {
      const opened = setUp(undefined, { idempotencyKey: key, reference: ORDER.reference, startedAt });
      opened.session.resume({ ...ORDER, proxyUrl });
      return opened;
    };

    for (const [what, attempt] of [
      ['does not know it', () => json({ state: 'not_found' })],
      ['does not answer', () => json({}, 500)],
      ['is hidden by an error page', () => new Response('<h1>Blocked</h1>', { status: 403 })],
    ] as const)
      it(`is no doubt if the proxy ${what}, and lends no key to the next payment`, async () => {
        answer({ attempt });
        const { session, states } = claim();
        await session.recall(ORDER);
        const { outcome } = await session.pay(request());
        assert.deepEqual([outcome, posts.length, posts.includes(key), states.includes('unknown')], ['paid', 1, false, false]); // prettier-ignore
      });

    it('is in doubt if the proxy says so', async () => {
      answer({ attempt: () => json({ state: 'unknown' }) });
      const { session } = claim();
      const outcome = await session.recall(ORDER);
      session.stopFollowing();
      assert.equal(outcome?.outcome, 'unknown');
    });

    for (const days of [-2, 2])
      it(`is none if it began ${days} days from now`, () => {
        answer({ attempt: () => json({ state: 'unknown' }) });
        assert.equal(claim(Date.now() + days * 86_400_000).session.attempt, undefined);
      });
  });

  it('refuses to reset the same order while its outcome is unknown', async () => {
    answer({ payment: () => json({}, 500) });
    const { session } = setUp();
    await session.pay(request());
    session.stopFollowing();
    assert.deepEqual([session.reset(ORDER.reference), session.state.name], [false, 'unknown']);
  });

  it('pays again after the shopper has accepted the warning', async () => {
    answer({ payment: () => json({}, 500) });
    const { session } = setUp();
    await session.pay(request());
    session.retryAnyway();
    answer({});
    const { outcome } = await session.pay(request());
    assert.deepEqual([outcome, new Set(posts).size], ['paid', 2]);
  });
});
