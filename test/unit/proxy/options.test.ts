import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPaymentProxy, ProxyConfigurationError, type PaymentProxyOptions } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
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
  { option: 'mode', message: /"test" or "live"/, values: [undefined, 'TEST', true] },
  {
    option: 'apiKey',
    message: /API key/,
    values: [undefined, '', 'two words', 'ключ', `"${API_KEY}"`, `PAYMENTS_API_KEY=${API_KEY}`, `Bearer ${API_KEY}`],
  },
  { option: 'apiKey', message: /two different/, values: [[], ['one'], ['one', 'one'], ['one', 'two', 'three']] },
  { option: 'allowMemoryStore', message: /is not a boolean/, values: ['true', null] },
  { option: 'mount_path', message: /is not an option\. Expected .*mountPath/, values: [{}, undefined] },
  { option: 'limits.requestPerMinute', message: /is not an option\. Expected one of requestsPerMinute/, values: [100] },
  { option: 'brands', message: /Expected names out of: visa mastercard/, values: [[], 'visa', ['visa', 'VISA']] },
  {
    option: 'actionOrigins',
    message: /Expected https origins/,
    values: [[], null, ['http://acs.example'], ['https://acs.example/'], ['*']],
  },
  { option: 'logger', message: /Expected a function/, values: [null, 'console', {}] },
  {
    option: 'baseUrl',
    message: /Expected an absolute http\(s\) URL/,
    values: [
      undefined,
      '/v1',
      'ftp://service.example',
      'https://user:word@service.example',
      'https://service.example?',
    ],
  },
  {
    option: 'baseUrl',
    message: /placeholder of the documentation/,
    values: ['https://api.example', 'https://api.example.com/'],
  },
  { option: 'baseUrl', message: /uses port 6000, which fetch blocks/, values: ['http://localhost:6000'] },
  {
    option: 'apiKey',
    message: /placeholder of the documentation/,
    values: ['your-test-api-key', 'sandbox_test_…', ['one', 'your-api-key']],
  },
  {
    option: 'apiKey',
    message: /stands for a missing value/,
    values: [
      ...['undefined', 'null', 'NaN', 'None', 'Undefined', 'NULL', '[object Object]', '${PAYMENTS_API_KEY}'],
      ['one', 'undefined'],
    ],
  },
  {
    option: 'apiKey',
    message: /a placeholder\. Replace it/,
    values: ['changeme', 'CHANGE-ME', 'xxxxxxxx', 'YOUR_API_KEY', 'api-key', 'none'],
  },
  { option: 'baseUrl', message: /ends with \/v1/, values: ['https://service.example/v1/'] },
  {
    option: 'allowedOrigins',
    message: /Expected origins such as/,
    values: [
      ...['https://shop.example/', 'shop.example', 'https://shop.example:443', 'https://Shop.example'],
      ...[
        'https://shop.example, https://b.example',
        'capacitor://localhost/',
        'capacitor:',
        'capacitor://',
        'APP://localhost',
      ],
      ...[
        'ftp://shop.example',
        'ws://shop.example',
        'data:text/html,x',
        'blob:https://shop.example/1',
        '',
        undefined,
        1,
      ],
    ].map((origin) => ['https://shop.example', origin]),
  },
  { option: 'allowedOrigins', message: /Expected a list of origins/, values: [null, 'https://shop.example', {}] },
  {
    option: 'allowedOrigins',
    message: /which matches no page, since there are no wildcards/,
    values: [['*'], ['https://*.shop.example'], ['https://shop.example', 'capacitor://*']],
  },
  { option: 'allowedOrigins', message: /which any site can have/, values: [['null']] },
  { option: 'allowedOrigins', message: /pages from files have the origin "null"/, values: [['file://'], ['file:///']] },
  { option: 'frame', message: /Expected \{ ancestors/, values: [null, true, 'https://shop.example'] },
  { option: 'frame.ancestor', message: /is not an option\. Expected one of ancestors/, values: [[]] },
  {
    option: 'frame.ancestors',
    message: /Expected https origins such as/,
    values: [undefined, [], ['*'], ["'self'"], ['http://shop.example'], ['https://*.shop.example'], ['https://a;b']],
  },
  {
    option: 'answerFields',
    message: /Expected names of members such as/,
    values: [null, [], [''], ['__proto__'], ['id', 'constructor']],
  },
  { option: 'store', message: /is not a store. Expected/, values: [null, {}, 'redis', { read: () => null }] },
  { option: 'mountPath', message: /Expected a path such as/, values: ['', 'pay', '/pay/', '/pay?', null] },
  { option: 'storePath', message: /path of a folder/, values: ['', null] },
  {
    option: 'limits.attemptsPerClient',
    message: /Expected a positive integer, or false/,
    values: [0, 1.5, '900', true],
  },
  { option: 'limits.clientId', message: /Expected a function/, values: [true, 'x-forwarded-for'] },
  { option: 'limits.postgres', message: /Expected a Pool of the package "pg"/, values: [null, 'postgres://db', {}] },
  {
    option: 'frame.currencyExponents',
    message: /Expected numbers of decimals/,
    values: [null, { ISK: 5 }, { XXX: 2 }],
  },
  {
    option: 'frame.fonts',
    message: /Expected \{ family, src \}/,
    values: [
      { family: 'Inter' },
      { family: 'Inter', src: 'http://fonts.example/inter.woff2' },
      { family: 'Inter', src: '/inter.woff2")' },
      { family: 'Inter', src: '/inter.woff2', weight: 400 },
      { family: 'Inter', src: '/inter.woff2', stretch: 'condensed' },
    ].map((font) => [font]),
  },
];

