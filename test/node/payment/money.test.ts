import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  currencyExponent,
  formatMoney,
  isAmount,
  joinParts,
  MAX_AMOUNT,
  moneyParts,
} from '../../../src/payment/money.js';

/** ISO 4217 List One by minor unit, without what has none (metals, test codes, units of account). */
const ISO_4217: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY ' +
    'COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR ' +
    'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP ' +
    'STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
/** Withdrawn in 2025 and 2026, still settled. */
const WITHDRAWN = ['ANG', 'BGN'];

const CURRENCIES = Object.entries(ISO_4217).flatMap(([exponent, codes]) =>
  codes.split(' ').map((code) => ({ code, exponent: Number(exponent) })),
);

/** The digits that a person reads, in whatever script; their code points end in their value. */
const digitsOf = (text: string) =>
  text.replace(/\P{Nd}/gu, '').replace(/./gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const anyAmount = fc.integer({ min: 1, max: MAX_AMOUNT });
const anyCurrency = fc.constantFrom(...CURRENCIES);

describe('currencyExponent', () => {
  for (const { code, exponent } of CURRENCIES) {
    it(`${code} has ${exponent} decimals`, () => {
      assert.equal(currencyExponent(code), exponent);
    });
  }

  it('knows no currency beside those of ISO 4217 and two that were just withdrawn', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const every = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const expected = [...CURRENCIES.map(({ code }) => code), ...WITHDRAWN].sort();
    assert.deepEqual(every.filter((code) => currencyExponent(code) !== undefined).sort(), expected);
  });

  for (const code of ['', 'eur', 'EU', 'EURO', 'R U', 'UR ', '€', 'XAU', 'XXX', 'XTS']) {
    it(`"${code}" is no currency to pay in`, () => {
      assert.equal(currencyExponent(code), undefined);
    });
  }

  for (const [code, exponent] of [
    ['CLP', 2],
    ['ISK', 2],
    ['CVE', 0],
    ['HUF', 0],
    ['KWD', 2],
  ] as const) {
    it(`${code} has ${exponent} decimals for a service that says so`, () => {
      assert.equal(currencyExponent(code, { [code]: exponent }), exponent);
    });
  }

  it('follows ISO 4217 for every currency that the service says nothing about', () => {
    const wrong = CURRENCIES.filter(({ code, exponent }) => currencyExponent(code, { DEM: 4 }) !== exponent);
    assert.deepEqual(wrong, []);
  });

  for (const code of ['DEM', 'XAU', 'eur', 'EURO', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    it(`"${code}" does not become a currency by an override`, () => {
      assert.equal(currencyExponent(code, Object.fromEntries([[code, 2]])), undefined);
    });
  }

  it('takes no override from a prototype', () => {
    assert.equal(currencyExponent('EUR', Object.create({ EUR: 0 }) as Record<string, number>), 2);
  });

  it('takes overrides that have no prototype', () => {
    const overrides = Object.assign(Object.create(null) as Record<string, number>, { CLP: 2 });
    assert.equal(currencyExponent('CLP', overrides), 2);
  });
});

describe('isAmount', () => {
  for (const amount of [1, 4999, MAX_AMOUNT]) {
    it(`${amount} can be paid`, () => {
      assert.equal(isAmount(amount), true);
    });
  }

  for (const amount of [0, -1, 49.99, MAX_AMOUNT + 1, NaN, Infinity, '4999', null, undefined]) {
    it(`${typeof amount} ${String(amount)} cannot be paid`, () => {
      assert.equal(isAmount(amount), false);
    });
  }
});

describe('formatMoney', () => {
  for (const { code, exponent } of CURRENCIES) {
    it(`shows ${code} with ${exponent} decimals`, () => {
      const decimals = /\.(\d+)\D*$/.exec(formatMoney(1_234_567, code, 'en'))?.[1] ?? '';
      assert.equal(decimals.length, exponent);
    });
  }

  it('takes no symbol from Object.prototype, whatever a script of the page has put there', (t) => {
    t.after(() => Reflect.deleteProperty(Object.prototype, 'JPY'));
    Object.defineProperty(Object.prototype, 'JPY', { value: '€', configurable: true });
    assert.equal(formatMoney(4999, 'JPY', 'en'), '¥4,999');
  });

  for (const [amount, currency, locale, text] of [
    [4999, 'EUR', 'en', '€49.99'],
    [4999, 'EUR', 'de', '49,99 €'],
    [4999, 'USD', 'en', '$49.99'],
    [4999, 'JPY', 'en', '¥4,999'],
    [5, 'EUR', 'en', '€0.05'],
    [50, 'EUR', 'en', '€0.50'],
    [100, 'EUR', 'en', '€1.00'],
    [1, 'JPY', 'en', '¥1'],
    [1050, 'HUF', 'en', 'HUF 10.50'],
    [1050, 'HUF', 'hu', '10,50 Ft'],
    [1, 'KWD', 'en', 'KWD 0.001'],
    [123_456, 'CLF', 'en', 'CLF 12.3456'],
    [123_456_789, 'INR', 'en-IN', '₹12,34,567.89'],
    [999_999_999_999, 'EUR', 'en', '€9,999,999,999.99'],
    [999_999_999_999, 'JPY', 'en', '¥999,999,999,999'],
  ] as const) {
    it(`${amount} ${currency} reads ${text} in ${locale}`, () => {
      assert.equal(plain(formatMoney(amount, currency, locale)), text);
    });
  }

  it('takes the amount as text, so that no digit is lost where a float would lose it', () => {
    assert.equal(formatMoney(Number.MAX_SAFE_INTEGER, 'EUR', 'en'), '€90,071,992,547,409.91');
  });

  it('shows exactly the digits of the amount, for every amount and currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amount, { code, exponent }) => {
        assert.equal(digitsOf(formatMoney(amount, code, 'en')), String(amount).padStart(exponent + 1, '0'));
      }),
    );
  });

  it('shows exactly the digits of the amount in every language and script', () => {
    const anyLocale = fc.constantFrom('de', 'fr', 'pt-BR', 'hi', 'ja', 'ar-EG', 'fa', 'he');
    fc.assert(
      fc.property(anyAmount, anyCurrency, anyLocale, (amount, { code, exponent }, locale) => {
        assert.equal(digitsOf(formatMoney(amount, code, locale)), String(amount).padStart(exponent + 1, '0'));
      }),
    );
  });

  for (const locale of ['en', 'en-US', 'en-GB', 'en-IN', 'en-150', 'en-u-nu-deva']) {
    it(`writes dollars, euros and pounds in ${locale} as Intl does, with or without it`, () => {
      const anyCurrency = fc.constantFrom('USD', 'EUR', 'GBP');
      fc.assert(
        fc.property(anyAmount, anyCurrency, fc.nat({ max: 4 }), (amount, currency, exponent) => {
          const overrides = { [currency]: exponent };
          const text = joinParts(moneyParts(amount, currency, locale, overrides));
          assert.equal(formatMoney(amount, currency, locale, overrides), text);
        }),
      );
    });
  }

  for (const [amount, currency, locale, exponent, text] of [
    [4999, 'CLP', 'en', 2, 'CLP 49.99'],
    [4999, 'ISK', 'de', 2, '49,99 ISK'],
    [4999, 'CVE', 'en', 0, 'CVE 4,999'],
    [4999, 'HUF', 'hu', 0, '4999 Ft'],
  ] as const) {
    it(`${amount} ${currency} reads ${text} in ${locale} for a service with ${exponent} decimals`, () => {
      assert.equal(plain(formatMoney(amount, currency, locale, { [currency]: exponent })), text);
    });
  }

  it('shows a currency as ISO 4217 has it, when another one is overridden', () => {
    assert.equal(formatMoney(4999, 'EUR', 'en', { CLP: 2 }), '€49.99');
  });
});

describe('moneyParts', () => {
  it('has the parts of what formatMoney shows', () => {
    assert.equal(joinParts(moneyParts(123_456, 'EUR', 'de')), formatMoney(123_456, 'EUR', 'de'));
  });

  it('tells the symbol from the number', () => {
    const symbol = moneyParts(4999, 'EUR', 'de').find(({ type }) => type === 'currency');
    assert.equal(symbol?.value, '€');
  });
});
