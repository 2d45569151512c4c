import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { DOCS } from '../../../src/contract/errors.js';
import { createLog, LOG_EVENTS, type LogEvent } from '../../../src/proxy/log.js';
import { createRedactor } from '../../../src/proxy/redact.js';
import type { LogEntry, Logger } from '../../../src/proxy/index.js';
import { failingStore } from '../../support/failing-store.js';
import { API_KEY, captureLog, newKey, payAs, startMerchant, startProxy, testProxy } from '../../support/node-proxy.js';
import { answer, reset, type Behaviour } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const KEY = `secret-${PAN}`.padEnd(43, '-');
const ATTEMPT = createHash('sha256').update(KEY).digest('hex').slice(0, 12);

/** A system error that contains secrets. */
const leaky = (code: string) =>
  Object.assign(new Error(`${API_KEY} ${PAN} ${CVC}`), { code, syscall: 'connect', args: [API_KEY, PAN] });

/** What causes an event, and the variable members of its line. */
type Case = readonly [settings: Parameters<typeof startMerchant>[1], service: Behaviour, details: Partial<LogEntry>];

const known = () => ({ amount: 4999, currency: 'EUR' });
const echo = JSON.stringify({ message: `${API_KEY} ${PAN} ${CVC}` });

/** Events of a payment. For the others see below and their own tests. */
type PaymentEvent = Exclude<
  LogEvent,
  | 'live_key_over_http'
  | 'store_forgets'
  | 'attempt_overridden'
  | 'override_refused'
  | 'requests_refused'
  | 'settled_failed'
  | 'settled_slow'
  | 'networks_failed'
  | 'frame_failed'
>;

const CASES: Readonly<Record<PaymentEvent, Case>> = {
  store_failed: [
    { store: failingStore(leaky('ECONNREFUSED')) },
    answer(200),
    { attempt: ATTEMPT, cause: 'ECONNREFUSED' },
  ],
  proxy_failed: [
    { resolvePayment: () => Promise.reject(new RangeError(`${API_KEY} ${PAN}`)) },
    answer(200),
    { attempt: ATTEMPT, cause: 'RangeError' },
  ],
  service_failed: [
    { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: leaky('CERT_HAS_EXPIRED') })) },
    answer(200),
    { attempt: ATTEMPT, code: 'service_unreachable', cause: 'CERT_HAS_EXPIRED' },
  ],
  interpretation_failed: [
    {
      interpretResponse: () => {
        throw new TypeError(`${API_KEY} ${PAN}`);
      },
    },
    answer(200, '{}'),
    { attempt: ATTEMPT, status: 200, cause: 'TypeError' },
  ],
  key_refused: [{}, answer(403, '{}'), { attempt: ATTEMPT, status: 403 }],
  second_key_taken: [
    { apiKey: [API_KEY, 'sk_test_other'] },
    (response, request) => {
      answer(request.headers.authorization?.endsWith('other') ? 200 : 401)(response, request);
    },
    {
      attempt: ATTEMPT,
      message: `${LOG_EVENTS.second_key_taken[1]} The first key in apiKey was rejected. Keep the second one until the service accepts the first.`,
    },
  ],
  answer_masked: [{}, answer(402, echo), { attempt: ATTEMPT, status: 402 }],
  answer_dropped: [
    {},
    answer(402, `["${echo.replaceAll('"', '')}"${',1'.repeat(1000)}]`),
    { attempt: ATTEMPT, status: 402 },
  ],
  action_refused: [
    {
      actionOrigins: ['https://acs.example'],
      interpretResponse: () => ({ outcome: 'action_required', action: { url: `https://other.example/${API_KEY}` } }),
    },
    answer(200, '{}'),
    {
      attempt: ATTEMPT,
      code: 'action_refused',
      message: `${LOG_EVENTS.action_refused[1]} It has a url of another origin. Expected one of the allowed origins. See ${DOCS}action_refused`,
    },
  ],
  payment_in_doubt: [{}, answer(500, '{}'), { attempt: ATTEMPT, status: 500 }],
};

async function linesOf(t: TestContext, [settings, service]: Case): Promise<readonly LogEntry[]> {
  const { logger, lines } = captureLog();
  const { proxyUrl } = await startMerchant(t, { ...settings, logger }, service);
  await payAs(proxyUrl, KEY);
  return lines;
}

