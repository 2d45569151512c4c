import type { CardMessages, Messages } from './messages.js';
import { OPTIONAL_LANGUAGES } from './optional-languages.js';

/** Loaders of the texts of each language. The paths are literal, so that every bundler can split them. */
export type Languages<Texts> = Readonly<Record<string, () => Promise<{ readonly default: Texts }>>>;

/** Languages besides the built-in English. Each is loaded when a page uses it. */
export const LANGUAGES: Languages<CardMessages> = {
  am: () => import('./locales/am.js'),
  ar: () => import('./locales/ar.js'),
  bg: () => import('./locales/bg.js'),
  bn: () => import('./locales/bn.js'),
  cs: () => import('./locales/cs.js'),
  da: () => import('./locales/da.js'),
  de: () => import('./locales/de.js'),
  el: () => import('./locales/el.js'),
  es: () => import('./locales/es.js'),
  fa: () => import('./locales/fa.js'),
  fi: () => import('./locales/fi.js'),
  fil: () => import('./locales/fil.js'),
  fr: () => import('./locales/fr.js'),
  gu: () => import('./locales/gu.js'),
  he: () => import('./locales/he.js'),
  hi: () => import('./locales/hi.js'),
  hr: () => import('./locales/hr.js'),
  hu: () => import('./locales/hu.js'),
  id: () => import('./locales/id.js'),
  it: () => import('./locales/it.js'),
  ja: () => import('./locales/ja.js'),
  kk: () => import('./locales/kk.js'),
  kn: () => import('./locales/kn.js'),
  ko: () => import('./locales/ko.js'),
  ml: () => import('./locales/ml.js'),
  mr: () => import('./locales/mr.js'),
  ms: () => import('./locales/ms.js'),
  nb: () => import('./locales/nb.js'),
  nl: () => import('./locales/nl.js'),
  pa: () => import('./locales/pa.js'),
  pl: () => import('./locales/pl.js'),
  pt: () => import('./locales/pt.js'),
  'pt-PT': () => import('./locales/pt-PT.js'),
  ro: () => import('./locales/ro.js'),
  ru: () => import('./locales/ru.js'),
  sk: () => import('./locales/sk.js'),
  sr: () => import('./locales/sr.js'),
  'sr-Latn': () => import('./locales/sr-Latn.js'),
  sv: () => import('./locales/sv.js'),
  sw: () => import('./locales/sw.js'),
  ta: () => import('./locales/ta.js'),
  te: () => import('./locales/te.js'),
  th: () => import('./locales/th.js'),
  tr: () => import('./locales/tr.js'),
  uk: () => import('./locales/uk.js'),
  ur: () => import('./locales/ur.js'),
  uz: () => import('./locales/uz.js'),
  vi: () => import('./locales/vi.js'),
  'zh-Hans': () => import('./locales/zh-Hans.js'),
  'zh-Hant': () => import('./locales/zh-Hant.js'),
};

/** The language that its readers understand, too (CLDR, languageMatching). All Norwegian is Bokmål here. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', bs: 'hr' };

/** Regions with European Portuguese (CLDR, parentLocales). */
const EUROPEAN_PORTUGUESE = /^(PT|AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)$/;

/**
 * The best language for a locale: by script, then by language.
 * @param locale - BCP 47 tag that `Intl` accepts
 * @returns a key of `LANGUAGES`, or `en`
 */
export function nearestLanguage(locale: string): string {
  const { language, script = '', region = '' } = new Intl.Locale(locale).maximize();
  if (language === 'pt' && EUROPEAN_PORTUGUESE.test(region)) return 'pt-PT';
  const hasUsualScript = new Intl.Locale(language).maximize().script === script; // Hindi in Latin script has not
  const candidates = [`${language}-${script}`, hasUsualScript ? (ALIASES[language] ?? language) : 'en'];
  return candidates.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/**
 * Loads the texts of the nearest language.
 * @param locale - BCP 47 tag that `Intl` accepts
 * @param needsOptional - whether the texts of the optional fields are needed, too
 * @returns the language, and its texts unless it is English
 */
export async function loadTexts(
  locale: string,
  needsOptional: boolean,
): Promise<{ readonly language: string; readonly messages: Partial<Messages> | undefined }> {
  const language = nearestLanguage(locale);
  const [card, optional] = await Promise.all([
    LANGUAGES[language]?.(),
    needsOptional ? OPTIONAL_LANGUAGES[language]?.() : undefined,
  ]);
  return { language, messages: card && { ...card.default, ...optional?.default } };
}
