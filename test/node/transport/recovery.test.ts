import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import * as doubt from '../../../src/doubt.js';
import type { AttemptNews } from '../../../src/transport/attempt-report.js';
import { askAttempt, followAttempt, type FollowOptions } from '../../../src/transport/recovery.js';
import { answer, closedAddress, cutBody, redirectTo, reset, startRecorder } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from './fake-clock.js';
import { answers, LOST, scriptedFetch, type Event } from './scripted-fetch.js';

const TEN_MINUTES = 600_000;
const PROXY = { proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY };

const says = (report: unknown, status = 200) => answers(status, JSON.stringify(report));
/** There already: to load it takes time of another clock than the fake one. */
const loadDoubt = () => Promise.resolve(doubt);
const cannotLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const PROCESSING = says({ state: 'processing' });
const NOT_FOUND = answers(404);

async function ask(event: Event, options: Partial<Parameters<typeof askAttempt>[0]> = {}): Promise<AttemptNews> {
  const clock = new FakeClock();
  const { fetch } = scriptedFetch(clock, [event]);
  return clock.run(askAttempt({ ...PROXY, clock, fetch, loadDoubt, ...options }));
}

/** What a question found, in one line. */
function summary(news: AttemptNews): string {
  if (news.state !== 'settled') return news.state;
  const { result } = news;
  return 'error' in result ? `${result.outcome} ${result.error.code}` : `${result.outcome} ${result.status}`;
}

describe('one question about an attempt', () => {
  const problem = { code: 'service_unreachable', outcome: 'not_charged', detail: 'Nothing was sent.' };

  for (const [what, event, news] of [
    ['that has succeeded', says({ state: 'succeeded', status: 200, payment: { id: 'pay_1' } }), 'paid 200'],
    ['that has succeeded, somehow', says({ state: 'succeeded' }), 'paid 200'],
    ['that has succeeded with 201', says({ state: 'succeeded', status: 201 }), 'paid 201'],
    ['that the service has accepted', says({ state: 'succeeded', status: 202 }), 'accepted'],
    ['that was settled by hand after a 504', says({ state: 'succeeded', status: 504 }), 'paid 504'],
    ['that was declined', says({ state: 'failed', status: 402, error: { reason: 'funds' } }), 'not_charged declined'],
    ['that was refused', says({ state: 'failed', status: 422 }), 'not_charged invalid_request'],
    ['that has failed, somehow', says({ state: 'failed' }), 'not_charged declined'],
    [
      'that failed by the word of the proxy',
      says({ state: 'failed', status: 502, error: problem }),
      'not_charged service_unreachable',
    ],
    [
      'whose error has a code of the service',
      says({ state: 'failed', status: 402, error: { code: 'timeout' } }),
      'not_charged declined',
    ],
    ['that is on its way', PROCESSING, 'processing'],
    ['that nobody knows the end of', says({ state: 'unknown' }), 'unknown'],
    ['that the proxy has not seen', NOT_FOUND, 'not_found'],
    ['with a state that does not exist', says({ state: 'paid' }), 'no_answer'],
    ['with a status that does not exist', says({ state: 'succeeded', status: '200' }), 'no_answer'],
    ['with no state', says({}), 'no_answer'],
    ['with another document', says([]), 'no_answer'],
    ['with half a document', answers(200, '{"state":"succeeded"'), 'no_answer'],
    ['with another page', answers(200, '<h1>Shop</h1>', { 'Content-Type': 'text/html' }), 'no_answer'],
    ['with nothing', answers(200), 'no_answer'],
    ['with a success that is an error', says({ state: 'succeeded' }, 500), 'no_answer'],
    ['that is refused', answers(429, '{}'), 'no_answer'],
    ['that breaks', LOST, 'no_answer'],
    ['that breaks in the middle', { kind: 'cut' }, 'no_answer'],
    ['without an answer', { kind: 'silence' }, 'no_answer'],
  ] as const) {
    it(`${what}: ${news}`, async () => {
      assert.equal(summary(await ask(event)), news);
    });
  }

  it('does not ask for another amount that it does not name', async () => {
    const event = says({ state: 'failed', status: 409, error: { code: 'amount_changed', outcome: 'not_charged' } });
    assert.equal(summary(await ask(event)), 'not_charged declined');
  });

  it('tells the payment and the mode', async () => {
    const event = answers(200, '{"state":"succeeded","payment":{"id":"pay_1"}}', { 'Payments-Mode': 'test' });
    const result = { outcome: 'paid', payment: { id: 'pay_1' }, status: 200, mode: 'test' };
    assert.deepEqual(await ask(event), { state: 'settled', result });
  });

  it('takes ten seconds at most', async () => {
    const clock = new FakeClock();
    const start = clock.now();
    const { fetch } = scriptedFetch(clock, [{ kind: 'deaf' }]);
    await clock.run(askAttempt({ ...PROXY, clock, fetch, loadDoubt }));
    assert.equal(clock.now() - start, 10_000);
  });

  for (const [meaning, news] of [
    ['not_charged', 'not_charged declined'],
    ['pending', 'accepted'],
    ['unknown', 'unknown'],
    [undefined, 'paid 200'],
  ] as const) {
    it(`lets the merchant's code read the service's body: ${String(meaning)}`, async () => {
      const event = says({ state: 'succeeded', payment: { state: 'refused' } });
      assert.equal(summary(await ask(event, { interpretResponse: () => meaning })), news);
    });
  }

  it("does not show the merchant's code what the proxy says itself", async () => {
    const event = says({ state: 'failed', status: 502, error: problem });
    assert.equal(summary(await ask(event, { interpretResponse: () => 'paid' })), 'not_charged service_unreachable');
  });

  it("is no answer when the merchant's code fails", async () => {
    const interpretResponse = () => {
      throw new Error('no such member');
    };
    assert.equal(summary(await ask(says({ state: 'succeeded', payment: {} }), { interpretResponse })), 'no_answer');
  });
});

