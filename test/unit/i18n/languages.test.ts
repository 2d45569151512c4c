import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAmount, parseAmount } from 'payment-widget/contract/typed-amount';
import { checkCvc, checkPan } from 'payment-widget/contract/card';
import { parseExpiry } from 'payment-widget/contract/expiry';
import { parsePhone } from 'payment-widget/contract/contact';
import { toPlainText } from 'payment-widget/contract/text';
import { LANGUAGES, nearestLanguage } from 'payment-widget/i18n/languages';
import type { MessageKey } from 'payment-widget/i18n/messages';
import ENGLISH from 'payment-widget/i18n/locales/en';

describe('nearestLanguage()', () => {
  for (const [locale, language, why] of [
    ['de', 'de', 'exact'],
    ['de-AT', 'de', 'any region'],
    ['es-419', 'es', 'a region that is a continent'],
    ['en', 'en', 'built in'],
    ['pt', 'pt', 'most speakers are in Brazil'],
    ['pt-AO', 'pt-PT', 'Angola follows Portugal'],
    ['pt-US', 'pt', 'other regions follow Brazil'],
    ['hi-Latn', 'en', 'only Hindi in Devanagari is available'],
    ['zh', 'zh-Hans', 'most common script'],
    ['zh-TW', 'zh-Hant', 'script of the region'],
    ['zh-Hans-HK', 'zh-Hans', 'explicit script'],
    ['no', 'nb', 'Norwegian means Bokmål'],
    ['nn-NO', 'nb', 'Nynorsk falls back to Bokmål'],
    ['jv', 'en', 'not available, and Indonesian is another language'],
    ['sr-Latn-RS', 'sr-Latn', 'explicit script'],
    ['sr-ME', 'sr-Latn', 'script of the region'],
    ['sh', 'sr-Latn', 'Serbo-Croatian means Serbian in Latin letters'],
    ['bs', 'hr', 'Bosnian is closest to Croatian'],
    ['bs-Cyrl', 'en', 'Croatian is in Latin letters'],
    ['ms-Arab', 'en', 'only Malay in Latin letters is available'],
    ['tlh', 'en', 'not available'],
    ['und', 'en', 'undetermined language'],
  ] as const) {
    it(`returns ${language} for ${locale}: ${why}`, () => {
      assert.equal(nearestLanguage(locale), language);
    });
  }
});

const keys = Object.keys(ENGLISH) as MessageKey[];
const placeholdersOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const digitsOf = (text: string) => toPlainText(text).match(/\d/g)?.join();
const isCode = (key: string) => /^(hint_)?card_cvc(_required|_invalid|$|_4)/.test(key);

describe('the texts of every language', async () => {
  const languages = await Promise.all(
    Object.entries(LANGUAGES).map(async ([tag, load]) => [tag, (await load.load()).default] as const),
  );

  for (const [what, isRight] of [
    [
      'have the placeholders of the English ones',
      (text: string, key: MessageKey) => String(placeholdersOf(text)) === String(placeholdersOf(ENGLISH[key])),
    ],
    ['have no markup', (text: string) => !/[<>&]/.test(text)],
    [
      'name the number of digits of each security code',
      (text: string, key: MessageKey) => !isCode(key) || digitsOf(text) === (key.endsWith('_4') ? '4' : '3'),
    ],
  ] as const) {
    it(what, () => {
      const wrong = languages.flatMap(([tag, messages]) =>
        keys.filter((key) => !isRight(messages[key], key)).map((key) => `${tag} ${key}`),
      );
      assert.deepEqual(wrong, []);
    });
  }
});

describe('digits of the shopper’s script are read', () => {
  for (const [locale, system] of [
    ['ar', 'arab'],
    ['fa', 'arabext'],
    ['hi', 'deva'],
    ['ta', 'tamldec'],
    ['ja', 'fullwide'],
  ] as const) {
    const write = (text: string) =>
      text.replace(/\d/g, (digit) => new Intl.NumberFormat(`en-u-nu-${system}`).format(Number(digit)));

    it(`in each field: ${locale}`, () => {
      const rules = { currency: 'EUR', locale };
      assert.equal(checkPan(write('4242 4242 4242 4242')), undefined);
      assert.deepEqual(parseExpiry(write('12 / 30')), { month: 12, year: 2030 });
      assert.equal(checkCvc(write('123'), undefined), undefined);
      assert.equal(parsePhone(write('+91 98765 43210')), '+919876543210');
      assert.equal(parseAmount(write('49'), rules), 4900);
      assert.equal(parseAmount(formatAmount(4900, rules), rules), 4900);
    });
  }
});
