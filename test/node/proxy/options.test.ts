import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPaymentProxy, ProxyConfigurationError, type PaymentProxyOptions } from '../../../src/proxy/proxy.js';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import { API_KEY, keepLog } from '../../support/node-proxy.js';

const RIGHT = { baseUrl: 'https://service.example', apiKey: API_KEY, mode: 'test', trustBrowserAmount: true } as const;

/** As JavaScript gives them: anything at all. */
const create = (options: Record<string, unknown>) => createPaymentProxy(options as unknown as PaymentProxyOptions);

interface Wrong {
  readonly option: string;
  readonly says: RegExp;
  readonly values: readonly unknown[];
}

const WRONG: readonly Wrong[] = [
  { option: 'mode', says: /"test" or "live"/, values: [undefined, '', 'TEST', 'sandbox', true] },
  {
    option: 'apiKey',
    says: /API key/,
    values: [
      undefined,
      '',
      ' ',
      'two words',
      'line\nbreak',
      'ключ',
      5,
      [],
      ['one'],
      ['one', 'one'],
      ['one', ''],
      ['one', 'two', 'three'],
    ],
  },
  { option: 'encryption_key', says: /is no option\. Expected .*encryptionKey/, values: [{}, undefined] },
  { option: 'limits.requestPerMinute', says: /is no option\. Expected requestsPerMinute/, values: [100] },
  { option: 'logger', says: /must be a function/, values: [null, 'console', {}] },
  {
    option: 'baseUrl',
    says: /absolute http\(s\) address/,
    values: [
      undefined,
      '',
      'service.example',
      '/v1',
      'ftp://service.example',
      'https://user:word@service.example',
      'https://service.example?a=b',
      'https://service.example?',
      'https://service.example#a',
      'https://service.example#',
    ],
  },
  {
    option: 'baseUrl',
    says: /must not end with \/v1/,
    values: ['https://service.example/v1', 'https://service.example/v1/'],
  },
  {
    option: 'allowedOrigins',
    says: /Expected origins such as/,
    values: [
      ['*'],
      ['https://shop.example/'],
      ['https://shop.example/checkout'],
      ['shop.example'],
      ['https://Shop.example'],
      ['https://shop.example:443'],
      ['null'],
      [''],
      ['https://shop.example', '*'],
      'https://shop.example',
      [undefined],
    ],
  },
  { option: 'store', says: /must be a store/, values: [null, {}, 'redis', { read: () => null }] },
  { option: 'storePath', says: /path of a folder/, values: ['', null, 5] },
  ...['requestsPerMinute', 'attemptsPerReference', 'attemptsPerClient'].map((name) => ({
    option: `limits.${name}`,
    says: /whole number above 0, or false/,
    values: [0, -1, 1.5, '900', true],
  })),
  ...['clientId', 'humanCheck'].map((name) => ({
    option: `limits.${name}`,
    says: /must be a function/,
    values: [true, 'x-forwarded-for'],
  })),
];

/** Options with one more, which may be a member of another. */
function withOption(option: string, value: unknown): Record<string, unknown> {
  const [name = '', member] = option.split('.');
  return { ...RIGHT, [name]: member === undefined ? value : { [member]: value } };
}

