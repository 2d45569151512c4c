import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { LOG_EVENTS, type LogEvent } from '../../../src/proxy/log.js';
import { createPaymentProxy, type LogEntry, type Logger } from '../../../src/proxy/proxy.js';
import { API_KEY, keepLog, newKey, payAs, startMerchant, startProxy, testProxy } from '../../support/node-proxy.js';
import { answer, reset, type Behaviour } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const KEY = `secret-${PAN}`.padEnd(43, '-');
const ATTEMPT = createHash('sha256').update(KEY).digest('hex').slice(0, 12);

/** A system error with everything in it that must not get out. */
const leaky = (code: string) =>
  Object.assign(new Error(`${API_KEY} ${PAN} ${CVC}`), { code, syscall: 'connect', args: [API_KEY, PAN] });

/** How an event comes about, and the members of its line beside the fixed ones. */
type Way = readonly [settings: Parameters<typeof startMerchant>[1], service: Behaviour, facts: Partial<LogEntry>];

const known = () => ({ amount: 4999, currency: 'EUR' });
const echo = JSON.stringify({ message: `${API_KEY} ${PAN} ${CVC}` });

/** Of `store_forgets` tell the tests of the default store, since it needs a process without a package. */
const WAYS: Readonly<Record<Exclude<LogEvent, 'live_key_over_http' | 'store_forgets'>, Way>> = {
  store_failed: [
    { store: { read: () => Promise.reject(leaky('ECONNREFUSED')), swap: () => Promise.reject(leaky('X')) } },
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
    { attempt: ATTEMPT },
  ],
  answer_masked: [{}, answer(402, echo), { attempt: ATTEMPT, status: 402 }],
  payment_in_doubt: [{}, answer(500, '{}'), { attempt: ATTEMPT, status: 500 }],
};

async function linesOf(t: TestContext, [settings, service]: Way): Promise<readonly LogEntry[]> {
  const { logger, lines } = keepLog();
  const { proxyUrl } = await startMerchant(t, { ...settings, logger }, service);
  await payAs(proxyUrl, KEY);
  return lines;
}

describe('what the proxy logs', () => {
  for (const [event, way] of Object.entries(WAYS) as [keyof typeof WAYS, Way][]) {
    it(`${event}: one line with its members and no others`, async (t) => {
      const isOther = (line: LogEntry) => line.event !== 'payment_in_doubt' || event === 'payment_in_doubt';
      const [line, ...more] = (await linesOf(t, way)).filter(isOther); // a doubt may be the consequence
      assert.ok(line);
      const { time, ...rest } = line;
      const [level, message] = LOG_EVENTS[event];
      assert.deepEqual([rest, more], [{ level, event, message, mode: 'test', ...way[2] }, []]);
      assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });

    it(`${event}: nothing of a key, a card or a message`, async (t) => {
      assert.doesNotMatch(
        JSON.stringify((await linesOf(t, way)).map((line) => ({ ...line, time: undefined }))), // its milliseconds are any
        new RegExp(`${API_KEY}|${PAN}|${CVC}|secret|at .*:\\d`),
      );
    });
  }

  it('live_key_over_http: when the proxy is made', () => {
    const { logger, lines } = keepLog();
    testProxy({ mode: 'live', logger });
    assert.deepEqual(
      lines.map(({ event, mode }) => [event, mode]),
      [['live_key_over_http', 'live']],
    );
  });

  it('a payment that is paid, declined or refused by the proxy: nothing', async (t) => {
    const { logger, lines } = keepLog();
    const { proxyUrl } = await startMerchant(t, { logger });
    await payAs(proxyUrl);
    await payAs(proxyUrl, newKey(), { amount: 1 });
    await payAs(proxyUrl, newKey(), '{"amount":1,"amount":2}');
    const declining = await startMerchant(t, { logger }, answer(402, '{}'));
    await payAs(declining.proxyUrl);
    assert.deepEqual(lines, []);
  });
});

