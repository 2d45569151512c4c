import type { PaymentErrorCode } from '../contract/errors.js';
import { MAX_METADATA_KEY, MAX_METADATA_VALUE, PROTOTYPE_NAMES } from '../contract/limits.js';

/**
 * What the developer reads of a page that is set up wrongly: which setting it is, what it is, and what was expected. A file
 * of its own, that is loaded for such a page and not before. All that is imported here goes into it.
 */

/** One sentence or two for each code that a `SetupError` can have, from the setting and what was found of it. */
export const SENTENCES = {
  missing_proxy_url: (setting: string) => `${setting} is missing. Expected the address of your proxy, such as "/pay".`,
  invalid_proxy_url: (setting: string) =>
    `${setting} is not usable. Expected an https address (http only on this computer, or where the page is) ` +
    'without user, query or fragment, such as "/pay".',
  invalid_amount: (setting: string, value: unknown) =>
    `${setting} is ${shown(value)}. Expected minor units as a whole number above 0: 4999 is €49.99, 4999 in yen is ¥4,999.`,
  invalid_amount_limits: (setting: string, value: unknown, max?: number) =>
    max === undefined
      ? `${setting} is ${shown(value)}. Expected minor units as a whole number above 0: 500 is €5.00.`
      : `${setting} ${shown(value)} is above max-amount ${max}. Expected the other way round.`,
  invalid_currency: (setting: string, value: unknown) =>
    `${setting} is ${shown(value)}. Expected an ISO 4217 code in capitals, such as "EUR".`,
  invalid_currency_exponents: (setting: string) =>
    `${setting} is not usable. Expected numbers of decimals, 0 to 4, by ISO 4217 code, such as { ISK: 2 }.`,
  invalid_reference: longText,
  invalid_description: longText,
  unknown_field: (setting: string, name: string, known: readonly string[]) =>
    `${setting} has "${name}" ${known.includes(name) ? 'twice' : 'which is not a field'}. Expected names out of: ${known.join(' ')}.`,
  missing_field: (setting: string, missing: readonly string[]) =>
    `${setting} lacks ${missing.join(', ')}. A card cannot be charged without.`,
  invalid_mode: (setting: string, value: unknown) =>
    `${setting} is ${shown(value)}. Expected "test", "live" or nothing.`,
  invalid_request_timeout: (setting: string, value: unknown) =>
    `${setting} is ${shown(value)}. Expected whole milliseconds above 0, such as 55000.`,
  invalid_metadata: (setting: string) =>
    `${setting} is not usable. Expected a plain object of strings, keys of at most ${MAX_METADATA_KEY} characters, ` +
    `none of them ${PROTOTYPE_NAMES.join(', ')}, values of at most ${MAX_METADATA_VALUE}.`,
  invalid_prefill: (setting: string, name: string, country?: unknown) => {
    if (country !== undefined) {
      return `${setting} has the country ${shown(country)}. Expected its ISO 3166-1 code in capitals, such as "DE".`;
    }
    if (name === 'amount') return `${setting} has "amount". Expected it in the amount attribute, in minor units.`;
    return `${setting} has "${name}". Expected names of fields that hold no card data; a page must never hold any.`;
  },
  invalid_messages: (setting: string, key?: string, text?: unknown, placeholder?: string) => {
    if (key === undefined) return `${setting} is not usable. Expected a plain object of texts by key.`;
    if (text === undefined) return `${setting} has "${key}", which is no key. The type Messages has all there are.`;
    if (placeholder) return `${setting} has "${key}", with ${placeholder}, which nothing fills in.`;
    return `${setting} has "${key}", ${shown(text)}. Expected text.`;
  },
  /** The key itself is never repeated. */
  key_in_browser: (where: string) =>
    `${where} looks like a key. A key never belongs in a page: keep it on your server, in the proxy, and revoke this one.`,
  mode_mismatch: () =>
    'The page says mode="test", but the proxy holds a Live key. Nothing is sent, so that a test cannot move real money.',
  invalid_encryption_key: (setting: string) =>
    `The page says ${setting}, but the proxy gives no encryption_key in /config. No card is sent.`,
  insecure_context: (page: string) =>
    `${page} is not secure: it, or one that holds it, came by http. In live mode nothing is sent, since others could read the card. Serve it by https.`,
} as const satisfies Partial<Record<PaymentErrorCode, (setting: string, ...found: never[]) => string>>;

export type Sentences = typeof SENTENCES;

function longText(setting: string, max: number): string {
  return `${setting} is not usable. Expected text of at most ${max} characters.`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `of type ${typeof value}`;
}