describe('one question, when what reads the answer', () => {
  const PAID = says({ state: 'succeeded' });

  it('cannot be loaded, leaves an attempt that the proxy knows in doubt', async () => {
    assert.equal(summary(await ask(PAID, { loadDoubt: cannotLoad })), 'unknown');
  });

  it('does not come, does so after ten seconds', async () => {
    const clock = new FakeClock();
    const { fetch } = scriptedFetch(clock, [{ ...PAID, after: 0 }]);
    const start = clock.now();
    const loads = () => new Promise<never>(() => undefined);
    const { state } = await clock.run(askAttempt({ ...PROXY, clock, fetch, loadDoubt: loads }));
    assert.deepEqual([state, clock.now() - start], ['unknown', 10_000]);
  });

  for (const [what, event, state] of [
    ['that it has not seen', NOT_FOUND, 'not_found'],
    ['that it cannot tell', answers(503, '{}'), 'no_answer'],
    ['that is a page', answers(200, '<h1>Shop</h1>', { 'Content-Type': 'text/html' }), 'no_answer'],
    ['that is lost', LOST, 'no_answer'],
  ] as const) {
    it(`is not needed for an answer ${what}, is not loaded`, async () => {
      let loads = 0;
      const counting = () => {
        loads++;
        return cannotLoad();
      };
      assert.deepEqual([summary(await ask(event, { loadDoubt: counting })), loads], [state, 0]);
    });
  }
});

describe('a question over a real connection', () => {
  async function asked(t: TestContext, behaviour: Parameters<typeof startRecorder>[1]) {
    const { url, requests } = await startRecorder(t, behaviour);
    return { news: await askAttempt({ proxyUrl: `${url}/pay`, idempotencyKey: IDEMPOTENCY_KEY, loadDoubt }), requests };
  }

  it('is a GET of the attempt below the address of the proxy', async (t) => {
    const [request] = (await asked(t, answer(404))).requests;
    assert.equal(`${request?.method ?? ''} ${request?.url ?? ''}`, `GET /pay/attempts/${IDEMPOTENCY_KEY}`);
  });

  for (const [what, behaviour] of [
    ['cut', cutBody],
    ['reset', reset],
    ['sent elsewhere', redirectTo('/elsewhere')],
  ] as const) {
    it(`that is ${what} is no answer`, async (t) => {
      assert.equal((await asked(t, behaviour)).news.state, 'no_answer');
    });
  }

  it('that nobody listens to is no answer', async () => {
    const proxyUrl = await closedAddress();
    assert.equal((await askAttempt({ proxyUrl, idempotencyKey: IDEMPOTENCY_KEY, loadDoubt })).state, 'no_answer');
  });
});

/** Follows an attempt; answers take no time, so that the times of the questions are plain. */
async function follow(events: readonly [Event, ...Event[]], options: Partial<FollowOptions> & { age?: number } = {}) {
  const clock = new FakeClock();
  const start = clock.now();
  const instant = events.map((event) => ({ after: 0, ...event })) as [Event, ...Event[]];
  const { fetch, sent } = scriptedFetch(clock, instant);
  const { age, ...others } = options;
  const since = age === undefined ? {} : { since: start - age };
  const signal = new AbortController().signal;
  const news = await clock.run(followAttempt({ ...PROXY, clock, fetch, loadDoubt, signal, ...since, ...others }));
  return {
    result: news?.result,
    price: news?.price,
    at: sent.map(({ at }) => at / 1000),
    took: clock.now() - start,
    sent,
  };
}

