import { own } from './security.js';

/**
 * Parsers for the JSON that the browser receives. Each agrees with the proxy's zod schema (tested): zod would be a tenth
 * of the script.
 */

export type Check<Value = unknown> = (value: unknown) => value is Value;

export type Checked<Of> = Of extends Check<infer Value> ? Value : never;

type Checks<T> = Readonly<Record<keyof T, (value: unknown) => boolean>>;

/** The type of what {@link readMembers} returns. */
export type MembersOf<Of> = { [Name in keyof Of]?: Checked<Of[Name]> | undefined };

export const isAny = (() => true) as unknown as Check;
export const isString = (value: unknown) => typeof value === 'string';
export const isBoolean = (value: unknown) => typeof value === 'boolean';
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);
export const oneOf =
  <const Values extends readonly unknown[]>(...values: Values): Check<Values[number]> =>
  (value): value is Values[number] =>
    values.includes(value);

/** @param dropInvalid - whether to ignore an invalid member; by default it makes the result `undefined` */
export function readMembers<T>(json: unknown, checks: Checks<T>, dropInvalid = false): Partial<T> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const given = own(json) as Record<string, unknown>;
  const found = own<Record<string, unknown>>({});
  for (const [name, isMember] of Object.entries<(value: unknown) => boolean>(checks)) {
    if (!(name in given)) continue;
    const isValid = isMember(given[name]);
    if (!isValid && !dropInvalid) return undefined;
    found[name] = isValid ? given[name] : undefined;
  }
  return found as Partial<T>;
}

const CONFIG = {
  mode: oneOf('test', 'live'),
  idempotency: isBoolean,
  recovery: isBoolean,
  binding: isBoolean,
  networks: isBoolean,
  brands: isStrings,
  next_action: isBoolean,
};

/** The response of `GET {proxy-url}/config`. An invalid member counts as missing, so that it does not invalidate the others. */
export type ProxyConfig = MembersOf<typeof CONFIG>;

/** `undefined` if it is not an object. */
export function parseConfig(json: unknown): ProxyConfig | undefined {
  return readMembers<ProxyConfig>(json, CONFIG, true);
}
