import type { Messages } from './messages.js';

/** With a file each in `locales/`, beside English. */
const TAGS = (
  'am ar bg bn cs da de el es fa fi fil fr gu he hi hr hu id it ja kk kn ko ml mr ms nb nl pa pl pt ' +
  'pt-PT ro ru sk sr sr-Latn sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant'
).split(' ');

/** The build makes a chunk of each file. */
export const LANGUAGES: Readonly<Record<string, () => Promise<Messages>>> = Object.fromEntries(
  TAGS.map((tag) => [tag, async () => ((await import(`./locales/${tag}.ts`)) as { default: Messages }).default]),
);

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

export async function loadTexts(locale: string): Promise<{ language: string; messages: Messages | undefined }> {
  const language = nearestLanguage(locale);
  return { language, messages: await LANGUAGES[language]?.() };
}
