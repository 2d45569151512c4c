import type { CardMessages, Messages, OptionalMessages } from './messages.js';

/** The paths are literal, so that every bundler can split them. */
type Languages<Texts> = Readonly<Record<string, () => Promise<Texts>>>;

/** The texts of the optional fields: most forms need none, so the build makes another chunk of the same files. */
export const OPTIONAL_LANGUAGES: Languages<OptionalMessages> = {
  am: () => import('./locales/am.js?optional').then(({ optional }) => optional),
  ar: () => import('./locales/ar.js?optional').then(({ optional }) => optional),
  bg: () => import('./locales/bg.js?optional').then(({ optional }) => optional),
  bn: () => import('./locales/bn.js?optional').then(({ optional }) => optional),
  cs: () => import('./locales/cs.js?optional').then(({ optional }) => optional),
  da: () => import('./locales/da.js?optional').then(({ optional }) => optional),
  de: () => import('./locales/de.js?optional').then(({ optional }) => optional),
  el: () => import('./locales/el.js?optional').then(({ optional }) => optional),
  es: () => import('./locales/es.js?optional').then(({ optional }) => optional),
  fa: () => import('./locales/fa.js?optional').then(({ optional }) => optional),
  fi: () => import('./locales/fi.js?optional').then(({ optional }) => optional),
  fil: () => import('./locales/fil.js?optional').then(({ optional }) => optional),
  fr: () => import('./locales/fr.js?optional').then(({ optional }) => optional),
  gu: () => import('./locales/gu.js?optional').then(({ optional }) => optional),
  he: () => import('./locales/he.js?optional').then(({ optional }) => optional),
  hi: () => import('./locales/hi.js?optional').then(({ optional }) => optional),
  hr: () => import('./locales/hr.js?optional').then(({ optional }) => optional),
  hu: () => import('./locales/hu.js?optional').then(({ optional }) => optional),
  id: () => import('./locales/id.js?optional').then(({ optional }) => optional),
  it: () => import('./locales/it.js?optional').then(({ optional }) => optional),
  ja: () => import('./locales/ja.js?optional').then(({ optional }) => optional),
  kk: () => import('./locales/kk.js?optional').then(({ optional }) => optional),
  kn: () => import('./locales/kn.js?optional').then(({ optional }) => optional),
  ko: () => import('./locales/ko.js?optional').then(({ optional }) => optional),
  ml: () => import('./locales/ml.js?optional').then(({ optional }) => optional),
  mr: () => import('./locales/mr.js?optional').then(({ optional }) => optional),
  ms: () => import('./locales/ms.js?optional').then(({ optional }) => optional),
  nb: () => import('./locales/nb.js?optional').then(({ optional }) => optional),
  nl: () => import('./locales/nl.js?optional').then(({ optional }) => optional),
  pa: () => import('./locales/pa.js?optional').then(({ optional }) => optional),
  pl: () => import('./locales/pl.js?optional').then(({ optional }) => optional),
  pt: () => import('./locales/pt.js?optional').then(({ optional }) => optional),
  'pt-PT': () => import('./locales/pt-PT.js?optional').then(({ optional }) => optional),
  ro: () => import('./locales/ro.js?optional').then(({ optional }) => optional),
  ru: () => import('./locales/ru.js?optional').then(({ optional }) => optional),
  sk: () => import('./locales/sk.js?optional').then(({ optional }) => optional),
  sr: () => import('./locales/sr.js?optional').then(({ optional }) => optional),
  'sr-Latn': () => import('./locales/sr-Latn.js?optional').then(({ optional }) => optional),
  sv: () => import('./locales/sv.js?optional').then(({ optional }) => optional),
  sw: () => import('./locales/sw.js?optional').then(({ optional }) => optional),
  ta: () => import('./locales/ta.js?optional').then(({ optional }) => optional),
  te: () => import('./locales/te.js?optional').then(({ optional }) => optional),
  th: () => import('./locales/th.js?optional').then(({ optional }) => optional),
  tr: () => import('./locales/tr.js?optional').then(({ optional }) => optional),
  uk: () => import('./locales/uk.js?optional').then(({ optional }) => optional),
  ur: () => import('./locales/ur.js?optional').then(({ optional }) => optional),
  uz: () => import('./locales/uz.js?optional').then(({ optional }) => optional),
  vi: () => import('./locales/vi.js?optional').then(({ optional }) => optional),
  'zh-Hans': () => import('./locales/zh-Hans.js?optional').then(({ optional }) => optional),
  'zh-Hant': () => import('./locales/zh-Hant.js?optional').then(({ optional }) => optional),
};

