import type { Values } from './settings-url.js';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

export function directionOf(values: Values): string {
  return values['dir'] || (RIGHT_TO_LEFT.includes(new Intl.Locale(languageOf(values)).language) ? 'rtl' : 'ltr');
}

export const languageOf = (values: Values): string => values['lang'] || 'en';

/** Applies language, direction and theme to a page. */
export function applyPage(document: Document, values: Values): void {
  const root = document.documentElement;
  root.lang = languageOf(values);
  root.dir = directionOf(values);
  root.dataset['theme'] = values['theme'];
  root.dataset['colours'] = values['colours'];
  // Also works on the strict page, which has no style sheet.
  document.querySelector('meta[name=color-scheme]')?.setAttribute('content', values['colours'] || 'light dark');
}
