import { OnDemand } from '../contract/on-demand.js';
import { LANGUAGE_FILES } from './locales/files.js';
import type { Messages } from './messages.js';

/** The languages beside English. */
export const LANGUAGES: Readonly<Record<string, OnDemand<{ readonly default: Messages }>>> = Object.fromEntries(
  Object.entries(LANGUAGE_FILES).map(([tag, load]) => [tag, new OnDemand(`locales/${tag}`, load)]),
);

/** The language that its readers understand, too (CLDR, languageMatching). All Norwegian is Bokmål here. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', bs: 'hr' };

/** Regions with European Portuguese (CLDR, parentLocales). */
const EUROPEAN_PORTUGUESE = /^(PT|AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)$/;

/** Finds a language with texts, by script and then by language. */
export function nearestLanguage(locale: string): string {
  const { language, script = '', region = '' } = new Intl.Locale(locale).maximize();
  if (language === 'pt' && EUROPEAN_PORTUGUESE.test(region)) return 'pt-PT';
  const hasUsualScript = new Intl.Locale(language).maximize().script === script; // Hindi in Latin script has not
  const candidates = [`${language}-${script}`, hasUsualScript ? (ALIASES[language] ?? language) : 'en'];
  return candidates.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

export async function loadTexts(locale: string): Promise<{ language: string; messages: Messages | undefined }> {
  const language = nearestLanguage(locale);
  return { language, messages: (await LANGUAGES[language]?.arrive())?.default };
}
