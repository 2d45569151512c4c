import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createIdempotencyKey } from '../../../src/contract/protocol.js';
import { keepAttempt } from '../../../src/frame/keep-attempt.js';
import { AttemptStorage } from '../../../src/payment/attempt-storage.js';

const PROXY = 'https://pay.shop.example/pay';

function refuse(): never {
  throw new DOMException('The storage is full.', 'QuotaExceededError');
}

describe('keepAttempt()', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  for (const [what, descriptor] of [
    ['denied', { get: refuse }],
    ['full', { value: { getItem: () => null, setItem: refuse, removeItem: () => undefined } }],
  ] as const)
    it(`keeps the attempt of a lost frame if the storage is ${what}`, () => {
      Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...descriptor });
      const attempt = { idempotencyKey: createIdempotencyKey(), reference: 'order-1042', startedAt: Date.now() };
      keepAttempt(attempt, PROXY);
      assert.equal(new AttemptStorage(PROXY).find('order-1042')?.idempotencyKey, attempt.idempotencyKey);
    });
});
