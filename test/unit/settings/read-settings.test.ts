import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contact from 'payment-widget/form/contact/fields';
import * as late from 'payment-widget/settings/read-settings';
import { readSettings, type RawSettings, type Settings } from 'payment-widget/settings/settings';

type Rows<Row extends readonly unknown[]> = readonly (readonly [setting: keyof RawSettings, ...row: Row])[];

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

const result = (change: Partial<RawSettings>) => readSettings({ ...VALID, ...change }, late, contact) ?? assert.fail();
const simple = (change: Partial<RawSettings> = {}) => readSettings({ ...VALID, ...change })?.settings;

const read = (change: Partial<RawSettings> = {}): Settings => {
  const { settings, error } = result(change);
  return settings ?? assert.fail(error);
};

const errorOf = (change: Partial<RawSettings>) => result(change).error ?? assert.fail('The settings are valid.');

const nameOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const TOKEN_LIKE_KEY = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.sk_live_51abcdefgh';
const CARD = 'card-number card-expiry card-cvc';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const HTTP_PAGE = { location: { href: 'http://192.168.0.7/' } };

const ACCEPTED: Rows<[values: readonly unknown[], read: unknown, as?: keyof Settings]> = [
  ['proxyUrl', ['/pay', '/pay/', '/pay//', ' /pay ', 'https://shop.example/pay/'], 'https://shop.example/pay'],
  ['proxyUrl', ['pay'], 'https://shop.example/checkout/pay'],
  ['proxyUrl', ['http://localhost:3000'], 'http://localhost:3000'],
  ['proxyUrl', ['http://127.9.9.9/pay'], 'http://127.9.9.9/pay'],
  ['currency', ['KWD'], 'KWD'],
  ['reference', ['Cafe\u0301 7', 'Caf\u00e9 7'], 'Caf\u00e9 7'],
  ['reference', ['', null, undefined], undefined],
  ['description', ['\u2068Two\u2069\u0000 tickets\n\u202eA'], 'Two tickets\nA'],
  ['fields', [' card-cvc\n card-number  card-expiry '], ['card-cvc', 'card-number', 'card-expiry']],
  ['mode', ['test'], 'test'],
  ['mode', [undefined, null], undefined],
  ['orderToken', ['a.b.c', `a.b.${'c'.repeat(4092)}`, TOKEN_LIKE_KEY, '', null], 4999, 'amount'],
];

const REJECTED: Rows<[code: string, expected: RegExp, values: readonly unknown[]]> = [
  ['proxyUrl', 'missing_proxy_url', /^proxy-url .*address of your proxy/, [undefined, '', ' ']],
  ['proxyUrl', 'invalid_proxy_url', /^proxy-url .*https/, ['javascript:alert(1)', 'ftp://shop.example/pay', 'http://']],
  ['proxyUrl', 'invalid_proxy_url', /user/, ['https://user@shop.example/pay', 'https://user:word@shop.example/pay']],
  ['proxyUrl', 'invalid_proxy_url', /query or fragment/, ['/pay?shop=1', '/pay?', '/pay#here', '/pay#']],
  ['proxyUrl', 'invalid_proxy_url', /https/, ['http://a.example/pay', 'http://localhost.example/', 'ws://localhost/']],
  ['isolated', 'not_isolated', /^isolated .*before/, [true]],
  ['brands', 'invalid_brands', /^brands .*names out of: visa/, ['Visa', 'visa,mastercard', ' ', ['visa'], 5]],
  ['returnUrl', 'invalid_return_url', /^return-url .*https URL/, ['javascript:alert(1)', 'http://a.example/', 7, {}]],
  ['actionOrigins', 'invalid_action_origins', /^action-origins /, ['http://a.example', 'https://a.example/x', '*', 7]],
  ['reference', 'invalid_reference', /^reference .*255/, [7, {}, 'x'.repeat(256), ' order', 'order\n', 'or\u0000der']],
  ['reference', 'invalid_reference', /one line/, ['\u00a0order', '\u200border', 'order\u20281042', '\u202eorder']],
  ['orderToken', 'invalid_order_token', /^order-token .*4096/, [7, {}, 'a.b', 'a.b.c.d', 'a..c', 'a.b.c\n', 'a.b.c=']],
  ['orderToken', 'invalid_order_token', /4096/, [`a.b.${'c'.repeat(4093)}`]],
  ['amount', 'invalid_amount', /^amount .*minor units/, [undefined, '49.99', 49.99, '4999', 0, -1, NaN, 1e15, {}]],
  ['minAmount', 'invalid_amount_limits', /^min-amount .*minor units/, ['5.00', 0, -5, 4.5, Infinity]],
  ['maxAmount', 'invalid_amount_limits', /^max-amount .*minor units/, ['5.00', 0, -5, 4.5, Infinity]],
  ['currency', 'invalid_currency', /^currency .*ISO 4217/, [undefined, '', 'eur', 'EURO', 'XXX', 'XAU', 978, ' EUR']],
  ['fields', 'unknown_field', /^fields .*card-number/, [`${CARD} iban`, `${CARD} toString`]],
  ['fields', 'unknown_field', /"card-cvc" twice/, [`${CARD} card-cvc`]],
  ['fields', 'missing_field', /lacks .*card-cvc/, ['', 'card-number card-expiry', 'cardholder-name']],
  ['mode', 'invalid_mode', /^mode .*"test", "live"/, ['', 'TEST', 'prod', true, 1]],
  ['requestTimeout', 'invalid_request_timeout', /^request-timeout .*milliseconds/, [0, -1, 1.5, NaN, 2 ** 31, '55000']],
  ['currencyExponents', 'invalid_currency_exponents', /0 to 4/, ['ISK', { ISK: '2' }, { ISK: 5 }, { XXX: 2 }, ['ISK']]],
];

