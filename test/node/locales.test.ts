import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import german from '../../src/locales/de.js';
import germanExtras from '../../src/locales/extras/de.js';
import { EXTRA_LANGUAGES } from '../../src/extra-languages.js';
import { EXTRA_ENGLISH } from '../../src/extra-messages.js';
import { LANGUAGES } from '../../src/languages.js';
import { ENGLISH, type MessageKey, type Messages } from '../../src/messages.js';
import { ALL_ENGLISH } from '../support/english.js';
import { toPlainText } from '../../src/payment/digits.js';

const keys = Object.keys(ALL_ENGLISH) as MessageKey[];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

/** Texts that some languages share with English. */
const SHARED: readonly MessageKey[] = ['label_email', 'placeholder_card_expiry', 'reference'];

/** What stands in a text in Latin letters in every language: names, what is typed, what is printed on a card. */
const LATIN = /name@example\.com|\b(CVC|CVV2?|MM|YY|E-?mail|email)\b|\{\w+\}/g;

/** Scripts of the languages that are not written in Latin letters. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  am: /\p{Script=Ethiopic}/u,
  ar: /\p{Script=Arabic}/u,
  bn: /\p{Script=Bengali}/u,
  el: /\p{Script=Greek}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
};

for (const [tag, load] of Object.entries(LANGUAGES)) {
  describe(`the texts in ${new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag}`, async () => {
    const { default: card } = await load();
    const extras = (await EXTRA_LANGUAGES[tag]?.())?.default;
    const messages = { ...card, ...extras } as Messages;

    /** Keys of the texts of which something is so. */
    const keysWhere = (isSo: (text: string, key: MessageKey) => boolean) =>
      keys.filter((key) => isSo(messages[key], key));

    it('are all there: those of fields beyond the card apart from what every form needs', () => {
      assert.deepEqual(
        [card, extras ?? {}].map((texts) => Object.keys(texts).sort()),
        [ENGLISH, EXTRA_ENGLISH].map((texts) => Object.keys(texts).sort()),
      );
    });

    it('stand in one order in every language', () => {
      assert.deepEqual(Object.keys(messages), Object.keys({ ...german, ...germanExtras }));
    });

    it('have the placeholders of the English ones', () => {
      assert.deepEqual(
        keysWhere((text, key) => String(placeholders(text)) !== String(placeholders(ALL_ENGLISH[key]))),
        [],
      );
    });

    it('are not left in English', () => {
      assert.deepEqual(
        keysWhere((text, key) => text === ALL_ENGLISH[key] && !SHARED.includes(key)),
        [],
      );
    });

    it('have no space too much, and no mark of a typewriter', () => {
      assert.deepEqual(
        keysWhere((text) => /^\s|\s$|\s\s|["']|\.\.\.|(^| )-( |$)/.test(text)),
        [],
      );
    });

    it('hold nothing that looks like markup, and no control character', () => {
      assert.deepEqual(
        keysWhere((text) => /[<>&]|\p{Cc}/u.test(text)),
        [],
      );
    });

    it('write the expiry date as two letters, a slash, two letters', () => {
      assert.match(messages.placeholder_card_expiry, /^\p{L}{2} \/ \p{L}{2}$/u);
    });

    it('say of every failure here that nothing was charged, in the same words', () => {
      const failures = keysWhere((_, key) => key.startsWith('failed_') && key !== 'failed_other_window');
      const betweenSentences = tag === 'th' ? ' ' : /(?<=[.。।።])\s*/;
      const sentences = failures.map((key) => messages[key].split(betweenSentences));
      const [first = [], ...others] = sentences;
      const common = first.filter((sentence) => others.every((other) => other.includes(sentence)));
      assert.equal(common.length, 1, failures.map((key) => messages[key]).join('\n'));
    });

    it('say of each security code how many digits it has', () => {
      const digits = (text: string) => toPlainText(text).match(/\d/g)?.join();
      const codes = keysWhere((_, key) => /card_cvc(_required|_invalid|$|_4)/.test(key) && !key.startsWith('label'));
      assert.deepEqual(
        codes.map((key) => [key, digits(messages[key])]),
        codes.map((key) => [key, key.endsWith('_4') ? '4' : '3']),
      );
    });

    const script = SCRIPTS[tag];
    if (!script) return;

    it('are in its own script', () => {
      assert.deepEqual(
        keysWhere((text, key) => !script.test(text) && !SHARED.includes(key)),
        [],
      );
    });

    it('have no word left in Latin letters', () => {
      assert.deepEqual(
        keysWhere((text) => /\p{Script=Latin}{2,}/u.test(text.replace(LATIN, ''))),
        [],
      );
    });
  });
}

describe('a language', () => {
  /** What the compiler says of a file with these texts in src/locales. */
  function compile(texts: string): string[] {
    const file = join(import.meta.dirname, '../../src/locales/xx.ts');
    const code = `import type { Messages } from '../messages.js';\nimport { ENGLISH as CARD } from '../messages.js';\nimport { EXTRA_ENGLISH } from '../extra-messages.js';\nconst ENGLISH = { ...CARD, ...EXTRA_ENGLISH };\nexport const messages: Messages = ${texts};\n`;
    const options = {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      noEmit: true,
      strict: true,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const getSourceFile = host.getSourceFile.bind(host);
    host.getSourceFile = (name, version, ...rest) =>
      name === file ? ts.createSourceFile(name, code, version) : getSourceFile(name, version, ...rest);
    const program = ts.createProgram([file], options, host);
    return program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  it('compiles when every key is there', () => {
    assert.deepEqual(compile('{ ...ENGLISH, pay: "Zahlen" }'), []);
  });

  it('does not compile when a key is missing', () => {
    assert.match(compile('(({ pay, ...rest }) => rest)(ENGLISH)').join(), /'pay' is missing/);
  });

  it('does not compile when a key is misspelt', () => {
    assert.match(compile('{ ...ENGLISH, pey: "Zahlen" }').join(), /'pey' does not exist/);
  });
});
