import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import { assertProblem, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';

/** The service charges, and its answer is lost. */
const lost = () => Promise.reject(new Error('socket hang up'));

describe('an attempt in doubt, settled with an answer that there cannot be', () => {
  for (const [what, answer] of [
    ['a status that does not exist', { status: 99 }],
    ['a status that ends nothing', { status: 101 }],
    ['a status that is no number', { status: '200' as unknown as number }],
    ['a media type that is no header', { status: 200, body: '{}', mediaType: 'a\r\nb' }],
    ['a body that is no text', { status: 200, body: {} as string }],
  ] as const) {
    it(`is refused, and stays in doubt: ${what}`, async () => {
      const proxy = testProxy({ fetch: lost });
      const request = () => paymentRequest('http://localhost/pay', undefined, { 'Idempotency-Key': key });
      const key = newKey();
      await proxy(request());
      await assert.rejects(proxy.resolve(key, 'succeeded', answer), TypeError);
      await assertProblem(await proxy(request()), 502, 'attempt_unknown', 'unknown');
    });
  }
});

it('whatever fails after a payment was sent: unknown, never "not charged"', async () => {
  // No fetch of a runtime gives such an answer; it stands for everything that nobody has thought of.
  const fetch = () => Promise.resolve({ status: 101, headers: new Headers(), body: null } as Response);
  const proxy = testProxy({ fetch, store: createMemoryStore() });
  await assertProblem(await proxy(paymentRequest('http://localhost/pay')), 500, 'proxy_error', 'unknown');
});
