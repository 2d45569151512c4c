import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PayOptions, PayResult } from 'payment-widget/payment/proxy-request';
import { pay } from 'payment-widget/payment/send-attempt';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answers, LOST, PAID, problemOf, scriptedFetch, type Event, type SentRequest } from './scripted-fetch.js';

const LIMIT = 55_000;
const PROXY = { proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY };
const BODY = '{"amount":4999}';
const IN_FLIGHT = problemOf(409, 'attempt_in_flight', 'unknown', { 'Retry-After': '2' });
const SILENCE: Event = { kind: 'silence' };
/** The proxy names its mode in each response, which no server in front of it does. */
const OWN = { 'Payments-Mode': 'test' };

interface Attempt {
  readonly result: PayResult;
  readonly sent: readonly SentRequest[];
  /** How long it took, in ms. */
  readonly took: number;
}

/** Makes one attempt at a proxy that declares idempotency, unless `options` say otherwise. */
async function attempt(
  events: readonly [Event, ...Event[]],
  options: Partial<PayOptions> = {},
  clock = new FakeClock(),
): Promise<Attempt> {
  const { fetch, sent } = scriptedFetch(clock, events);
  const start = clock.now();
  const request = { ...PROXY, body: BODY, timeout: LIMIT };
  const given = { ...request, clock, fetch, online: () => true, idempotent: true };
  const result = await clock.run(pay({ ...given, ...options }));
  return { result, sent, took: clock.now() - start };
}

const ending = ({ result }: Attempt) => ('error' in result ? `${result.outcome} ${result.error.code}` : result.outcome);

describe('retry after', () => {
  for (const [what, event] of [
    ['a lost connection', LOST],
    ['409 attempt_in_flight', IN_FLIGHT],
    ['502 of a gateway', answers(502, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' })],
    ['200 with an HTML page', answers(200, '<html>', { 'Content-Type': 'text/html' })],
    ['200 without a body that the proxy has not marked', answers(200)],
    ['a redirect', answers(302)],
  ] as const) {
    it(what, async () => {
      const { sent, result } = await attempt([event, PAID]);
      assert.deepEqual([sent.length, result.outcome], [2, 'paid']);
    });
  }
});

describe('no retry after', () => {
  for (const [what, event, end] of [
    ['200', PAID, 'paid'],
    ['200 of the proxy without a body', answers(200, undefined, OWN), 'paid'],
    ['200 without a body that is a replay', answers(200, '', { 'Idempotency-Replayed': 'true' }), 'paid'],
    ['402', answers(402, '{}'), 'not_charged declined'],
    ['429, which the shopper decides about', answers(429, '', { 'Retry-After': '1' }), 'not_charged rate_limited'],
    ['409 of the service', answers(409, '{"code":"attempt_in_flight"}', OWN), 'unknown conflict'],
    [
      'attempt_in_flight with another status',
      problemOf(503, 'attempt_in_flight', 'unknown'),
      'unknown attempt_in_flight',
    ],
  ] as const) {
    it(what, async () => {
      const made = await attempt([event, PAID]);
      assert.deepEqual([made.sent.length, ending(made)], [1, end]);
    });
  }
});

describe('requests of one attempt', () => {
  it('send cookies to the page’s own origin only, unless told otherwise', async () => {
    const modes = async (options: Partial<PayOptions>) =>
      (await attempt([LOST, PAID], options)).sent.map(({ init }) => init.credentials);
    assert.deepEqual(await modes({}), ['same-origin', 'same-origin']);
    assert.deepEqual(await modes({ credentials: 'omit' }), ['omit', 'omit']);
  });
});

describe('not_charged after a lost connection', () => {
  for (const [what, event] of [
    ['402', answers(402, '{}')],
    ['a replayed answer', answers(403, '{}', { 'Idempotency-Replayed': 'true' })],
    ['service_unreachable of the proxy, which knows the attempt', problemOf(502, 'service_unreachable', 'not_charged')],
  ] as const) {
    it(`is the outcome when it is about the attempt: ${what}`, async () => {
      assert.equal((await attempt([LOST, event])).result.outcome, 'not_charged');
    });
  }

  for (const [sender, event, end] of [
    ['the proxy', answers(422, '{}', OWN), 'not_charged invalid_request'],
    ['a gateway, which knows nothing of the first request', answers(403, '{}'), 'unknown connection_lost'],
  ] as const) {
    it(`is read by interpretResponse from a response of ${sender}: ${end}`, async () => {
      assert.equal(ending(await attempt([LOST, event], { interpretResponse: () => 'not_charged' })), end);
    });
  }

  for (const [what, event] of [
    ['a rate limit', answers(429, '{}')],
    [
      'amount_changed',
      answers(409, '{"code":"amount_changed","outcome":"not_charged","amount":1,"currency":"EUR"}', {
        'Content-Type': 'application/problem+json',
      }),
    ],
  ] as const) {
    it(`leaves the outcome unknown when it is about one request only: ${what}`, async () => {
      const made = await attempt([LOST, event]);
      assert.equal(ending(made), 'unknown connection_lost');
    });
  }
});

describe('pause before a retry', () => {
  const waits = async (event: Event, chance: number, times: number) => {
    const events = [event, ...Array.from({ length: times - 1 }, () => event), PAID] as const;
    const { sent } = await attempt(events, {}, new FakeClock({ chance: () => chance }));
    return sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0) - 100); // 100 is what each answer takes
  };

  it('is random, up to 300 ms, doubled each time, up to 4 s', async () => {
    assert.deepEqual(await waits(LOST, 0.5, 6), [150, 300, 600, 1200, 2000, 2000]);
  });
});

