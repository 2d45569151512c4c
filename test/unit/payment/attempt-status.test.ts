import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptStatus } from 'payment-widget/payment/attempt-report';
import { askAttempt, followAttempt, type FollowOptions } from 'payment-widget/payment/settle-attempt';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answers, LOST, problemOf, scriptedFetch, type Event } from './scripted-fetch.js';

const TEN_MINUTES = 600_000;
const PROXY = { proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY };

const says = (report: unknown, status = 200) => answers(status, JSON.stringify(report));

const PROCESSING = says({ state: 'processing' });
const NOT_FOUND = says({ state: 'not_found' });

async function ask(event: Event, options: Partial<Parameters<typeof askAttempt>[0]> = {}): Promise<AttemptStatus> {
  const clock = new FakeClock();
  const { fetch } = scriptedFetch(clock, [event]);
  return clock.run(askAttempt({ ...PROXY, clock, fetch, ...options }));
}

/** The news in one line. */
function summary(news: AttemptStatus): string {
  if (news.state !== 'settled') return news.state;
  const { result } = news;
  return 'error' in result ? `${result.outcome} ${result.error.code}` : `${result.outcome} ${result.status}`;
}

describe('asking about an attempt', () => {
  const problem = { code: 'service_unreachable', outcome: 'not_charged', detail: 'Nothing was sent.' };

  for (const [what, event, news] of [
    ['that succeeded', says({ state: 'succeeded', status: 200, payment: { id: 'pay_1' } }), 'paid 200'],
    ['that the service accepted', says({ state: 'succeeded', status: 202 }), 'accepted'],
    ['that needs an action', says({ state: 'unknown', status: 202, next_action: {} }), 'accepted'],
    ['that was declined', says({ state: 'failed', status: 402, error: { reason: 'funds' } }), 'not_charged declined'],
    [
      'that failed with a problem of the proxy',
      says({ state: 'failed', status: 502, error: problem }),
      'not_charged service_unreachable',
    ],
    ['in progress', PROCESSING, 'processing'],
    ['with an unknown outcome', says({ state: 'unknown' }), 'unknown'],
    ['that the proxy never received', NOT_FOUND, 'not_found'],
    [
      'that the proxy does not know, without a valid token',
      says({ state: 'not_found', status: 403, error: { code: 'order_token_invalid', outcome: 'not_charged' } }),
      'unproven',
    ],
    ['with an invalid state', says({ state: 'paid' }), 'no_answer'],
    ['with an HTML page', answers(200, '<h1>Shop</h1>', { 'Content-Type': 'text/html' }), 'no_answer'],
    ['with a 404 of a proxy without this route', problemOf(404, 'not_found', 'not_charged'), 'no_answer'],
    ['with a lost connection', LOST, 'no_answer'],
  ] as const) {
    it(`${what}: ${news}`, async () => {
      assert.equal(summary(await ask(event)), news);
    });
  }

  for (const [meaning, news] of [
    ['not_charged', 'not_charged declined'],
    ['pending', 'accepted'],
    ['unknown', 'unknown'],
    [undefined, 'paid 200'],
  ] as const) {
    it(`lets interpretResponse decide: ${String(meaning)}`, async () => {
      const event = says({ state: 'succeeded', payment: { state: 'refused' } });
      assert.equal(summary(await ask(event, { interpretResponse: () => meaning })), news);
    });
  }

  it('is no_answer when interpretResponse throws', async () => {
    const interpretResponse = () => {
      throw new Error('no such member');
    };
    assert.equal(summary(await ask(says({ state: 'succeeded', payment: {} }), { interpretResponse })), 'no_answer');
  });
});

/** Follows an attempt. Answers take no time. */
async function follow(events: readonly [Event, ...Event[]], options: Partial<FollowOptions> & { age?: number } = {}) {
  const clock = new FakeClock();
  const start = clock.now();
  const instant = events.map((event) => ({ after: 0, ...event })) as [Event, ...Event[]];
  const { fetch, sent } = scriptedFetch(clock, instant);
  const { age, ...others } = options;
  const since = age === undefined ? {} : { since: start - age };
  const signal = new AbortController().signal;
  const news = await clock.run(followAttempt({ ...PROXY, clock, fetch, signal, ...since, ...others }));
  const settled = news?.state === 'settled' ? news : undefined;
  return {
    state: news?.state,
    result: settled?.result,
    price: settled?.price,
    at: sent.map(({ at }) => at / 1000),
    took: clock.now() - start,
    sent,
  };
}

describe('following an attempt', () => {
  it('asks after 1, 2, 4, 8, 15, 30, 30 … seconds', async () => {
    assert.deepEqual((await follow([PROCESSING])).at.slice(0, 8), [1, 3, 7, 15, 30, 60, 90, 120]);
  });

  it('asks for ten minutes, the last time at their end', async () => {
    assert.deepEqual((await follow([PROCESSING])).at.slice(-2), [570, 600]);
  });

  it('asks once and at once about an attempt older than ten minutes', async () => {
    assert.deepEqual((await follow([PROCESSING], { age: TEN_MINUTES })).at, [0]);
  });

  describe('while it is unknown whether the proxy supports recovery', () => {
    const inTurn = (...words: (boolean | undefined)[]) => {
      return () => Promise.resolve(words.length > 1 ? words.shift() : words[0]);
    };

    it('does not ask', async () => {
      assert.deepEqual(
        (await follow([PROCESSING], { supportsRecovery: inTurn(undefined, undefined, true) })).at.slice(0, 2),
        [7, 15],
      );
    });

    it('ends when the proxy does not support it', async () => {
      assert.equal((await follow([PROCESSING], { supportsRecovery: inTurn(undefined, false) })).took, 3000);
    });
  });

  it('ends when a rejected attempt is not found', async () => {
    assert.deepEqual((await follow([PROCESSING, NOT_FOUND], { isRejected: true })).at, [1, 3]);
  });

  it('ends with the first not_found of an attempt that was not stored, since the proxy stores it no more', async () => {
    const { state, at } = await follow([NOT_FOUND], {});
    assert.deepEqual([state, at], ['not_found', [1]]);
  });

  for (const [what, events, options] of [
    ['had a record before', [NOT_FOUND], { isRecorded: true }],
    ['reported a record', [says({ state: 'unknown' }), NOT_FOUND], {}],
    ['does not recognize late requests', [NOT_FOUND], { isIdempotent: () => false }],
  ] as const) {
    it(`does not end with not_found of a proxy that ${what}`, async () => {
      const { state, at } = await follow(events, options);
      assert.deepEqual([state, at.at(-1)], [undefined, 600]);
    });
  }

  it('returns the price that the proxy reports', async () => {
    const { price } = await follow([PROCESSING, says({ state: 'succeeded', amount: 4999, currency: 'EUR' })]);
    assert.deepEqual(price, { amount: 4999, currency: 'EUR' });
  });
});
