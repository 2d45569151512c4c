import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { digestOf } from 'payment-widget/contract/protocol';
import type { PayOptions } from 'payment-widget/payment/proxy-request';
import { pay } from 'payment-widget/payment/send-attempt';
import { askAttempt } from 'payment-widget/payment/settle-attempt';
import { FakeClock } from '../../support/fake-clock.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';
import { answers, problemOf, scriptedFetch, type Event } from './scripted-fetch.js';

const OWN = await digestOf(IDEMPOTENCY_KEY);
const OTHER = await digestOf('the key of another shopper');
const about = (attempt: string) => ({ 'Payments-Mode': 'test', 'Payments-Attempt': attempt });
const json = (value: unknown, headers = {}) => answers(200, JSON.stringify(value), headers);
const HTML = { 'Content-Type': 'text/html' };
const PAID = json({ id: 'pay_1' }, about(OWN));
const NOT_FOUND = json({ attempt: OWN, state: 'not_found' });

/** A proxy that names the attempt in each answer. The last event is repeated. */
async function payAt(t: TestContext, events: readonly [Event, ...Event[]], options: Partial<PayOptions> = {}) {
  const clock = new FakeClock();
  const { fetch, sent } = scriptedFetch(clock, events);
  const warn = t.mock.method(console, 'warn', () => undefined);
  const request = {
    ...{ proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY, body: '{"amount":4999}' },
    ...{ order: { amount: 4999, currency: 'EUR' }, timeout: 55_000, online: () => true },
    ...{ idempotent: true, recovery: true, binds: true },
  };
  const result = await clock.run(pay({ ...request, clock, fetch, ...options }));
  const code = 'error' in result ? result.error.code : undefined;
  return { result, code, sent, warn, outcome: result.outcome };
}

describe('an answer in the place of the proxy, at a proxy that names the attempt in each answer', () => {
  for (const [what, event] of [
    ['of a function that timed out', json({ errorMessage: 'Task timed out after 6.00 seconds' })],
    ['with an empty list', json([])],
    ['about another attempt', json({ id: 'pay_2' }, about(OTHER))],
    ['about another attempt, in the body', json({ attempt: OTHER, id: 'pay_2' })],
    ['with 202', answers(202, '{}')],
    ['without a body', answers(200)],
  ] as const) {
    it(`is no outcome: 200 ${what}`, async (t) => {
      assert.equal((await payAt(t, [event])).outcome, 'unknown');
    });

    it(`gives way to the answer of the proxy: 200 ${what}`, async (t) => {
      assert.equal((await payAt(t, [event, PAID])).outcome, 'paid');
    });
  }

  for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 429]) {
    it(`${status} leads to a question, and stands if nothing has arrived`, async (t) => {
      const { outcome, sent } = await payAt(t, [answers(status, '<h1>No</h1>', HTML), NOT_FOUND]);
      assert.deepEqual([outcome, sent.map(({ init }) => init.method)], ['not_charged', ['POST', undefined]]);
    });
  }

  it('is no rejection if the report says that the payment was made', async (t) => {
    const report = json({ attempt: OWN, state: 'succeeded', status: 200, payment: { id: 'pay_1' } });
    assert.equal((await payAt(t, [answers(403, '<h1>No</h1>', HTML), report])).outcome, 'paid');
  });

  it('is no rejection if the report is about another attempt', async (t) => {
    const report = json({ attempt: OTHER, state: 'not_found' });
    assert.equal((await payAt(t, [answers(403, '<h1>No</h1>', HTML), report])).outcome, 'unknown');
  });

  it('is not believed if a script of the page breaks the computation of the name', async (t) => {
    t.mock.method(globalThis, 'TextEncoder', () => assert.fail('It is a variable of the page.'));
    assert.equal((await payAt(t, [json([])])).outcome, 'unknown');
  });

  it('is believed of a proxy that does not declare it', async (t) => {
    assert.equal((await payAt(t, [json([])], { binds: false })).outcome, 'paid');
  });

  it('is not believed of such a proxy either, if it names another attempt', async (t) => {
    assert.equal((await payAt(t, [json({}, about(OTHER))], { binds: false, recovery: false })).outcome, 'unknown');
  });
});

