import { isAmount } from './amount.js';
import { currencyExponent } from './currency.js';
import { isReference } from './order.js';
import type { Mode } from './protocol.js';
import { own } from './security.js';

/** The response of `GET {proxy-url}/config`. An invalid member counts as missing, so that it does not invalidate the others. */
export interface ProxyConfig {
  mode?: Mode | undefined;
  idempotency?: boolean | undefined;
  recovery?: boolean | undefined;
  networks?: boolean | undefined;
  brands?: string[] | undefined;
  next_action?: boolean | undefined;
  /** The order of the token, for a form that does not trust the page around it. */
  order?: { reference: string; amount: number; currency: string } | undefined;
}

/**
 * Parsers for the JSON that the browser receives. Each agrees with the proxy's zod schema (tested): zod would be a tenth
 * of the script.
 */

type Check = (value: unknown) => boolean;

type Checks<T> = Readonly<Record<keyof T, Check>>;

export const isAny: Check = () => true;
export const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
export const isCurrency: Check = (value) => isString(value) && currencyExponent(value as string) !== undefined;
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** @param dropInvalid - whether to ignore an invalid member; by default it makes the result `undefined` */
export function readMembers<T>(json: unknown, checks: Checks<T>, dropInvalid = false): Partial<T> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const given = own(json) as Record<string, unknown>;
  const found = own<Record<string, unknown>>({});
  for (const [name, isMember] of Object.entries<Check>(checks)) {
    if (!(name in given)) continue;
    const isValid = isMember(given[name]);
    if (!isValid && !dropInvalid) return undefined;
    found[name] = isValid ? given[name] : undefined;
  }
  return found as Partial<T>;
}

/** `undefined` if it is not an object. */
export function parseConfig(json: unknown): ProxyConfig | undefined {
  const config = readMembers<ProxyConfig>(
    json,
    {
      mode: oneOf('test', 'live'),
      idempotency: isBoolean,
      recovery: isBoolean,
      networks: isBoolean,
      brands: isStrings,
      next_action: isBoolean,
      order: isAny,
    },
    true,
  );
  if (config && 'order' in config) config.order = parseOrder(config.order);
  return config;
}

function parseOrder(json: unknown): ProxyConfig['order'] {
  const order = readMembers<NonNullable<ProxyConfig['order']>>(json, {
    reference: isReference,
    amount: isAmount,
    currency: isCurrency,
  });
  return order?.reference && order.amount && order.currency ? (order as ProxyConfig['order']) : undefined;
}
