import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatQuickly, isAmount, MAX_AMOUNT } from '../../../src/contract/amount.js';
import { currencyExponent, formatMoney, joinParts, moneyParts } from '../../../src/contract/currency.js';

/** ISO 4217 List One by minor unit, without codes that have none (metals, test codes, units of account). */
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
/** Withdrawn in 2025 and 2026, but still in use by payment services. */
const WITHDRAWN = ['ANG', 'BGN'];

const CURRENCIES = Object.entries(ISO_4217).flatMap(([exponent, codes]) =>
  codes.split(' ').map((code) => ({ code, exponent: Number(exponent) })),
);

/** Digits of any script as ASCII digits; the low four bits of their code points are their value. */
const digitsOf = (text: string) =>
  text.replace(/\P{Nd}/gu, '').replace(/./gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const anyAmount = fc.integer({ min: 1, max: MAX_AMOUNT });
const anyCurrency = fc.constantFrom(...CURRENCIES);

describe('currencyExponent', () => {
  it('returns the minor unit of ISO 4217 for every currency', () => {
    const wrong = CURRENCIES.filter(({ code, exponent }) => currencyExponent(code) !== exponent);
    assert.deepEqual(wrong, []);
  });

  it('returns undefined for every code outside ISO 4217, except two that were withdrawn recently', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const every = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const expected = [...CURRENCIES.map(({ code }) => code), ...WITHDRAWN].sort();
    assert.deepEqual(every.filter((code) => currencyExponent(code) !== undefined).sort(), expected);
  });

  for (const code of ['', 'eur', 'EU', 'EURO', 'R U', 'UR ', '€', 'XAU', 'XXX', 'XTS']) {
    it(`returns undefined for "${code}"`, () => {
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
    it(`returns ${exponent} for ${code} with an override`, () => {
      assert.equal(currencyExponent(code, { [code]: exponent }), exponent);
    });
  }

  it('follows ISO 4217 for currencies without an override', () => {
    const wrong = CURRENCIES.filter(({ code, exponent }) => currencyExponent(code, { DEM: 4 }) !== exponent);
    assert.deepEqual(wrong, []);
  });

  for (const code of ['DEM', 'XAU', 'eur', 'EURO', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    it(`returns undefined for "${code}" with an override`, () => {
      assert.equal(currencyExponent(code, Object.fromEntries([[code, 2]])), undefined);
    });
  }

  it('ignores inherited overrides', () => {
    assert.equal(currencyExponent('EUR', Object.create({ EUR: 0 }) as Record<string, number>), 2);
  });

  it('accepts overrides without a prototype', () => {
    const overrides = Object.assign(Object.create(null) as Record<string, number>, { CLP: 2 });
    assert.equal(currencyExponent('CLP', overrides), 2);
  });
});

describe('isAmount', () => {
  for (const amount of [1, 4999, MAX_AMOUNT]) {
    it(`accepts ${amount}`, () => {
      assert.equal(isAmount(amount), true);
    });
  }

  for (const amount of [0, -1, 49.99, MAX_AMOUNT + 1, NaN, Infinity, '4999', null, undefined]) {
    it(`rejects ${typeof amount} ${String(amount)}`, () => {
      assert.equal(isAmount(amount), false);
    });
  }
});

describe('formatMoney', () => {
  it('shows the decimals of ISO 4217 for every currency', () => {
    const wrong = CURRENCIES.filter(({ code, exponent }) => {
      const decimals = /\.(\d+)\D*$/.exec(formatMoney(1_234_567, code, 'en'))?.[1] ?? '';
      return decimals.length !== exponent;
    });
    assert.deepEqual(wrong, []);
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
    it(`formats ${amount} ${currency} in ${locale} as ${text}`, () => {
      assert.equal(plain(formatMoney(amount, currency, locale)), text);
    });
  }

  it('loses no digit of a large amount', () => {
    assert.equal(formatMoney(Number.MAX_SAFE_INTEGER, 'EUR', 'en'), '€90,071,992,547,409.91');
    assert.equal(plain(formatMoney(Number.MAX_SAFE_INTEGER, 'EUR', 'de')), '90.071.992.547.409,91 €');
    assert.equal(plain(formatMoney(Number.MAX_SAFE_INTEGER, 'CLF', 'en')), 'CLF 900,719,925,474.0991');
  });

  it('shows exactly the digits of any amount in any currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amount, { code, exponent }) => {
        assert.equal(digitsOf(formatMoney(amount, code, 'en')), String(amount).padStart(exponent + 1, '0'));
      }),
    );
  });

  it('shows exactly the digits of any amount in other languages and scripts', () => {
    const anyLocale = fc.constantFrom('de', 'fr', 'pt-BR', 'hi', 'ja', 'ar-EG', 'fa', 'he');
    fc.assert(
      fc.property(anyAmount, anyCurrency, anyLocale, (amount, { code, exponent }, locale) => {
        assert.equal(digitsOf(formatMoney(amount, code, locale)), String(amount).padStart(exponent + 1, '0'));
      }),
    );
  });

  for (const locale of ['en', 'en-US', 'en-GB', 'en-IN', 'en-150', 'en-u-nu-deva']) {
    it(`formats USD, EUR and GBP in ${locale} as Intl does`, () => {
      const commonCurrency = fc.constantFrom('USD', 'EUR', 'GBP');
      fc.assert(
        fc.property(anyAmount, commonCurrency, fc.nat({ max: 4 }), (amount, currency, exponent) => {
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
    it(`formats ${amount} ${currency} in ${locale} with ${exponent} decimals of the service as ${text}`, () => {
      assert.equal(plain(formatMoney(amount, currency, locale, { [currency]: exponent })), text);
    });
  }

  it('uses ISO 4217 for a currency without an override', () => {
    assert.equal(formatMoney(4999, 'EUR', 'en', { CLP: 2 }), '€49.99');
  });
});

describe('formatQuickly', () => {
  for (const locale of ['en', 'en-US', 'en-GB']) {
    it(`formats EUR in ${locale} as Intl does`, () => {
      fc.assert(
        fc.property(anyAmount, (amount) => {
          assert.equal(formatQuickly(amount, 'EUR', locale), joinParts(moneyParts(amount, 'EUR', locale)));
        }),
      );
    });
  }

  for (const [amount, currency, locale, overrides, why] of [
    [4999, 'SEK', 'en', {}, 'another currency'],
    [4999, 'USD', 'en-GB', {}, 'US$ outside the United States'],
    [4999, 'EUR', 'de', {}, 'another language'],
    [4999, 'EUR', 'en', { EUR: 0 }, 'other decimals'],
    [4999, undefined, 'en', {}, 'no currency'],
    [undefined, 'EUR', 'en', {}, 'no amount'],
    [49.99, 'EUR', 'en', {}, 'no whole number'],
  ] as const) {
    it(`leaves ${amount} ${currency} in ${locale} to formatMoney(): ${why}`, () => {
      assert.equal(formatQuickly(amount, currency, locale, overrides), undefined);
    });
  }
});

describe('moneyParts', () => {
  it('returns the parts of formatMoney()', () => {
    assert.equal(joinParts(moneyParts(123_456, 'EUR', 'de')), formatMoney(123_456, 'EUR', 'de'));
  });

  it('separates the symbol from the number', () => {
    const symbol = moneyParts(4999, 'EUR', 'de').find(({ type }) => type === 'currency');
    assert.equal(symbol?.value, '€');
  });
});