describe('the body of a rejection that a server in front has replaced', () => {
  for (const [what, status, report, code] of [
    ['a changed price', 409, { amount: 5499, currency: 'EUR' }, 'amount_changed'],
    ['another conflict', 409, { amount: 4999, currency: 'EUR' }, 'proxy_error'],
    [
      'an expired token',
      403,
      { status: 403, error: { code: 'order_token_expired', outcome: 'not_charged' } },
      'order_token_expired',
    ],
    ['an unknown order', 404, {}, 'not_found'],
    ['a limit', 429, {}, 'rate_limited'],
  ] as const) {
    for (const [how, body, headers] of [
      ['a page', '<h1>Error</h1>', HTML],
      ['a page, with the headers of the proxy', '<h1>Error</h1>', { ...HTML, ...about(OWN) }],
      ['nothing, with the headers of the proxy', '', about(OWN)],
    ] as const) {
      it(`does not hide ${what} by ${how}`, async (t) => {
        const reported = json({ attempt: OWN, state: 'not_found', ...report });
        const rejection = answers(status, body, headers);
        assert.equal((await payAt(t, [rejection, reported])).code, code);
      });
    }
  }

  it('does not hide the price of a changed order', async (t) => {
    const report = json({ attempt: OWN, state: 'not_found', amount: 5499, currency: 'EUR' });
    const { result } = await payAt(t, [answers(409, '<h1>Conflict</h1>', HTML), report]);
    assert.deepEqual('error' in result && result.error.cause, { amount: 5499, currency: 'EUR' });
  });

  it('does not hide that the page shows another mode', async (t) => {
    const report = json({ attempt: OWN, state: 'not_found' }, { 'Payments-Mode': 'live' });
    const { code } = await payAt(t, [answers(403, '<h1>No</h1>', HTML), report], { shownMode: 'test' });
    assert.equal(code, 'mode_mismatch');
  });
});

it('a conflict that another server explains is not final', async (t) => {
  const conflict = answers(409, '{"message":"Conflict"}', about(OWN));
  const { result } = await payAt(t, [conflict], { recovery: false });
  assert.deepEqual([result.outcome, 'isRecorded' in result], ['unknown', false]);
});

it('the proxy is asked at an address of the attempt and of the time', async () => {
  const clock = new FakeClock();
  const { fetch, sent } = scriptedFetch(clock, [NOT_FOUND]);
  const proxy = { proxyUrl: 'https://shop.example/pay', idempotencyKey: IDEMPOTENCY_KEY, fetch, clock };
  await clock.run(askAttempt({ ...proxy, binds: true }));
  await clock.run(askAttempt({ ...proxy, binds: true }));
  const [one, other] = sent.map(({ url }) => new URL(url));
  assert.ok(one?.pathname === `/pay/attempts/${OWN}` && one.search !== other?.search);
});

it('the payment names the mode that the page shows', async (t) => {
  const { sent } = await payAt(t, [PAID], { shownMode: 'live' });
  assert.equal((sent[0]?.init.headers as Record<string, string>)['Payments-Mode'], 'live');
});

it('the payment of a page that shows no mode names none', async (t) => {
  const { sent } = await payAt(t, [PAID]);
  assert.ok(!('Payments-Mode' in (sent[0]?.init.headers as object)));
});

it('a rejection that names the attempt is believed at once', async (t) => {
  const declined = answers(402, '{"reason":"funds"}', about(OWN));
  const { code, sent } = await payAt(t, [declined]);
  assert.deepEqual([code, sent.length], ['declined', 1]);
});

it('an error of the proxy is believed without its headers', async (t) => {
  const problem = problemOf(502, 'service_unreachable', 'not_charged');
  const body = JSON.stringify({ ...JSON.parse('body' in problem ? (problem.body ?? '') : ''), attempt: OWN });
  const { code } = await payAt(t, [{ ...problem, body } as Event]);
  assert.equal(code, 'service_unreachable');
});
