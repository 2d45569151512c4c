import { isPlainObject, own } from './security.js';

/**
 * Checks of the data that the browser receives: JSON of the proxy, messages of a frame, the storage. Those of JSON agree with
 * the zod schemas (tested): zod would be a tenth of the script.
 */

export type Check<Value = unknown> = (value: unknown) => value is Value;

export type Checked<Of> = Of extends Check<infer Value> ? Value : never;

type Checks = Readonly<Record<string, Check>>;

type Optional<Of> = { [Name in keyof Of]: undefined extends Checked<Of[Name]> ? Name : never }[keyof Of];

/** An object whose members pass these checks. */
export type Members<Of> = {
  readonly [Name in Exclude<keyof Of, Optional<Of>>]: Checked<Of[Name]>;
} & { readonly [Name in Optional<Of>]?: Checked<Of[Name]> };

export const isAny = (() => true) as unknown as Check;
export const isString = (value: unknown) => typeof value === 'string';
export const isBoolean = (value: unknown) => typeof value === 'boolean';
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);
export const oneOf =
  <const Values extends readonly unknown[]>(...values: Values): Check<Values[number]> =>
  (value): value is Values[number] =>
    values.includes(value);
export const maybe =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || check(value);

/**
 * Reads these members and ignores others.
 * @param dropInvalid - whether to ignore an invalid member; by default it makes the result `undefined`
 */
export function readMembers<Of extends Checks>(
  value: unknown,
  checks: Of,
  dropInvalid = false,
): Members<Of> | undefined {
  if (!isPlainObject(value)) return undefined;
  const given = own(value) as Record<string, unknown>;
  const found = own<Record<string, unknown>>({});
  for (const [name, isMember] of Object.entries<Check>(checks)) {
    const isValid = isMember(given[name]);
    if (!isValid && !dropInvalid) return undefined;
    if (name in given) found[name] = isValid ? given[name] : undefined;
  }
  return found as Members<Of>;
}

/** An object with these members, and no others. */
export const shape =
  <Of extends Checks>(checks: Of): Check<Members<Of>> =>
  (value): value is Members<Of> =>
    readMembers(value, checks) !== undefined &&
    Object.keys(value as object).every((name) => Object.hasOwn(checks, name));

const CONFIG = {
  mode: maybe(oneOf('test', 'live')),
  idempotency: maybe(isBoolean),
  recovery: maybe(isBoolean),
  binding: maybe(isBoolean),
  networks: maybe(isBoolean),
  brands: maybe(isStrings),
  next_action: maybe(isBoolean),
};

/** The response of `GET {proxy-url}/config`. An invalid member counts as missing, so that the others stay valid. */
export type ProxyConfig = Members<typeof CONFIG>;

/** Returns `undefined` if the response is not an object. */
export function parseConfig(json: unknown): ProxyConfig | undefined {
  return readMembers(json, CONFIG, true);
}
