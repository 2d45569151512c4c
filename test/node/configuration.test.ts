import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as extras from '../../src/extras.js';
import { readConfiguration, type Configuration, type RawConfiguration } from '../../src/configuration.js';
import { isPaymentError, type PaymentError, type PaymentErrorCode } from '../../src/errors.js';
import { explain } from '../../src/setup-error.js';

const RIGHT: RawConfiguration = {
  proxyUrl: '/pay',
  amount: 4999,
  minAmount: undefined,
  maxAmount: undefined,
  currency: 'EUR',
  currencyExponents: undefined,
  reference: 'order-1042',
  description: undefined,
  fields: 'card-number card-expiry card-cvc cardholder-name',
  requestTimeout: 55_000,
  metadata: undefined,
  prefill: undefined,
  messages: undefined,
  baseURI: 'https://shop.example/checkout/?step=2',
};

type Raw = RawConfiguration & { readonly mode: unknown };

const read = ({ mode, ...change }: Partial<Raw> = {}): Configuration =>
  readConfiguration({ ...RIGHT, ...change }, mode, extras);

/** What the developer is told about settings that are wrong. */
const tell = (change: Partial<Raw>): Promise<never> =>
  Promise.resolve()
    .then(() => read(change))
    .then(() => assert.fail('the settings are right'))
    .catch(async (error: unknown) => {
      throw await explain(error as PaymentError);
    });

