import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as extras from '../../../src/form/optional/optional-fields.js';
import type { PaymentErrorCode } from '../../../src/contract/errors.js';
import { readMetadata, readSettings } from '../../../src/settings/read-settings.js';
import { readUsualSettings, type RawSettings, type Settings } from '../../../src/settings/usual-settings.js';

const VALID: RawSettings = {
  proxyUrl: '/pay',
  amount: 4999,
  minAmount: undefined,
  maxAmount: undefined,
  currency: 'EUR',
  currencyExponents: undefined,
  reference: 'order-1042',
  orderToken: undefined,
  description: undefined,
  fields: 'card-number card-expiry card-cvc cardholder-name',
  requestTimeout: 55_000,
  metadata: undefined,
  prefill: undefined,
  messages: undefined,
  ownerDocument: { location: { href: 'https://shop.example/checkout/?step=2' } },
};

type Raw = RawSettings & { readonly mode: unknown };

const result = ({ mode, ...change }: Partial<Raw>) => readSettings({ ...VALID, ...change }, mode, extras);

const read = (change: Partial<Raw> = {}): Settings => {
  const { settings, error } = result(change);
  return settings ?? assert.fail(error);
};

const errorOf = (change: Partial<Raw>) => result(change).error ?? assert.fail('The settings are valid.');

interface Setting {
  readonly key: keyof Raw;
  readonly code: PaymentErrorCode;
  /** Name of the setting and expected value in the message. */
  readonly message: readonly [name: string, expected: RegExp];
  readonly invalid: readonly unknown[];
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const INVALID: readonly Setting[] = [
  {
    key: 'proxyUrl',
    code: 'missing_proxy_url',
    message: ['proxy-url', /address of your proxy/],
    invalid: [undefined, '', ' '],
  },
  {
    key: 'proxyUrl',
    code: 'invalid_proxy_url',
    message: ['proxy-url', /https address/],
    invalid: [
      'javascript:alert(1)',
      'ftp://shop.example/pay',
      'https://user@shop.example/pay',
      'https://user:word@shop.example/pay',
      '/pay?shop=1',
      '/pay?',
      '/pay#here',
      '/pay#',
      'http://',
      'http://shop.example/pay',
      'http://192.168.0.1/pay',
      'http://localhost.example/pay',
      'http://127.0.0.1.example/pay',
      'ws://localhost/pay',
    ],
  },
  {
    key: 'isolated',
    code: 'not_isolated',
    message: ['isolated', /before the element is added to the page/],
    invalid: [true],
  },
  {
    key: 'brands',
    code: 'invalid_brands',
    message: ['brands', /names out of: visa mastercard/],
    invalid: ['Visa', 'visa,mastercard', ' ', ['visa'], 5],
  },
  {
    key: 'returnUrl',
    code: 'invalid_return_url',
    message: ['return-url', /https URL, or a URL of the origin of the page/],
    invalid: ['javascript:alert(1)', 'http://other.example/', 'https://user@shop.example/', ' ', 7, {}],
  },
  {
    key: 'reference',
    code: 'invalid_reference',
    message: ['reference', /at most 255 characters/],
    invalid: [
      ...[1042, {}, 'x'.repeat(256), ' order-1042', 'order-1042\n', '\u00a0order-1042', ' '],
      ...['\u200border-1042', 'order\n1042', 'order\u20281042', 'order\u00001042', '\u202eorder', 'order\u2069'],
    ],
  },
  {
    key: 'orderToken',
    code: 'invalid_order_token',
    message: ['order-token', /compact JWS of at most 4096 characters/],
    invalid: [
      7,
      {},
      'eyJhbGciOiJIUzI1NiJ9',
      'a.b',
      'a.b.c.d',
      'a..c',
      'a.b.c\n',
      ' a.b.c',
      'a.b.c=',
      `a.b.${'c'.repeat(4093)}`,
    ],
  },
  {
    key: 'amount',
    code: 'invalid_amount',
    message: ['amount', /minor units, up to 999,999,999,999,/],
    invalid: [undefined, null, '49.99', 49.99, '4999', 0, -1, NaN, Infinity, 1e15, '', 4999n, {}, circular],
  },
  {
    key: 'currency',
    code: 'invalid_currency',
    message: ['currency', /ISO 4217/],
    invalid: [undefined, null, '', 'eur', 'EURO', 'XXX', 'XAU', '€', 978, ' EUR', 'R E', 'UR '],
  },
  {
    key: 'fields',
    code: 'unknown_field',
    message: ['fields', /Expected names out of: card-number/],
    invalid: ['card-number card-expiry card-cvc iban', 'card-number card-expiry card-cvc toString'],
  },
  {
    key: 'fields',
    code: 'unknown_field',
    message: ['fields', /"card-cvc" twice/],
    invalid: ['card-number card-expiry card-cvc card-cvc'],
  },
  {
    key: 'fields',
    code: 'missing_field',
    message: ['fields', /lacks .*card-cvc/],
    invalid: ['', 'card-number card-expiry', 'cardholder-name'],
  },
  { key: 'mode', code: 'invalid_mode', message: ['mode', /"test", "live"/], invalid: ['', 'TEST', 'prod', true, 1] },
  {
    key: 'requestTimeout',
    code: 'invalid_request_timeout',
    message: ['request-timeout', /milliseconds/],
    invalid: [0, -1, 1.5, NaN, Infinity, 2 ** 31, '55s', '55000', ''],
  },
  {
    key: 'minAmount',
    code: 'invalid_amount_limits',
    message: ['min-amount', /minor units/],
    invalid: ['5.00', 0, -5, 4.5, Infinity],
  },
  {
    key: 'maxAmount',
    code: 'invalid_amount_limits',
    message: ['max-amount', /minor units/],
    invalid: ['5.00', 0, -5, 4.5, Infinity],
  },
  {
    key: 'currencyExponents',
    code: 'invalid_currency_exponents',
    message: ['currencyExponents', /0 to 4/],
    invalid: [
      'ISK',
      { ISK: '2' },
      { ISK: -1 },
      { ISK: 1.5 },
      { ISK: 5 },
      { ISK: NaN },
      { XXX: 2 },
      { isk: 2 },
      ['ISK'],
    ],
  },
];

function nameOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === circular) return 'a circular object';
  if (value instanceof Map) return 'a Map';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

