import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkAmount, formatAmount, parseAmount, type AmountRules } from '../../../src/card/amount.js';
import { isAmount, MAX_AMOUNT } from '../../../src/contract/amount.js';
import { currencyExponent, formatMoney } from '../../../src/contract/currency.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CURRENCIES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).filter(
  (code) => currencyExponent(code) !== undefined,
);

/** Locales that differ in digits, separators or the position of the symbol. */
const LOCALES = Intl.NumberFormat.supportedLocalesOf(
  (
    'ar-EG az bg bn cs da de de-AT de-CH en en-CA en-CZ en-IN en-ZA es es-MX et fa fr fr-CA fr-CH he hi hr hu it it-CH ' +
    'ja ja-u-nu-fullwide ko mr nb nl pl pt-BR pt-CV pt-PT ro ru sl sq sv th-u-nu-thai to tr uk ur vi wo zh ff-Adlm nqo'
  ).split(' '),
);

const AMOUNTS = [1, 1234, 1_234_567, MAX_AMOUNT];

/** Each currency in two locales, and each locale with each number of decimals. */
const SAMPLE = [
  ...['en', 'de'].flatMap((locale) => CURRENCIES.map((currency) => ({ locale, currency }))),
  ...LOCALES.flatMap((locale) => ['JPY', 'EUR', 'KWD', 'CLF'].map((currency) => ({ locale, currency }))),
];

const anyAmount = fc.integer({ min: 1, max: MAX_AMOUNT });
const anyRules = fc.constantFrom(...SAMPLE);
/** Mostly text that is nearly an amount. */
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from("00123456789.,٫٬' ’-€$kr\u200f٣३")), maxLength: 12 }),
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
);

/** Minor units, or the problem. */
const read = (text: string, currency: string, locale: string, rules?: Partial<AmountRules>) =>
  parseAmount(text, { currency, locale, ...rules }) ?? checkAmount(text, { currency, locale, ...rules });

function reads(cases: readonly (readonly [text: string, currency: string, locale: string, is: number | string])[]) {
  for (const [text, currency, locale, is] of cases) {
    it(`reads ${JSON.stringify(text)} for ${currency} in ${locale} as ${is}`, () => {
      assert.equal(read(text, currency, locale), is);
    });
  }
}

describe('an amount without group separators', () => {
  reads([
    ['25', 'EUR', 'en', 2500],
    ['25', 'JPY', 'en', 25],
    ['25', 'KWD', 'en', 25_000],
    ['25', 'CLF', 'en', 250_000],
    ['49.99', 'EUR', 'en', 4999],
    ['49,99', 'EUR', 'en', 4999],
    ['49.99', 'EUR', 'de', 4999],
    ['49,99', 'EUR', 'de', 4999],
    ['49.9', 'EUR', 'de', 4990],
    ['12.', 'EUR', 'en', 1200],
    ['.5', 'EUR', 'en', 50],
    ['0,5', 'EUR', 'en', 50],
    ['0025', 'EUR', 'en', 2500],
    ['1234.5', 'EUR', 'de', 123_450],
    ['0.123', 'KWD', 'en', 123],
    ['0,123', 'KWD', 'en', 123],
    ['1.2345', 'CLF', 'en', 12_345],
    ['4.35', 'EUR', 'en', 435],
    ['1.005', 'KWD', 'en', 1005],
    ['9999999999.99', 'EUR', 'en', MAX_AMOUNT],
  ]);
});