describe('a line names', () => {
  it('the order that your server knows', async (t) => {
    const [line] = await linesOf(t, [{ resolvePayment: known }, reset, {}]).then((lines) =>
      lines.filter(({ event }) => event === 'payment_in_doubt'),
    );
    assert.equal(line?.reference, 'order-1042');
  });

  it('no order that only the page knows', async (t) => {
    const lines = await linesOf(t, [{}, reset, {}]);
    assert.ok(lines.every((line) => !('reference' in line)));
  });

  it('no order that is a card number', async (t) => {
    const { logger, lines } = keepLog();
    const { proxyUrl } = await startMerchant(t, { resolvePayment: known, logger }, answer(500));
    await payAs(proxyUrl, KEY, samplePayment({ reference: `card ${PAN}` }));
    assert.deepEqual(
      lines.map(({ reference }) => reference),
      ['card [masked]'],
    );
  });

  it('no cause that is not a word', async (t) => {
    const odd = Object.assign(new Error('x'), { code: `E ${PAN}\n` });
    const lines = await linesOf(t, [{ resolvePayment: () => Promise.reject(odd) }, answer(200), {}]);
    assert.deepEqual(
      lines.map(({ cause }) => cause),
      ['Error'],
    );
  });

  it('no cause that is a key', async (t) => {
    const odd = Object.assign(new Error('x'), { code: API_KEY });
    const lines = await linesOf(t, [{ resolvePayment: () => Promise.reject(odd) }, answer(200), {}]);
    assert.deepEqual(
      lines.map(({ cause }) => cause),
      ['[masked]'],
    );
  });
});

describe('a logger', () => {
  it('by default writes each line to the console as JSON, and the error behind it not at all', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const resolvePayment = () => Promise.reject(new Error(API_KEY));
    await payAs(await startProxy(t, testProxy({ resolvePayment, logger: undefined })));
    const [[line, ...more] = []] = mock.calls.map((call) => call.arguments as unknown[]);
    assert.deepEqual([(JSON.parse(String(line)) as LogEntry).event, more], ['proxy_failed', []]);
  });

  it('by default writes a warning as one', (t) => {
    const { mock } = t.mock.method(console, 'warn', () => undefined);
    testProxy({ mode: 'live', logger: undefined });
    assert.equal(mock.callCount(), 1);
  });

  it('of your own gets the error behind a line, apart from it', async (t) => {
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
    it(`that ${what} changes nothing for the shopper`, async (t) => {
      const { proxyUrl } = await startMerchant(t, { logger }, answer(500, '{}'));
      assert.equal((await payAs(proxyUrl)).status, 500);
    });
  }

  it('cannot stop a proxy from being made', () => {
    const logger = () => {
      throw new Error('the disk is full');
    };
    const options = { apiKey: API_KEY, baseUrl: 'http://localhost:1', mode: 'live', trustBrowserAmount: true } as const;
    assert.doesNotThrow(() => createPaymentProxy({ ...options, logger }));
  });
});

describe('the README', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const [, section = ''] = read('README.md').split('**The log.**');
  const [events = '', fields = ''] = section.split('\n\n').filter((part) => part.startsWith('|'));
  const rows = (table: string) => [...table.matchAll(/^\| `(\w+)` +\| (\S+)/gm)].map(([, name, next]) => [name, next]);

  it('lists every event with its level', () => {
    assert.deepEqual(
      rows(events),
      Object.entries(LOG_EVENTS).map(([event, [level]]) => [event, level]),
    );
  });

  it('lists every member of a line', () => {
    const [, entry = ''] = /interface LogEntry \{([^]*?)\n\}/.exec(read('src/proxy/log.ts')) ?? [];
    assert.deepEqual(
      rows(fields).map(([name]) => name),
      [...entry.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name),
    );
  });

  it('is about a proxy that has no other way to write to the console', () => {
    const files = [
      'attempts',
      'limits',
      'open-attempts',
      'options',
      'pay-once',
      'proxy',
      'upstream',
      'request',
      'replay',
    ];
    assert.ok(files.every((file) => !/\bconsole[.[]/.test(read(`src/proxy/${file}.ts`))));
  });
});
