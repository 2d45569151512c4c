import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptPlan, OrderPlan, PlannedFault } from '../faults/campaign/plan.js';
import { randomPlans } from '../faults/campaign/random-plan.js';
import { describeViolation } from '../faults/campaign/report.js';
import { runCampaign } from '../faults/campaign/run.js';
import { times } from '../effort.js';

const SEED = 5;
const ATTEMPTS = times(100);
/** Shorter than in `npm run test:faults`, so without resending after a 429 of the service. */
const TIMES = { upstream: 2500, total: 5000 };

/** An order without faults except these between page and proxy. */
function orderWith(merchant: OrderPlan['merchant'], posts: readonly PlannedFault[]): OrderPlan {
  const attempt: AttemptPlan = {
    proxy: 0,
    start: 'then',
    key: 'new',
    card: 'good',
    amount: 4999,
    config: [],
    posts,
    asks: [],
    timeout: 5000,
    tryTimeout: 2000,
  };
  const calm = { restart: { after: 0, ahead: 0 }, service: [], serviceAway: 0 };
  return { ...calm, merchant, proxies: [{ behind: [], hiccups: [] }], attempts: [attempt] };
}

/** The oracle's verdict on one order. */
async function problemsOf(plan: OrderPlan): Promise<readonly string[]> {
  const { violations } = await runCampaign({ plans: [[0, plan]], attempts: 1 });
  return violations.flatMap(({ problems }) => problems);
}

const BROKEN_AFTER_CHARGE = [{ kind: 'reset', at: 'after-answer' }] as const;

describe('a campaign of random faults', () => {
  it(`has no second charge and no false outcome in ${ATTEMPTS} attempts`, async (t) => {
    const plans = randomPlans(SEED, ATTEMPTS).entries();
    const { tally, violations } = await runCampaign({ plans, attempts: ATTEMPTS, times: TIMES });
    t.diagnostic(tally.toString());
    assert.ok(tally.faults > ATTEMPTS / 2, `only ${tally.faults} faults were injected`);
    assert.equal(violations.map((violation) => describeViolation(violation, SEED)).join('\n'), '');
  });

  it('has the same plans for the same seed', () => {
    assert.deepEqual(randomPlans(SEED, 20).slice(0, 5), randomPlans(SEED, 5));
  });
});

describe('the oracle of the campaign', () => {
  it('accepts our proxy when the connection breaks after the charge', async () => {
    assert.deepEqual(await problemsOf(orderWith('memory', BROKEN_AFTER_CHARGE)), []);
  });

  it('finds the second charge of a proxy that claims idempotency and forwards every request', async () => {
    assert.deepEqual(await problemsOf(orderWith('broken', BROKEN_AFTER_CHARGE)), [
      '2 charges, where 1 could not be prevented.',
    ]);
  });

  it('finds the false decline of a gateway that has forwarded the request', async () => {
    assert.deepEqual(await problemsOf(orderWith('bare', [{ kind: 'replace', status: 402 }])), [
      'Attempt 0 received not_charged declined in answer to the payment: there is a charge under this key.',
    ]);
  });

  it('finds the false success of a gateway that replaces a decline', async () => {
    const order = orderWith('bare', [{ kind: 'replace', status: 200, body: '{}' }]);
    const [attempt] = order.attempts.map((each) => ({ ...each, card: 'declined' as const }));
    assert.deepEqual(await problemsOf({ ...order, attempts: attempt ? [attempt] : [] }), [
      'Attempt 0 received paid in answer to the payment: no such charge.',
    ]);
  });
});
