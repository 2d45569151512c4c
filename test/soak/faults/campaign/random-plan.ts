import fc, { type Arbitrary } from 'fast-check';
import { POINTS } from '../faults.js';
import {
  isCalm,
  type AttemptPlan,
  type Hiccup,
  type OrderPlan,
  type PlannedFault,
  type ProxyPlan,
  type ServiceAct,
} from './plan.js';

/** Random plans from a seed. A larger count only appends to them. */
export function randomPlans(seed: number, count: number): OrderPlan[] {
  return fc.sample(order(), { seed, numRuns: count });
}

const ms = (max: number) => fc.integer({ min: 0, max });
const point = fc.constantFrom(...POINTS);
const always = <T>(value: T): Arbitrary<T> => fc.constant(value);
const maybe = <T>(weight: number, value: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: 100 - weight, arbitrary: always(undefined) }, { weight, arbitrary: value });

/** Faults that end the connection, or delay it. */
const broken = fc.oneof<Arbitrary<PlannedFault>[]>(
  fc.record({ kind: always('refuse' as const), down: ms(300) }),
  fc.record({ kind: always('reset' as const), at: point }),
  fc.record({ kind: always('close' as const), at: point }),
  always({ kind: 'garbage' as const }),
);
const paced = fc.oneof<Arbitrary<PlannedFault>[]>(
  fc.record({ kind: always('cut' as const), bytes: ms(40) }),
  fc.record({ kind: always('delay' as const), by: ms(1200) }),
  fc.record({ kind: always('stall' as const), at: point, for: ms(2000) }),
  fc.record({
    kind: always('drip' as const),
    every: fc.integer({ min: 1, max: 3 }),
    from: fc.constantFrom('head', 'body'),
  }),
);
const silence: Arbitrary<PlannedFault> = fc.record({ kind: always('stall' as const), at: point });
const doubled: Arbitrary<PlannedFault> = fc.record({
  kind: always('duplicate' as const),
  when: fc.constantFrom('together', 'after-answer'),
  answer: fc.constantFrom('first', 'second'),
});

/** A gateway's response in place of the real one. */
const replaced = (...statuses: number[]): Arbitrary<PlannedFault> =>
  fc.record({
    kind: always('replace' as const),
    status: fc.constantFrom(...statuses),
    headers: fc.constantFrom<Record<string, string>[]>(
      {},
      { 'Content-Type': 'text/html' },
      { 'Retry-After': '0' },
      { 'Retry-After': '1' },
    ),
    body: fc.constantFrom('', '<!doctype html><h1>Gateway</h1>'),
  });

/** A 200 with a web page. */
const page: Arbitrary<PlannedFault> = always({
  kind: 'replace',
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><h1>Log in</h1>',
});
const killed: Arbitrary<PlannedFault> = fc.record({ kind: always('kill' as const), at: point });
const none: Arbitrary<PlannedFault> = always({ kind: 'pass' });

const mixed = (...choices: [weight: number, arbitrary: Arbitrary<PlannedFault>][]): Arbitrary<PlannedFault> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const several = (fault: Arbitrary<PlannedFault>, most: number) => fc.array(fault, { maxLength: most });

const configFaults = several(
  mixed([4, none], [2, broken], [1, paced], [2, replaced(404, 500, 502, 503)], [1, page]),
  2,
);
const askFaults = several(mixed([4, none], [3, broken], [2, paced], [2, replaced(404, 500, 502, 503)], [1, page]), 3);

/** Between page and proxy, for the payments of one attempt. */
function postFaults(kills: boolean): Arbitrary<PlannedFault[]> {
  const doubts = replaced(408, 425, 500, 502, 503, 504);
  const fault = mixed(
    [16, none],
    [5, broken],
    [3, paced],
    [1, silence],
    [2, doubled],
    [3, doubts],
    [1, page],
    [kills ? 6 : 0, killed],
  );
  // A gateway's refusal is only credible for the first request, so it follows a broken one.
  const breaks = fc.array(broken, { minLength: 1, maxLength: 2 });
  const refusals = fc.array(replaced(401, 403, 413, 429), { minLength: 1, maxLength: 2 });
  const refusedLater = fc.tuple(breaks, refusals).map((parts) => parts.flat());
  return fc.oneof({ weight: 8, arbitrary: several(fault, 4) }, { weight: 1, arbitrary: refusedLater });
}