describe('valid settings', () => {
  it('resolve a proxy URL relative to the page', () => {
    assert.equal(read({ proxyUrl: 'pay' }).proxyUrl, 'https://shop.example/checkout/pay');
  });

  for (const proxyUrl of ['/pay', '/pay/', '/pay//', ' /pay ', 'https://shop.example/pay/']) {
    it(`normalize the proxy URL "${proxyUrl}"`, () => {
      assert.equal(read({ proxyUrl }).proxyUrl, 'https://shop.example/pay');
    });
  }

  it('accept a proxy URL without a path', () => {
    assert.equal(read({ proxyUrl: 'http://localhost:3000' }).proxyUrl, 'http://localhost:3000');
  });

  for (const proxyUrl of [
    'http://shop.localhost/pay',
    'http://127.0.0.1:3000/pay',
    'http://127.9.9.9/pay',
    'http://[::1]/pay',
  ]) {
    it(`accept http on the same computer: ${proxyUrl}`, () => {
      assert.equal(read({ proxyUrl }).proxyUrl, proxyUrl);
    });
  }

  it('accept a relative proxy URL on an http page', () => {
    assert.equal(
      read({ proxyUrl: '/pay', ownerDocument: { location: { href: 'http://192.168.0.7/' } } }).proxyUrl,
      'http://192.168.0.7/pay',
    );
  });

  it('keep the order of fields', () => {
    assert.deepEqual(read({ fields: ' card-cvc\n card-number  card-expiry ' }).fields, [
      'card-cvc',
      'card-number',
      'card-expiry',
    ]);
  });

  for (const currency of ['JPY', 'KWD']) {
    it(`accept a currency with other than two decimals: ${currency}`, () => {
      assert.equal(read({ currency }).currency, currency);
    });
  }

  it('normalize a reference to NFC, since proxies compare it', () => {
    assert.equal(read({ reference: 'Cafe\u0301 7' }).reference, 'Caf\u00e9 7');
  });

  it('accept a reference with spaces inside', () => {
    assert.equal(read({ reference: 'Bestellung 10 42' }).reference, 'Bestellung 10 42');
  });

  it('remove control characters and bidirectional formatting from the description', () => {
    assert.equal(read({ description: '\u2068Two\u2069\u0000 tickets\n\u202eA' }).description, 'Two tickets\nA');
  });

  it('find a key in a description with control characters inside', () => {
    assert.equal(errorOf({ description: 'sk_live\u0000_123456789' }).code, 'key_in_browser');
  });

  it('treat an empty reference as missing', () => {
    assert.equal(read({ reference: '' }).reference, undefined);
  });

  it('normalize a reference to NFC, so that two spellings are one order', () => {
    assert.equal(read({ reference: 'Bestellung Mu\u0308ller' }).reference, 'Bestellung M\u00fcller');
  });

  for (const [what, orderToken] of [
    ['a compact JWS', 'eyJhbGciOiJIUzI1NiJ9.eyJyZWZlcmVuY2UiOiJvcmRlci0xMDQyIn0.c2ln-_0'],
    ['4096 characters', `a.b.${'c'.repeat(4092)}`],
    ['a signature that looks like a key', 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.sk_live_51abcdefgh'],
    ['an empty string, as no token', ''],
  ] as const) {
    it(`accept an order token: ${what}`, () => {
      assert.doesNotThrow(() => read({ orderToken }));
    });
  }

  for (const mode of ['test', 'live'] as const) {
    it(`expect the mode ${mode}`, () => {
      assert.equal(read({ mode }).expectedMode, mode);
    });
  }

  for (const mode of [undefined, null]) {
    it(`expect no mode for ${String(mode)}`, () => {
      assert.equal(read({ mode }).expectedMode, undefined);
    });
  }

  for (const metadata of [
    undefined,
    null,
    {},
    { order: '5' },
    Object.assign(Object.create(null) as object, { a: 'b' }),
  ]) {
    it(`accept metadata ${JSON.stringify(metadata)}`, () => {
      assert.doesNotThrow(() => read({ metadata }));
    });
  }

  it('accept equal amount limits', () => {
    const { minAmount, maxAmount } = read({ minAmount: 500, maxAmount: 500 });
    assert.deepEqual([minAmount, maxAmount], [500, 500]);
  });

  it('need no amount if the shopper enters it', () => {
    assert.equal(read({ amount: undefined, fields: 'amount card-number card-expiry card-cvc' }).amount, undefined);
  });

  it('accept a cardholder name in prefill', () => {
    assert.doesNotThrow(() => read({ prefill: { 'cardholder-name': 'Ada Lovelace' } }));
  });
});

describe('invalid settings', () => {
  for (const { key, code, message, invalid } of INVALID) {
    const [name, expected] = message;
    for (const value of invalid) {
      it(`give ${code} with name and expected value for ${name} ${nameOf(value)}`, () => {
        const error = errorOf({ [key]: value });
        assert.equal(error.code, code);
        assert.match(error.message, new RegExp(`^${name} .*\\. Expected `));
        assert.match(error.message, expected);
      });
    }
  }

  it('do not quote an invalid order token', () => {
    assert.ok(!errorOf({ orderToken: 'eyJhbGciOiJIUzI1NiJ9.eyJ9' }).message.includes('eyJ'));
  });

  it('give key_in_browser for an API key in place of an order token', () => {
    assert.equal(errorOf({ orderToken: 'sk_live_51abcdefgh' }).code, 'key_in_browser');
  });

  it('do not expose a password in the proxy URL', () => {
    assert.ok(!errorOf({ proxyUrl: 'https://user:hunter2@shop.example/pay' }).message.includes('hunter2'));
  });

  it('give invalid_proxy_url for http to another host, from an http page too', () => {
    const { code } = errorOf({
      proxyUrl: 'http://elsewhere.example/pay',
      ownerDocument: { location: { href: 'http://192.168.0.7/' } },
    });
    assert.equal(code, 'invalid_proxy_url');
  });

  const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
  for (const [what, change, where] of [
    ['reference', { reference: KEY }, '"reference"'],
    ['currency', { currency: KEY }, '"currency"'],
    ['proxyUrl', { proxyUrl: `/pay/${KEY}` }, '"proxyUrl"'],
    ['returnUrl', { returnUrl: `/thanks?key=${KEY}` }, '"returnUrl"'],
    ['mode', { mode: KEY }, '"mode"'],
    ['metadata, by the name of an entry', { metadata: { api_key: 'anything' } }, '"metadata.api_key"'],
    ['metadata, by the value of an entry', { metadata: { note: `Bearer ${KEY}` } }, '"metadata.note"'],
    ['metadata, as the name of an entry', { metadata: { [KEY]: 'x' } }, 'A name in "metadata"'],
    ['prefill, by the name of an entry', { prefill: { secret: 'x' } }, '"prefill.secret"'],
    ['prefill, by the value of an entry', { prefill: { email: 'rk_test_51Habcdefgh' } }, '"prefill.email"'],
    ['messages', { messages: { pay: KEY } }, '"messages.pay"'],
  ] as const) {
    it(`give key_in_browser for a key in ${what}, without repeating it`, () => {
      const { code, message } = errorOf(change);
      assert.deepEqual(
        [code, message.startsWith(`${where} `), /4eC39|51Habc/.test(message)],
        ['key_in_browser', true, false],
      );
    });
  }

  it('give invalid_amount_limits if the minimum is above the maximum', () => {
    assert.equal(errorOf({ minAmount: 501, maxAmount: 500 }).code, 'invalid_amount_limits');
  });

  it('give invalid_amount also if the shopper enters the amount', () => {
    const fields = 'amount card-number card-expiry card-cvc';
    assert.equal(errorOf({ amount: '49.99', fields }).code, 'invalid_amount');
  });
});

describe('readUsualSettings()', () => {
  const usual = ({ mode, ...change }: Partial<Raw> = {}) => readUsualSettings({ ...VALID, ...change }, mode)?.settings;

  const ACCEPTED: readonly Partial<Raw>[] = [
    {},
    { reference: undefined },
    { reference: '' },
    { reference: 'Cafe\u0301 7' },
    { description: '' },
    { description: 'Two tickets\nA' },
    { orderToken: '' },
    { orderToken: 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.sk_live_51abcdefgh' },
    { mode: 'test' },
    { mode: null },
    { currency: 'KWD' },
    { proxyUrl: 'https://shop.example/pay/' },
    { metadata: null },
    { fields: 'card-number card-expiry card-cvc' },
  ];
  for (const change of ACCEPTED) {
    it(`reads ${JSON.stringify(change)} as readSettings() does`, () => {
      const unusual = [
        'minAmount',
        'maxAmount',
        'currencyExponents',
        'prefill',
        'brands',
        'returnUrl',
        'actionOrigins',
      ];
      const none = Object.fromEntries(unusual.map((name) => [name, undefined]));
      assert.deepEqual({ ...none, ...usual(change) }, read(change));
    });
  }

  for (const change of [
    { metadata: {} },
    { prefill: {} },
    { messages: {} },
    { minAmount: 500 },
    { returnUrl: '/thanks' },
    { currencyExponents: {} },
    { requestTimeout: 1000 },
    { fields: 'card-cvc card-number card-expiry' },
    { description: 'Two\u0000 tickets' },
  ]) {
    it(`leaves ${JSON.stringify(change)} to readSettings()`, () => {
      assert.equal(usual(change), undefined);
    });
  }

  it('accepts no setting that readSettings() rejects', () => {
    const invalid = INVALID.flatMap(({ key, invalid }) => invalid.map((value) => ({ [key]: value })));
    assert.deepEqual(invalid.filter(usual), []);
  });

  for (const name of Object.keys(VALID).filter((name) => name !== 'ownerDocument')) {
    it(`accepts no API key in ${name}`, () => {
      const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
      assert.deepEqual(
        [key, `/pay/${key}`, { note: key }].filter((value) => usual({ [name]: value })),
        [],
      );
    });
  }
});

describe('what only describes the payment never blocks it:', () => {
  const SURROGATES = '\u{1f600}'.repeat(600);

  for (const [what, given, expected] of [
    ['a number', 7, '7'],
    ['an array', [], undefined],
    ['an object', { toString: 1 }, undefined],
    ['a long text', 'x'.repeat(1001), 'x'.repeat(1000)],
    ['a long text of emoji', `x${SURROGATES}`, `x${SURROGATES}`.slice(0, 999)],
  ] as const) {
    it(`description, ${what}`, () => {
      assert.equal(read({ description: given }).description, expected);
    });
  }

  for (const [what, given, expected] of [
    ['texts, numbers and booleans', { a: 'x', b: 5, c: 5n, d: true }, { a: 'x', b: '5', c: '5', d: 'true' }],
    ['other values', { a: null, b: undefined, c: {}, d: ['x'], e: new Date(0), f: () => 1, g: circular }, {}],
    ['a long value', { a: 'x'.repeat(1001), b: 'y' }, { a: 'x'.repeat(1000), b: 'y' }],
    ['a long name', { ['n'.repeat(65)]: 'x', b: 'y' }, { b: 'y' }],
    ['names with harmful characters', { 'cart\u0000': 'x', '\u202ecart': 'x', b: 'y' }, { b: 'y' }],
    ['names of prototypes', JSON.parse('{"__proto__":"x","constructor":"x","prototype":"x","b":"y"}'), { b: 'y' }],
    ['a text', 'text', {}],
    ['an array', ['text'], {}],
    ['a map', new Map([['order', '5']]), {}],
  ] as const) {
    it(`metadata, ${what}`, () => {
      assert.ok(read({ metadata: given }));
      assert.deepEqual(readMetadata(given), expected);
    });
  }

  it('metadata that the proxy would not read, which is too long', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, 'é'.repeat(900)]));
    const kept = JSON.stringify(readMetadata({ first: 'x', ...many, last: 'z' }));
    assert.ok(Buffer.byteLength(kept) < 10_000);
    assert.deepEqual([kept.includes('first'), kept.includes('last')], [true, true]);
  });

  for (const [what, given, expected] of [
    ['card data', { 'card-number': '4242424242424242', 'card-cvc': '123', 'card-expiry': '12/30' }, {}],
    ['an unknown name', { iban: 'x', toString: 'x', email: 'ada@example.org' }, { email: 'ada@example.org' }],
    ['an amount', { amount: '25.00' }, {}],
    ['a country in small letters', { country: ' de' }, { country: 'DE' }],
    ['no country', { country: 'Germany', email: 'a@b.example' }, { email: 'a@b.example' }],
    ['a country that is a number', { country: 49 }, {}],
    ['a number', { 'postal-code': 10115 }, { 'postal-code': '10115' }],
    ['an object', { email: {}, phone: null, city: undefined }, {}],
    ['a text', 'ada', {}],
    ['an array', ['ada'], {}],
  ] as const) {
    it(`prefill, ${what}`, () => {
      assert.deepEqual({ ...read({ prefill: given }).prefill }, expected);
    });
  }

  for (const messages of [
    { pey: 'Pay' },
    { toString: 'x' },
    { pay: 5 },
    { pay: '' },
    { banner: ' ' },
    { pay: 'Pay {amout}' },
    'Pay',
    5,
    ['Pay'],
    new Map([['pay', 'Pay']]),
  ]) {
    it(`messages, ${JSON.stringify(messages)}`, () => {
      assert.ok(read({ messages }));
    });
  }

  it('the console names it once, without its value', (t) => {
    const warn = t.mock.method(console, 'warn', () => undefined);
    const secret = 'Ada Lovelace, '.repeat(100);
    for (let turn = 0; turn < 3; turn++) read({ metadata: { customer: secret } });
    const lines = warn.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.equal(lines.length, 1);
    assert.match(lines.join(), /metadata\.customer/);
    assert.doesNotMatch(lines.join(), /Ada/);
  });
});

describe('readMetadata()', () => {
  it('removes control characters and bidirectional formatting from values', () => {
    const metadata = { gift: 'For\u0000 you\n\u202eAda\u202c', cart: '77' };
    assert.deepEqual(readMetadata(metadata), { gift: 'For you\nAda', cart: '77' });
  });

  it('keeps direction marks and joiners, which texts need', () => {
    const metadata = { gift: '\u200fשלום\u200e علی\u200cرضا' };
    assert.deepEqual(readMetadata(metadata), metadata);
  });
});
