import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttemptMemory, type RememberedAttempt } from '../../src/attempt-memory.js';
import { CVC, IDEMPOTENCY_KEY, PAN } from '../support/sample-payment.js';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60 * 1000;
const PROXY = 'https://shop.example/pay';
const ATTEMPT: RememberedAttempt = { idempotencyKey: IDEMPOTENCY_KEY, reference: 'order-1042', startedAt: NOW };
const OTHER: RememberedAttempt = { idempotencyKey: 'o'.repeat(43), reference: 'order-1043', startedAt: NOW };

/** The storage of one tab: it keeps texts, and Node 20 has none. */
function tab(): { storage: () => Storage; texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => texts.set(name, text),
    removeItem: (name: string) => texts.delete(name),
  } as unknown as Storage;
  return { storage: () => storage, texts };
}

/** With a prototype, since what is recalled has none. */
function recall(memory: AttemptMemory, now = NOW): RememberedAttempt | undefined {
  const attempt = memory.recall('order-1042', now);
  return attempt && { ...attempt };
}

/** What is recalled when this stands in the entry of the order. */
function recallText(text: string, now = NOW): RememberedAttempt | undefined {
  const { storage, texts } = tab();
  const memory = new AttemptMemory(PROXY, storage);
  memory.remember(ATTEMPT);
  for (const name of texts.keys()) texts.set(name, text);
  return recall(memory, now);
}

describe('what is kept of an attempt', () => {
  it('is its key, its order and when it was started, and nothing else', () => {
    const { storage, texts } = tab();
    const typed = { number: PAN, cvc: CVC, email: 'ada@example.com', amount: 4999 };
    new AttemptMemory(PROXY, storage).remember({ ...ATTEMPT, ...typed });
    const text = `{"idempotencyKey":"${IDEMPOTENCY_KEY}","reference":"order-1042","startedAt":${NOW}}`;
    assert.deepEqual([...texts], [['payment-widget:["https://shop.example/pay","order-1042"]', text]]);
  });

  it('is found after a reload', () => {
    const { storage } = tab();
    new AttemptMemory(PROXY, storage).remember(ATTEMPT);
    assert.deepEqual(recall(new AttemptMemory(PROXY, storage)), ATTEMPT);
  });

  it('is found where the page names no order', () => {
    const { storage } = tab();
    const memory = new AttemptMemory(PROXY, storage);
    memory.remember({ ...ATTEMPT, reference: undefined });
    assert.equal(memory.recall(undefined, NOW)?.idempotencyKey, IDEMPOTENCY_KEY);
  });

  it('is found for a day', () => {
    assert.deepEqual(recallText(JSON.stringify(ATTEMPT), NOW + DAY), ATTEMPT);
  });

  it('is found when the clock has been set back', () => {
    assert.deepEqual(recallText(JSON.stringify(ATTEMPT), NOW - 3_600_000), ATTEMPT);
  });

  for (const [what, reference, proxyUrl] of [
    ['another order', 'order-1043', PROXY],
    ['no order', undefined, PROXY],
    ['an order called null', 'null', PROXY],
    ['another proxy', 'order-1042', 'https://shop.example/other'],
  ] as const) {
    it(`is not found for ${what}`, () => {
      const { storage } = tab();
      new AttemptMemory(PROXY, storage).remember(ATTEMPT);
      assert.equal(new AttemptMemory(proxyUrl, storage).recall(reference, NOW), undefined);
    });
  }
});

describe('two orders', () => {
  it('are two entries', () => {
    const { storage, texts } = tab();
    const memory = new AttemptMemory(PROXY, storage);
    memory.remember(ATTEMPT);
    memory.remember(OTHER);
    assert.equal(texts.size, 2);
  });

  it('end each by itself', () => {
    const memory = new AttemptMemory(PROXY, tab().storage);
    memory.remember(ATTEMPT);
    memory.remember(OTHER);
    memory.forget(ATTEMPT);
    const keys = ['order-1042', 'order-1043'].map((order) => memory.recall(order, NOW)?.idempotencyKey);
    assert.deepEqual(keys, [undefined, OTHER.idempotencyKey]);
  });
});

describe('an attempt that is over', () => {
  const next = { ...ATTEMPT, idempotencyKey: 'n'.repeat(43) };

  it('is replaced by the next one for the order', () => {
    const memory = new AttemptMemory(PROXY, tab().storage);
    memory.remember(ATTEMPT);
    memory.remember(next);
    assert.deepEqual(recall(memory), next);
  });

  it('does not take the next one with it', () => {
    const memory = new AttemptMemory(PROXY, tab().storage);
    memory.remember(next);
    memory.forget(ATTEMPT);
    assert.deepEqual(recall(memory), next);
  });

  it('leaves nothing', () => {
    const { storage, texts } = tab();
    const memory = new AttemptMemory(PROXY, storage);
    memory.remember(ATTEMPT);
    memory.forget(ATTEMPT);
    assert.equal(texts.size, 0);
  });
});

describe('an entry that is no attempt', () => {
  for (const [what, text] of [
    ['nothing', ''],
    ['no JSON', '{"idempotencyKey":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['one without a key', JSON.stringify({ ...ATTEMPT, idempotencyKey: undefined })],
    ['one with a short key', JSON.stringify({ ...ATTEMPT, idempotencyKey: 'short' })],
    ['one with a key that is a path', JSON.stringify({ ...ATTEMPT, idempotencyKey: `../${'k'.repeat(43)}` })],
    ['one for another order', JSON.stringify({ ...ATTEMPT, reference: 'order-1043' })],
    ['one without a time', JSON.stringify({ ...ATTEMPT, startedAt: undefined })],
    ['one with half a time', JSON.stringify({ ...ATTEMPT, startedAt: 0.5 })],
    ['one older than a day', JSON.stringify({ ...ATTEMPT, startedAt: NOW - DAY - 1 })],
    ['one from the day after tomorrow', JSON.stringify({ ...ATTEMPT, startedAt: NOW + 2 * DAY })],
    ['one with more in it', JSON.stringify({ ...ATTEMPT, amount: 4999 })],
  ] as const) {
    it(`is not recalled: ${what}`, () => {
      assert.equal(recallText(text), undefined);
    });
  }

  it('is thrown away', () => {
    const { storage, texts } = tab();
    const memory = new AttemptMemory(PROXY, storage);
    memory.remember(ATTEMPT);
    memory.recall('order-1042', NOW + DAY + 1);
    assert.equal(texts.size, 0);
  });
});

describe('storage that is refused is no storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;

  for (const [what, storage] of [
    ['when it is opened', refuse],
    ['when it is used', () => full],
  ] as const) {
    for (const [deed, act] of [
      [
        'remembering',
        (memory: AttemptMemory) => {
          memory.remember(ATTEMPT);
        },
      ],
      ['recalling', (memory: AttemptMemory) => memory.recall('order-1042', NOW)],
      [
        'forgetting',
        (memory: AttemptMemory) => {
          memory.forget(ATTEMPT);
        },
      ],
    ] as const) {
      it(`${what}, for ${deed}`, () => {
        assert.equal(act(new AttemptMemory(PROXY, storage)), undefined);
      });
    }
  }
});