describe('an amount with group separators', () => {
  reads([
    ['1,234.56', 'EUR', 'en', 123_456],
    ['1.234,56', 'EUR', 'en', 123_456],
    ['1,234.56', 'EUR', 'de', 123_456],
    ['1.234,56', 'EUR', 'de', 123_456],
    ['1.234.567', 'EUR', 'en', 123_456_700],
    ['1,234,567', 'EUR', 'de', 123_456_700],
    ['1,234,567', 'KWD', 'de', 1_234_567_000],
    ['1.234.567,', 'EUR', 'de', 123_456_700],
    ['12,34,567.89', 'INR', 'en-IN', 123_456_789],
    ['1 234,56', 'EUR', 'fr', 123_456],
    ['1\u202f234,56', 'EUR', 'en', 123_456],
    ['1 234', 'EUR', 'en', 123_400],
    ['1 234', 'KWD', 'en', 1_234_000],
    ["1'234.50", 'CHF', 'de-CH', 123_450],
    ['1’234.50', 'CHF', 'en', 123_450],
    ['1 234.567', 'KWD', 'en', 1_234_567],
    ['12 34', 'EUR', 'en', 'amount_invalid'],
    ['1,23,45', 'EUR', 'en', 'amount_invalid'],
    ['1,2,345', 'EUR', 'en', 'amount_invalid'],
    ['1234,567.89', 'EUR', 'en', 'amount_invalid'],
    ['1,2345.67', 'EUR', 'en', 'amount_invalid'],
    ['0,123,456', 'EUR', 'en', 'amount_invalid'],
    ['1,234 567.89', 'EUR', 'en', 'amount_invalid'],
    ['1.234,567.89', 'EUR', 'en', 'amount_invalid'],
    ['1,234.567,89', 'EUR', 'en', 'amount_invalid'],
    ['1.234 567', 'EUR', 'en', 'amount_invalid'],
    ['1,234,5', 'EUR', 'en', 'amount_invalid'],
    ['1.234.56', 'EUR', 'de', 'amount_invalid'],
    ['1,,234', 'EUR', 'en', 'amount_invalid'],
    ['1..5', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('one separator with three digits after it', () => {
  reads([
    ['1,234', 'EUR', 'en', 123_400],
    ['1.234', 'EUR', 'de', 123_400],
    ['1.234', 'EUR', 'de-AT', 123_400],
    ['12,000', 'EUR', 'en', 1_200_000],
    ['1.234', 'EUR', 'en', 'amount_ambiguous'],
    ['1.000', 'EUR', 'en', 'amount_ambiguous'],
    ['1,234', 'EUR', 'de', 'amount_ambiguous'],
    ['1,234', 'EUR', 'fr', 'amount_ambiguous'],
    ['1.234', 'EUR', 'fr', 'amount_ambiguous'],
    ['1.234', 'PLN', 'pl', 'amount_ambiguous'],
    ['1.234', 'CHF', 'de-CH', 'amount_ambiguous'],
    ['1,234', 'CHF', 'de-CH', 'amount_ambiguous'],
    ['1.234', 'CHF', 'fr-CH', 'amount_ambiguous'],
    ['1,234', 'EGP', 'ar-EG', 'amount_ambiguous'],
    ['1.234', 'KWD', 'en', 1234],
    ['1,234', 'KWD', 'de', 1234],
    ['1,234', 'KWD', 'fr', 1234],
    ['1,234', 'KWD', 'fr-CH', 1234], // decimals, unlike money, have a comma there
    ['1,234', 'KWD', 'en', 'amount_ambiguous'],
    ['1.234', 'KWD', 'de', 'amount_ambiguous'],
    ['1.234', 'KWD', 'fr', 'amount_ambiguous'],
    ['1.234', 'CLF', 'en', 12_340],
    ['1,234', 'JPY', 'en', 1234],
    ['1.234', 'JPY', 'de', 1234],
    ['1.234', 'JPY', 'en', 'amount_ambiguous'],
    ['1,234', 'JPY', 'de', 'amount_ambiguous'],
    ['1,234', 'EUR', 'en-CZ', 123_400],
    ['0.123', 'EUR', 'de', 'amount_decimals'],
    ['1234.567', 'EUR', 'de', 'amount_decimals'],
    ['1234.567', 'KWD', 'de', 1_234_567],
  ]);
});

describe('more decimals than the currency has', () => {
  reads([
    ['1.2345', 'EUR', 'en', 'amount_decimals'],
    ['12.345,678', 'EUR', 'de', 'amount_decimals'],
    ['10.5', 'JPY', 'en', 'amount_decimals'],
    ['10.50', 'JPY', 'en', 'amount_decimals'],
    ['1.23456', 'CLF', 'en', 'amount_decimals'],
    ['10.00', 'JPY', 'en', 10],
    ['1,234.500', 'EUR', 'en', 123_450],
    ['0.0001', 'EUR', 'en', 'amount_decimals'],
  ]);
});

describe('digits and separators of other scripts', () => {
  reads([
    ['٤٩٫٩٩', 'EGP', 'ar-EG', 4999],
    ['١٬٢٣٤٫٥٠', 'EGP', 'ar-EG', 123_450],
    ['١٬٢٣٤', 'EGP', 'en', 123_400],
    ['١٬٢٣٤', 'KWD', 'en', 1_234_000],
    ['١٫٢٣٤', 'KWD', 'en', 1234],
    ['١٫٢٣٤', 'EGP', 'ar-EG', 'amount_decimals'],
    ['١٫٢٫٣', 'EGP', 'ar-EG', 'amount_invalid'],
    ['۴۹٫۹۹', 'IRR', 'fa', 4999],
    ['४९.९९', 'INR', 'hi', 4999],
    ['１，２３４', 'JPY', 'ja', 1234],
    ['20$00', 'CVE', 'pt-CV', 2000],
    ['\u200f٢٥\u200f', 'EGP', 'ar-EG', 2500],
    ['19⁹⁹', 'EUR', 'en', 'amount_invalid'],
    ['½', 'EUR', 'en', 'amount_invalid'],
    ['⒈', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('a currency symbol or code beside the amount', () => {
  reads([
    ['€25', 'EUR', 'en', 2500],
    ['25,00 €', 'EUR', 'de', 2500],
    ['25 EUR', 'EUR', 'en', 2500],
    ['eur 25', 'EUR', 'en', 2500],
    ['$25', 'USD', 'en', 2500],
    ['US$25', 'USD', 'en', 2500],
    ['$25', 'USD', 'fr-CA', 2500],
    ['$25 USD', 'USD', 'en', 2500],
    ['$.25', 'USD', 'en', 25],
    ['25 Ft', 'HUF', 'hu', 2500],
    ['25 ft', 'HUF', 'en', 2500],
    ['￥１２３４', 'JPY', 'ja', 1234],
    ['25 kr.', 'DKK', 'da', 2500],
    ['kr.25', 'DKK', 'da', 2500],
    ['kr.25', 'DKK', 'en', 2500],
    ['Rs.500', 'PKR', 'en', 50_000],
    ['Rs 1,500.50', 'PKR', 'en', 150_050],
    ['S/.25', 'PEN', 'es-PE', 2500],
    ['GHS. 25', 'GHS', 'wo', 2500],
    ['AUD$ 25', 'AUD', 'to', 2500],
    ['.50', 'CVE', 'pt-CV', 50],
    ['EUR.50', 'EUR', 'en', 50],
    ['DKK.50', 'DKK', 'en', 50],
    ['د.إ.\u200f 25.50', 'AED', 'ar', 2550],
    ['25 лв.', 'BGN', 'bg', 2500],
    ['1 000 F CFA', 'XOF', 'fr', 1000],
    ['1000 FCFA', 'XOF', 'fr', 1000],
    ['25 so’m', 'UZS', 'uz', 2500],
    ['25 K', 'MMK', 'en', 2500],
    ['25k', 'MMK', 'en', 'amount_invalid'],
    ['$25', 'EUR', 'en', 'amount_invalid'],
    ['€25', 'USD', 'en', 'amount_invalid'],
    ['A$25', 'USD', 'en', 'amount_invalid'],
    ['25 USD', 'EUR', 'en', 'amount_invalid'],
    ['2€5', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('text that is not an amount', () => {
  reads([
    ['', 'EUR', 'en', 'amount_required'],
    [' \u200b\u00a0', 'EUR', 'en', 'amount_required'],
    ['€', 'EUR', 'en', 'amount_required'],
    ['.', 'EUR', 'en', 'amount_invalid'],
    ['€.', 'EUR', 'en', 'amount_invalid'],
    ['ten', 'EUR', 'en', 'amount_invalid'],
    ['1e3', 'EUR', 'en', 'amount_invalid'],
    ['0x10', 'EUR', 'en', 'amount_invalid'],
    ['25k', 'EUR', 'en', 'amount_invalid'],
    ['10%', 'EUR', 'en', 'amount_invalid'],
    ['-5', 'EUR', 'en', 'amount_invalid'],
    ['−5', 'EUR', 'en', 'amount_invalid'],
    ['+5', 'EUR', 'en', 'amount_invalid'],
    ['5-10', 'EUR', 'en', 'amount_invalid'],
    ['(5)', 'EUR', 'en', 'amount_invalid'],
    ['5\n6', 'EUR', 'en', 'amount_invalid'],
    ['Infinity', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('limits of the amount', () => {
  for (const [text, rules, is] of [
    ['0', {}, 'amount_too_small'],
    ['0.00', {}, 'amount_too_small'],
    ['0', { min: 0 }, 'amount_too_small'],
    ['0', { min: -5 }, 'amount_too_small'],
    ['0.01', {}, 1],
    ['4.99', { min: 500 }, 'amount_too_small'],
    ['5', { min: 500 }, 500],
    ['5', { max: 500 }, 500],
    ['5.01', { max: 500 }, 'amount_too_large'],
    ['9,999,999,999.99', {}, MAX_AMOUNT],
    ['10,000,000,000.00', {}, 'amount_too_large'],
    ['10,000,000,000.00', { max: Infinity }, 'amount_too_large'],
    ['9'.repeat(400), {}, 'amount_too_large'],
    ['5', { min: undefined, max: undefined }, 500],
  ] as const) {
    it(`reads ${text.slice(0, 20)} with ${JSON.stringify(rules)} as ${is}`, () => {
      assert.equal(read(text, 'EUR', 'en', rules), is);
    });
  }
});

describe('exponents of the service', () => {
  for (const [text, currency, exponent, is] of [
    ['49.99', 'CLP', 2, 4999],
    ['49.99', 'HUF', 0, 'amount_decimals'],
    ['1,234', 'HUF', 0, 1234],
    ['1.234', 'EUR', 3, 1234],
    ['1,234', 'KWD', 2, 123_400],
  ] as const) {
    it(`reads ${text} ${currency} with ${exponent} decimals as ${is}`, () => {
      assert.equal(read(text, currency, 'en', { exponents: { [currency]: exponent } }), is);
    });
  }

  it('are used for formatting', () => {
    assert.equal(formatAmount(4999, { currency: 'CLP', locale: 'de', exponents: { CLP: 2 } }), '49,99');
  });
});

describe('formatAmount', () => {
  for (const [amount, currency, locale, text] of [
    [123_456, 'EUR', 'en', '1,234.56'],
    [123_456, 'EUR', 'de', '1.234,56'],
    [123_400, 'EUR', 'en', '1,234.00'],
    [5, 'EUR', 'en', '0.05'],
    [1234, 'JPY', 'en', '1,234'],
    [1234, 'KWD', 'en', '1.234'],
    [1234, 'CLF', 'en', '0.1234'],
    [1050, 'HUF', 'hu', '10,50'],
    [123_450, 'CHF', 'fr-CH', '1 234.50'],
    [123_456_789, 'INR', 'en-IN', '12,34,567.89'],
    [123_450, 'EGP', 'ar-EG', '١٬٢٣٤٫٥٠'],
    [2000, 'CVE', 'pt-CV', '20$00'],
    [4999, 'DKK', 'da', '49,99'],
  ] as const) {
    it(`formats ${amount} ${currency} in ${locale} as ${text}`, () => {
      assert.equal(formatAmount(amount, { currency, locale }).replace(/\s/g, ' '), text);
    });
  }
});

describe('round trip from minor units to text and back', () => {
  it('returns the amount for every currency and every locale', () => {
    const wrong = SAMPLE.flatMap((rules) =>
      AMOUNTS.filter((amount) => {
        const texts = [formatAmount(amount, rules), formatMoney(amount, rules.currency, rules.locale)];
        return texts.some((text) => parseAmount(text, rules) !== amount);
      }).map((amount) => ({ ...rules, amount })),
    );
    assert.deepEqual(wrong, []);
  });

  it('returns the amount for any exponent of the service', () => {
    fc.assert(
      fc.property(anyAmount, anyRules, fc.integer({ min: 0, max: 4 }), (amount, { currency, locale }, exponent) => {
        const exponents = { [currency]: exponent };
        const rules = { currency, locale, exponents };
        const texts = [formatAmount(amount, rules), formatMoney(amount, currency, locale, exponents)];
        assert.deepEqual(
          texts.map((text) => parseAmount(text, rules)),
          [amount, amount],
        );
      }),
    );
  });
});

describe('any text', () => {
  it('is either a payable amount or has a problem, and formats to the same amount', () => {
    fc.assert(
      fc.property(anyText, anyRules, (text, rules) => {
        const amount = parseAmount(text, rules);
        assert.equal(checkAmount(text, rules) === undefined, amount !== undefined);
        if (amount === undefined) return;
        assert.ok(isAmount(amount));
        assert.equal(parseAmount(formatAmount(amount, rules), rules), amount);
      }),
    );
  });

  it('never becomes more than its digits allow', () => {
    fc.assert(
      fc.property(anyText, anyRules, (text, rules) => {
        const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
        const exponent = currencyExponent(rules.currency) ?? 0;
        assert.ok((parseAmount(text, rules) ?? 0) < 10 ** (digits + exponent));
      }),
    );
  });

  it('with two decimals means the same in every locale, after a dot and after a comma', () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom('.', ','), (amount, mark) => {
        const text = String(amount)
          .padStart(3, '0')
          .replace(/(?=..$)/, mark);
        const wrong = LOCALES.filter((locale) => parseAmount(text, { currency: 'EUR', locale }) !== amount);
        assert.deepEqual(wrong, []);
      }),
    );
  });
});
