import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptPlan, OrderPlan, PlannedFault } from '../../faults/campaign/plan.js';
import { randomPlans } from '../../faults/campaign/random-plan.js';
import { describeViolation } from '../../faults/campaign/report.js';
import { runCampaign } from '../../faults/campaign/run.js';

const SEED = 5;
const ATTEMPTS = 100;
/** The whole campaign, in `npm run test:faults`, has the patience to send again what nobody took. */
const TIMES = { upstream: 2500, total: 5000 };

/** An order for which nothing goes wrong but these faults between page and proxy. */
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

/** What the oracle says of one order. */
async function problemsOf(plan: OrderPlan): Promise<readonly string[]> {
  const { violations } = await runCampaign({ plans: [[0, plan]], attempts: 1 });
  return violations.flatMap(({ problems }) => problems);
}

const BROKEN_AFTER_CHARGE = [{ kind: 'reset', at: 'after-answer' }] as const;

describe('a random campaign of faults', () => {
  it(`finds no second charge and no false word in ${ATTEMPTS} attempts`, async (t) => {
    const plans = randomPlans(SEED, ATTEMPTS).entries();
    const { tally, violations } = await runCampaign({ plans, attempts: ATTEMPTS, times: TIMES });
    t.diagnostic(tally.toString());
    assert.equal(violations.map((violation) => describeViolation(violation, SEED)).join('\n'), '');
  });

  it('has the same plans for the same seed, however many', () => {
    assert.deepEqual(randomPlans(SEED, 20).slice(0, 5), randomPlans(SEED, 5));
  });
});

describe('the oracle of the campaign', () => {
  it('is content with our proxy when the connection breaks after the charge', async () => {
    assert.deepEqual(await problemsOf(orderWith('memory', BROKEN_AFTER_CHARGE)), []);
  });

  it('finds the second charge of a proxy that says it keeps keys apart, and forwards whatever comes', async () => {
    assert.deepEqual(await problemsOf(orderWith('broken', BROKEN_AFTER_CHARGE)), [
      '2 charges, where 1 could not be prevented.',
    ]);
  });

  it('finds the false word of a gateway that refuses what it has passed on', async () => {
    assert.deepEqual(await problemsOf(orderWith('bare', [{ kind: 'replace', status: 402 }])), [
      'Attempt 0 was told not_charged declined in answer to the payment: there is a charge under this key.',
    ]);
  });

  it('finds the false word of a gateway that makes a refusal a success', async () => {
    const order = orderWith('bare', [{ kind: 'replace', status: 200, body: '{}' }]);
    const [attempt] = order.attempts.map((each) => ({ ...each, card: 'declined' as const }));
    assert.deepEqual(await problemsOf({ ...order, attempts: attempt ? [attempt] : [] }), [
      'Attempt 0 was told paid in answer to the payment: no such charge.',
    ]);
  });
});
