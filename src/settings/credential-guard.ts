import { PaymentError } from '../contract/errors.js';
import { MAX_ORDER_TOKEN } from '../contract/order.js';
import { holdsSecret } from '../contract/security.js';

/** Names of credentials: `api-key`, `data-secret`, `x-auth-token`, `stripe-key`, `key`. */
const CREDENTIAL =
  /(^|[-_])(api[-_]?key|secret|token|authorization|password|credentials?|bearer)([-_]|$)|^(?!data-)(.*[-_])?key$/i;

/** The one token that belongs into the page: it names an order, and is valid for that order only. */
const ORDER_TOKEN_NAMES: readonly string[] = ['order-token', 'orderToken'];

/** Whether a value is a compact JWS. */
export function isOrderToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ORDER_TOKEN && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
}

export function looksLikeCredential(name: string): boolean {
  return !ORDER_TOKEN_NAMES.includes(name) && CREDENTIAL.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

/** Creates an error that never contains the key. */
export function keyError(where: string): PaymentError {
  const advice = 'Expected API keys only on your server, in the proxy. Revoke this one.';
  return new PaymentError('key_in_browser', `${where} looks like a key. ${advice}`);
}

/** Removes members that hold an API key, so that they are not rendered before they are rejected. */
export function withoutKeys<T extends object>(members: T | undefined): T {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => !holdsSecret(value))) as T;
}

export function removeKeys(element: Element, report: (name: string) => void): void {
  const isKey = (name: string, value: unknown) => looksLikeCredential(name) || holdsKey(name, value);
  for (const { name, value } of [...element.attributes]) {
    if (!isKey(name, value)) continue;
    element.removeAttribute(name);
    report(name);
  }
  for (const [name, value] of Object.entries(element)) {
    if (!isKey(name, value)) continue;
    Reflect.deleteProperty(element, name);
    report(name);
  }
}

/** A signature of random characters may contain what looks like the prefix of a key. */
export const holdsKey = (name: string, value: unknown) =>
  holdsSecret(value) && !(ORDER_TOKEN_NAMES.includes(name) && isOrderToken(value));
