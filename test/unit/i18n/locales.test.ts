import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, OPTIONAL_LANGUAGES } from '../../../src/i18n/languages.js';
import type { MessageKey, Messages } from '../../../src/i18n/messages.js';
import { inLatin } from '../../../tools/write-serbian-latin.js';
import { ALL_ENGLISH } from '../../support/english.js';
import { toPlainText } from '../../../src/contract/plain-text.js';

const keys = Object.keys(ALL_ENGLISH) as MessageKey[];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

const segmenter = new Intl.Segmenter();

/** In characters as people count them: a letter of Hindi or Thai with its marks is one. */
const lengthOf = (text: string) => [...segmenter.segment(text)].length;

/** Texts that may be the same as in English. */
const SHARED: readonly MessageKey[] = [
  'label_email',
  'placeholder_card_expiry',
  'reference',
  'label_postal_code_eircode',
  'label_optional',
];

/** Kinds of places and codes, which many languages name as English does: Province, Oblast, ZIP code. */
const OF_PLACES = /^label_(city|region|postal_code_(pin|zip)$)/;

/** Words in Latin letters in every language. */
const LATIN = /name@example\.com|\b(CVC|CVV2?|MM|YY|E-?mail|email|Eircode|PIN|ZIP)\b|\{\w+\}/g;

/** Scripts other than Latin. A language that is not here is written in Latin letters only. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  am: /\p{Script=Ethiopic}/u,
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  bn: /\p{Script=Bengali}/u,
  el: /\p{Script=Greek}/u,
  fa: /\p{Script=Arabic}/u,
  gu: /\p{Script=Gujarati}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  kk: /\p{Script=Cyrillic}/u,
  kn: /\p{Script=Kannada}/u,
  ko: /\p{Script=Hangul}/u,
  ml: /\p{Script=Malayalam}/u,
  mr: /\p{Script=Devanagari}/u,
  pa: /\p{Script=Gurmukhi}/u,
  ru: /\p{Script=Cyrillic}/u,
  sr: /\p{Script=Cyrillic}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  ur: /\p{Script=Arabic}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
};

for (const [tag, load] of Object.entries(LANGUAGES)) {
  describe(`messages in ${new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag}`, async () => {
    const card = await load();
    const extras = await OPTIONAL_LANGUAGES[tag]?.();
    const messages = { ...card, ...extras } as Messages;

    const keysWhere = (matches: (text: string, key: MessageKey) => boolean) =>
      keys.filter((key) => matches(messages[key], key));

    it('have the placeholders of the English messages', () => {
      assert.deepEqual(
        keysWhere((text, key) => String(placeholders(text)) !== String(placeholders(ALL_ENGLISH[key]))),
        [],
      );
    });

    it('are translated', () => {
      assert.deepEqual(
        keysWhere((text, key) => text === ALL_ENGLISH[key] && !SHARED.includes(key) && !OF_PLACES.test(key)),
        [],
      );
    });

    it('have typographic punctuation and no extra spaces', () => {
      assert.deepEqual(
        keysWhere((text) => /^\s|\s$|\s\s|["']|\.\.\.|(^| )-( |$)/.test(text)),
        [],
      );
    });

    it('are at most half as long again as in English, and a word more', () => {
      assert.deepEqual(
        keysWhere((text, key) => lengthOf(text) > 1.5 * lengthOf(ALL_ENGLISH[key]) + 15),
        [],
      );
    });

    it('have no markup and no control characters', () => {
      assert.deepEqual(
        keysWhere((text) => /[<>&]|\p{Cc}/u.test(text)),
        [],
      );
    });

    it('show the expiry date as two letters, a slash and two letters', () => {
      assert.match(messages.placeholder_card_expiry, /^\p{L}{2} \/ \p{L}{2}$/u);
    });

    it('say that nothing was charged in the same words for every failure', () => {
      const failures = keysWhere((_, key) => key.startsWith('failed_') && key !== 'failed_other_window');
      const betweenSentences = tag === 'th' ? ' ' : /(?<=[.。।።۔])\s*/;
      const sentences = failures.map((key) => messages[key].split(betweenSentences));
      const [first = [], ...others] = sentences;
      const common = first.filter((sentence) => others.every((other) => other.includes(sentence)));
      assert.equal(common.length, 1, failures.map((key) => messages[key]).join('\n'));
    });

    it('name the number of digits of each security code', () => {
      const digits = (text: string) => toPlainText(text).match(/\d/g)?.join();
      const codes = keysWhere((_, key) => /card_cvc(_required|_invalid|$|_4)/.test(key) && !key.startsWith('label'));
      assert.deepEqual(
        codes.map((key) => [key, digits(messages[key])]),
        codes.map((key) => [key, key.endsWith('_4') ? '4' : '3']),
      );
    });

    if (tag === 'fr') {
      it('have a no-break space before colons, semicolons, question and exclamation marks', () => {
        assert.deepEqual(
          keysWhere((text) => /[^\u00a0\u202f][:;?!]/.test(text)),
          [],
        );
      });
    }

    const script = SCRIPTS[tag];
    if (!script) return;

    it('are in the script of the language', () => {
      assert.deepEqual(
        keysWhere((text, key) => !script.test(text) && !SHARED.includes(key)),
        [],
      );
    });

    it('have no words in Latin letters', () => {
      assert.deepEqual(
        keysWhere((text) => /\p{Script=Latin}{2,}/u.test(text.replace(LATIN, ''))),
        [],
      );
    });
  });
}

describe('Serbian in Latin letters', () => {
  it('has the Cyrillic texts, written by tools/write-serbian-latin.ts', async () => {
    for (const table of [LANGUAGES, OPTIONAL_LANGUAGES]) {
      const [cyrillic, latin] = await Promise.all([table['sr']?.(), table['sr-Latn']?.()]);
      const expected = Object.entries<string>(cyrillic ?? {}).map(([key, text]) => [key, inLatin(text)]);
      assert.deepEqual(latin, Object.fromEntries(expected));
    }
  });

  for (const [cyrillic, latin] of [
    ['Љубљана', 'Ljubljana'],
    ['Њујорк', 'Njujork'],
    ['џеп', 'džep'],
    ['ђ, ж, ћ, ч, ш', 'đ, ž, ć, č, š'],
    ['ММ / ГГ', 'MM / GG'],
    ['Плати {amount}', 'Plati {amount}'],
  ] as const) {
    it(`writes ${cyrillic} as ${latin}`, () => {
      assert.equal(inLatin(cyrillic), latin);
    });
  }
});