const KEYS: Rows<[value: unknown, where: string]> = [
  ['reference', KEY, '"reference"'],
  ['orderToken', KEY, '"orderToken"'],
  ['currency', KEY, '"currency"'],
  ['description', 'sk_live\u0000_123456789', '"description"'],
  ['description', { text: 'sk_live_51Habc123456789' }, '"description.text"'],
  ['proxyUrl', `/pay/${KEY}`, '"proxyUrl"'],
  ['returnUrl', `/thanks?key=${KEY}`, '"returnUrl"'],
  ['mode', KEY, '"mode"'],
  ['metadata', { api_key: 'anything' }, '"metadata.api_key"'],
  ['metadata', { note: `Bearer ${KEY}` }, '"metadata.note"'],
  ['metadata', { [KEY]: 'x' }, 'A name in "metadata"'],
  ['prefill', { secret: 'x' }, '"prefill.secret"'],
  ['prefill', { email: 'rk_test_51Habcdefgh' }, '"prefill.email"'],
  ['messages', { pay: KEY }, '"messages.pay"'],
];

describe('a setting', () => {
  for (const [setting, values, expected, as] of ACCEPTED) {
    it(`${setting} is ${nameOf(expected)} for ${values.map(nameOf).join(' | ').slice(0, 80)}`, () => {
      for (const value of values) assert.deepEqual(read({ [setting]: value })[as ?? (setting as 'amount')], expected);
    });
  }

  for (const [setting, code, expected, values] of REJECTED) {
    it(`${setting} is the error ${code} for ${values.map(nameOf).join(' | ').slice(0, 80)}`, () => {
      for (const value of values) {
        const error = errorOf({ [setting]: value });
        assert.deepEqual([error.code, simple({ [setting]: value })], [code, undefined]);
        assert.match(error.message, expected);
        assert.match(error.message, /\. Expected /);
      }
    });
  }

  for (const [setting, value, where] of KEYS) {
    it(`${setting} is key_in_browser for a key, without repeating it: ${where}`, () => {
      const { code, message } = errorOf({ [setting]: value });
      assert.deepEqual([code, simple({ [setting]: value })], ['key_in_browser', undefined]);
      assert.ok(message.startsWith(`${where} `));
      assert.doesNotMatch(message, /4eC39|51Habc/);
    });
  }

  it('may be relative to an http page, or open for the shopper', () => {
    assert.equal(read({ proxyUrl: '/pay', ownerDocument: HTTP_PAGE }).proxyUrl, 'http://192.168.0.7/pay');
    const fields = `amount ${CARD}`;
    assert.equal(read({ amount: undefined, fields }).amount, undefined);
    assert.equal(errorOf({ amount: '49.99', fields }).code, 'invalid_amount');
  });

  it('min-amount may equal max-amount, and not be above it', () => {
    assert.equal(read({ minAmount: 500, maxAmount: 500 }).maxAmount, 500);
    assert.equal(errorOf({ minAmount: 501, maxAmount: 500 }).code, 'invalid_amount_limits');
    for (const maxAmount of ['', null]) assert.equal(read({ minAmount: 500, maxAmount }).maxAmount, undefined);
  });

  it('order-token is not quoted', () => {
    assert.doesNotMatch(errorOf({ orderToken: 'eyJhbGciOiJIUzI1NiJ9.eyJ9' }).message, /eyJ/);
  });
});

