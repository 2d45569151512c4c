import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkAmount, formatAmount, parseAmount, type AmountRules } from 'payment-widget/contract/typed-amount';
import { isAmount, MAX_AMOUNT } from 'payment-widget/contract/amount';
import { currencyExponent, formatMoney } from 'payment-widget/contract/currency';

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
    ['25', 'JPY', 'en', 25],
    ['25', 'KWD', 'en', 25_000],
    ['25', 'CLF', 'en', 250_000],
    ['49.99', 'EUR', 'en', 4999],
    ['49,99', 'EUR', 'en', 4999],
    ['.5', 'EUR', 'en', 50],
  ]);
});

describe('an amount with group separators', () => {
  reads([
    ['1,234.56', 'EUR', 'en', 123_456],
    ['1.234,56', 'EUR', 'de', 123_456],
    ['12,34,567.89', 'INR', 'en-IN', 123_456_789],
    ['1\u202f234,56', 'EUR', 'en', 123_456],
    ["1'234.50", 'CHF', 'de-CH', 123_450],
    ['1,234 567.89', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('one separator with three digits after it', () => {
  reads([
    ['1,234', 'EUR', 'en', 123_400],
    ['1.234', 'EUR', 'de', 123_400],
    ['1.234', 'EUR', 'en', 'amount_ambiguous'],
    ['1,234', 'KWD', 'fr-CH', 1234], // decimals, unlike money, have a comma there
    ['1,234', 'KWD', 'en', 'amount_ambiguous'],
    ['1,234', 'JPY', 'en', 1234],
    ['1.234', 'JPY', 'en', 'amount_ambiguous'],
  ]);
});

describe('more decimals than the currency has', () => {
  reads([
    ['10.5', 'JPY', 'en', 'amount_decimals'],
    ['10.00', 'JPY', 'en', 10],
    ['1,234.500', 'EUR', 'en', 123_450],
  ]);
});

describe('digits and separators of other scripts', () => {
  reads([
    ['٤٩٫٩٩', 'EGP', 'ar-EG', 4999],
    ['١٬٢٣٤٫٥٠', 'EGP', 'ar-EG', 123_450],
    ['١٫٢٣٤', 'KWD', 'en', 1234],
    ['४९.९९', 'INR', 'hi', 4999],
    ['１，２３４', 'JPY', 'ja', 1234],
    ['20$00', 'CVE', 'pt-CV', 2000],
    ['\u200f٢٥\u200f', 'EGP', 'ar-EG', 2500],
    ['19⁹⁹', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('a currency symbol or code beside the amount', () => {
  reads([
    ['€25', 'EUR', 'en', 2500],
    ['25,00 €', 'EUR', 'de', 2500],
    ['eur 25', 'EUR', 'en', 2500],
    ['US$25', 'USD', 'en', 2500],
    ['$.25', 'USD', 'en', 25],
    ['Rs.500', 'PKR', 'en', 50_000],
    ['EUR.50', 'EUR', 'en', 50],
    ['د.إ.\u200f 25.50', 'AED', 'ar', 2550],
    ['1 000 F CFA', 'XOF', 'fr', 1000],
    ['25k', 'MMK', 'en', 'amount_invalid'],
    ['$25', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('a dash in place of the decimals', () => {
  reads([
    ['25,-', 'EUR', 'de', 2500],
    ['25,—', 'EUR', 'de', 2500],
    ['25,--', 'EUR', 'en', 2500],
    ['25.-', 'CHF', 'de-CH', 2500],
    ['CHF 25.–', 'CHF', 'de-CH', 2500],
    ['Fr. 25.−', 'CHF', 'de-CH', 2500],
    ['25:-', 'SEK', 'sv', 2500],
    ['kr 25,-', 'NOK', 'nb', 2500],
    ['25,- €', 'EUR', 'de', 2500],
    ['₹ 1,00,000/-', 'INR', 'en-IN', 10_000_000],
    ['25/=', 'TZS', 'sw', 2500],
    ['20$-', 'CVE', 'pt-CV', 2000],
    ['２５．－', 'JPY', 'ja', 25],
    ['25,-', 'KWD', 'en', 25_000],
    ['1.234,-', 'EUR', 'en', 123_400], // no other reading: the comma is at the decimals
    ['1.234,-', 'KWD', 'en', 1_234_000],
    ['25-', 'EUR', 'de', 'amount_invalid'], // a minus sign
    ['25,50-', 'EUR', 'de', 'amount_invalid'],
    ['-25,-', 'EUR', 'de', 'amount_invalid'],
    ['25,,-', 'EUR', 'de', 'amount_invalid'],
    ['1,23,-', 'EUR', 'de', 'amount_invalid'],
    [',-', 'EUR', 'de', 'amount_invalid'],
    ['10-20', 'EUR', 'de', 'amount_invalid'],
  ]);
});

describe('a currency as people write it', () => {
  reads([
    ['1000円', 'JPY', 'ja', 1000],
    ['１，０００円', 'JPY', 'en', 1000],
    ['￥1000', 'JPY', 'ja', 1000],
    ['25元', 'CNY', 'zh', 2500],
    ['25元', 'TWD', 'en', 2500],
    ['25,000원', 'KRW', 'ko', 25_000],
    ['25.000đ', 'VND', 'vi', 25_000],
    ['25 kr', 'SEK', 'en', 2500],
    ['kr. 25', 'DKK', 'da', 2500],
    ['25 руб.', 'RUB', 'ru', 2500],
    ['25 Lei', 'RON', 'en', 2500],
    ['25 euros', 'EUR', 'en', 2500],
    ['25 EURO', 'EUR', 'de', 2500],
    ['25 dollars', 'CAD', 'en', 2500],
    ['1\u2009234,50\u2009€', 'EUR', 'fr', 123_450],
    ['25万円', 'JPY', 'ja', 'amount_invalid'], // 250,000
    ['1000円', 'CNY', 'zh', 'amount_invalid'],
    ['25元', 'EUR', 'zh', 'amount_invalid'],
    ['25 dollars', 'EUR', 'en', 'amount_invalid'],
    ['K25', 'MMK', 'en', 2500],
    ['25K', 'MMK', 'en', 'amount_invalid'], // kyat or thousand
  ]);
});

describe('text that is not an amount', () => {
  reads([
    ['', 'EUR', 'en', 'amount_required'],
    ['1e3', 'EUR', 'en', 'amount_invalid'],
    ['-5', 'EUR', 'en', 'amount_invalid'],
  ]);
});

describe('limits of the amount', () => {
  for (const [text, rules, is] of [
    ['0', {}, 'amount_too_small'],
    ['0', { min: 0 }, 'amount_too_small'],
    ['4.99', { min: 500 }, 'amount_too_small'],
    ['5.01', { max: 500 }, 'amount_too_large'],
    ['9,999,999,999.99', {}, MAX_AMOUNT],
    ['10,000,000,000.00', {}, 'amount_too_large'],
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
  ] as const) {
    it(`reads ${text} ${currency} with ${exponent} decimals as ${is}`, () => {
      assert.equal(read(text, currency, 'en', { exponents: { [currency]: exponent } }), is);
    });
  }
});

describe('formatAmount', () => {
  for (const [amount, currency, locale, text] of [
    [123_456, 'EUR', 'de', '1.234,56'],
    [1050, 'HUF', 'hu', '10,50'],
    [123_450, 'EGP', 'ar-EG', '١٬٢٣٤٫٥٠'],
    [2000, 'CVE', 'pt-CV', '20$00'],
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
});

describe('any text', () => {
  /** Signs of currencies around digits, separators and dashes. */
  const written = fc
    .tuple(
      fc.constantFrom('', '€', 'kr ', 'kr. ', 'Fr. ', '¥', 'EUR ', 'K', '-'),
      fc.string({ unit: fc.constantFrom(...Array.from("0012345.,,' 万k")), minLength: 1, maxLength: 9 }),
      fc.constantFrom('', '.-', ',-', ',—', ':-', '/-', '-', '.', '00', ',00', '.000'),
      fc.constantFrom('', '€', ' €', '円', '元', ' kr', ' kr.', 'K', 'k', ' M', ' euros', ' EUR'),
    )
    .map((parts) => parts.join(''));
  const currencies = fc.constantFrom('EUR', 'JPY', 'CNY', 'SEK', 'CHF', 'KWD', 'CLF', 'MMK');

  it('is the same amount in each language that reads it', () => {
    fc.assert(
      fc.property(fc.oneof(written, anyText), currencies, (text, currency) => {
        const amounts = LOCALES.map((locale) => parseAmount(text, { currency, locale })).filter(Boolean);
        assert.ok(new Set(amounts).size <= 1, `${text} ${currency}: ${[...new Set(amounts)].join()}`);
      }),
    );
  });

  it('is the typed digits, and nothing multiplies them', () => {
    const significant = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '');
    fc.assert(
      fc.property(written, currencies, (text, currency) => {
        const amount = parseAmount(text, { currency, locale: 'en' });
        if (amount === undefined) return;
        assert.equal(significant(String(amount)), significant(text));
        assert.doesNotMatch(text, /万|k$|M$|\dK$|^-|\d-$/);
      }),
    );
  });

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
});
