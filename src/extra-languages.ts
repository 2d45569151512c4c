import type { ExtraMessages } from './extra-messages.js';

type Load = () => Promise<{ readonly default: ExtraMessages }>;

/** The languages of `languages.ts`: their texts for the fields beyond the card and the test-card button, each a file, too. */
export const EXTRA_LANGUAGES: Readonly<Record<string, Load>> = {
  am: () => import('./locales/extras/am.js'),
  ar: () => import('./locales/extras/ar.js'),
  bn: () => import('./locales/extras/bn.js'),
  cs: () => import('./locales/extras/cs.js'),
  da: () => import('./locales/extras/da.js'),
  de: () => import('./locales/extras/de.js'),
  el: () => import('./locales/extras/el.js'),
  es: () => import('./locales/extras/es.js'),
  fa: () => import('./locales/extras/fa.js'),
  fi: () => import('./locales/extras/fi.js'),
  fr: () => import('./locales/extras/fr.js'),
  he: () => import('./locales/extras/he.js'),
  hi: () => import('./locales/extras/hi.js'),
  id: () => import('./locales/extras/id.js'),
  it: () => import('./locales/extras/it.js'),
  ja: () => import('./locales/extras/ja.js'),
  ko: () => import('./locales/extras/ko.js'),
  nb: () => import('./locales/extras/nb.js'),
  nl: () => import('./locales/extras/nl.js'),
  pl: () => import('./locales/extras/pl.js'),
  pt: () => import('./locales/extras/pt.js'),
  'pt-PT': () => import('./locales/extras/pt-PT.js'),
  ru: () => import('./locales/extras/ru.js'),
  sv: () => import('./locales/extras/sv.js'),
  sw: () => import('./locales/extras/sw.js'),
  th: () => import('./locales/extras/th.js'),
  tr: () => import('./locales/extras/tr.js'),
  uk: () => import('./locales/extras/uk.js'),
  vi: () => import('./locales/extras/vi.js'),
  'zh-Hans': () => import('./locales/extras/zh-Hans.js'),
  'zh-Hant': () => import('./locales/extras/zh-Hant.js'),
};
