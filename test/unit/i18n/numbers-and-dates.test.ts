import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAmount, formatAmount, parseAmount } from '../../../src/card/amount.js';
import { checkCvc, checkPan } from '../../../src/card/card.js';
import { parseExpiry } from '../../../src/card/expiry.js';
import { parsePhone } from '../../../src/card/phone.js';
import { formatMoney } from '../../../src/contract/currency.js';
import { formatWait } from '../../../src/i18n/format-wait.js';
import { LANGUAGES } from '../../../src/i18n/languages.js';
import { fill } from '../../../src/i18n/messages.js';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** Digits of the languages that have some of their own (CLDR, numbering systems). */
const DIGITS: Readonly<Record<string, string>> = {
  ar: 'arab',
  bn: 'beng',
  fa: 'arabext',
  gu: 'gujr',
  hi: 'deva',
  ja: 'fullwide',
  kn: 'knda',
  ko: 'fullwide',
  ml: 'mlym',
  mr: 'deva',
  pa: 'guru',
  ta: 'tamldec',
  te: 'telu',
  th: 'thai',
  ur: 'arabext',
  'zh-Hans': 'fullwide',
  'zh-Hant': 'fullwide',
};

function inDigitsOf(locale: string, text: string): string {
  const format = new Intl.NumberFormat('en', { numberingSystem: DIGITS[locale] ?? 'latn' });
  return text.replace(/\d/g, (digit) => format.format(Number(digit)));
}

/** Numbers for which languages have different plurals. */
const COUNTS = [1, 2, 3, 5, 11, 21, 22, 25, 59];

for (const locale of Object.keys(LANGUAGES)) {
  describe(`numbers and dates in ${new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale}`, async () => {
    const messages = await LANGUAGES[locale]?.();
    assert.ok(messages);
    const isLatin = /^\p{Script=Latin}/u.test(messages.pay_open);

    it('are known to Intl, so none is written as in English', () => {
      const formats: readonly { supportedLocalesOf(locale: string): string[] }[] = [
        Intl.NumberFormat,
        Intl.DateTimeFormat,
        Intl.ListFormat,
      ];
      assert.deepEqual(
        formats.map((format) => format.supportedLocalesOf(locale)[0]),
        [locale, locale, locale],
      );
    });

    it('read back an amount as the form writes it', () => {
      const rules = { currency: 'EUR', locale };
      assert.equal(parseAmount(formatAmount(123_456, rules), rules), 123_456);
    });

    it('read back an amount with a currency, pasted from a text', () => {
      const rules = { currency: 'EUR', locale };
      assert.equal(checkAmount(formatMoney(123_456, 'EUR', locale), rules), undefined);
    });

    if (DIGITS[locale]) {
      it('have digits of their own', () => {
        assert.match(inDigitsOf(locale, '0123456789'), /^[^0-9]{10}$/u);
      });
    }

    it('read the digits of the language in an amount', () => {
      assert.equal(parseAmount(inDigitsOf(locale, '49'), { currency: 'EUR', locale }), 4900);
    });

    it('read the digits of the language in the fields of a card', () => {
      assert.deepEqual(
        [
          checkPan(inDigitsOf(locale, '4242 4242 4242 4242')),
          parseExpiry(inDigitsOf(locale, '12 / 30')),
          checkCvc(inDigitsOf(locale, '123'), undefined),
        ],
        [undefined, { month: 12, year: 2030 }, undefined],
      );
    });

    it('read the digits of the language in a phone number', () => {
      assert.equal(parsePhone(inDigitsOf(locale, '+91 98765 43210')), '+919876543210');
    });

    it('name the minutes and seconds of a wait in the script of the language, in every plural', () => {
      const english = COUNTS.filter((count) => !isLatin && /[a-z]/i.test(formatWait(60 + count, locale)));
      assert.deepEqual(english, []);
    });

    it('isolate values if the text runs from right to left', () => {
      const text = fill(messages.card_expiry_invalid, { expiry_example: () => '04 / 30' });
      assert.equal(text.includes('\u206804 / 30\u2069'), RIGHT_TO_LEFT.includes(locale));
    });

    it('name the month of a payment in the script of the language', () => {
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(Date.UTC(2030, 3, 15, 12));
      assert.equal(isLatin || !/[a-z]{3}/i.test(date), true, date);
    });
  });
}
