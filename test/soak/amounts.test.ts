import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { checkAmount, formatAmount, parseAmount } from '../../src/card/amount.js';
import { isAmount, MAX_AMOUNT } from '../../src/contract/amount.js';
import { currencyExponent, formatMoney } from '../../src/contract/currency.js';
import { times } from './effort.js';

/** All pairs of a currency and a locale; test/unit/card/amount.test.ts tries a sample. */

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CURRENCIES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).filter(
  (code) => currencyExponent(code) !== undefined,
);

const LOCALES = Intl.NumberFormat.supportedLocalesOf(
  (
    'am ar ar-EG ar-MA az be bg bn ca ckb cs da de de-AT de-CH de-LI dz el en en-CA en-CH en-CZ en-IN en-ZA es ' +
    'es-AR es-MX es-PE et fa fi fr fr-CA fr-CH he hi hr hu hy id is it it-CH ja ja-u-nu-fullwide ka kk km kn ko ' +
    'lt lv mn mr ms my nb ne nl pa pl pt pt-BR pt-PT ro ru sd si sq sr sr-Latn sv ta th th-u-nu-thai tr uk ur uz ' +
    'vi zh zh-TW zu ff-Adlm nqo pt-CV to wo'
  ).split(' '),
);

const AMOUNTS = [1, 5, 99, 100, 1234, 123_400, 1_234_567, MAX_AMOUNT];

const anyRules = fc.record({ currency: fc.constantFrom(...CURRENCIES), locale: fc.constantFrom(...LOCALES) });
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from("00123456789.,٫٬' ’-€$kr\u200f٣३")), maxLength: 12 }),
  fc.string({ unit: 'binary' }),
);

it('formatted amounts parse to the same amount for every currency in every locale', () => {
  assert.ok(LOCALES.length >= 80, `only ${LOCALES.length} locales`);
  for (const locale of LOCALES) {
    for (const currency of CURRENCIES) {
      const rules = { locale, currency };
      for (const amount of AMOUNTS) {
        const texts = [formatAmount(amount, rules), formatMoney(amount, currency, locale)];
        for (const text of texts) {
          if (parseAmount(text, rules) !== amount) assert.fail(`${text} (${currency}, ${locale}) is not ${amount}`);
        }
      }
    }
  }
});

it('any text is either a payable amount or has a problem, and formats to the same amount', () => {
  fc.assert(
    fc.property(anyText, anyRules, (text, rules) => {
      const amount = parseAmount(text, rules);
      assert.equal(checkAmount(text, rules) === undefined, amount !== undefined);
      if (amount === undefined) return;
      assert.ok(isAmount(amount));
      assert.equal(parseAmount(formatAmount(amount, rules), rules), amount);
    }),
    { numRuns: times(5000) },
  );
});
