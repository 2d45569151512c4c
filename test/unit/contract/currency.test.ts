import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatQuickly, isAmount, MAX_AMOUNT } from 'payment-widget/contract/amount';
import { currencyExponent, formatMoney, joinParts, moneyParts } from 'payment-widget/contract/currency';
import vectors from 'payment-widget-testing/vectors/amounts.json' with { type: 'json' };

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const anyAmount = fc.integer({ min: 1, max: MAX_AMOUNT });

describe('currencyExponent', () => {
  for (const { code, exponent } of vectors.currencies) {
    it(`returns ${exponent ?? 'undefined'} for "${code}"`, () => {
      assert.equal(currencyExponent(code), exponent ?? undefined);
    });
  }

  for (const [code, exponent] of [
    ['CLP', 2],
    ['HUF', 0],
  ] as const) {
    it(`returns ${exponent} for ${code} with an override`, () => {
      assert.equal(currencyExponent(code, { [code]: exponent }), exponent);
    });
  }

  for (const code of ['DEM', 'eur', 'constructor', '__proto__']) {
    it(`returns undefined for "${code}" with an override`, () => {
      assert.equal(currencyExponent(code, Object.fromEntries([[code, 2]])), undefined);
    });
  }
});

describe('isAmount', () => {
  for (const amount of vectors.amounts.valid) {
    it(`accepts ${amount}`, () => {
      assert.equal(isAmount(amount), true);
    });
  }

  for (const amount of [...vectors.amounts.invalid, NaN, Infinity, undefined]) {
    it(`rejects ${JSON.stringify(amount) ?? 'undefined'}`, () => {
      assert.equal(isAmount(amount), false);
    });
  }

  it('accepts no more than its maximum', () => {
    assert.deepEqual([isAmount(MAX_AMOUNT), isAmount(MAX_AMOUNT + 1)], [true, false]);
  });
});

describe('formatMoney', () => {
  for (const [amount, currency, locale, text] of [
    [4999, 'EUR', 'de', '49,99 €'],
    [1050, 'HUF', 'hu', '10,50 Ft'],
    [1, 'KWD', 'en', 'KWD 0.001'],
    [123_456_789, 'INR', 'en-IN', '₹12,34,567.89'],
    [999_999_999_999, 'EUR', 'en', '€9,999,999,999.99'],
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

  for (const [amount, currency, locale, exponent, text] of [
    [4999, 'CLP', 'en', 2, 'CLP 49.99'],
    [4999, 'HUF', 'hu', 0, '4999 Ft'],
  ] as const) {
    it(`formats ${amount} ${currency} in ${locale} with ${exponent} decimals of the service as ${text}`, () => {
      assert.equal(plain(formatMoney(amount, currency, locale, { [currency]: exponent })), text);
    });
  }
});

describe('formatQuickly', () => {
  for (const [currency, locale] of [
    ['EUR', 'en'],
    ['USD', 'en-US'],
    ['GBP', 'en-GB'],
    ['EUR', 'en-GB'],
  ] as const) {
    it(`formats ${currency} in ${locale} as Intl does`, () => {
      fc.assert(
        fc.property(anyAmount, (amount) => {
          assert.equal(formatQuickly(amount, currency, locale), joinParts(moneyParts(amount, currency, locale)));
        }),
      );
    });
  }

  for (const [amount, currency, locale, overrides, why] of [
    [4999, 'SEK', 'en', {}, 'another currency'],
    [4999, 'USD', 'en-GB', {}, 'US$ outside the United States'],
    [4999, 'EUR', 'de', {}, 'another language'],
    [4999, undefined, 'en', {}, 'no currency'],
    [undefined, 'EUR', 'en', {}, 'no amount'],
    [49.99, 'EUR', 'en', {}, 'no whole number'],
  ] as const) {
    it(`leaves ${amount} ${currency} in ${locale} to formatMoney(): ${why}`, () => {
      assert.equal(formatQuickly(amount, currency, locale, overrides), undefined);
    });
  }
});