const FRAME = { ancestors: ['https://shop.example'] };

/** Valid options with one change, possibly of a nested member. */
function withOption(option: string, value: unknown): Record<string, unknown> {
  const [name = '', member] = option.split('.');
  if (member === undefined) return { ...VALID, [name]: value };
  return { ...VALID, [name]: { ...(name === 'frame' && FRAME), [member]: value } };
}

const SHORT = 'a-secret-of-31-bytes-is-no-good';
const COPIED = 'replace-this-with-32-random-characters';
const LONG = 'a-secret-of-the-shop-of-32-bytes';
const resolvePayment = () => null;
const query = () => Promise.resolve({ rows: [] });
const redis = { eval: () => Promise.resolve(null) };

const NO_AMOUNT = { trustBrowserAmount: undefined };

/** Options that are wrong together. */
const CONFLICTS: readonly (readonly [option: string, message: RegExp, change: Record<string, unknown>])[] = [
  ['resolvePayment', /is missing.*page can be manipulated/, NO_AMOUNT],
  ['resolvePayment', /is missing/, { trustBrowserAmount: 'yes' }],
  ['resolvePayment', /is missing/, { ...NO_AMOUNT, resolvePayment: { amount: 1, currency: 'EUR' } }],
  ['resolvePayment', /is not a function/, { ...NO_AMOUNT, orderTokenSecret: LONG, resolvePayment: 'order' }],
  ['resolvePayment', /exclude each other/, { resolvePayment }],
  ['orderTokenSecret', /exclude each other/, { orderTokenSecret: LONG }],
  ['orderTokenSecret', /too many/, { ...NO_AMOUNT, orderTokenSecret: [LONG, LONG, LONG] }],
  ...[COPIED, [LONG, COPIED]].map(
    (orderTokenSecret) =>
      ['orderTokenSecret', /placeholder of the documentation/, { ...NO_AMOUNT, orderTokenSecret }] as const,
  ),
  ...['x'.repeat(40), 'ab'.repeat(20), `${'0'.repeat(31)}1`, 'password'.repeat(4), [LONG, ' a'.repeat(40)]].map(
    (orderTokenSecret) =>
      ['orderTokenSecret', /is easy to guess.*32 bytes/, { ...NO_AMOUNT, orderTokenSecret }] as const,
  ),
  ...[`${'{{ORDER_TOKEN_SECRET_OF_THE_SHOP}}'}`, '[object WebCryptoKeyOfSomeOtherRealm]'].map(
    (orderTokenSecret) =>
      ['orderTokenSecret', /stands for a missing value/, { ...NO_AMOUNT, orderTokenSecret }] as const,
  ),
  ...[undefined, SHORT, ' '.repeat(40), `${SHORT}         `, {}, [], [LONG, SHORT]].map(
    (orderTokenSecret) =>
      [
        'orderTokenSecret',
        /missing or too short.*32 bytes/,
        { ...NO_AMOUNT, orderTokenSecret, resolvePayment },
      ] as const,
  ),
  ['mode', /Expected both to be of the same kind/, { apiKey: 'sk_live_9f8e7d6c' }],
  ['mode', /Expected both to be of the same kind/, { mode: 'live', apiKey: 'sk_test_9f8e7d6c' }],
  ['mode', /Expected both to be of the same kind/, { apiKey: ['sk_test_9f8e7d6c', 'sk_live_9f8e7d6c'] }],
  ['store', /twice/, { mode: 'live', store: createMemoryStore() }],
  ['store', /list/, { store: { ...createMemoryStore(), list: undefined } }],
  ['limits.postgres', /Expected one of them/, { limits: { ...VALID.limits, redis, postgres: { query } } }],
  ['limits.clientId', /is missing.*set limits: \{ attemptsPerClient: false \}/, { limits: undefined }],
  ['limits.clientId', /is missing/, { limits: { attemptsPerClient: 5 } }],
  ...['service.example', '192.168.0.7', '127.0.0.1.example', 'a.localhost', '0.0.0.0'].map(
    (host) => ['baseUrl', /Expected https/, { mode: 'live', baseUrl: `http://${host}` }] as const,
  ),
];

