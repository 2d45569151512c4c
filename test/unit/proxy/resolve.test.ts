import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { assertProblem, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';

/** The answer of the service is lost. */
const lost = () => Promise.reject(new Error('socket hang up'));

describe('resolve() with an invalid response', () => {
  for (const [what, answer] of [
    ['a status below 100', { status: 99 }],
    ['an informational status', { status: 101 }],
    ['a status as text', { status: '200' as unknown as number }],
    ['a media type with a line break', { status: 200, body: '{}', mediaType: 'a\r\nb' }],
    ['a body that is not text', { status: 200, body: {} as string }],
  ] as const) {
    it(`rejects ${what} and leaves the attempt unknown`, async () => {
      const proxy = testProxy({ fetch: lost });
      const request = () => paymentRequest('http://localhost/pay', undefined, { 'Idempotency-Key': key });
      const key = newKey();
      await proxy(request());
      await assert.rejects(proxy.resolve(key, 'succeeded', answer), TypeError);
      await assertProblem(await proxy(request()), 502, 'attempt_unknown', 'unknown');
    });
  }
});

it('an unexpected failure after sending is unknown, not "not charged"', async () => {
  // No real fetch returns this; it stands for any unexpected failure.
  const fetch = () => Promise.resolve({ status: 101, headers: new Headers(), body: null } as Response);
  const proxy = testProxy({ fetch, store: createMemoryStore() });
  await assertProblem(await proxy(paymentRequest('http://localhost/pay')), 500, 'proxy_error', 'unknown');
});
