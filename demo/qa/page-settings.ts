import type { Values } from './address.js';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

export function directionOf(values: Values): string {
  return values['dir'] || (RIGHT_TO_LEFT.includes(new Intl.Locale(languageOf(values)).language) ? 'rtl' : 'ltr');
}

export const languageOf = (values: Values): string => values['lang'] || 'en';

/** What a merchant's page would say of itself: language, direction and look. */
export function applyPage(document: Document, values: Values): void {
  const root = document.documentElement;
  root.lang = languageOf(values);
  root.dir = directionOf(values);
  root.dataset['theme'] = values['theme'];
  root.dataset['colours'] = values['colours'];
  // Holds on the strict page, too, which has no style sheet.
  document.querySelector('meta[name=color-scheme]')?.setAttribute('content', values['colours'] || 'light dark');
}
