import { OPTIONAL_ENGLISH } from '../../src/i18n/optional-messages.js';
import { LANGUAGES } from '../../src/i18n/languages.js';
import { ENGLISH } from '../../src/i18n/messages.js';
import { code } from './markdown.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

export const languageBlocks = {
  /** The languages of the form besides English, with their tags. */
  languages(): string {
    const named = Object.keys(LANGUAGES).map((tag) => `${NAMES.of(tag === 'pt' ? 'pt-BR' : tag)} ${code(tag)}`);
    return `${named.sort().join(' · ')}\n`;
  },
  /** What the texts can contain. */
  placeholders(): string {
    const texts = Object.values({ ...ENGLISH, ...OPTIONAL_ENGLISH });
    const names = new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []));
    return `${[...names].map(code).sort().join(', ')}\n`;
  },
};
