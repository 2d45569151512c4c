import type { CardMessages } from './messages.js';

type Load = () => Promise<{ readonly default: CardMessages }>;

/** Languages besides English, the built-in one. Each is a file of its own that is loaded when a page is in it. */
export const LANGUAGES: Readonly<Record<string, Load>> = {
  am: () => import('./locales/am.js'),
  ar: () => import('./locales/ar.js'),
  bn: () => import('./locales/bn.js'),
  cs: () => import('./locales/cs.js'),
  da: () => import('./locales/da.js'),
  de: () => import('./locales/de.js'),
  el: () => import('./locales/el.js'),
  es: () => import('./locales/es.js'),
  fa: () => import('./locales/fa.js'),
  fi: () => import('./locales/fi.js'),
  fr: () => import('./locales/fr.js'),
  he: () => import('./locales/he.js'),
  hi: () => import('./locales/hi.js'),
  id: () => import('./locales/id.js'),
  it: () => import('./locales/it.js'),
  ja: () => import('./locales/ja.js'),
  ko: () => import('./locales/ko.js'),
  nb: () => import('./locales/nb.js'),
  nl: () => import('./locales/nl.js'),
  pl: () => import('./locales/pl.js'),
  pt: () => import('./locales/pt.js'),
  'pt-PT': () => import('./locales/pt-PT.js'),
  ru: () => import('./locales/ru.js'),
  sv: () => import('./locales/sv.js'),
  sw: () => import('./locales/sw.js'),
  th: () => import('./locales/th.js'),
  tr: () => import('./locales/tr.js'),
  uk: () => import('./locales/uk.js'),
  vi: () => import('./locales/vi.js'),
  'zh-Hans': () => import('./locales/zh-Hans.js'),
  'zh-Hant': () => import('./locales/zh-Hant.js'),
};

/** Languages that are read in another one: Norwegian by any name in Bokmål. */
const READ_IN: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** Where Portuguese is written as in Portugal (CLDR, parentLocales). */
const LIKE_PORTUGAL = /^(PT|AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)$/;

/**
 * The language whose texts come nearest to a locale: exact, then by script, then by language.
 * @param locale - BCP 47 tag that `Intl` accepts
 * @returns a key of `LANGUAGES`, or `en`
 */
export function nearestLanguage(locale: string): string {
  const { language, script = '', region = '' } = new Intl.Locale(locale).maximize();
  if (language === 'pt' && LIKE_PORTUGAL.test(region)) return 'pt-PT';
  const isItsScript = new Intl.Locale(language).maximize().script === script; // Hindi in Latin letters is not
  const candidates = [`${language}-${script}`, isItsScript ? (READ_IN[language] ?? language) : 'en'];
  return candidates.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}
