import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { failingStore } from '../../support/failing-store.js';
import { FakeClock } from '../../support/fake-clock.js';
import {
  API_KEY,
  captureLog,
  newKey,
  payAs,
  paymentRequest,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, reset, type Behaviour } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';
import type { LogEntry } from 'payment-widget-proxy';
import { LOG_EVENTS, type LogEvent } from 'payment-widget-proxy/log/events';
import { createLog } from 'payment-widget-proxy/log/log';
import { createRedactor } from 'payment-widget-proxy/service/redact';

const KEY = `secret-${PAN}`.padEnd(43, '-');
const ATTEMPT = createHash('sha256').update(KEY).digest('hex').slice(0, 12);

/** A system error that contains secrets. */
const leaky = (code: string) =>
  Object.assign(new Error(`${API_KEY} ${PAN} ${CVC}`), { code, syscall: 'connect', args: [API_KEY, PAN] });

/** What causes an event, and the variable members of its line. */
type Case = readonly [settings: Parameters<typeof startMerchant>[1], service: Behaviour, details?: Partial<LogEntry>];

const known = () => ({ amount: 4999, currency: 'EUR' });
const echo = JSON.stringify({ message: `${API_KEY} ${PAN} ${CVC}` });
const fails = (error: Error) => () => Promise.reject(error);

const CASES = {
  store_failed: [{ store: failingStore(leaky('ECONNREFUSED')) }, answer(200), { cause: 'ECONNREFUSED' }],
  proxy_failed: [{ resolvePayment: fails(new RangeError(`${API_KEY} ${PAN}`)) }, answer(200), { cause: 'RangeError' }],
  service_failed: [
    { fetch: fails(new TypeError('fetch failed', { cause: leaky('CERT_HAS_EXPIRED') })) },
    answer(200),
    { code: 'service_unreachable', cause: 'CERT_HAS_EXPIRED' },
  ],
  interpretation_failed: [
    {
      interpretResponse: () => {
        throw new TypeError(`${API_KEY} ${PAN}`);
      },
    },
    answer(200, '{}'),
    { status: 200, cause: 'TypeError' },
  ],
  key_refused: [{}, answer(403, '{}'), { status: 403 }],
  second_key_taken: [
    { apiKey: [API_KEY, 'sk_test_other'] },
    (response, request) => {
      answer(request.headers.authorization?.endsWith('other') ? 200 : 401)(response, request);
    },
  ],
  answer_masked: [{}, answer(402, echo), { status: 402 }],
  answer_dropped: [{}, answer(402, `["${echo.replaceAll('"', '')}"${',1'.repeat(1000)}]`), { status: 402 }],
  action_refused: [
    {
      actionOrigins: ['https://acs.example'],
      interpretResponse: () => ({ outcome: 'action_required', action: { url: `https://other.example/${API_KEY}` } }),
    },
    answer(200, '{}'),
    { code: 'action_refused' },
  ],
  payment_in_doubt: [{}, answer(500, '{}'), { status: 500 }],
} satisfies Partial<Record<LogEvent, Case>>;

async function linesOf(t: TestContext, [settings, service]: Case, payment = samplePayment()) {
  const { logger, lines } = captureLog();
  const { proxyUrl } = await startMerchant(t, { ...settings, logger }, service);
  await payAs(proxyUrl, KEY, payment);
  return lines;
}

