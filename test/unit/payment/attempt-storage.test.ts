import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { AttemptStorage, type RememberedAttempt } from 'payment-widget/payment/attempt-storage';
import { withStorage } from './session.js';
import { CVC, IDEMPOTENCY_KEY, PAN } from '../../support/sample-payment.js';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60 * 1000;
const PROXY = 'https://shop.example/pay';
const ATTEMPT: RememberedAttempt = { idempotencyKey: IDEMPOTENCY_KEY, reference: 'order-1042', startedAt: NOW };

const tab = withStorage();

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now: NOW });
});
afterEach(() => {
  mock.timers.reset();
});

/** With a prototype, which recalled attempts lack. */
function recall(memory: AttemptStorage): RememberedAttempt | undefined {
  const attempt = memory.find('order-1042');
  return attempt && { ...attempt };
}

/** Recalls the order’s attempt from a storage entry with this text. */
function recallText(text: string): RememberedAttempt | undefined {
  const memory = new AttemptStorage(PROXY);
  memory.save(ATTEMPT);
  for (const name of tab.keys()) tab.set(name, text);
  return recall(memory);
}

describe('a remembered attempt', () => {
  it('consists of idempotency key, reference and start time only', () => {
    const typed = { number: PAN, cvc: CVC, email: 'ada@example.com', amount: 4999 };
    new AttemptStorage(PROXY).save({ ...ATTEMPT, ...typed });
    const text = `{"idempotencyKey":"${IDEMPOTENCY_KEY}","reference":"order-1042","startedAt":${NOW}}`;
    assert.deepEqual([...tab], [['payment-widget:["https://shop.example/pay","order-1042"]', text]]);
  });

  it('is recalled after a reload', () => {
    new AttemptStorage(PROXY).save(ATTEMPT);
    assert.deepEqual(recall(new AttemptStorage(PROXY)), ATTEMPT);
  });

  it('is recalled after the clock was set back', () => {
    mock.timers.setTime(NOW - 3_600_000);
    assert.deepEqual(recallText(JSON.stringify(ATTEMPT)), ATTEMPT);
  });

  for (const [what, reference, proxyUrl] of [
    ['another order', 'order-1043', PROXY],
    ['a payment without a reference', undefined, PROXY],
    ['another proxy', 'order-1042', 'https://shop.example/other'],
  ] as const) {
    it(`is not recalled for ${what}`, () => {
      new AttemptStorage(PROXY).save(ATTEMPT);
      assert.equal(new AttemptStorage(proxyUrl).find(reference), undefined);
    });
  }
});

describe('a settled attempt', () => {
  const next = { ...ATTEMPT, idempotencyKey: 'n'.repeat(43) };

  it('is forgotten without the next attempt', () => {
    const memory = new AttemptStorage(PROXY);
    memory.save(next);
    memory.remove(ATTEMPT);
    assert.deepEqual(recall(memory), next);
  });
});

describe('an invalid storage entry', () => {
  for (const [what, text] of [
    ['invalid JSON', '{"idempotencyKey":'],
    ['a key with a path', JSON.stringify({ ...ATTEMPT, idempotencyKey: `../${'k'.repeat(43)}` })],
    ['a time more than a day ago', JSON.stringify({ ...ATTEMPT, startedAt: NOW - DAY - 1 })],
    ['a time two days ahead', JSON.stringify({ ...ATTEMPT, startedAt: NOW + 2 * DAY })],
    ['an additional member', JSON.stringify({ ...ATTEMPT, amount: 4999 })],
  ] as const) {
    it(`is not recalled: ${what}`, () => {
      assert.equal(recallText(text), undefined);
    });
  }
});

describe('inaccessible storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;

  for (const [what, storage] of [
    ['access', { get: refuse }],
    ['use', { value: full }],
  ] as const) {
    it(`makes no call throw on ${what}`, () => {
      Object.defineProperty(globalThis, 'sessionStorage', { ...storage, configurable: true });
      const memory = new AttemptStorage(PROXY);
      memory.save(ATTEMPT);
      memory.remove(ATTEMPT);
      assert.equal(memory.find('order-1042'), undefined);
    });
  }
});