describe('without the file of rare settings,', () => {
  const ACCEPTED_TOO: readonly Partial<RawSettings>[] = [
    ...[{}, { reference: undefined }, { reference: '' }, { reference: 'Cafe\u0301 7' }, { description: '' }],
    ...[{ orderToken: '' }, { orderToken: TOKEN_LIKE_KEY }, { mode: 'test' }],
    ...[{ mode: null }, { currency: 'KWD' }, { proxyUrl: 'https://a.example/' }, { metadata: null }, { fields: CARD }],
    ...[{ minAmount: 500 }, { requestTimeout: 1000 }, { fields: `amount ${CARD}` }, { brands: '' }],
    ...[{ returnUrl: '/thanks' }, { actionOrigins: 'https://a.example' }],
  ];
  for (const change of ACCEPTED_TOO) {
    it(`${JSON.stringify(change)} is read as with it`, () => {
      const given = Object.entries(read(change)).filter(([, value]) => value !== undefined);
      assert.deepEqual(JSON.parse(JSON.stringify(simple(change))), Object.fromEntries(given));
    });
  }

  it('rare settings are not read', () => {
    const others: readonly Partial<RawSettings>[] = [
      ...[{ metadata: {} }, { prefill: {} }, { messages: {} }, { currencyExponents: {} }],
      ...[{ brands: 'visa' }, { description: 'Two tickets' }],
    ];
    assert.deepEqual(others.filter(simple), []);
  });
});

describe('what only describes the payment never blocks it:', () => {
  for (const [what, given, expected] of [
    ['a number', 7, '7'],
    ['an array', [], undefined],
    ['an object', { toString: 1 }, undefined],
    ['a long text', 'x'.repeat(1001), 'x'.repeat(1000)],
    ['a long text of emoji', `x${'\u{1f600}'.repeat(600)}`, `x${'\u{1f600}'.repeat(600)}`.slice(0, 999)],
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
    ['harmful characters in values', { gift: 'For\u0000 you\n\u202eAda\u202c' }, { gift: 'For you\nAda' }],
    [
      'direction marks, which texts need',
      { gift: '\u200fשלום\u200e علی\u200cرضا' },
      { gift: '\u200fשלום\u200e علی\u200cرضا' },
    ],
    ['names of prototypes', JSON.parse('{"__proto__":"x","constructor":"x","prototype":"x","b":"y"}'), { b: 'y' }],
    ['a text', 'text', {}],
    ['a map', new Map([['order', '5']]), {}],
  ] as const) {
    it(`metadata, ${what}`, () => {
      assert.ok(read({ metadata: given }));
      assert.deepEqual(late.readMetadata(given), expected);
    });
  }

  it('metadata that the proxy would not read, which is too long', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, 'é'.repeat(900)]));
    const kept = JSON.stringify(late.readMetadata({ first: 'x', ...many, last: 'z' }));
    assert.ok(Buffer.byteLength(kept) < 10_000);
    assert.deepEqual([kept.includes('first'), kept.includes('last')], [true, true]);
  });

  for (const [what, given, expected] of [
    ['card data', { 'card-number': '4242424242424242', 'card-cvc': '123', 'card-expiry': '12/30' }, {}],
    ['an unknown name', { iban: 'x', toString: 'x', email: 'ada@example.org' }, { email: 'ada@example.org' }],
    ['an amount', { amount: '25.00' }, {}],
    ['a country in small letters', { country: ' de' }, { country: 'DE' }],
    ['no country', { country: 'Germany', email: 'a@b.example' }, { email: 'a@b.example' }],
    ['a number', { 'postal-code': 10115 }, { 'postal-code': '10115' }],
    ['an object', { email: {}, phone: null, city: undefined }, {}],
    ['an array', ['ada'], {}],
  ] as const) {
    it(`prefill, ${what}`, () => {
      assert.deepEqual({ ...read({ prefill: given }).prefill }, expected);
    });
  }

  it('messages of any kind', () => {
    const texts: unknown[] = [
      { pey: 'Pay' },
      { toString: 'x' },
      { pay: 5 },
      { pay: '' },
      { pay: '{amout}' },
      5,
      ['Pay'],
    ];
    for (const messages of texts) assert.ok(read({ messages }));
  });

  it('an unknown key of messages is named in the console', (t) => {
    const warn = t.mock.method(console, 'warn', () => undefined);
    read({ messages: { card_numbr_required: 'Your card number, please.', card_number_required: 'Your card number.' } });
    const lines = warn.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.match(lines.join('\n'), /^<payment-widget>: messages\.card_numbr_required was left out[^\n]*$/);
  });

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