describe('log', () => {
  for (const [event, scenario] of Object.entries(CASES) as [keyof typeof CASES, Case][]) {
    it(`${event}: one line with its members, without API key, card, error message or stack`, async (t) => {
      const lines = await linesOf(t, scenario);
      const [line, ...more] = lines.filter((each) => each.event === event);
      assert.ok(line);
      const { time, message, ...rest } = line;
      const [level] = LOG_EVENTS[event];
      assert.deepEqual([rest, more], [{ level, event, mode: 'test', attempt: ATTEMPT, ...scenario[2] }, []]);
      assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const text = JSON.stringify(lines.map((each) => ({ ...each, time: undefined }))); // its digits may match by chance
      assert.doesNotMatch(text, new RegExp(`${API_KEY}|${PAN}|${CVC}|secret|at .*:\\d`));
    });
  }

  for (const [what, scenario, reference, expected] of [
    ['an order that resolvePayment confirmed', [{ resolvePayment: known }, reset], 'order-1042', 'order-1042'],
    ['no order that only the page knows', [{}, reset], 'order-1042', undefined],
    ['no card number in an order', [{ resolvePayment: known }, reset], `card ${PAN}`, 'card [masked]'],
  ] satisfies [string, Case, string, unknown][]) {
    it(`names ${what}`, async (t) => {
      const lines = await linesOf(t, scenario, samplePayment({ reference }));
      assert.equal(lines.find(({ event }) => event === 'payment_in_doubt')?.reference, expected);
    });
  }

  for (const code of [`E ${PAN}\n`, PAN]) {
    it(`replaces the error code ${JSON.stringify(code)}, which is not a word`, async (t) => {
      const odd = Object.assign(new Error('x'), { code });
      assert.equal((await linesOf(t, [{ resolvePayment: fails(odd) }, answer(200)]))[0]?.cause, 'Error');
    });
  }

  it('has the error code of a database', async (t) => {
    const refused = Object.assign(new Error('x'), { code: '28P01' });
    assert.equal((await linesOf(t, [{ store: failingStore(refused) }, answer(200)]))[0]?.cause, '28P01');
  });

  it('is written as JSON lines without the error to the console by default', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const resolvePayment = fails(new Error(API_KEY));
    await payAs(await startProxy(t, testProxy({ resolvePayment, logger: undefined })));
    const [[line, ...more] = []] = mock.calls.map((call) => call.arguments as unknown[]);
    assert.deepEqual([(JSON.parse(String(line)) as LogEntry).event, more], ['proxy_failed', []]);
  });

  it('escapes control characters that JSON does not escape by default', (t) => {
    const { mock } = t.mock.method(console, 'warn', () => undefined);
    const reference = 'ä€😀\u2028\u202e\u2066\u061c\u200e\u0085\u009b\u007f';
    createLog('test', createRedactor([API_KEY])).log('payment_in_doubt', { reference });
    const line = String(mock.calls[0]?.arguments[0]);
    assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u);
    assert.equal((JSON.parse(line) as LogEntry).reference, reference);
  });

  it('changes no response if the logger fails', async (t) => {
    const { proxyUrl } = await startMerchant(t, { logger: fails(new Error('the disk is full')) }, answer(500, '{}'));
    assert.equal((await payAs(proxyUrl)).status, 500);
  });
});

describe('refused requests', () => {
  /** A proxy that refuses in four ways, and the counts in its log. */
  function start() {
    const clock = new FakeClock();
    const { logger, lines } = captureLog();
    const resolvePayment = ({ reference }: { reference?: string }) => (reference === 'order-1042' ? known() : null);
    const fetch = () => Promise.resolve(Response.json({}, { status: 402 }));
    const proxy = testProxy({ fetch, resolvePayment, limits: { attemptsPerReference: 1 }, logger }, clock);
    const pay = (payment: object = samplePayment(), headers = {}) =>
      proxy(paymentRequest('https://shop.example/pay', payment, { 'Idempotency-Key': newKey(), ...headers }));
    const counts = () => lines.map(({ event, code, count }) => [event, code, count]);
    return { clock, proxy, pay, lines, counts };
  }

  it('are logged at once, the first one of each code, without anything of the request', async () => {
    const { proxy, pay, lines, counts } = start();
    await pay(samplePayment({ amount: 1 }));
    for (let times = 0; times < 2; times++) await pay(); // the first one is declined, the other is over the limit
    await pay(samplePayment({ reference: PAN }));
    await pay(samplePayment(), { Origin: 'https://evil.example' });
    await proxy(new Request('https://shop.example/pay/v1/payment'));
    assert.deepEqual(counts(), [
      ['requests_refused', 'amount_changed', 1],
      ['requests_refused', 'rate_limited', 1],
      ['requests_refused', 'unknown_order', 1],
      ['requests_refused', 'origin_not_allowed', 1],
      ['requests_refused', 'not_found', 1],
    ]);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${PAN}|evil`));
  });

  it('are counted after the first one, with one line per minute and at the end', async () => {
    const { clock, proxy, pay, counts } = start();
    const refused = async (times: number) => {
      for (let time = 0; time < times; time++) await pay(samplePayment({ amount: 1 }));
    };
    await refused(5);
    await clock.advance(60_000);
    await refused(3);
    await proxy.close();
    assert.deepEqual(counts().map(([, , count]) => count), [1, 4, 3]); // prettier-ignore
  });
});
