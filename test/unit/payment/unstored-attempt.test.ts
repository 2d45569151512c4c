import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import { idle } from '../../support/idle.js';
import { openSession, payRequest, problem, withStorage } from './session.js';

let posts: string[] = [];
let proxies = 0;

const STORE_AWAY = () => problem(503, 'store_unavailable', 'unknown');
const NOT_FOUND = () => Response.json({ state: 'not_found' });
const IDEMPOTENT = { idempotency: true };
const PAID = () => Response.json({ id: 'pay_1' });

/** Answers the requests of the page in place of a proxy. */
function answer(payment: () => Response, attempt: () => Response, capabilities: object = {}): void {
  globalThis.fetch = (input, init) => {
    const url = input as string;
    if (url.endsWith('/config')) {
      return Promise.resolve(Response.json({ mode: 'test', recovery: true, ...capabilities }));
    }
    if (init?.method !== 'POST') return Promise.resolve(attempt());
    posts.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    return Promise.resolve(payment());
  };
}

function setUp(t: TestContext, reference: string | undefined) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  posts = [];
  const proxyUrl = `https://shop.example/unstored-${proxies++}`;
  const outcomes: PaymentOutcome[] = [];
  const session = openSession(undefined, (outcome) => outcome && outcomes.push(outcome));
  t.after(() => {
    session.stopFollowing();
  });
  return {
    session,
    ended: () => outcomes.map((it) => ('error' in it ? `${it.outcome} ${it.error.code}` : it.outcome)),
    pay: (order = reference) =>
      session.pay(payRequest({ proxyUrl, order: { amount: 4999, currency: 'EUR', reference: order } })),
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        t.mock.timers.tick(1000);
        await idle();
      }
    },
  };
}

describe('an attempt that the proxy could not store', () => {
  withStorage();

  it('fails, not charged, when the store is back and does not have it', async (t) => {
    let store = STORE_AWAY;
    answer(STORE_AWAY, () => store());
    const { session, pay, pass, ended } = setUp(t, 'order-1042');
    await pay();
    await pass(20);
    assert.equal(session.state.name, 'unknown');
    store = NOT_FOUND;
    await pass(40);
    assert.deepEqual(ended(), ['unknown store_unavailable', 'failed store_unavailable']);
  });

  for (const reference of ['order-1042', undefined]) {
    it(`is paid again under another key, since the proxy sends nothing with the first one any more: ${reference}`, async (t) => {
      answer(STORE_AWAY, NOT_FOUND);
      const { pay, pass } = setUp(t, reference);
      await pay();
      await pass(60);
      answer(PAID, NOT_FOUND);
      const { outcome } = await pay();
      assert.deepEqual([outcome, posts.length, new Set(posts).size], ['paid', 2, 2]);
    });
  }

  it('stays in doubt if the proxy has reported it before', async (t) => {
    answer(() => problem(502, 'attempt_unknown', 'unknown'), NOT_FOUND, IDEMPOTENT);
    const { session, pay, pass } = setUp(t, 'order-1042');
    await pay();
    await pass(620);
    assert.deepEqual([session.state.name, session.following], ['unknown', false]);
  });
});

const PAGE = (status: number) =>
  new Response('<h1>Shop</h1>', { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

describe('an attempt that no proxy has received', () => {
  withStorage();

  const CASES: readonly (readonly [what: string, answer: () => Response])[] = [
    ['419', () => Response.json({ message: 'CSRF token mismatch.' }, { status: 419 })],
    ['a web page', () => PAGE(200)],
  ];
  for (const [what, payment] of CASES) {
    it(`returns the form when ${what} answers in its place`, async (t) => {
      answer(payment, NOT_FOUND, IDEMPOTENT);
      const { session, pay, pass, ended } = setUp(t, 'order-1042');
      const paying = pay();
      await pass(15);
      assert.deepEqual([(await paying).outcome, ended().length], ['unknown', 1]);
      await pass(1);
      assert.deepEqual([session.state.name, ended().length], ['idle', 1]);
    });
  }

  it('stays in doubt at a proxy that does not recognize a late request', async (t) => {
    answer(() => PAGE(419), NOT_FOUND);
    const { session, pay, pass } = setUp(t, 'order-1042');
    await pay();
    await pass(75);
    assert.deepEqual([session.state.name, posts.length], ['unknown', 1]);
  });

  for (const [what, body, config, outcome] of [
    ['a proxy that has described itself', { id: 'pay_1' }, {}, 'paid'],
    ['a server that has not', { id: 'pay_1' }, { mode: undefined }, 'unknown'],
  ] as const) {
    it(`is ${outcome} after JSON under the media type of a page, from ${what}`, async (t) => {
      const headers = { 'Content-Type': 'text/html; charset=utf-8' };
      answer(() => Response.json(body, { headers }), NOT_FOUND, config);
      assert.equal((await setUp(t, 'order-1042').pay()).outcome, outcome);
    });
  }

  it('does not settle the next payment with a report that arrives late', async (t) => {
    let report: (response: Response) => void = () => undefined;
    answer(() => problem(502, 'attempt_unknown', 'unknown'), NOT_FOUND);
    const { session, pay, pass, ended } = setUp(t, 'order-1042');
    await pay();
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) =>
      (input as string).endsWith('/attempts') ? new Promise((resolve) => (report = resolve)) : fetch(input, init);
    await pass(2);
    session.retryAnyway();
    await pay();
    report(Response.json({ state: 'succeeded' }));
    await pass(1);
    assert.deepEqual(ended(), ['unknown attempt_unknown', 'unknown attempt_unknown']);
    assert.equal(new Set(posts).size, 2);
  });
});
