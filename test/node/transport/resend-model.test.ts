import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pay, type PayResult } from '../../../src/transport/client.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from './fake-clock.js';
import { answers, problemOf, scriptedFetch, type Event, type SentRequest } from './scripted-fetch.js';

/** What holds whatever happens to an attempt, in whatever order. */

const STATUSES = [
  200, 201, 202, 204, 302, 400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504,
];
const BODIES = [
  undefined,
  '',
  '{}',
  '{"id":',
  'OK',
  '{"outcome":"not_charged"}',
  '{"outcome":"unknown"}',
  '[]',
  'null',
];
const CODES = ['attempt_in_flight', 'rate_limited', 'timeout', 'service_unreachable', 'amount_changed', 'of_tomorrow'];

const retryAfter = fc.oneof(fc.nat({ max: 100 }).map(String), fc.constantFrom('soon', '-1', '9'.repeat(30)));
const headers = fc.record(
  { 'Retry-After': retryAfter, 'Idempotency-Replayed': fc.constant('true'), 'Content-Type': fc.constant('text/html') },
  { requiredKeys: [] },
);
const serverAnswer = fc
  .tuple(fc.constantFrom(...STATUSES), fc.constantFrom(...BODIES), headers)
  .map(([status, body, headers]) =>
    answers(status, status === 204 ? undefined : body, headers as Record<string, string>),
  );
const proxyProblem = fc
  .tuple(
    fc.constantFrom(409, 429, 500, 502, 503, 504),
    fc.constantFrom(...CODES),
    fc.constantFrom('not_charged', 'unknown'),
  )
  .map((of) => problemOf(...of));
const fault = fc.constantFrom<Event>({ kind: 'lost' }, { kind: 'cut' }, { kind: 'silence' }, { kind: 'deaf' });
const event = fc
  .tuple(fc.oneof(serverAnswer, proxyProblem, fault), fc.integer({ min: 50, max: 40_000 }))
  .map(([what, after]): Event => ({ ...what, after }));

const course = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<[Event, ...Event[]]>,
  idempotent: fc.boolean(),
  timeout: fc.integer({ min: 1, max: 60_000 }),
  tryTimeout: fc.integer({ min: 1, max: 60_000 }),
  // Not 0 each time: then it would be sent thousands of times, which is right and takes long.
  chances: fc.array(fc.double({ min: 0.2, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 5 }),
  offline: fc.tuple(fc.nat({ max: 60_000 }), fc.nat({ max: 60_000 })),
});

type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;

interface Run extends Course {
  readonly result: PayResult;
  readonly sent: readonly SentRequest[];
  readonly took: number;
}

async function take(given: Course): Promise<Run> {
  const { events, chances, offline, ...options } = given;
  let drawn = 0;
  const clock = new FakeClock({ chance: () => chances[drawn++ % chances.length] ?? 0 });
  const { fetch, sent } = scriptedFetch(clock, events);
  const start = clock.now();
  const online = () => {
    const at = clock.now() - start;
    return at < 1 + offline[0] || at >= 1 + offline[0] + offline[1];
  };
  const proxyUrl = 'https://shop.example/pay';
  const request = { proxyUrl, body: '{"amount":4999}', idempotencyKey: IDEMPOTENCY_KEY };
  const result = await clock.run(pay({ ...request, ...options, clock, fetch, online }));
  return { ...given, result, sent, took: clock.now() - start };
}

/** The requests, each with what became of it, if the answer came in time. */
function heard({ events, sent, idempotent, timeout, tryTimeout }: Run): readonly (Event | undefined)[] {
  return sent.map(({ at }, index) => {
    const event = events[Math.min(index, events.length - 1)];
    const limit = Math.min(idempotent ? tryTimeout : Infinity, timeout - at);
    return event?.after !== undefined && event.after < limit ? event : undefined;
  });
}

/** An answer that ends every attempt. */
const isDefinite = (event: Event | undefined) =>
  saysPaid(event) || (event?.kind === 'answer' && [400, 401, 402, 403, 404, 413, 422, 429].includes(event.status));

/** An answer that says "paid" to everybody who reads it: no other page, and whole. */
const saysPaid = (event: Event | undefined) =>
  event?.kind === 'answer' &&
  (event.status === 200 || event.status === 201) &&
  (!event.body || (event.headers?.['Content-Type'] !== 'text/html' && !['OK', '{"id":'].includes(event.body)));

function always(what: string, check: (run: Run) => void): void {
  it(what, () =>
    fc.assert(
      fc.asyncProperty(course, async (given) => {
        check(await take(given));
      }),
      { numRuns: 150 },
    ),
  );
}

describe('whatever happens', () => {
  always('a proxy that declares nothing gets one request', ({ idempotent, sent }) => {
    if (!idempotent) assert.equal(sent.length, 1);
  });

  always('all requests of an attempt are the same', ({ sent }) => {
    const bytes = sent.map(({ url, init: { signal, ...init } }) => JSON.stringify([url, init]));
    assert.equal(new Set(bytes).size, 1);
  });

  always('the limit holds', ({ took, timeout }) => {
    assert.ok(took <= timeout, `${took} > ${timeout}`);
  });

  always('nothing is sent while there is no network', ({ sent, offline: [from, lasts] }) => {
    const late = sent.filter(({ at }) => at >= 1 + from && at < 1 + from + lasts);
    assert.deepEqual(late, []);
  });

  always('after a definite answer nothing is sent', (run) => {
    assert.ok(!heard(run).slice(0, -1).some(isDefinite));
  });

  always('who has paid is told so', (run) => {
    if (heard(run).some(saysPaid)) assert.equal(run.result.outcome, 'paid');
  });

  always('nobody else is', (run) => {
    if (!heard(run).some(saysPaid)) assert.notEqual(run.result.outcome, 'paid');
  });

  always('a rate limit after a request that may have charged does not make it "not charged"', (run) => {
    const last = heard(run).at(-1);
    const limited = last?.kind === 'answer' && last.status === 429 && !last.headers?.['Idempotency-Replayed'];
    if (limited && run.sent.length > 1) assert.equal(run.result.outcome, 'unknown');
  });
});
