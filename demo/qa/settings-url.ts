import { findSetting, problemOf, SETTINGS } from './settings.js';

/** The value of each setting, by name. */
export type Values = Readonly<Record<string, string>>;

/** Fragment of the address to which the shopper's bank leads. It has no other setting than the reference. */
export const RETURNED = '#returned';

/** Generated references. Shared links leave them out, so that each user gets a new order. */
const GENERATED = /^qa-[a-z0-9]{10}$/;

export const defaults: Values = Object.fromEntries(SETTINGS.map((setting) => [setting.name, setting.default]));

export function newReference(): string {
  const letters = crypto.getRandomValues(new Uint8Array(10));
  return `qa-${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`;
}

/** The settings in a URL, and the invalid parameters. */
export interface Reading {
  readonly values: Values;
  readonly problems: readonly string[];
}

/**
 * Reads settings from a URL. Generates a reference if there is none.
 * @param search - such as `?amount=100&disabled=on`
 */
export function readAddress(search: string): Reading {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    const setting = findSetting(name);
    const problem = setting ? problemOf(setting, value) : 'Unknown setting.';
    if (problem) problems.push(`${name}=${value}: ${problem}`);
    else if (name in given) problems.push(`${name}=${value}: Duplicate. The first one is used.`);
    else given[name] = value;
  }
  return { values: { ...defaults, reference: newReference(), ...given }, problems };
}

/** The query for the settings: changes from the defaults, and the reference. */
export function writeAddress(values: Values): string {
  const parts = SETTINGS.filter(
    ({ name, default: defaultValue }) => name === 'reference' || values[name] !== defaultValue,
  ).map(({ name }) => `${name}=${encode(values[name] ?? '')}`);
  return `?${parts.join('&')}`;
}

/** The query for a shared link: without a generated reference. */
export function writeLink(values: Values): string {
  const isGenerated = GENERATED.test(values['reference'] ?? '');
  const search = writeAddress(values);
  return isGenerated ? search.replace(/(\?|&)reference=[^&]*&?/, '$1').replace(/[?&]$/, '') : search;
}

/** Like `encodeURIComponent`, but keeps characters that are valid in a query. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/%(2F|3A|2C|40|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );
}