describe('invalid options', () => {
  const cases = [
    ...INVALID.flatMap(({ option, message, values }) =>
      values.map((value) => ({ option, message, options: withOption(option, value), title: JSON.stringify(value) })),
    ),
    ...CONFLICTS.map(([option, message, change]) => ({
      option,
      message,
      options: { ...VALID, ...change },
      title: JSON.stringify(change),
    })),
  ];
  for (const { option, message, options, title } of cases) {
    it(`${option} ${title}: throws an error with the option and the expected value, without a secret`, () => {
      assert.throws(
        () => create(options),
        (error) => {
          assert.ok(error instanceof ProxyConfigurationError, String(error));
          assert.equal(error.option, option);
          assert.match(error.message, new RegExp(`${option} .*${message.source}`));
          assert.doesNotMatch(error.stack ?? '', new RegExp(`${API_KEY}|${SHORT}`));
          return true;
        },
      );
    });
  }

  it('are all named at once, unknown names first', () => {
    assert.throws(
      () => create({ ...VALID, baseURL: VALID.baseUrl, baseUrl: undefined, brands: [], storePath: '' }),
      (error) =>
        error instanceof ProxyConfigurationError &&
        error.option === 'baseURL' &&
        ['baseURL is not an option', 'baseUrl is not valid', 'brands contains', 'storePath is invalid'].every((text) =>
          error.message.includes(text),
        ),
    );
  });

  it('show neither a key in the place of another option nor the password of an address', () => {
    assert.throws(
      () => create({ ...VALID, mountPath: API_KEY, allowedOrigins: ['https://ada:hunter2@shop.example'] }),
      (error: Error) =>
        error.message.split('\n').length === 2 &&
        ![API_KEY, 'hunter2'].some((secret) => error.message.includes(secret)),
    );
  });
});

describe('http with a Live key', () => {
  for (const host of ['localhost:4243', '127.0.0.1', '[::1]:80']) {
    it(`accepts http://${host}, the same machine, with a warning`, () => {
      const { logger, lines } = captureLog();
      create({ ...VALID, mode: 'live', baseUrl: `http://${host}`, logger });
      assert.deepEqual(
        lines.map(({ level, event }) => [level, event]),
        [['warn', 'live_key_over_http']],
      );
    });
  }
});

const APPS = [
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'app://-',
  'app.shop://shop.example:8080',
];

describe('valid options', () => {
  const [byToken, bySession] = [
    { trustBrowserAmount: undefined, orderTokenSecret: LONG },
    { trustBrowserAmount: undefined, resolvePayment: () => null },
  ];
  for (const [what, options] of [
    ['resolvePayment', { ...bySession, limits: {} }],
    ['orderTokenSecret', byToken],
    ['orderTokenSecret of 32 bytes in UTF-8', { ...byToken, orderTokenSecret: 'совершенносекрет' }],
    ['two secrets', { ...byToken, orderTokenSecret: [LONG, `old ${LONG}`] }],
    ['one secret and no old one', { ...byToken, orderTokenSecret: [LONG, undefined] }],
    ['orderTokenSecret with resolvePayment', { ...byToken, ...bySession }],
    ['a service below a path', { baseUrl: 'https://service.example/payments/' }],
    ['an API key with every sign of a Bearer token', { apiKey: 'aZ09-._~+/==' }],
    ['two API keys', { apiKey: [API_KEY, `${API_KEY}2`] }],
    ['other origins', { allowedOrigins: ['https://shop.example', 'http://localhost:5173', 'http://[::1]:5173'] }],
    ['origins of apps', { allowedOrigins: APPS }],
    ['trustBrowserAmount with clientId', { limits: { clientId: () => 'ada' } }],
    ['a store in memory with a Test key', { store: createMemoryStore() }],
    ['a store in memory with allowMemoryStore', { mode: 'live', store: createMemoryStore(), allowMemoryStore: true }],
  ] as const) {
    it(what, () => {
      assert.doesNotThrow(() => create({ ...VALID, ...options }));
    });
  }
});
