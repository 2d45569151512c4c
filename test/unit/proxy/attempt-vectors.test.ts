import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Attempts, type SentClaim } from 'payment-widget-proxy/attempts/attempts';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import vectors from 'payment-widget-testing/vectors/attempts.json' with { type: 'json' };

/** The state machine, in scenarios that the proxy in PHP passes, too. */

const SENT_LIMIT = 45_000;
const reference = vectors.order;

interface Step {
  readonly do: string;
  readonly key?: string;
  readonly as?: string;
  readonly name?: string;
  /** Whether the response of the attempt is overdue from then on. */
  readonly overdue?: boolean;
  /** Whether the page has proved its order. */
  readonly order?: boolean;
}

type Settled = 'succeeded' | 'failed';

function setUp() {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const attempts = new Attempts(createMemoryStore({ now }), { clock: { now }, sentLimit: SENT_LIMIT });
  const sent = new Map<string, SentClaim>();

  const steps: Readonly<Record<string, (step: Step, key: string) => Promise<unknown>>> = {
    async begin({ overdue }, key) {
      const result = await attempts.claim({ key, reference, fingerprint: 'content' });
      if (result.kind !== 'claimed') return false;
      sent.set(key, await attempts.markSent(result.claim));
      if (overdue) clock.now += SENT_LIMIT;
      return true;
    },
    finish: async ({ as }, key) => (await attempts.finish(sent.get(key) as SentClaim, as as Settled | 'unknown')).kind,
    resolve: async ({ as }, key) => (await attempts.resolve(key, as as Settled)) !== undefined,
    override: async ({ as }, key) => typeof (await attempts.override(key, as as Settled)) === 'object',
    async reject({ name }, key) {
      await attempts.rejectForOrder(key, reference, name);
      return null;
    },
    async ask({ order }, key) {
      const found = await attempts.findOrForbid(key, order ? reference : undefined, () => Promise.resolve());
      if (!found) return null;
      const { rejectedAs } = found;
      return { key: found.key, state: found.state, ...(rejectedAs !== undefined && { rejectedAs }) };
    },
    find: async (_, key) => (await attempts.find(key))?.state,
    holder: () => attempts.findHolder(reference),
  };
  return (step: Step) => (steps[step.do] ?? assert.fail(step.do))(step, step.key ?? '');
}

describe('the state machine of attempts', () => {
  for (const { what, steps } of vectors.scenarios) {
    it(what, async () => {
      const run = setUp();
      for (const step of steps) assert.deepEqual(await run(step), step.gives, JSON.stringify(step));
    });
  }
});
