import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PaymentCheckError } from 'payment-widget/contract/request';
import { askPage, type PaymentSubmitEvent } from 'payment-widget/element/payment-events';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import { PaymentSession } from 'payment-widget/payment/payment-session';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import type { PayRequest } from 'payment-widget/payment/send-attempt';
import { ORDER, payRequest } from './session.js';

let proxies = 0;

/** A press on Pay that waits for checks of the page. `change` is what the page has changed when they end. */
function press(t: TestContext, checks: readonly PromiseLike<unknown>[], change?: Partial<PayRequest>) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const keys: string[] = [];
  const bodies: unknown[] = [];
  t.mock.method(globalThis, 'fetch', (input: string, init: RequestInit) => {
    if (input.endsWith('/config')) return Promise.resolve(Response.json({ mode: 'test', idempotency: true }));
    keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    bodies.push(init.body);
    return Promise.resolve(Response.json({ id: 'pay_1' }));
  });
  const proxyUrl = `https://shop.example/checks-${proxies++}`;
  const states: string[] = [];
  const attempts: string[] = [];
  const page = new EventTarget();
  page.addEventListener('payment-submit', (event) => {
    const submit = event as PaymentSubmitEvent;
    attempts.push(submit.detail.idempotencyKey);
    for (const check of checks) submit.waitUntil(check);
  });
  const session = new PaymentSession(new ProxyClient(() => undefined), ({ name }) => states.push(name));
  const pay = async () => {
    const begun = await session.begin({ ...ORDER, proxyUrl });
    if ('outcome' in begun) return begun;
    try {
      const hasWaited = await askPage(page, begun);
      return await session.send(begun, payRequest({ proxyUrl, ...(hasWaited && change) }));
    } catch (error) {
      return session.fail(error, begun);
    }
  };
  const paying = pay();
  return { session, paying, states, keys, bodies, attempts };
}

const codeOf = (outcome: PaymentOutcome) => ('error' in outcome ? outcome.error.code : outcome.outcome);

describe('a payment that waits for checks of the page', () => {
  it('is sent once all of them have succeeded, with the key that the page knows', async (t) => {
    const { paying, states, keys, attempts } = press(t, [Promise.resolve(), Promise.resolve('reserved')]);
    assert.equal((await paying).outcome, 'paid');
    assert.deepEqual([states, keys.length, keys], [['busy', 'paid'], 1, attempts]);
  });

  it('sends nothing if one of them rejects, and names the reason', async (t) => {
    const reason = new PaymentCheckError('The last one has just been sold.');
    const { paying, keys } = press(t, [new Promise(() => undefined), Promise.reject(reason)]);
    const outcome = await paying;
    assert.deepEqual(
      ['error' in outcome && outcome.error.code, 'error' in outcome && outcome.error.cause, keys],
      ['submit_prevented', reason, []],
    );
  });

  it('ignores a check that ends after ten seconds', async (t) => {
    let end: (value: unknown) => void = () => undefined;
    const { session, paying, keys } = press(t, [new Promise((resolve) => (end = resolve))]);
    await setImmediate();
    t.mock.timers.tick(10_000);
    await paying;
    end(undefined);
    await setImmediate();
    assert.deepEqual([session.state.name, keys], ['failed', []]);
  });

  it('sends what the form and the page have afterwards', async (t) => {
    const { paying, bodies } = press(t, [Promise.resolve()], { buildRequest: () => ({ seats: 2 }) });
    await paying;
    assert.deepEqual(bodies, ['{"seats":2}']);
  });

  for (const [title, change] of [
    ['another order', { order: { ...ORDER, reference: 'order-1043' } }],
    ['another proxy', { proxyUrl: 'https://shop.example/another' }],
  ] as const) {
    it(`sends nothing if the page has ${title} afterwards`, async (t) => {
      const { paying, keys } = press(t, [Promise.resolve()], change);
      assert.deepEqual([codeOf(await paying), keys], ['submit_prevented', []]);
    });
  }
});
