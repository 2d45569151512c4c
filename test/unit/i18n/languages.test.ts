import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { describe, it } from 'node:test';
import { LANGUAGES, nearestLanguage, OPTIONAL_LANGUAGES } from '../../../src/i18n/languages.js';

describe('nearestLanguage()', () => {
  for (const [locale, language, why] of [
    ['de', 'de', 'exact'],
    ['de-AT', 'de', 'any region'],
    ['fr-CH', 'fr', 'any region'],
    ['es-419', 'es', 'a region that is a continent'],
    ['de-CH-1996', 'de', 'any variant'],
    ['de-u-nu-latn', 'de', 'any extension'],
    ['en', 'en', 'built in'],
    ['en-GB', 'en', 'built in'],
    ['pt', 'pt', 'most speakers are in Brazil'],
    ['pt-BR', 'pt', 'exact'],
    ['pt-PT', 'pt-PT', 'exact'],
    ['pt-AO', 'pt-PT', 'Angola follows Portugal'],
    ['pt-US', 'pt', 'other regions follow Brazil'],
    ['hi-Latn', 'en', 'only Hindi in Devanagari is available'],
    ['zh', 'zh-Hans', 'most common script'],
    ['zh-CN', 'zh-Hans', 'script of the region'],
    ['zh-SG', 'zh-Hans', 'script of the region'],
    ['zh-TW', 'zh-Hant', 'script of the region'],
    ['zh-HK', 'zh-Hant', 'script of the region'],
    ['zh-Hans-HK', 'zh-Hans', 'explicit script'],
    ['zh-Hant', 'zh-Hant', 'exact'],
    ['nb', 'nb', 'exact'],
    ['no', 'nb', 'Norwegian means Bokmål'],
    ['nn-NO', 'nb', 'Nynorsk falls back to Bokmål'],
    ['he', 'he', 'exact'],
    ['fa-AF', 'fa', 'any region'],
    ['ms', 'ms', 'exact'],
    ['jv', 'en', 'not available, and Indonesian is another language'],
    ['sr', 'sr', 'most common script'],
    ['sr-Latn-RS', 'sr-Latn', 'explicit script'],
    ['sr-ME', 'sr-Latn', 'script of the region'],
    ['sh', 'sr-Latn', 'Serbo-Croatian means Serbian in Latin letters'],
    ['uz-Cyrl', 'en', 'only Uzbek in Latin script is available'],
    ['mr-IN', 'mr', 'any region'],
    ['ur-IN', 'ur', 'any region'],
    ['fil-PH', 'fil', 'any region'],
    ['tl', 'fil', 'Tagalog means Filipino'],
    ['mo', 'ro', 'Moldavian means Romanian'],
    ['bs', 'hr', 'Bosnian is closest to Croatian'],
    ['bs-Cyrl', 'en', 'Croatian is in Latin letters'],
    ['kk-CN', 'en', 'script of the region'],
    ['ms-Arab', 'en', 'only Malay in Latin letters is available'],
    ['uz-AF', 'en', 'script of the region'],
    ['pa', 'pa', 'most common script'],
    ['pa-Arab', 'en', 'only Punjabi in Gurmukhi is available'],
    ['pa-PK', 'en', 'script of the region'],
    ['ta-LK', 'ta', 'any region'],
    ['tlh', 'en', 'not available'],
    ['und', 'en', 'undetermined language'],
  ] as const) {
    it(`returns ${language} for ${locale}: ${why}`, () => {
      assert.equal(nearestLanguage(locale), language);
    });
  }
});

/** Another script of a language that counts already. */
const TWICE = ['sr-Latn'];

describe('LANGUAGES and OPTIONAL_LANGUAGES', () => {
  it('have a row for each file of src/i18n/locales', () => {
    const tags = readdirSync('src/i18n/locales').map((file) => parse(file).name);
    for (const table of [LANGUAGES, OPTIONAL_LANGUAGES]) assert.deepEqual(Object.keys(table).sort(), tags.sort());
  });

  it('are as many as the README says, with English', () => {
    const count = /(\d+) languages/.exec(readFileSync('README.md', 'utf8'))?.[1];
    assert.equal(Number(count), Object.keys(LANGUAGES).length + 1 - TWICE.length);
  });

  it('use canonical language tags', () => {
    assert.deepEqual(Intl.getCanonicalLocales(Object.keys(LANGUAGES)), Object.keys(LANGUAGES));
  });
});
