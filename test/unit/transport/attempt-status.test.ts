import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { AttemptStatus } from '../../../src/transport/attempt-report.js';
import { askAttempt, followAttempt, type FollowOptions } from '../../../src/transport/attempt-status.js';
import { answer, closedAddress, cutBody, redirectTo, reset, startRecorder } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answers, LOST, problemOf, scriptedFetch, type Event } from '../../support/scripted-fetch.js';

const TEN_MINUTES = 600_000;
const PROXY = { proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY };

const says = (report: unknown, status = 200) => answers(status, JSON.stringify(report));

/** The first load of the report reader takes real time, not that of the fake clock. */
before(() => askAttempt({ ...PROXY, fetch: () => Promise.resolve(Response.json({})) }));

const PROCESSING = says({ state: 'processing' });
const NOT_FOUND = problemOf(404, 'attempt_not_found', 'not_charged');

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
    ['that succeeded, without a status', says({ state: 'succeeded' }), 'paid 200'],
    ['that the service accepted', says({ state: 'succeeded', status: 202 }), 'accepted'],
    ['that needs an action', says({ state: 'unknown', status: 202, next_action: {} }), 'accepted'],
    ['that was resolved as paid after a 504', says({ state: 'succeeded', status: 504 }), 'paid 504'],
    ['that was declined', says({ state: 'failed', status: 402, error: { reason: 'funds' } }), 'not_charged declined'],
    ['that failed, without a status', says({ state: 'failed' }), 'not_charged declined'],
    [
      'that failed with a problem of the proxy',
      says({ state: 'failed', status: 502, error: problem }),
      'not_charged service_unreachable',
    ],
    [
      'that failed with a code of the service',
      says({ state: 'failed', status: 402, error: { code: 'timeout' } }),
      'not_charged declined',
    ],
    ['in progress', PROCESSING, 'processing'],
    ['with an unknown outcome', says({ state: 'unknown' }), 'unknown'],
    ['that the proxy never received', NOT_FOUND, 'not_found'],
    ['with an invalid state', says({ state: 'paid' }), 'no_answer'],
    ['with another document', says([]), 'no_answer'],
    ['with an HTML page', answers(200, '<h1>Shop</h1>', { 'Content-Type': 'text/html' }), 'no_answer'],
    ['with a 404 of a proxy without this route', problemOf(404, 'not_found', 'not_charged'), 'no_answer'],
    ['with a 404 of another server', says({ code: 'attempt_not_found' }, 404), 'no_answer'],
    ['with attempt_not_found in a 500', problemOf(500, 'attempt_not_found', 'not_charged'), 'no_answer'],
    ['with a 404 page of a gateway', answers(404, '<h1>Not found</h1>', { 'Content-Type': 'text/html' }), 'no_answer'],
    ['with a report in a 500', says({ state: 'succeeded' }, 500), 'no_answer'],
    ['with a lost connection', LOST, 'no_answer'],
    ['without an answer', { kind: 'silence' }, 'no_answer'],
  ] as const) {
    it(`${what}: ${news}`, async () => {
      assert.equal(summary(await ask(event)), news);
    });
  }

  it('ignores amount_changed without an amount', async () => {
    const event = says({ state: 'failed', status: 409, error: { code: 'amount_changed', outcome: 'not_charged' } });
    assert.equal(summary(await ask(event)), 'not_charged declined');
  });

  it('returns the payment and the mode', async () => {
    const event = answers(200, '{"state":"succeeded","payment":{"id":"pay_1"}}', { 'Payments-Mode': 'test' });
    const result = { outcome: 'paid', payment: { id: 'pay_1' }, status: 200, mode: 'test' };
    assert.deepEqual(await ask(event), { state: 'settled', result });
  });

  it('takes at most ten seconds', async () => {
    const clock = new FakeClock();
    const start = clock.now();
    const { fetch } = scriptedFetch(clock, [{ kind: 'deaf' }]);
    await clock.run(askAttempt({ ...PROXY, clock, fetch }));
    assert.equal(clock.now() - start, 10_000);
  });

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

  it('does not pass a problem of the proxy to interpretResponse', async () => {
    const event = says({ state: 'failed', status: 502, error: problem });
    assert.equal(summary(await ask(event, { interpretResponse: () => 'paid' })), 'not_charged service_unreachable');
  });

  it('is no_answer when interpretResponse throws', async () => {
    const interpretResponse = () => {
      throw new Error('no such member');
    };
    assert.equal(summary(await ask(says({ state: 'succeeded', payment: {} }), { interpretResponse })), 'no_answer');
  });
});

