import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { digestOf } from 'payment-widget/contract/protocol';
import { TokenOrder } from 'payment-widget/isolated/frame/token-order';
import type { Settings } from 'payment-widget/settings/settings';
import { until } from '../../support/until.js';

/** Of each test alone: requests of an earlier one may be late. */
let FIRST = '';
let SECOND = '';
let tests = 0;
const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1' };
const OTHER = { amount: 99_900, currency: 'EUR', reference: 'order-2' };

const settingsOf = (order: object) => ({ ...order, fields: [] }) as unknown as Settings;

const platformFetch = globalThis.fetch;

/** The requests that wait for their answers, by their tokens. */
type Answers = Map<string, (answer: Response | PromiseLike<Response>) => void>;

function setUp(): {
  order: TokenOrder;
  asked: Answers;
  answer: (token: string, order?: object, asking?: Pick<TokenOrder, 'answered'>) => Promise<void>;
} {
  const asked: Answers = new Map();
  globalThis.fetch = (_, init) =>
    new Promise((resolve) => asked.set(new Headers(init?.headers).get('Order-Token') ?? '', resolve));
  const order = new TokenOrder('https://pay.example/pay', () => undefined);
  /** Answers as the proxy does. */
  const answer = async (token: string, members: object = {}, { answered }: Pick<TokenOrder, 'answered'> = order) => {
    await until(() => asked.has(token));
    asked.get(token)?.(Response.json({ token: await digestOf(token), ...members }));
    await answered;
  };
  return { order, asked, answer };
}

/** The code of the refusal, or the token to send. */
function confirm(order: TokenOrder, shown: object): unknown {
  try {
    return order.confirm(settingsOf(shown));
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('the order of a token', () => {
  beforeEach(() => {
    tests++;
    FIRST = `eyJhbGciOiJIUzI1NiJ9.eyJvIjox${tests}.c2lnbmVk`;
    SECOND = `eyJhbGciOiJIUzI1NiJ9.eyJvIjoy${tests}.c2lnbmVk`;
  });
  afterEach(() => {
    globalThis.fetch = platformFetch;
  });

  it('is confirmed by the answer of the proxy only', async () => {
    const { order, answer } = setUp();
    order.setToken(FIRST);
    const before = confirm(order, ORDER);
    await answer(FIRST, ORDER);
    assert.deepEqual([before, confirm(order, ORDER)], ['frame_unavailable', FIRST]);
  });

  for (const [what, shown] of [
    ['another price', { ...ORDER, amount: 1 }],
    ['another order', { ...ORDER, reference: 'order-2' }],
    ['no order', { ...ORDER, reference: undefined }],
  ] as const)
    it(`is not confirmed if the form shows ${what}`, async () => {
      const { order, answer } = setUp();
      order.setToken(FIRST);
      await answer(FIRST, ORDER);
      assert.equal(confirm(order, shown), 'order_mismatch');
    });

  it('is not confirmed by that of an earlier token', async () => {
    const { order, answer } = setUp();
    order.setToken(FIRST);
    await answer(FIRST, ORDER);
    order.setToken(SECOND);
    assert.deepEqual(
      [ORDER, OTHER].map((shown) => confirm(order, shown)),
      ['frame_unavailable', 'frame_unavailable'],
    );
  });

  it('is not confirmed by an answer that comes after the next token', async () => {
    const { order, asked, answer } = setUp();
    order.setToken(SECOND);
    const { answered } = order;
    await until(() => asked.has(SECOND));
    order.setToken(FIRST);
    await answer(SECOND, OTHER, { answered });
    assert.equal(confirm(order, OTHER), 'frame_unavailable');
  });

  it('is still needed if the page removes the token', async () => {
    const { order, answer } = setUp();
    order.setToken(FIRST);
    await answer(FIRST, ORDER);
    order.setToken(undefined);
    assert.equal(confirm(order, OTHER), 'frame_unavailable');
  });

  it('is that of the page if the proxy uses no tokens', async () => {
    const { order, answer } = setUp();
    order.setToken(FIRST);
    await answer(FIRST);
    assert.equal(confirm(order, OTHER), FIRST);
  });

  for (const [what, members] of [
    ['of another token', async () => ({ token: await digestOf(SECOND), ...ORDER })],
    ['that names no token', () => ORDER],
    ['with a part of an order', async () => ({ token: await digestOf(FIRST), reference: 'order-1' })],
    ['with an invalid order', async () => ({ token: await digestOf(FIRST), ...ORDER, amount: 'free' })],
    ['of a gateway', () => undefined],
  ] as const)
    it(`is not confirmed by an answer ${what}, and is asked for again at the next press`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { order, answer } = setUp();
      const wait = globalThis.fetch;
      const body = await members();
      globalThis.fetch = () => Promise.resolve(Response.json(body ?? {}, { status: body ? 200 : 404 }));
      order.setToken(FIRST);
      await until(() => {
        t.mock.timers.tick(1000);
        return !order.isAsking;
      });
      const before = confirm(order, ORDER);
      globalThis.fetch = wait;
      const settled = order.settle();
      await answer(FIRST, ORDER);
      await settled;
      assert.deepEqual([before, confirm(order, ORDER)], ['frame_unavailable', FIRST]);
    });
});