describe('time limit of an attempt', () => {
  it('leaves time for a second try after the first timed out', async () => {
    const { sent } = await attempt([SILENCE]);
    assert.deepEqual(
      sent.map(({ at }) => at),
      [0, 45_150],
    );
  });

  it('holds when fetch ignores the abort signal', async () => {
    assert.equal((await attempt([{ kind: 'deaf' }])).took, LIMIT);
  });

  it('is not waited for when Retry-After is longer', async () => {
    const made = await attempt([answers(503, '', { 'Retry-After': '120' }), PAID]);
    assert.deepEqual([made.sent.length, made.took, ending(made)], [1, 100, 'unknown service_error']);
  });
});

describe('time limit of the doubt, at a proxy that supports recovery', () => {
  const recovery = { recovery: true };

  it('is ten seconds after the first answer that leaves the outcome uncertain', async () => {
    const made = await attempt([LOST], recovery);
    assert.deepEqual(
      [made.took <= 10_100, made.sent.length > 4, ending(made)],
      [true, true, 'unknown connection_lost'],
    );
  });

  it('holds when fetch ignores the abort signal', async () => {
    assert.equal((await attempt([LOST, { kind: 'deaf' }], recovery)).took, 10_100);
  });

  it('is not waited for when Retry-After is longer', async () => {
    const made = await attempt([answers(503, '', { 'Retry-After': '11' }), PAID], recovery);
    assert.deepEqual([made.sent.length, made.took], [1, 100]);
  });
});

describe('a browser that says it is offline', () => {
  it('sends nothing if the proxy does not answer: not_charged offline', async () => {
    const made = await attempt([LOST], { online: () => false });
    const paid = made.sent.filter(({ init }) => init.method === 'POST');
    assert.deepEqual([paid, ending(made)], [[], 'not_charged offline']);
  });

  it('pays if the proxy answers: web views and virtual machines say it with a network', async () => {
    assert.equal(ending(await attempt([answers(200, '{}'), PAID], { online: () => false })), 'paid');
  });

  it('asks at an address that no cache has an answer for', async () => {
    const { sent } = await attempt([answers(200, '{}'), PAID], { online: () => false });
    assert.match(sent[0]?.url ?? '', /\/config\?at=\d+$/);
  });
});

describe('refusal of one request, at a proxy that supports recovery', () => {
  const says = (report: unknown) => answers(200, JSON.stringify(report));
  const REFUSED = answers(403, '<h1>Blocked</h1>', { 'Content-Type': 'text/html' });
  const NOT_RECEIVED = answers(200, '{"state":"not_found"}');
  const STORE_AWAY = problemOf(503, 'store_unavailable', 'not_charged');

  for (const [what, refusal, news, end] of [
    ['stands when the proxy has not received the attempt', REFUSED, NOT_RECEIVED, 'not_charged not_authorized'],
    [
      'leaves the outcome unknown at a proxy without the route',
      REFUSED,
      problemOf(404, 'not_found', 'not_charged'),
      'unknown attempt_unknown',
    ],
    ['stands when the attempt failed', REFUSED, says({ state: 'failed' }), 'not_charged not_authorized'],
    ['is replaced when the attempt succeeded', REFUSED, says({ state: 'succeeded' }), 'paid'],
    [
      'is replaced while the attempt is in progress',
      REFUSED,
      says({ state: 'processing' }),
      'unknown attempt_in_flight',
    ],
    ['is replaced when the attempt is unknown', REFUSED, says({ state: 'unknown' }), 'unknown attempt_unknown'],
    ['leaves the outcome unknown when the proxy does not answer', REFUSED, LOST, 'unknown attempt_unknown'],
    ['of the proxy itself is unknown when it does not answer', STORE_AWAY, answers(503), 'unknown attempt_unknown'],
    ['of the proxy itself is replaced when the attempt succeeded', STORE_AWAY, says({ state: 'succeeded' }), 'paid'],
  ] as const) {
    it(`${what}: ${end}`, async () => {
      assert.equal(ending(await attempt([refusal, news], { recovery: true })), end);
    });
  }

  it('is not asked about after a decline, which is about the attempt', async () => {
    const { sent } = await attempt([answers(402, '{}')], { recovery: true });
    assert.equal(sent.length, 1);
  });
});