describe('asking over a real connection', () => {
  async function asked(t: TestContext, behaviour: Parameters<typeof startRecorder>[1]) {
    const { url, requests } = await startRecorder(t, behaviour);
    return { news: await askAttempt({ proxyUrl: `${url}/pay`, idempotencyKey: IDEMPOTENCY_KEY }), requests };
  }

  it('is a GET of the attempt at the proxy', async (t) => {
    const [request] = (await asked(t, answer(404))).requests;
    assert.deepEqual(
      [request?.method, request?.url, request?.headers['idempotency-key']],
      ['GET', '/pay/attempts', IDEMPOTENCY_KEY],
    );
  });

  for (const [what, behaviour] of [
    ['a truncated answer', cutBody],
    ['a reset', reset],
    ['a redirect', redirectTo('/elsewhere')],
  ] as const) {
    it(`is no_answer after ${what}`, async (t) => {
      assert.equal((await asked(t, behaviour)).news.state, 'no_answer');
    });
  }

  it('is no_answer without a server', async () => {
    const proxyUrl = await closedAddress();
    assert.equal((await askAttempt({ proxyUrl, idempotencyKey: IDEMPOTENCY_KEY })).state, 'no_answer');
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

  it('starts with longer pauses for an older attempt', async () => {
    assert.deepEqual((await follow([PROCESSING], { age: 20_000 })).at.slice(0, 3), [15, 45, 75]);
  });

  it('ends earlier for an older attempt', async () => {
    const { at } = await follow([PROCESSING], { age: TEN_MINUTES - 61_000 });
    assert.deepEqual(at, [30, 60, 61]);
  });

  it('asks once and at once about an attempt older than ten minutes', async () => {
    assert.deepEqual((await follow([PROCESSING], { age: TEN_MINUTES })).at, [0]);
  });

  it('asks again when the computer slept', async () => {
    const clock = new FakeClock();
    const { fetch, sent } = scriptedFetch(clock, [{ ...PROCESSING, after: 0 }]);
    const sleepy = { now: () => clock.now(), random: () => clock.random(), sleep: () => clock.sleep(2 * TEN_MINUTES) };
    const { signal } = new AbortController();
    await clock.run(followAttempt({ ...PROXY, clock: sleepy, fetch, signal }));
    assert.equal(sent.length, 1);
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

  it('ends with not_found when an attempt was not stored, as soon as no proxy can store it any more', async () => {
    const { state, at } = await follow([NOT_FOUND], {});
    assert.deepEqual([state, at], ['not_found', [1, 3, 7, 15, 30, 60]]);
  });

  it('ends with not_found after an attempt that was in progress: the proxy forgets it if the connection breaks', async () => {
    assert.equal((await follow([PROCESSING, NOT_FOUND])).state, 'not_found');
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

  it('takes at most ten minutes and one question, even without answers', async () => {
    assert.ok((await follow([{ kind: 'silence' }])).took <= TEN_MINUTES + 10_000);
  });

  it('ends at once when it is aborted', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const { fetch, sent } = scriptedFetch(clock, [PROCESSING]);
    const following = followAttempt({ ...PROXY, clock, fetch, signal: stop.signal });
    await clock.run(clock.sleep(10_000));
    stop.abort();
    const before = sent.length;
    assert.deepEqual([await following, sent.length - before], [undefined, 0]);
  });

  it('asks without redirects and caches, and sends cookies to its own origin only', async () => {
    const [{ init } = assert.fail('did not ask')] = (await follow([PROCESSING])).sent;
    const { credentials, redirect, cache, method } = init;
    assert.deepEqual([credentials, redirect, cache, method], ['same-origin', 'manual', 'no-store', undefined]);
  });

  it('finds the outcome after any sequence of open answers', async () => {
    const open = fc.constantFrom<Event>(PROCESSING, NOT_FOUND, LOST, { kind: 'silence' }, { kind: 'cut' });
    await fc.assert(
      fc.asyncProperty(fc.array(open, { maxLength: 15 }), fc.boolean(), async (events, paid) => {
        const final = says({ state: paid ? 'succeeded' : 'failed' });
        const { result } = await follow([...events, final] as never, { isRecorded: true });
        assert.equal(result?.outcome, paid ? 'paid' : 'not_charged');
      }),
    );
  });
});
