import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPaymentProxy, ProxyConfigurationError, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { API_KEY, captureLog } from '../../support/node-proxy.js';

const VALID = {
  baseUrl: 'https://service.example',
  apiKey: API_KEY,
  mode: 'test',
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
} as const;

/** Options without types, as in JavaScript. */
const create = (options: Record<string, unknown>) => createPaymentProxy(options as unknown as PaymentProxyOptions);

interface Invalid {
  readonly option: string;
  readonly message: RegExp;
  readonly values: readonly unknown[];
}

const INVALID: readonly Invalid[] = [
  { option: 'mode', message: /"test" or "live"/, values: [undefined, '', 'TEST', 'sandbox', true] },
  {
    option: 'apiKey',
    message: /API key/,
    values: [
      undefined,
      '',
      ' ',
      'two words',
      'line\nbreak',
      'ключ',
      5,
      [],
      `"${API_KEY}"`,
      `'${API_KEY}'`,
      `\u201c${API_KEY}\u201d`,
      `PAYMENTS_API_KEY=${API_KEY}`,
      `PAYMENTS_API_KEY: ${API_KEY}`,
      `Bearer ${API_KEY}`,
      `\${PAYMENTS_API_KEY}`,
      '$PAYMENTS_API_KEY',
      '{{ api_key }}',
      '%API_KEY%',
      `<${API_KEY}>`,
      `${API_KEY},`,
      `${API_KEY};`,
      '====',
      [API_KEY, `"${API_KEY}2"`],
      ['one'],
      ['one', 'one'],
      ['one', ''],
      ['one', 'two', 'three'],
    ],
  },
  { option: 'mount_path', message: /is not an option\. Expected .*mountPath/, values: [{}, undefined] },
  { option: 'limits.requestPerMinute', message: /is not an option\. Expected one of requestsPerMinute/, values: [100] },
  {
    option: 'brands',
    message: /Expected names out of: visa mastercard/,
    values: [[], 'visa', ['visa', 'VISA'], [1], null],
  },
  {
    option: 'actionOrigins',
    message: /Expected https origins/,
    values: [[], null, 'https://acs.example', ['http://acs.example'], ['https://acs.example/'], ['*'], [5]],
  },
  { option: 'logger', message: /Expected a function/, values: [null, 'console', {}] },
  {
    option: 'baseUrl',
    message: /Expected an absolute http\(s\) URL/,
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
    message: /ends with \/v1/,
    values: ['https://service.example/v1', 'https://service.example/v1/'],
  },
  {
    option: 'allowedOrigins',
    message: /Expected origins such as/,
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
  { option: 'frame', message: /Expected \{ ancestors/, values: [null, true, 'https://shop.example'] },
  {
    option: 'frame.ancestor',
    message: /is not an option\. Expected one of ancestors, currencyExponents, fonts, files/,
    values: [[]],
  },
  {
    option: 'frame.ancestors',
    message: /Expected https origins such as/,
    values: [
      undefined,
      [],
      'https://shop.example',
      ['*'],
      ['https:'],
      ["'self'"],
      ['http://shop.example'],
      ['https://shop.example/'],
      ['https://shop.example/checkout'],
      ['https://*.shop.example'],
      ['https://shop.example;script-src'],
      ['https://shop.example', 'https://a,b.example'],
      ['https://shop.example https://evil.example'],
      ['https://[::1]'],
    ],
  },
  {
    option: 'answerFields',
    message: /Expected names of members such as/,
    values: [null, 'id', [], [''], ['id', 5], ['__proto__'], ['id', 'constructor'], ['prototype']],
  },
  { option: 'store', message: /is not a store. Expected/, values: [null, {}, 'redis', { read: () => null }] },
  {
    option: 'mountPath',
    message: /Expected a path such as/,
    values: ['', 'pay', '/pay/', '/pay\\x', '/pay?', null, 5],
  },
  { option: 'storePath', message: /path of a folder/, values: ['', null, 5] },
  ...['requestsPerMinute', 'attemptsPerReference', 'attemptsPerClient'].map((name) => ({
    option: `limits.${name}`,
    message: /Expected a positive integer, or false/,
    values: [0, -1, 1.5, '900', true],
  })),
  ...['clientId', 'humanCheck'].map((name) => ({
    option: `limits.${name}`,
    message: /Expected a function/,
    values: [true, 'x-forwarded-for'],
  })),
  { option: 'limits.postgres', message: /Expected a Pool of the package "pg"/, values: [null, 'postgres://db', {}] },
];

/** Valid options with one change, possibly of a nested member. */
function withOption(option: string, value: unknown): Record<string, unknown> {
  const [name = '', member] = option.split('.');
  return { ...VALID, [name]: member === undefined ? value : { [member]: value } };
}

describe('invalid options', () => {
  for (const { option, message, values } of INVALID) {
    for (const value of values) {
      it(`${option} ${JSON.stringify(value)}: throws an error with the option and the expected value`, () => {
        assert.throws(
          () => create(withOption(option, value)),
          (error) => {
            assert.ok(error instanceof ProxyConfigurationError, String(error));
            assert.equal(error.option, option);
            assert.match(error.message, new RegExp(`${option} .*${message.source}`));
            return true;
          },
        );
      });
    }
  }

  const isAbout = (option: string, message: RegExp) => (error: unknown) =>
    error instanceof ProxyConfigurationError && error.option === option && message.test(error.message);

  for (const trustBrowserAmount of [undefined, false, 'yes', 1]) {
    it(`trustBrowserAmount ${JSON.stringify(trustBrowserAmount)} without resolvePayment`, () => {
      const message = /resolvePayment is missing.*page can be manipulated/;
      assert.throws(() => create({ ...VALID, trustBrowserAmount }), isAbout('resolvePayment', message));
    });
  }

  for (const [mode, apiKey] of [
    ['test', 'sk_live_9f8e7d6c'],
    ['live', 'sk_test_9f8e7d6c'],
    ['test', ['sk_test_9f8e7d6c', 'sk_live_9f8e7d6c']],
  ] as const) {
    it(`mode ${mode} with the API key ${String(apiKey)}`, () => {
      assert.throws(() => create({ ...VALID, mode, apiKey }), isAbout('mode', /Expected both to be of the same kind/));
    });
  }

  for (const currencyExponents of [null, 'ISK', { ISK: 5 }, { XXX: 2 }]) {
    it(`frame.currencyExponents ${JSON.stringify(currencyExponents)}`, () => {
      const frame = { ancestors: ['https://shop.example'], currencyExponents };
      assert.throws(
        () => create({ ...VALID, frame }),
        isAbout('frame.currencyExponents', /Expected numbers of decimals/),
      );
    });
  }

  for (const font of [
    null,
    'Inter',
    { family: 'Inter' },
    { src: '/inter.woff2' },
    { family: '', src: '/inter.woff2' },
    { family: 'Inter', src: 'http://fonts.example/inter.woff2' },
    { family: 'Inter', src: '//fonts.example/inter.woff2' },
    { family: 'Inter', src: 'inter.woff2' },
    { family: 'Inter', src: 'https://*.example/inter.woff2' },
    { family: 'Inter', src: '/inter.woff2")' },
    { family: 'Inter', src: '/inter.woff2', weight: 400 },
    { family: 'Inter', src: '/inter.woff2', stretch: 'condensed' },
  ]) {
    it(`frame.fonts with ${JSON.stringify(font)}`, () => {
      const frame = { ancestors: ['https://shop.example'], fonts: [font] };
      assert.throws(() => create({ ...VALID, frame }), isAbout('frame.fonts', /Expected \{ family, src \}/));
    });
  }

  it('frame.files that is not a function', () => {
    const frame = { ancestors: ['https://shop.example'], files: './dist/browser' };
    assert.throws(() => create({ ...VALID, frame }), isAbout('frame.files', /Expected a function/));
  });

  it('resolvePayment together with trustBrowserAmount', () => {
    const both = { ...VALID, resolvePayment: () => null };
    assert.throws(() => create(both), isAbout('resolvePayment', /exclude each other/));
  });

  it('a store that cannot list', () => {
    const store = { ...createMemoryStore(), list: undefined };
    assert.throws(() => create({ ...VALID, store }), isAbout('store', /list/));
  });

  it('limits in both Redis and PostgreSQL', () => {
    const pool = { query: () => Promise.resolve({ rows: [] }) };
    const redis = { eval: () => Promise.resolve(null) };
    const both = { ...VALID, limits: { ...VALID.limits, redis, postgres: pool } };
    assert.throws(() => create(both), isAbout('limits.postgres', /Expected one of them/));
  });

  for (const limits of [undefined, {}, { attemptsPerClient: 5 }, { attemptsPerReference: false }] as const) {
    it(`trustBrowserAmount with limits ${JSON.stringify(limits)}, which do not limit clients`, () => {
      const message = /^createPaymentProxy: limits\.clientId is missing.*set limits: \{ attemptsPerClient: false \}/;
      assert.throws(() => create({ ...VALID, limits }), isAbout('limits.clientId', message));
    });
  }

  const SHORT = 'a-secret-of-31-bytes-is-no-good';
  const LONG = 'a-secret-of-the-shop-of-32-bytes';
  for (const secret of [undefined, null, '', SHORT, 5, {}, [], [SHORT], [LONG, SHORT], [LONG, ''], [undefined, LONG]]) {
    for (const source of [{}, { resolvePayment: () => null }]) {
      it(`orderTokenSecret ${JSON.stringify(secret)} ${source.resolvePayment ? 'with' : 'without'} resolvePayment`, () => {
        const { trustBrowserAmount, ...valid } = VALID;
        const message = /is missing or too short\. Expected a random string of at least 32 bytes/;
        assert.throws(
          () => create({ ...valid, ...source, orderTokenSecret: secret }),
          (error: Error) => isAbout('orderTokenSecret', message)(error) && !error.message.includes(SHORT),
        );
      });
    }
  }

  it('orderTokenSecret with three secrets', () => {
    const options = { ...VALID, trustBrowserAmount: undefined, orderTokenSecret: [LONG, LONG, LONG] };
    assert.throws(() => create(options), isAbout('orderTokenSecret', /too many/));
  });

  it('orderTokenSecret together with trustBrowserAmount', () => {
    const both = { ...VALID, orderTokenSecret: LONG };
    assert.throws(() => create(both), isAbout('orderTokenSecret', /exclude each other/));
  });

  it('resolvePayment that is not a function, beside orderTokenSecret', () => {
    const options = { ...VALID, trustBrowserAmount: undefined, orderTokenSecret: LONG, resolvePayment: 'order' };
    assert.throws(() => create(options), isAbout('resolvePayment', /is not a function/));
  });

  it('resolvePayment that is not a function', () => {
    const order = { ...VALID, trustBrowserAmount: undefined, resolvePayment: { amount: 4999, currency: 'EUR' } };
    assert.throws(() => create(order), isAbout('resolvePayment', /is missing/));
  });

  it('no error contains the API key', () => {
    for (const change of [
      { mode: 'x' },
      { baseUrl: 'x' },
      { trustBrowserAmount: false },
      { apiKey: `${API_KEY} \n` },
      { apiKey: `"${API_KEY}"` },
    ]) {
      assert.throws(
        () => create({ ...VALID, ...change }),
        (error) => error instanceof ProxyConfigurationError && !(error.stack ?? '').includes(API_KEY),
      );
    }
  });
});

describe('https with a Live key', () => {
  for (const host of [
    'service.example',
    '192.168.0.7',
    '10.0.0.1',
    '[2001:db8::1]',
    '127.0.0.1.example',
    'localhost.example',
    '0.0.0.0',
  ]) {
    it(`rejects http://${host}`, () => {
      assert.throws(
        () => create({ ...VALID, mode: 'live', baseUrl: `http://${host}` }),
        (error) =>
          error instanceof ProxyConfigurationError && error.option === 'baseUrl' && /https/.test(error.message),
      );
    });
  }

  for (const host of ['localhost', 'localhost:4243', '127.0.0.1', '127.1.2.3', '[::1]:80']) {
    it(`accepts http://${host}, the same machine, with a warning`, () => {
      const { logger, lines } = captureLog();
      create({ ...VALID, mode: 'live', baseUrl: `http://${host}`, logger });
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
    it(`does not warn about ${what}`, () => {
      const { logger, lines } = captureLog();
      create({ ...VALID, ...options, logger });
      assert.deepEqual(lines, []);
    });
  }
});

describe('durable store with a Live key', () => {
  const live = { ...VALID, mode: 'live', store: createMemoryStore() };

  it('rejects a store in memory', () => {
    assert.throws(
      () => create(live),
      (error) => error instanceof ProxyConfigurationError && error.option === 'store' && /twice/.test(error.message),
    );
  });

  it('accepts a store in memory with allowMemoryStore', () => {
    assert.doesNotThrow(() => create({ ...live, allowMemoryStore: true }));
  });

  it('accepts a store in memory with a Test key', () => {
    assert.doesNotThrow(() => create({ ...live, mode: 'test' }));
  });
});

describe('valid options', () => {
  for (const [what, options] of [
    ['resolvePayment', { trustBrowserAmount: undefined, resolvePayment: () => null }],
    ['orderTokenSecret', { trustBrowserAmount: undefined, orderTokenSecret: 'x'.repeat(32) }],
    ['orderTokenSecret of 32 bytes in UTF-8', { trustBrowserAmount: undefined, orderTokenSecret: 'ключ'.repeat(4) }],
    ['two secrets', { trustBrowserAmount: undefined, orderTokenSecret: ['x'.repeat(32), 'y'.repeat(32)] }],
    ['one secret and no old one', { trustBrowserAmount: undefined, orderTokenSecret: ['x'.repeat(32), undefined] }],
    [
      'orderTokenSecret with resolvePayment',
      { trustBrowserAmount: undefined, orderTokenSecret: 'x'.repeat(32), resolvePayment: () => null },
    ],
    ['resolvePayment with trustBrowserAmount: false', { trustBrowserAmount: false, resolvePayment: () => null }],
    ['a service below a path', { baseUrl: 'https://service.example/payments/' }],
    ['an API key with every sign of a Bearer token', { apiKey: 'aZ09-._~+/==' }],
    ['two API keys', { apiKey: [API_KEY, `${API_KEY}2`] }],
    ['other origins', { allowedOrigins: ['https://shop.example', 'http://localhost:5173'] }],
    ['trustBrowserAmount with clientId', { limits: { clientId: () => 'ada' } }],
    ['resolvePayment without clientId', { trustBrowserAmount: undefined, resolvePayment: () => null, limits: {} }],
    ['no limits', { limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } }],
    ['no other origins', { allowedOrigins: [] }],
  ] as const) {
    it(what, () => {
      assert.doesNotThrow(() => create({ ...VALID, ...options }));
    });
  }
});