interface Setting {
  readonly key: keyof Raw;
  readonly code: PaymentErrorCode;
  /** The name that the message gives the setting, and what it says was expected. */
  readonly says: readonly [name: string, expected: RegExp];
  readonly wrong: readonly unknown[];
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const WRONG: readonly Setting[] = [
  {
    key: 'proxyUrl',
    code: 'missing_proxy_url',
    says: ['proxy-url', /address of your proxy/],
    wrong: [undefined, '', ' '],
  },
  {
    key: 'proxyUrl',
    code: 'invalid_proxy_url',
    says: ['proxy-url', /https address/],
    wrong: [
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
    key: 'reference',
    code: 'invalid_reference',
    says: ['reference', /at most 255 characters/],
    wrong: [1042, {}, 'x'.repeat(256)],
  },
  {
    key: 'description',
    code: 'invalid_description',
    says: ['description', /at most 1000 characters/],
    wrong: [7, [], 'x'.repeat(1001)],
  },
  {
    key: 'amount',
    code: 'invalid_amount',
    says: ['amount', /minor units/],
    wrong: [undefined, null, '49.99', 49.99, '4999', 0, -1, NaN, Infinity, 1e15, '', 4999n, {}, circular],
  },
  {
    key: 'currency',
    code: 'invalid_currency',
    says: ['currency', /ISO 4217/],
    wrong: [undefined, null, '', 'eur', 'EURO', 'XXX', 'XAU', '€', 978, ' EUR', 'R E', 'UR '],
  },
  {
    key: 'fields',
    code: 'unknown_field',
    says: ['fields', /Expected names out of: card-number/],
    wrong: ['card-number card-expiry card-cvc iban', 'card-number card-expiry card-cvc toString'],
  },
  {
    key: 'fields',
    code: 'unknown_field',
    says: ['fields', /"card-cvc" twice/],
    wrong: ['card-number card-expiry card-cvc card-cvc'],
  },
  {
    key: 'fields',
    code: 'missing_field',
    says: ['fields', /lacks .*card-cvc/],
    wrong: ['', 'card-number card-expiry', 'cardholder-name'],
  },
  { key: 'mode', code: 'invalid_mode', says: ['mode', /"test", "live"/], wrong: ['', 'TEST', 'prod', true, 1] },
  {
    key: 'requestTimeout',
    code: 'invalid_request_timeout',
    says: ['request-timeout', /milliseconds/],
    wrong: [0, -1, 1.5, NaN, Infinity, 2 ** 31, '55s', '55000', ''],
  },
  {
    key: 'metadata',
    code: 'invalid_metadata',
    says: ['metadata', /plain object of strings/],
    wrong: [
      ...['text', 5, { order: 5 }, { order: null }, { order: {} }, ['text'], new Map([['order', '5']])],
      ...[{ constructor: 'x' }, { prototype: 'x' }, JSON.parse('{"__proto__":"x"}') as unknown], // the proxy takes none of these
    ],
  },
  {
    key: 'prefill',
    code: 'invalid_prefill',
    says: ['prefill', /no card data/],
    wrong: [{ 'card-number': '4242424242424242' }, { 'card-cvc': '123' }, { 'card-expiry': '12/30' }, { iban: 'x' }],
  },
  {
    key: 'prefill',
    code: 'invalid_prefill',
    says: ['prefill', /ISO 3166-1/],
    wrong: [{ country: 'Germany' }, { country: 'de' }, { country: 'ZZ' }, { country: 49 }],
  },
  {
    key: 'prefill',
    code: 'invalid_prefill',
    says: ['prefill', /amount attribute/],
    wrong: [{ amount: '25.00' }],
  },
  {
    key: 'messages',
    code: 'invalid_messages',
    says: ['messages', /which is no key/],
    wrong: [{ pey: 'Pay' }, { toString: 'x' }],
  },
  {
    key: 'messages',
    code: 'invalid_messages',
    says: ['messages', /Expected text/],
    wrong: [{ pay: 5 }, { pay: '' }, { banner: ' ' }, { pay: {} }],
  },
  {
    key: 'messages',
    code: 'invalid_messages',
    says: ['messages', /\{amout\}, which nothing fills in/],
    wrong: [{ pay: 'Pay {amout}' }, { paid_text: '{amount} and {amout}' }],
  },
  {
    key: 'messages',
    code: 'invalid_messages',
    says: ['messages', /plain object/],
    wrong: ['Pay', 5, ['Pay'], new Map([['pay', 'Pay']])],
  },
  {
    key: 'minAmount',
    code: 'invalid_amount_limits',
    says: ['min-amount', /minor units/],
    wrong: ['5.00', 0, -5, 4.5, Infinity],
  },
  {
    key: 'maxAmount',
    code: 'invalid_amount_limits',
    says: ['max-amount', /minor units/],
    wrong: ['5.00', 0, -5, 4.5, Infinity],
  },
  {
    key: 'currencyExponents',
    code: 'invalid_currency_exponents',
    says: ['currencyExponents', /0 to 4/],
    wrong: ['ISK', { ISK: '2' }, { ISK: -1 }, { ISK: 1.5 }, { ISK: 5 }, { ISK: NaN }, { XXX: 2 }, { isk: 2 }, ['ISK']],
  },
];

function nameOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === circular) return 'a circular object';
  if (value instanceof Map) return 'a Map';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

describe('settings that are right', () => {
  it('an address relative to the page becomes absolute', () => {
    assert.equal(read({ proxyUrl: 'pay' }).proxyUrl, 'https://shop.example/checkout/pay');
  });

  for (const proxyUrl of ['/pay', '/pay/', '/pay//', ' /pay ', 'https://shop.example/pay/']) {
    it(`"${proxyUrl}" loses what stands in the way of "/v1/payments"`, () => {
      assert.equal(read({ proxyUrl }).proxyUrl, 'https://shop.example/pay');
    });
  }

  it('the root of a server is an address, too', () => {
    assert.equal(read({ proxyUrl: 'http://localhost:3000' }).proxyUrl, 'http://localhost:3000');
  });

  for (const proxyUrl of [
    'http://shop.localhost/pay',
    'http://127.0.0.1:3000/pay',
    'http://127.9.9.9/pay',
    'http://[::1]/pay',
  ]) {
    it(`${proxyUrl} is plain http, but within this computer`, () => {
      assert.equal(read({ proxyUrl }).proxyUrl, proxyUrl);
    });
  }

  it('an address relative to a page that came by http follows it', () => {
    assert.equal(read({ proxyUrl: '/pay', baseURI: 'http://192.168.0.7/' }).proxyUrl, 'http://192.168.0.7/pay');
  });

  it('fields keep their order', () => {
    assert.deepEqual(read({ fields: ' card-cvc\n card-number  card-expiry ' }).fields, [
      'card-cvc',
      'card-number',
      'card-expiry',
    ]);
  });

  it('an empty reference is none', () => {
    assert.equal(read({ reference: '' }).reference, undefined);
  });

  for (const mode of ['test', 'live'] as const) {
    it(`mode "${mode}" is what the page expects`, () => {
      assert.equal(read({ mode }).expectedMode, mode);
    });
  }

  for (const mode of [undefined, null]) {
    it(`mode ${String(mode)} expects nothing`, () => {
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
    it(`metadata may be ${JSON.stringify(metadata)}`, () => {
      assert.doesNotThrow(() => read({ metadata }));
    });
  }

  it('a name may be filled in beforehand', () => {
    assert.doesNotThrow(() => read({ prefill: { 'cardholder-name': 'Ada Lovelace' } }));
  });
});

describe('settings that are wrong', () => {
  for (const { key, code, says, wrong } of WRONG) {
    const [name, expected] = says;
    for (const value of wrong) {
      it(`${name} ${nameOf(value)}: ${code}, and the message names ${name} and says what was expected`, async () => {
        await assert.rejects(tell({ [key]: value }), (error) => {
          assert.ok(isPaymentError(error), String(error));
          assert.equal(error.code, code);
          assert.match(error.message, new RegExp(`^${name} `));
          assert.match(error.message, expected);
          return true;
        });
      });
    }
  }

  it('a message about an address never shows the password in it', async () => {
    await assert.rejects(
      tell({ proxyUrl: 'https://user:hunter2@shop.example/pay' }),
      (error) => error instanceof Error && !error.message.includes('hunter2'),
    );
  });

  it('plain http to elsewhere, from a page that came by http: invalid_proxy_url', () => {
    assert.throws(() => read({ proxyUrl: 'http://elsewhere.example/pay', baseURI: 'http://192.168.0.7/' }), {
      code: 'invalid_proxy_url',
    });
  });

  const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
  for (const [what, change, where] of [
    ['the value of a text', { reference: KEY }, '"reference"'],
    ['a currency', { currency: KEY }, '"currency"'],
    ['an address', { proxyUrl: `/pay/${KEY}` }, '"proxyUrl"'],
    ['the mode', { mode: KEY }, '"mode"'],
    ['the name of an entry of metadata', { metadata: { api_key: 'anything' } }, '"metadata.api_key"'],
    ['an entry of metadata', { metadata: { note: `Bearer ${KEY}` } }, '"metadata.note"'],
    ['the name itself', { metadata: { [KEY]: 'x' } }, 'A name in "metadata"'],
    ['prefill, by its name', { prefill: { secret: 'x' } }, '"prefill.secret"'],
    ['prefill, by its look', { prefill: { email: 'rk_test_51Habcdefgh' } }, '"prefill.email"'],
    ['messages', { messages: { pay: KEY } }, '"messages.pay"'],
  ] as const) {
    it(`a key in ${what}: key_in_browser, which says where and never repeats it`, async () => {
      await assert.rejects(tell(change), (error) => {
        assert.ok(isPaymentError(error), String(error));
        assert.deepEqual(
          [error.code, error.message.startsWith(`${where} `), /4eC39|51Habc/.test(error.message)],
          ['key_in_browser', true, false],
        );
        return true;
      });
    });
  }

  it('limits that are the wrong way round: invalid_amount_limits', () => {
    assert.throws(() => read({ minAmount: 501, maxAmount: 500 }), { code: 'invalid_amount_limits' });
  });

  it('limits that are the same are fine', () => {
    const { minAmount, maxAmount } = read({ minAmount: 500, maxAmount: 500 });
    assert.deepEqual([minAmount, maxAmount], [500, 500]);
  });

  it('the amount may be left out where the shopper enters it', () => {
    assert.equal(read({ amount: undefined, fields: 'amount card-number card-expiry card-cvc' }).amount, undefined);
  });

  it('a wrong amount is wrong there, too', () => {
    const fields = 'amount card-number card-expiry card-cvc';
    assert.throws(() => read({ amount: '49.99', fields }), { code: 'invalid_amount' });
  });

  it('a message about prefill never shows the card', async () => {
    await assert.rejects(
      tell({ prefill: { 'card-number': '4242424242424242' } }),
      (error) => error instanceof Error && !error.message.includes('4242'),
    );
  });
});
