import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import type { PaymentOutcome } from '../../../src/payment/outcome.js';
import { PaymentSession } from '../../../src/payment/payment-session.js';
import { ProxyClient } from '../../../src/payment/proxy-client.js';
import { idle } from '../../support/idle.js';
import { submission } from '../../support/submission.js';

const platformFetch = globalThis.fetch;
let posts: string[] = [];
let proxies = 0;

const problem = (status: number, code: string, outcome: string) =>
  Response.json({ code, outcome }, { status, headers: { 'Content-Type': 'application/problem+json' } });

const STORE_AWAY = () => problem(503, 'store_unavailable', 'unknown');
const NOT_FOUND = () => problem(404, 'attempt_not_found', 'not_charged');
const PAID = () => Response.json({ id: 'pay_1' });

/** Answers the requests of the page in place of a proxy. */
function answer(payment: () => Response, attempt: () => Response): void {
  globalThis.fetch = (input, init) => {
    const url = input as string;
    if (url.endsWith('/config')) return Promise.resolve(Response.json({ mode: 'test', recovery: true }));
    if (init?.method !== 'POST') return Promise.resolve(attempt());
    posts.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    return Promise.resolve(payment());
  };
}

function setUp(t: TestContext, reference: string | undefined) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const proxyUrl = `https://shop.example/unstored-${proxies++}`;
  const outcomes: PaymentOutcome[] = [];
  const session = new PaymentSession(new ProxyClient(() => undefined), (outcome) => outcome && outcomes.push(outcome));
  t.after(() => {
    session.stopFollowing();
  });
  return {
    session,
    ended: () => outcomes.map((it) => ('error' in it ? `${it.outcome} ${it.error.code}` : it.outcome)),
    pay: (order = reference) =>
      session.pay(submission({ proxyUrl, order: { amount: 4999, currency: 'EUR', reference: order } })),
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        t.mock.timers.tick(1000);
        await idle();
      }
    },
  };
}

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

describe('an attempt that the proxy could not store', () => {
  beforeEach(() => {
    posts = [];
    Object.assign(globalThis, { sessionStorage: fakeStorage() });
  });
  afterEach(() => {
    globalThis.fetch = platformFetch;
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  for (const [what, reference] of [
    ['an order with a reference', 'order-1042'],
    ['an order without a reference', undefined],
  ] as const) {
    describe(`of ${what}`, () => {
      it('is in doubt, and the form may return', async (t) => {
        answer(STORE_AWAY, STORE_AWAY);
        const { session, pay, ended } = setUp(t, reference);
        await pay();
        assert.deepEqual([ended(), session.mayReturn], [['unknown store_unavailable'], true]);
      });

      it('fails, not charged, when the store is back and does not have it', async (t) => {
        let store = STORE_AWAY;
        answer(STORE_AWAY, () => store());
        const { session, pay, pass, ended } = setUp(t, reference);
        await pay();
        await pass(20);
        assert.equal(session.state.name, 'unknown');
        store = NOT_FOUND;
        await pass(40);
        assert.deepEqual(ended(), ['unknown store_unavailable', 'failed store_unavailable']);
      });

      it('stays in doubt while another proxy may still store an earlier copy of the request', async (t) => {
        answer(STORE_AWAY, NOT_FOUND);
        const { session, pay, pass } = setUp(t, reference);
        await pay();
        await pass(39);
        const early = session.state.name;
        await pass(21);
        assert.deepEqual([early, session.state.name], ['unknown', 'failed']);
      });

      it('is paid again under the same key, so that a late copy of the request is recognized', async (t) => {
        answer(STORE_AWAY, NOT_FOUND);
        const { pay, pass } = setUp(t, reference);
        await pay();
        await pass(60);
        answer(PAID, NOT_FOUND);
        const { outcome } = await pay();
        assert.deepEqual([outcome, posts.length, new Set(posts).size], ['paid', 2, 1]);
      });

      it('gets a new key after an answer about that key', async (t) => {
        answer(STORE_AWAY, NOT_FOUND);
        const { pay, pass } = setUp(t, reference);
        await pay();
        await pass(60);
        answer(() => problem(402, 'declined', 'not_charged'), NOT_FOUND);
        await pay();
        answer(PAID, NOT_FOUND);
        await pay();
        assert.deepEqual([posts[0] === posts[1], posts[1] === posts[2]], [true, false]);
      });

      it('is paid when the store is back and has it as paid', async (t) => {
        answer(STORE_AWAY, () => Response.json({ state: 'succeeded' }));
        const { session, pay, pass } = setUp(t, reference);
        await pay();
        await pass(2);
        await import('../../../src/transport/attempt-report.js');
        await pass(2);
        assert.equal(session.state.name, 'paid');
      });
    });
  }

  it('of one order does not lend its key to another order', async (t) => {
    answer(STORE_AWAY, NOT_FOUND);
    const { session, pay, pass } = setUp(t, 'order-1042');
    await pay();
    await pass(60);
    session.reset('order-1043');
    answer(PAID, NOT_FOUND);
    await pay('order-1043');
    assert.equal(new Set(posts).size, 2);
  });

  it('stays in doubt after any other unknown answer, since a delayed request may still arrive', async (t) => {
    answer(() => problem(502, 'attempt_unknown', 'unknown'), NOT_FOUND);
    const { session, pay, pass } = setUp(t, 'order-1042');
    await pay();
    await pass(30);
    assert.deepEqual([session.state.name, session.mayReturn], ['unknown', false]);
  });
});
