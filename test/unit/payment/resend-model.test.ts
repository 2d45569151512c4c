import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { PayResult } from 'payment-widget/payment/proxy-request';
import { pay } from 'payment-widget/payment/send-attempt';
import { times } from '../../soak/effort.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answers, problemOf, scriptedFetch, type Event, type SentRequest } from './scripted-fetch.js';

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
  /** Whether the proxy can be asked about the attempt. It does not answer. */
  recovery: fc.boolean(),
  timeout: fc.integer({ min: 1, max: 60_000 }),
  tryTimeout: fc.integer({ min: 1, max: 60_000 }),
  // Not always 0: it would be sent thousands of times, which is correct but slow.
  chances: fc.array(fc.double({ min: 0.2, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 5 }),
});

type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;

interface Run extends Course {
  readonly result: PayResult;
  readonly sent: readonly SentRequest[];
  readonly took: number;
}

async function take(given: Course): Promise<Run> {
  const { events, chances, ...options } = given;
  let drawn = 0;
  const clock = new FakeClock({ chance: () => chances[drawn++ % chances.length] ?? 0 });
  const { fetch: send, sent } = scriptedFetch(clock, events);
  const fetch: typeof send = (url, init) =>
    init?.method === 'POST' ? send(url, init) : Promise.resolve(new Response(null, { status: 503 }));
  const start = clock.now();
  const proxyUrl = 'https://shop.example/pay';
  const request = { proxyUrl, body: '{"amount":4999}', idempotencyKey: IDEMPOTENCY_KEY };
  const result = await clock.run(pay({ ...request, ...options, clock, fetch }));
  return { ...given, result, sent, took: clock.now() - start };
}

/** The answer to each request, if it came in time. */
function heard(run: Run): readonly (Event | undefined)[] {
  const { events, sent, idempotent, tryTimeout } = run;
  return sent.map(({ at }, index) => {
    const event = events[Math.min(index, events.length - 1)];
    const limit = Math.min(idempotent ? tryTimeout : Infinity, endOf(run, index) - at);
    return event?.after !== undefined && event.after < limit ? event : undefined;
  });
}

/** When the request with this index must have ended, in ms since the start. */
function endOf({ events: [first], idempotent, recovery, timeout, tryTimeout }: Run, index: number): number {
  if (!idempotent || !recovery || index === 0) return timeout;
  const answeredAfter = first.kind === 'silence' || first.kind === 'deaf' ? Infinity : (first.after ?? 0);
  const firstTook = Math.min(answeredAfter, tryTimeout, timeout);
  return Math.min(timeout, firstTook + 10_000);
}

/** Whether an answer ends the attempt. */
const isDefinite = (run: Run) => (event: Event | undefined) =>
  saysPaid(run)(event) || (event?.kind === 'answer' && [400, 401, 402, 403, 404, 413, 422, 429].includes(event.status));

/** Whether an answer is complete and means paid. Any server can send an empty 200: an idempotent proxy is asked again. */
const saysPaid =
  ({ idempotent }: Run) =>
  (event: Event | undefined) => {
    if (event?.kind !== 'answer' || (event.status !== 200 && event.status !== 201)) return false;
    const { body, headers } = event;
    if (!body) return !idempotent || headers?.['Idempotency-Replayed'] === 'true';
    return headers?.['Content-Type'] !== 'text/html' && !['OK', '{"id":'].includes(body);
  };

/** Each rule throws when it is broken. */
const RULES: Readonly<Record<string, (run: Run) => void>> = {
  'a proxy that does not declare idempotency receives one request': ({ idempotent, sent }) => {
    if (!idempotent) assert.equal(sent.length, 1);
  },

  'all requests of an attempt are equal': ({ sent }) => {
    const bytes = sent.map(({ url, init: { signal, ...init } }) => JSON.stringify([url, init]));
    assert.equal(new Set(bytes).size, 1);
  },

  'the time limit holds': ({ took, timeout }) => {
    assert.ok(took <= timeout, `${took} > ${timeout}`);
  },

  'the time limit of the doubt holds': (run) => {
    const { sent, took } = run;
    if (sent.length > 1) assert.ok(took <= endOf(run, 1), `${took} > ${endOf(run, 1)}`);
  },

  'nothing is sent after a definite answer': (run) => {
    assert.ok(!heard(run).slice(0, -1).some(isDefinite(run)));
  },

  'a paid attempt ends as paid': (run) => {
    if (heard(run).some(saysPaid(run))) assert.equal(run.result.outcome, 'paid');
  },

  'no other attempt ends as paid': (run) => {
    if (!heard(run).some(saysPaid(run))) assert.notEqual(run.result.outcome, 'paid');
  },

  'a rate limit after a request that may have charged leaves the outcome unknown': (run) => {
    const last = heard(run).at(-1);
    const limited = last?.kind === 'answer' && last.status === 429 && !last.headers?.['Idempotency-Replayed'];
    if (limited && run.sent.length > 1) assert.equal(run.result.outcome, 'unknown');
  },
};

it('a payment keeps the rules of resending in random sequences of answers', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (given) => {
      const run = await take(given);
      for (const [rule, check] of Object.entries(RULES)) {
        try {
          check(run);
        } catch (cause) {
          throw new Error(`Broken rule: ${rule}.`, { cause });
        }
      }
    }),
    { numRuns: times(100) },
  );
});
