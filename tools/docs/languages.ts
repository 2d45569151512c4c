import { LANGUAGES } from '../../src/i18n/languages.js';
import { code } from './markdown.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

export const languageBlocks = {
  /** The languages of the form besides English, with their tags. */
  languages(): string {
    const named = Object.keys(LANGUAGES).map((tag) => `${NAMES.of(tag === 'pt' ? 'pt-BR' : tag)} ${code(tag)}`);
    return `${named.sort().join(' · ')}\n`;
  },
};
