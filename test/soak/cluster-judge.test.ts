import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeLimit, mostInAnyMinute, perWindow } from './cluster/judge-limit.js';
import { judgeSettled, type SettledHistory } from './cluster/judge-settled.js';
import { runCluster } from './cluster/run.js';
import { byKey, judge } from './faults/database-campaign/judge.js';
import type { Claim, Purchase } from './faults/database-campaign/shopper.js';

const MINUTE = 60_000;
/** So many requests within ten seconds from a time on, which arrive after a delay. */
const burst = (from: number, count: number, delay = 100) =>
  Array.from({ length: count }, (_, index) => {
    const begun = from + (index * 10_000) / count;
    return { begun, arrived: begun + delay };
  });

describe('the judge of the shared limit', () => {
  const starts = [0, MINUTE, 2 * MINUTE];

  it('accepts the limit in each window, and 2 % more', () => {
    const requests = starts.flatMap((start) => burst(start, 102));
    assert.deepEqual(judgeLimit({ requests, starts, limit: 100 }), []);
  });

  for (const [what, count] of [
    ['programs that count on their own', 300],
    ['3 % too much', 103],
  ] as const) {
    it(`finds ${what}`, () => {
      const requests = burst(MINUTE, count);
      const problem = `${count} requests in windows 2 to 2, and their limit is 100`;
      assert.ok(judgeLimit({ requests, starts, limit: 100 }).includes(problem));
    });
  }

  it('accepts requests that arrive a window late', () => {
    const requests = [...burst(45_000, 100, 20_000), ...burst(MINUTE, 100)];
    assert.deepEqual(judgeLimit({ requests, starts, limit: 100 }), []);
  });

  it('finds too many requests in several windows, however late', () => {
    const requests = [...burst(0, 60), ...burst(45_000, 80, 20_000), ...burst(MINUTE, 80)];
    const problem = '220 requests in windows 1 to 2, and their limit is 200';
    assert.deepEqual(judgeLimit({ requests, starts, limit: 100 }), [problem]);
  });

  it('finds a count that was lost in a crash, although no window has too much', () => {
    const requests = [...burst(0, 100), ...burst(20_000, 100)];
    assert.deepEqual(judgeLimit({ requests, starts: [0, 20_000], limit: 100 }), [
      'window 2 began 20000 ms after the one before: its count was lost',
    ]);
  });

  it('finds requests that were not counted', () => {
    const problems = judgeLimit({ requests: burst(0, 2), starts: [], limit: 100 });
    assert.deepEqual(problems, ['2 requests arrived before the first window of the limit']);
  });

  it('counts late requests in the window before', () => {
    assert.deepEqual(perWindow([0, 70_000, 90_000], [0, 80_000]), [2, 1]);
  });

  it('finds the busiest minute across windows', () => {
    const arrivals = [...burst(50_000, 100), ...burst(MINUTE, 100)].map(({ arrived }) => arrived);
    assert.deepEqual([mostInAnyMinute(arrivals), mostInAnyMinute([0, MINUTE])], [200, 1]);
  });
});

describe('the judge of webhooks', () => {
  const history: SettledHistory = {
    attempts: [
      { key: 'a', state: 'succeeded', isSettled: true },
      { key: 'b', state: 'failed', isSettled: true },
      { key: 'c', state: 'failed', isSettled: false },
    ],
    charges: byKey([{ key: 'a', at: 1 }]),
    arrivals: [{ key: 'a' }, { key: 'b' }],
    outcomes: new Map([
      ['a', ['paid', 'paid']],
      ['b', ['failed']],
    ]),
  };

  it('accepts one or more webhooks for each settled attempt', () => {
    assert.deepEqual(judgeSettled(history), []);
  });

  for (const [fault, change, problem] of [
    ['a lost webhook', { outcomes: new Map([['a', ['paid']]]) }, 'b is failed, and the shop was not told'],
    [
      'a false webhook',
      { outcomes: new Map([...history.outcomes, ['b', ['paid', 'failed']]]) },
      'the shop was told paid, failed of b, charged: false',
    ],
    ['a request without a record', { arrivals: [{ key: 'd' }] }, 'd was sent, and is not settled'],
    ['a request that was recorded as not sent', { arrivals: [{ key: 'c' }] }, 'c was sent, and is not settled'],
    [
      'an attempt that was not settled',
      { attempts: [{ key: 'a', state: 'unknown', isSettled: false } as const, ...history.attempts.slice(1)] },
      'a is recorded as unknown, charged: true',
    ],
  ] as const) {
    it(`finds ${fault}`, () => {
      assert.equal(judgeSettled({ ...history, ...change })[0], problem);
    });
  }
});

describe('the judge of shoppers', () => {
  const claim = (word: Claim['word'], at: number, key = 'a'): Claim => ({ key, word, at });
  const purchase = (...claims: Claim[]): Purchase => ({
    keys: ['a', 'b'],
    claims,
    tries: [
      { key: 'a', at: 0 },
      { key: 'b', at: 100 },
    ],
  });
  const charge = (key: string, at: number) => ({ key, at });

  it('accepts a charge that was claimed after it', () => {
    const paid = purchase(claim('unknown', 10), claim('paid', 30));
    assert.deepEqual(judge(paid, byKey([charge('a', 20)])), []);
  });

  it('finds a second charge of an order, under the same key and under another', () => {
    for (const second of ['a', 'b']) {
      assert.deepEqual(judge(purchase(), byKey([charge('a', 20), charge(second, 120)])), ['2 charges']);
    }
  });

  it('finds false claims: paid without a charge or before it, and not charged with one', () => {
    assert.deepEqual(judge(purchase(claim('paid', 10)), byKey([])), ['was told paid']);
    assert.deepEqual(judge(purchase(claim('paid', 10)), byKey([charge('a', 20)])), ['was told paid']);
    assert.deepEqual(judge(purchase(claim('not_charged', 10)), byKey([charge('a', 20)])), ['was told not_charged']);
  });
});

it('a cluster whose programs share no store charges orders twice, and the judges find it', async (t) => {
  const settings = () => ({ PAYMENTS_STORE: 'memory:' });
  const { violations } = await runCluster({ database: 'Redis', payments: 60, limit: 600, seed: 1, settings });
  t.diagnostic(`${violations.length} violations`);
  const found = (text: RegExp) => violations.some((violation) => text.test(violation));
  assert.ok(found(/^2 charges/) && found(/was sent, and is not settled/) && found(/before the first window/));
});