describe('following an attempt', () => {
  it('asks after 1, 2, 4, 8, 15, 30, 30 … seconds', async () => {
    assert.deepEqual((await follow([PROCESSING])).at.slice(0, 8), [1, 3, 7, 15, 30, 60, 90, 120]);
  });

  it('asks for ten minutes, and a last time at their end', async () => {
    assert.deepEqual((await follow([PROCESSING])).at.slice(-2), [570, 600]);
  });

  it('begins later with an attempt that is older', async () => {
    assert.deepEqual((await follow([PROCESSING], { age: 20_000 })).at.slice(0, 3), [15, 45, 75]);
  });

  it('ends earlier with an attempt that is older', async () => {
    const { at } = await follow([PROCESSING], { age: TEN_MINUTES - 61_000 });
    assert.deepEqual(at, [30, 60, 61]);
  });

  it('asks once, at once, about an attempt that is older than ten minutes', async () => {
    assert.deepEqual((await follow([PROCESSING], { age: TEN_MINUTES })).at, [0]);
  });

  it('asks once more when it finds that the time went by, as on a computer that slept', async () => {
    const clock = new FakeClock();
    const { fetch, sent } = scriptedFetch(clock, [{ ...PROCESSING, after: 0 }]);
    const sleepy = { now: () => clock.now(), random: () => clock.random(), sleep: () => clock.sleep(2 * TEN_MINUTES) };
    const { signal } = new AbortController();
    await clock.run(followAttempt({ ...PROXY, clock: sleepy, fetch, loadDoubt, signal }));
    assert.equal(sent.length, 1);
  });

  describe('at a proxy that has not said yet whether it can tell', () => {
    const inTurn = (...words: (boolean | undefined)[]) => {
      return () => Promise.resolve(words.length > 1 ? words.shift() : words[0]);
    };

    it('asks nothing before it has', async () => {
      assert.deepEqual(
        (await follow([PROCESSING], { canTell: inTurn(undefined, undefined, true) })).at.slice(0, 2),
        [7, 15],
      );
    });

    it('ends when it cannot', async () => {
      assert.equal((await follow([PROCESSING], { canTell: inTurn(undefined, false) })).took, 3000);
    });
  });

  it('ends when one that was turned away was never seen', async () => {
    assert.deepEqual((await follow([PROCESSING, NOT_FOUND], { isTurnedAway: true })).at, [1, 3]);
  });

  for (const [what, event] of [
    ['one on its way', PROCESSING],
    ['one that nobody knows the end of', says({ state: 'unknown' })],
    ['one that was not seen yet', NOT_FOUND],
    ['a lost connection', LOST],
    ['nonsense', says({ state: 'paid' })],
  ] as const) {
    it(`goes on after ${what}`, async () => {
      const { result } = await follow([event, event, says({ state: 'succeeded' })]);
      assert.equal(result?.outcome, 'paid');
    });
  }

  it('loads what reads the answers with the next question, when it could not be loaded', async () => {
    const loads = [cannotLoad, cannotLoad];
    const { at, result } = await follow([says({ state: 'succeeded' })], {
      loadDoubt: () => (loads.pop() ?? loadDoubt)(),
    });
    assert.deepEqual([at, result?.outcome], [[1, 3, 7], 'paid']);
  });

  it('ends when its time is up, too, when that can never be loaded', async () => {
    const { took, result } = await follow([says({ state: 'succeeded' })], { loadDoubt: cannotLoad });
    assert.deepEqual([took, result], [TEN_MINUTES, undefined]);
  });

  it('tells the price that the proxy tells', async () => {
    const { price } = await follow([PROCESSING, says({ state: 'succeeded', amount: 4999, currency: 'EUR' })]);
    assert.deepEqual(price, { amount: 4999, currency: 'EUR' });
  });

  it('stops when it knows', async () => {
    assert.deepEqual((await follow([PROCESSING, says({ state: 'failed' })])).at, [1, 3]);
  });

  it('knows nothing when the time is up', async () => {
    assert.equal((await follow([PROCESSING])).result, undefined);
  });

  it('never takes longer than ten minutes and a question, even when each of them is not answered', async () => {
    assert.ok((await follow([{ kind: 'silence' }])).took <= TEN_MINUTES + 10_000);
  });

  it('ends at once when the signal fires', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const { fetch, sent } = scriptedFetch(clock, [PROCESSING]);
    const following = followAttempt({ ...PROXY, clock, fetch, loadDoubt, signal: stop.signal });
    await clock.run(clock.sleep(10_000));
    stop.abort();
    const before = sent.length;
    assert.deepEqual([await following, sent.length - before], [undefined, 0]);
  });

  for (const [member, value] of Object.entries({
    credentials: 'same-origin',
    redirect: 'manual',
    cache: 'no-store',
    method: undefined,
  })) {
    it(`asks with ${member}: ${String(value)}`, async () => {
      const [request] = (await follow([PROCESSING])).sent;
      assert.equal(request?.init[member as keyof RequestInit], value);
    });
  }

  it('finds whatever can be found, however long it takes, and nothing else', async () => {
    const open = fc.constantFrom<Event>(PROCESSING, NOT_FOUND, LOST, { kind: 'silence' }, { kind: 'cut' });
    await fc.assert(
      fc.asyncProperty(fc.array(open, { maxLength: 15 }), fc.boolean(), async (events, paid) => {
        const { result } = await follow([...events, says({ state: paid ? 'succeeded' : 'failed' })] as never);
        assert.equal(result?.outcome, paid ? 'paid' : 'not_charged');
      }),
      { numRuns: 50 },
    );
  });
});