describe('log', () => {
  for (const [event, scenario] of Object.entries(CASES) as [keyof typeof CASES, Case][]) {
    it(`${event}: one line with exactly its members`, async (t) => {
      const isOther = (line: LogEntry) => line.event !== 'payment_in_doubt' || event === 'payment_in_doubt';
      const [line, ...more] = (await linesOf(t, scenario)).filter(isOther); // may follow from the event
      assert.ok(line);
      const { time, ...rest } = line;
      const [level, sentence] = LOG_EVENTS[event];
      const help = rest.code ? ` See ${DOCS}${rest.code}` : '';
      assert.deepEqual([rest, more], [{ level, event, message: sentence + help, mode: 'test', ...scenario[2] }, []]);
      assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });

    it(`${event}: neither API key, card, error message nor stack`, async (t) => {
      assert.doesNotMatch(
        JSON.stringify((await linesOf(t, scenario)).map((line) => ({ ...line, time: undefined }))), // its digits may match by chance
        new RegExp(`${API_KEY}|${PAN}|${CVC}|secret|at .*:\\d`),
      );
    });
  }

  it('live_key_over_http: when the proxy is created', () => {
    const { logger, lines } = captureLog();
    testProxy({ mode: 'live', logger });
    assert.deepEqual(
      lines.map(({ event, mode }) => [event, mode]),
      [['live_key_over_http', 'live']],
    );
  });

  it('no line for a payment that is paid, declined or rejected by the proxy', async (t) => {
    const { logger, lines } = captureLog();
    const { proxyUrl } = await startMerchant(t, { logger });
    await payAs(proxyUrl);
    await payAs(proxyUrl, newKey(), { amount: 1 });
    await payAs(proxyUrl, newKey(), '{"amount":1,"amount":2}');
    const declining = await startMerchant(t, { logger }, answer(402, '{}'));
    await payAs(declining.proxyUrl);
    assert.deepEqual(lines, []);
  });
});

describe('log line', () => {
  it('contains the order that resolvePayment confirmed', async (t) => {
    const [line] = await linesOf(t, [{ resolvePayment: known }, reset, {}]).then((lines) =>
      lines.filter(({ event }) => event === 'payment_in_doubt'),
    );
    assert.equal(line?.reference, 'order-1042');
  });

  it('does not contain an order that only the page knows', async (t) => {
    const lines = await linesOf(t, [{}, reset, {}]);
    assert.ok(lines.every((line) => !('reference' in line)));
  });

  it('redacts a card number in the order', async (t) => {
    const { logger, lines } = captureLog();
    const { proxyUrl } = await startMerchant(t, { resolvePayment: known, logger }, answer(500));
    await payAs(proxyUrl, KEY, samplePayment({ reference: `card ${PAN}` }));
    assert.deepEqual(
      lines.map(({ reference }) => reference),
      ['card [masked]'],
    );
  });

  it('replaces an error code that is not a word', async (t) => {
    const odd = Object.assign(new Error('x'), { code: `E ${PAN}\n` });
    const lines = await linesOf(t, [{ resolvePayment: () => Promise.reject(odd) }, answer(200), {}]);
    assert.deepEqual(
      lines.map(({ cause }) => cause),
      ['Error'],
    );
  });

  it('redacts an API key as the error code', async (t) => {
    const odd = Object.assign(new Error('x'), { code: API_KEY });
    const lines = await linesOf(t, [{ resolvePayment: () => Promise.reject(odd) }, answer(200), {}]);
    assert.deepEqual(
      lines.map(({ cause }) => cause),
      ['[masked]'],
    );
  });
});

describe('logger', () => {
  it('writes JSON lines without the error to the console by default', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const resolvePayment = () => Promise.reject(new Error(API_KEY));
    await payAs(await startProxy(t, testProxy({ resolvePayment, logger: undefined })));
    const [[line, ...more] = []] = mock.calls.map((call) => call.arguments as unknown[]);
    assert.deepEqual([(JSON.parse(String(line)) as LogEntry).event, more], ['proxy_failed', []]);
  });

  it('escapes control characters that JSON does not escape by default', (t) => {
    const { mock } = t.mock.method(console, 'warn', () => undefined);
    const { log } = createLog('test', createRedactor([API_KEY]));
    const reference =
      '\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u200e\u200f\u0080\u0085\u009b\u009f\u007f';
    log('payment_in_doubt', { reference: `ä€😀${reference}` });
    const line = String(mock.calls[0]?.arguments[0]);
    assert.deepEqual(
      [/ä€😀(?:\\u[\da-f]{4}){19}"/.test(line), /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u.test(line)],
      [true, false],
    );
    assert.equal((JSON.parse(line) as LogEntry).reference, `ä€😀${reference}`);
  });

  it('of your own receives the error as the second argument', async (t) => {
    const failure = new Error('no database');
    const errors: unknown[] = [];
    const logger: Logger = (_entry, error) => errors.push(error);
    await payAs(await startProxy(t, testProxy({ resolvePayment: () => Promise.reject(failure), logger })));
    assert.deepEqual(errors, [failure]);
  });

  for (const [what, logger] of [
    [
      'throws',
      () => {
        throw new Error('the disk is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the disk is full'))],
  ] as const) {
    it(`that ${what} does not change the response`, async (t) => {
      const { proxyUrl } = await startMerchant(t, { logger }, answer(500, '{}'));
      assert.equal((await payAs(proxyUrl)).status, 500);
    });
  }
});
