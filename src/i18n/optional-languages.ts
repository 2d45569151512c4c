import type { ExtraMessages } from './optional-messages.js';

type Load = () => Promise<{ readonly default: ExtraMessages }>;

/** The languages of `languages.ts`: their texts for the fields beyond the card and the test-card button, each a file, too. */
export const EXTRA_LANGUAGES: Readonly<Record<string, Load>> = {
  am: () => import('./locales/optional/am.js'),
  ar: () => import('./locales/optional/ar.js'),
  bn: () => import('./locales/optional/bn.js'),
  cs: () => import('./locales/optional/cs.js'),
  da: () => import('./locales/optional/da.js'),
  de: () => import('./locales/optional/de.js'),
  el: () => import('./locales/optional/el.js'),
  es: () => import('./locales/optional/es.js'),
  fa: () => import('./locales/optional/fa.js'),
  fi: () => import('./locales/optional/fi.js'),
  fr: () => import('./locales/optional/fr.js'),
  he: () => import('./locales/optional/he.js'),
  hi: () => import('./locales/optional/hi.js'),
  id: () => import('./locales/optional/id.js'),
  it: () => import('./locales/optional/it.js'),
  ja: () => import('./locales/optional/ja.js'),
  ko: () => import('./locales/optional/ko.js'),
  nb: () => import('./locales/optional/nb.js'),
  nl: () => import('./locales/optional/nl.js'),
  pl: () => import('./locales/optional/pl.js'),
  pt: () => import('./locales/optional/pt.js'),
  'pt-PT': () => import('./locales/optional/pt-PT.js'),
  ru: () => import('./locales/optional/ru.js'),
  sv: () => import('./locales/optional/sv.js'),
  sw: () => import('./locales/optional/sw.js'),
  th: () => import('./locales/optional/th.js'),
  tr: () => import('./locales/optional/tr.js'),
  uk: () => import('./locales/optional/uk.js'),
  vi: () => import('./locales/optional/vi.js'),
  'zh-Hans': () => import('./locales/optional/zh-Hans.js'),
  'zh-Hant': () => import('./locales/optional/zh-Hant.js'),
};
