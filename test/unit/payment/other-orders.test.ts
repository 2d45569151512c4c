import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptKey } from 'payment-widget/payment/attempt-key';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import { newKey } from '../../support/node-proxy.js';
import { openSession, ORDER, withStorage } from './session.js';

/** The storage of a tab belongs to all scripts of the origin. */
describe('an attempt in the storage that the proxy knows as that of another order', () => {
  const storage = withStorage();
  let proxies = 0;

  async function resumeWith(report: object) {
    const proxyUrl = `https://shop.example/other-${proxies++}`;
    globalThis.fetch = (input) =>
      Promise.resolve(
        Response.json((input as string).endsWith('/config') ? { idempotency: true, recovery: true } : report),
      );
    const item = { idempotencyKey: newKey(), reference: ORDER.reference, startedAt: Date.now() };
    storage.set(attemptKey(proxyUrl, ORDER.reference), JSON.stringify(item));
    const session = openSession(new ProxyClient(() => undefined));
    session.resume({ ...ORDER, proxyUrl });
    await session.recall(ORDER);
    session.stopFollowing();
    return session;
  }

  const paid = { state: 'succeeded', status: 200, payment: null, amount: 1, currency: 'EUR' };

  it('is not shown', async () => {
    assert.equal((await resumeWith({ ...paid, reference: 'order-7' })).state.name, 'idle');
  });

  it('is forgotten', async () => {
    await resumeWith({ ...paid, reference: 'order-7' });
    assert.equal(storage.size, 0);
  });

  it('is shown if it is that of this order', async () => {
    assert.equal((await resumeWith({ ...paid, reference: ORDER.reference })).state.name, 'paid');
  });
});
