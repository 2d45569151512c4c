import { findSetting, problemOf, SETTINGS } from './settings.js';

/** A value for every setting, by its name. */
export type Values = Readonly<Record<string, string>>;

/** References that the page makes up. A link leaves them out, so that whoever follows it has an order of their own. */
const MADE_UP = /^qa-[a-z0-9]{10}$/;

export const defaults: Values = Object.fromEntries(SETTINGS.map((setting) => [setting.name, setting.default]));

export function newReference(): string {
  const letters = crypto.getRandomValues(new Uint8Array(10));
  return `qa-${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`;
}

/** What an address says. What it says wrongly is named and left out. */
export interface Reading {
  readonly values: Values;
  readonly problems: readonly string[];
}

/**
 * Reads the settings in an address; a reference that it does not give is made up.
 * @param search - such as `?amount=100&disabled=on`
 */
export function readAddress(search: string): Reading {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    const setting = findSetting(name);
    const problem = setting ? problemOf(setting, value) : 'There is no such setting.';
    if (problem) problems.push(`${name}=${value}: ${problem}`);
    else if (name in given) problems.push(`${name}=${value}: It is there twice, and the first one counts.`);
    else given[name] = value;
  }
  return { values: { ...defaults, reference: newReference(), ...given }, problems };
}

/** What the address of the page says for these settings: only what differs from the default, and the order. */
export function writeAddress(values: Values): string {
  const parts = SETTINGS.filter(({ name, default: usual }) => name === 'reference' || values[name] !== usual).map(
    ({ name }) => `${name}=${encode(values[name] ?? '')}`,
  );
  return `?${parts.join('&')}`;
}

/** The same for somebody else, who gets an order of their own unless this one was named by hand. */
export function writeLink(values: Values): string {
  const isMadeUp = MADE_UP.test(values['reference'] ?? '');
  const search = writeAddress(values);
  return isMadeUp ? search.replace(/(\?|&)reference=[^&]*&?/, '$1').replace(/[?&]$/, '') : search;
}

/** Like `encodeURIComponent`, but leaves what may stand in a query and can be read better so. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/%(2F|3A|2C|40|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );
}