/** Between proxy and service. Only responses that leave the outcome unknown: no one could detect a false 402. */
function behindFaults(kills: boolean): Arbitrary<PlannedFault[]> {
  const doubts = replaced(302, 408, 409, 500, 502, 503, 504);
  return several(
    mixed(
      [9, none],
      [5, broken],
      [3, paced],
      [1, silence],
      [1, doubled],
      [3, doubts],
      [1, page],
      [kills ? 6 : 0, killed],
    ),
    3,
  );
}

const act: Arbitrary<ServiceAct> = fc.oneof(
  { weight: 4, arbitrary: always({ kind: 'obey' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: always('busy' as const), retryAfter: fc.constantFrom(undefined, 0, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: always('fail' as const), status: fc.constantFrom(500, 503) }) },
  { weight: 1, arbitrary: always({ kind: 'accept' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: always('slow' as const), before: ms(800), after: ms(800) }) },
);

const hiccup: Arbitrary<Hiccup> = fc.record({
  access: ms(10),
  how: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('before' as const, 'after' as const) },
    { weight: 1, arbitrary: always('slow' as const) },
  ),
});

const attempt = (proxies: number, kills: boolean): Arbitrary<AttemptPlan> =>
  fc.record({
    proxy: fc.integer({ min: 0, max: proxies - 1 }),
    start: fc.constantFrom('together', 'then'),
    key: fc.constantFrom('new', 'kept', 'again'),
    card: fc.oneof(
      { weight: 8, arbitrary: always('good' as const) },
      { weight: 1, arbitrary: always('declined' as const) },
      { weight: 1, arbitrary: always('error_after_charge' as const) },
    ),
    amount: fc.oneof({ weight: 9, arbitrary: always(4999) }, { weight: 1, arbitrary: always(5399) }),
    config: configFaults,
    posts: postFaults(kills),
    asks: askFaults,
    timeout: fc.constantFrom(2500, 5000),
    tryTimeout: fc.constantFrom(700, 1500, 4000),
    leaves: maybe(10, ms(600)),
  });

const proxy = (kills: boolean): Arbitrary<ProxyPlan> =>
  fc.record({
    behind: behindFaults(kills),
    hiccups: kills ? always([]) : fc.oneof({ weight: 5, arbitrary: always([]) }, fc.array(hiccup, { maxLength: 3 })),
    killAfter: kills ? maybe(30, ms(1500)) : always(undefined),
  });

/** Seldom the program, since it starts slowly. */
const merchant = fc.oneof(
  { weight: 35, arbitrary: always('memory' as const) },
  { weight: 25, arbitrary: always('lmdb' as const) },
  { weight: 15, arbitrary: always('redis' as const) },
  { weight: 10, arbitrary: always('postgres' as const) },
  { weight: 5, arbitrary: always('program' as const) },
  { weight: 10, arbitrary: always('bare' as const) },
);

function order(): Arbitrary<OrderPlan> {
  return fc.tuple(merchant, fc.constantFrom(1, 2)).chain(([merchant, wanted]) => {
    const kills = merchant === 'program';
    const proxies = merchant === 'bare' ? 1 : wanted;
    return fc
      .record({
        merchant: always(merchant),
        proxies: fc.array(proxy(kills), { minLength: proxies, maxLength: proxies }),
        restart: fc.record({ after: ms(300), ahead: fc.constantFrom(0, 20_000, 60_000) }),
        service: fc.array(act, { maxLength: 3 }),
        serviceAway: fc.oneof({ weight: 19, arbitrary: always(0) }, fc.constantFrom(50, 400, 6000)),
        attempts: fc.array(attempt(proxies, kills), { minLength: 1, maxLength: 3 }),
      })
      .map(withConsistentDuplicates)
      .map(withTimeWhereCalm);
  });
}

/**
 * Makes the service treat both copies alike if a request is duplicated after the last proxy: else the response to one
 * would be false for the other.
 */
function withConsistentDuplicates(plan: OrderPlan): OrderPlan {
  const last = plan.merchant === 'bare' ? plan.attempts.flatMap(({ posts }) => posts) : [];
  const faults = [...plan.proxies.flatMap(({ behind }) => behind), ...last];
  if (!faults.some(({ kind }) => kind === 'duplicate')) return plan;
  return { ...plan, service: plan.service.filter(({ kind }) => kind === 'accept' || kind === 'slow') };
}

/** Long time-outs for plans without faults, which must succeed on a slow machine, too. */
function withTimeWhereCalm(plan: OrderPlan): OrderPlan {
  if (!isCalm(plan)) return plan;
  return { ...plan, attempts: plan.attempts.map((each) => ({ ...each, timeout: 60_000, tryTimeout: 30_000 })) };
}