describe('options that are wrong stop the proxy at start', () => {
  for (const { option, says, values } of WRONG) {
    for (const value of values) {
      it(`${option} ${JSON.stringify(value)}: the error names ${option} and says what was expected`, () => {
        assert.throws(
          () => create(withOption(option, value)),
          (error) => {
            assert.ok(error instanceof ProxyConfigurationError, String(error));
            assert.equal(error.option, option);
            assert.match(error.message, new RegExp(`${option} .*${says.source}`));
            return true;
          },
        );
      });
    }
  }

  const isAbout = (option: string, says: RegExp) => (error: unknown) =>
    error instanceof ProxyConfigurationError && error.option === option && says.test(error.message);

  for (const trustBrowserAmount of [undefined, false, 'yes', 1]) {
    it(`without resolvePayment and with trustBrowserAmount ${JSON.stringify(trustBrowserAmount)}: says why`, () => {
      const says = /resolvePayment is missing.*controls the amount/;
      assert.throws(() => create({ ...RIGHT, trustBrowserAmount }), isAbout('resolvePayment', says));
    });
  }

  for (const [mode, apiKey] of [
    ['test', 'sk_live_9f8e7d6c'],
    ['live', 'sk_test_9f8e7d6c'],
    ['test', ['sk_test_9f8e7d6c', 'sk_live_9f8e7d6c']],
  ] as const) {
    it(`mode ${mode} with ${String(apiKey)}: says that the key is of the other kind`, () => {
      assert.throws(() => create({ ...RIGHT, mode, apiKey }), isAbout('mode', /key of the other kind/));
    });
  }

  it('with both resolvePayment and trustBrowserAmount: says that they exclude each other', () => {
    const both = { ...RIGHT, resolvePayment: () => null };
    assert.throws(() => create(both), isAbout('resolvePayment', /exclude each other/));
  });

  it('resolvePayment that is no function is none', () => {
    const order = { ...RIGHT, trustBrowserAmount: undefined, resolvePayment: { amount: 4999, currency: 'EUR' } };
    assert.throws(() => create(order), isAbout('resolvePayment', /is missing/));
  });

  it('no error shows the key, a wrong key least of all', () => {
    for (const change of [
      { mode: 'x' },
      { baseUrl: 'x' },
      { trustBrowserAmount: false },
      { apiKey: `${API_KEY} \n` },
    ]) {
      assert.throws(
        () => create({ ...RIGHT, ...change }),
        (error) => error instanceof ProxyConfigurationError && !(error.stack ?? '').includes(API_KEY),
      );
    }
  });
});

describe('a Live key needs https', () => {
  for (const host of [
    'service.example',
    '192.168.0.7',
    '10.0.0.1',
    '[2001:db8::1]',
    '127.0.0.1.example',
    'localhost.example',
    '0.0.0.0',
  ]) {
    it(`http://${host} is refused`, () => {
      assert.throws(
        () => create({ ...RIGHT, mode: 'live', baseUrl: `http://${host}` }),
        (error) =>
          error instanceof ProxyConfigurationError && error.option === 'baseUrl' && /https/.test(error.message),
      );
    });
  }

  for (const host of ['localhost', 'localhost:4243', '127.0.0.1', '127.1.2.3', '[::1]:80']) {
    it(`http://${host} is this machine, so it is allowed, and said`, () => {
      const { logger, lines } = keepLog();
      create({ ...RIGHT, mode: 'live', baseUrl: `http://${host}`, logger });
      assert.deepEqual(
        lines.map(({ level, event }) => [level, event]),
        [['warn', 'live_key_over_http']],
      );
    });
  }

  for (const [what, options] of [
    ['https with a Live key', { mode: 'live' }],
    ['http with a Test key', { baseUrl: 'http://service.example' }],
  ] as const) {
    it(`${what} is nothing to warn about`, () => {
      const { logger, lines } = keepLog();
      create({ ...RIGHT, ...options, logger });
      assert.deepEqual(lines, []);
    });
  }
});

describe('a Live key needs a store that remembers', () => {
  const live = { ...RIGHT, mode: 'live', store: createMemoryStore() };

  it('one that forgets is refused', () => {
    assert.throws(
      () => create(live),
      (error) => error instanceof ProxyConfigurationError && error.option === 'store' && /twice/.test(error.message),
    );
  });

  it('one that forgets is taken when that is said out loud', () => {
    assert.doesNotThrow(() => create({ ...live, allowMemoryStore: true }));
  });

  it('one that forgets is taken with a Test key', () => {
    assert.doesNotThrow(() => create({ ...live, mode: 'test' }));
  });
});

describe('options that are right', () => {
  for (const [what, options] of [
    ['resolvePayment in place of trustBrowserAmount', { trustBrowserAmount: undefined, resolvePayment: () => null }],
    [
      'resolvePayment, and trustBrowserAmount said to be false',
      { trustBrowserAmount: false, resolvePayment: () => null },
    ],
    ['a service below a path', { baseUrl: 'https://service.example/payments/' }],
    ['two keys, while one takes the place of the other', { apiKey: [API_KEY, `${API_KEY}2`] }],
    ['other origins', { allowedOrigins: ['https://shop.example', 'http://localhost:5173'] }],
    ['no limits', { limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } }],
    ['no other origins', { allowedOrigins: [] }],
  ] as const) {
    it(what, () => {
      assert.doesNotThrow(() => create({ ...RIGHT, ...options }));
    });
  }
});
