import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { judge, type History } from './campaign/judge.js';
import { runCampaign, type CampaignOptions } from './campaign/run.js';
import { STORES, type StoreName } from './campaign/parties.js';
import type { Claim } from './campaign/shopper.js';
import { hasPhp } from '../support/php.js';
import { times } from './effort.js';

const isOfPhp = (store: string) => store.startsWith('PHP');
const hasAll = await hasPhp();

describe('three proxies over one store, all failing again and again', () => {
  for (const store of (Object.keys(STORES) as StoreName[]).filter((store) => hasAll || !isOfPhp(store))) {
    const attempts = times(isOfPhp(store) ? 40 : 100);
    it(`charge no order twice and tell the truth in ${attempts} attempts over ${store}`, async (t) => {
      const seed = randomInt(2 ** 31);
      t.diagnostic(`seed: ${seed}`);
      const { violations, counts } = await runCampaign({ store, attempts, seed });
      t.diagnostic(JSON.stringify(counts));
      assert.deepEqual(violations, []);
    });
  }
});

describe('the judge of the campaign finds', () => {
  const JSON_TYPE = { 'Content-Type': 'application/problem+json' };
  const BUGS: Readonly<Record<string, readonly [planted: CampaignOptions['planted'], found: RegExp]>> = {
    'proxies that share no store, and charge twice': [
      {
        before: ({ method, attempt }) =>
          method === 'POST' && attempt === 1 ? { kind: 'reset', at: 'after-answer' } : undefined,
        settings: { PAYMENTS_STORE: 'memory:' },
      },
      /^\d charges: /,
    ],
    'a proxy that takes a charge for a decline': [
      {
        before: ({ method }) =>
          method === 'POST'
            ? { kind: 'replace', status: 402, headers: JSON_TYPE, body: '{"code":"card_declined"}' }
            : { kind: 'replace', status: 200, headers: JSON_TYPE, body: '{"state":"not_found"}' },
        declines: 0,
        binds: false,
      },
      /^was told not_charged declined: /,
    ],
    'a proxy that takes a decline for a charge': [
      {
        before: () => ({ kind: 'replace', status: 200, headers: JSON_TYPE, body: '{"id":"pay_1"}' }),
        declines: 1,
        binds: false,
      },
      /^was told paid: /,
    ],
  };

  for (const [bug, [planted, found]] of Object.entries(BUGS)) {
    it(bug, async () => {
      const { violations } = await runCampaign({ store: 'LMDB', attempts: 1, seed: 1, planted });
      assert.ok(
        violations.some((violation) => found.test(violation)),
        violations.join('\n'),
      );
    });
  }

  const claim = (word: Claim['word'], at: number): Claim => ({ key: 'a', word, at });
  const history: History = {
    purchases: [{ keys: ['a'], claims: [claim('unknown', 1), claim('paid', 3)], tries: [{ key: 'a', at: 0 }] }],
    charges: [{ key: 'a', at: 2 }],
    arrivals: [{ key: 'a' }, { key: 'b' }],
    attempts: [
      { key: 'a', state: 'succeeded', isSettled: true },
      { key: 'b', state: 'failed', isSettled: true },
      { key: 'c', state: 'failed', isSettled: false },
    ],
    outcomes: new Map([
      ['a', ['paid', 'paid']],
      ['b', ['failed']],
    ]),
  };

  it('nothing in what is right', () => {
    assert.deepEqual(judge(history), []);
  });

  const WRONG: Readonly<Record<string, readonly [change: Partial<History>, problem: RegExp]>> = {
    'a claim that was true too early': [{ charges: [{ key: 'a', at: 4 }] }, /^was told paid: /],
    'a lost webhook': [{ outcomes: new Map([['a', ['paid']]]) }, /^b is failed, and the shop was not told$/],
    'a false webhook': [
      { outcomes: new Map([...history.outcomes, ['b', ['paid', 'failed']]]) },
      /^the shop was told paid, failed of b, charged: false$/,
    ],
    'a request without a record': [
      { arrivals: [...history.arrivals, { key: 'd' }] },
      /^d was sent, and is not settled$/,
    ],
    'a request that was recorded as not sent': [
      { arrivals: [...history.arrivals, { key: 'c' }] },
      /^c was sent, and is not settled$/,
    ],
    'a false record': [
      { attempts: [{ key: 'a', state: 'failed', isSettled: true }, ...history.attempts.slice(1)] },
      /^a is recorded as failed, charged: true$/,
    ],
  };
  for (const [what, [change, problem]] of Object.entries(WRONG)) {
    it(what, () => {
      assert.match(judge({ ...history, ...change })[0] ?? '', problem);
    });
  }
});
