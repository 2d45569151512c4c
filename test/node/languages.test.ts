import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { describe, it } from 'node:test';
import { EXTRA_LANGUAGES } from '../../src/extra-languages.js';
import { LANGUAGES, nearestLanguage } from '../../src/languages.js';

describe('the language nearest to a locale', () => {
  for (const [locale, language, why] of [
    ['de', 'de', 'as it is'],
    ['de-AT', 'de', 'whatever the region'],
    ['fr-CH', 'fr', 'whatever the region'],
    ['es-419', 'es', 'also a region that is a continent'],
    ['de-CH-1996', 'de', 'whatever the spelling'],
    ['de-u-nu-latn', 'de', 'whatever the extensions'],
    ['en', 'en', 'built in'],
    ['en-GB', 'en', 'built in'],
    ['pt', 'pt', 'Brazil, where most who speak it live'],
    ['pt-BR', 'pt', 'as it is'],
    ['pt-PT', 'pt-PT', 'exact'],
    ['pt-AO', 'pt-PT', 'Angola writes like Portugal'],
    ['pt-US', 'pt', 'elsewhere they write like Brazil'],
    ['hi-Latn', 'en', 'Hindi in Latin letters is not what there is'],
    ['zh', 'zh-Hans', 'the script of most'],
    ['zh-CN', 'zh-Hans', 'the script of the region'],
    ['zh-SG', 'zh-Hans', 'the script of the region'],
    ['zh-TW', 'zh-Hant', 'the script of the region'],
    ['zh-HK', 'zh-Hant', 'the script of the region'],
    ['zh-Hans-HK', 'zh-Hans', 'the script that is named'],
    ['zh-Hant', 'zh-Hant', 'exact'],
    ['nb', 'nb', 'as it is'],
    ['no', 'nb', 'Norwegian without a choice'],
    ['nn-NO', 'nb', 'the other Norwegian'],
    ['he', 'he', 'as it is'],
    ['fa-AF', 'fa', 'whatever the region'],
    ['ur', 'en', 'there is no text'],
    ['ms', 'en', 'there is no text, and Indonesian is another language'],
    ['tlh', 'en', 'there is no text'],
    ['und', 'en', 'the language is not known'],
  ] as const) {
    it(`is ${language} for ${locale}: ${why}`, () => {
      assert.equal(nearestLanguage(locale), language);
    });
  }

  it('is looked for by names that are current: an old one is renamed before', () => {
    assert.equal(nearestLanguage(Intl.getCanonicalLocales('iw')[0] ?? ''), 'he');
  });
});

describe('the table of languages', () => {
  for (const [folder, table] of [
    ['src/locales', LANGUAGES],
    ['src/locales/extras', EXTRA_LANGUAGES],
  ] as const) {
    it(`has every file of ${folder}, and no other`, () => {
      const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((file) => file.endsWith('.ts'));
      assert.deepEqual(Object.keys(table).sort(), files.map((file) => parse(file).name).sort());
    });
  }

  it('names languages as Intl does', () => {
    assert.deepEqual(Intl.getCanonicalLocales(Object.keys(LANGUAGES)), Object.keys(LANGUAGES));
  });
});