export const LANGUAGES: Languages<CardMessages> = {
  am: () => import('./locales/am.js').then(({ default: texts }) => texts),
  ar: () => import('./locales/ar.js').then(({ default: texts }) => texts),
  bg: () => import('./locales/bg.js').then(({ default: texts }) => texts),
  bn: () => import('./locales/bn.js').then(({ default: texts }) => texts),
  cs: () => import('./locales/cs.js').then(({ default: texts }) => texts),
  da: () => import('./locales/da.js').then(({ default: texts }) => texts),
  de: () => import('./locales/de.js').then(({ default: texts }) => texts),
  el: () => import('./locales/el.js').then(({ default: texts }) => texts),
  es: () => import('./locales/es.js').then(({ default: texts }) => texts),
  fa: () => import('./locales/fa.js').then(({ default: texts }) => texts),
  fi: () => import('./locales/fi.js').then(({ default: texts }) => texts),
  fil: () => import('./locales/fil.js').then(({ default: texts }) => texts),
  fr: () => import('./locales/fr.js').then(({ default: texts }) => texts),
  gu: () => import('./locales/gu.js').then(({ default: texts }) => texts),
  he: () => import('./locales/he.js').then(({ default: texts }) => texts),
  hi: () => import('./locales/hi.js').then(({ default: texts }) => texts),
  hr: () => import('./locales/hr.js').then(({ default: texts }) => texts),
  hu: () => import('./locales/hu.js').then(({ default: texts }) => texts),
  id: () => import('./locales/id.js').then(({ default: texts }) => texts),
  it: () => import('./locales/it.js').then(({ default: texts }) => texts),
  ja: () => import('./locales/ja.js').then(({ default: texts }) => texts),
  kk: () => import('./locales/kk.js').then(({ default: texts }) => texts),
  kn: () => import('./locales/kn.js').then(({ default: texts }) => texts),
  ko: () => import('./locales/ko.js').then(({ default: texts }) => texts),
  ml: () => import('./locales/ml.js').then(({ default: texts }) => texts),
  mr: () => import('./locales/mr.js').then(({ default: texts }) => texts),
  ms: () => import('./locales/ms.js').then(({ default: texts }) => texts),
  nb: () => import('./locales/nb.js').then(({ default: texts }) => texts),
  nl: () => import('./locales/nl.js').then(({ default: texts }) => texts),
  pa: () => import('./locales/pa.js').then(({ default: texts }) => texts),
  pl: () => import('./locales/pl.js').then(({ default: texts }) => texts),
  pt: () => import('./locales/pt.js').then(({ default: texts }) => texts),
  'pt-PT': () => import('./locales/pt-PT.js').then(({ default: texts }) => texts),
  ro: () => import('./locales/ro.js').then(({ default: texts }) => texts),
  ru: () => import('./locales/ru.js').then(({ default: texts }) => texts),
  sk: () => import('./locales/sk.js').then(({ default: texts }) => texts),
  sr: () => import('./locales/sr.js').then(({ default: texts }) => texts),
  'sr-Latn': () => import('./locales/sr-Latn.js').then(({ default: texts }) => texts),
  sv: () => import('./locales/sv.js').then(({ default: texts }) => texts),
  sw: () => import('./locales/sw.js').then(({ default: texts }) => texts),
  ta: () => import('./locales/ta.js').then(({ default: texts }) => texts),
  te: () => import('./locales/te.js').then(({ default: texts }) => texts),
  th: () => import('./locales/th.js').then(({ default: texts }) => texts),
  tr: () => import('./locales/tr.js').then(({ default: texts }) => texts),
  uk: () => import('./locales/uk.js').then(({ default: texts }) => texts),
  ur: () => import('./locales/ur.js').then(({ default: texts }) => texts),
  uz: () => import('./locales/uz.js').then(({ default: texts }) => texts),
  vi: () => import('./locales/vi.js').then(({ default: texts }) => texts),
  'zh-Hans': () => import('./locales/zh-Hans.js').then(({ default: texts }) => texts),
  'zh-Hant': () => import('./locales/zh-Hant.js').then(({ default: texts }) => texts),
};

/** The language that its readers understand, too (CLDR, languageMatching). All Norwegian is Bokmål here. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', bs: 'hr' };

/** Regions with European Portuguese (CLDR, parentLocales). */
const EUROPEAN_PORTUGUESE = /^(PT|AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)$/;

/** By script, then by language. */
export function nearestLanguage(locale: string): string {
  const { language, script = '', region = '' } = new Intl.Locale(locale).maximize();
  if (language === 'pt' && EUROPEAN_PORTUGUESE.test(region)) return 'pt-PT';
  const hasUsualScript = new Intl.Locale(language).maximize().script === script; // Hindi in Latin script has not
  const candidates = [`${language}-${script}`, hasUsualScript ? (ALIASES[language] ?? language) : 'en'];
  return candidates.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

export async function loadTexts(
  locale: string,
  needsOptional: boolean,
): Promise<{ readonly language: string; readonly messages: Partial<Messages> | undefined }> {
  const language = nearestLanguage(locale);
  const [card, optional] = await Promise.all([
    LANGUAGES[language]?.(),
    needsOptional && OPTIONAL_LANGUAGES[language]?.(),
  ]);
  return { language, messages: card && { ...card, ...optional } };
}
