import type { PaymentError } from '../contract/errors.js';
import { SetupError } from './setup-error.js';
import { holdsSecret, namesSecret } from '../contract/secrets.js';

/** A name that holds a credential, wherever it stands: `api-key`, `data-secret`, `x-auth-token`, `stripe-key`, `key`. */
const CREDENTIAL =
  /(^|[-_])(api[-_]?key|secret|token|authorization|password|credentials?|bearer)([-_]|$)|^(?!data-)(.*[-_])?key$/i;

const PROPERTIES = [
  'apiKey',
  'apikey',
  'api_key',
  'key',
  'secretKey',
  'secret',
  'accessToken',
  'token',
  'authorization',
  'password',
  'bearer',
];

/** Whether an attribute or a property by this name looks like it holds a credential. */
export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

/**
 * What the developer is told. The key itself is never repeated.
 * @param where - the name under which it was found
 */
export function keyError(where: string): PaymentError {
  return new SetupError('key_in_browser', where);
}

/** @throws {PaymentError} `key_in_browser` when a setting, or a member of one, is or is called like a key */
export function checkKeys(setting: string, value: unknown): void {
  if (typeof value === 'string' && holdsSecret(value)) throw keyError(`"${setting}"`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (holdsSecret(name)) throw keyError(`A name in "${setting}"`);
    const isSecret = namesSecret(name) || (typeof member === 'string' && holdsSecret(member));
    if (isSecret) throw keyError(`"${setting}.${name}"`);
  }
}

/** What the page gave, without what is a key: that is refused, and must not be drawn meanwhile. */
export function withoutKeys<T extends object>(given: T | undefined): T {
  const entries = Object.entries(given ?? {}).filter(([, value]) => typeof value !== 'string' || !holdsSecret(value));
  return Object.fromEntries(entries) as T;
}

/** Gives a class setters that keep nothing and report the name under which a key was set. */
export function refuseKeyProperties<T extends object>(prototype: T, refuse: (element: T, name: string) => void): void {
  for (const name of PROPERTIES) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get: () => undefined,
      set(this: T) {
        refuse(this, name);
      },
    });
  }
}

/** Removes every credential that stands on the element now, and reports each by name. */
export function removeKeys(element: Element, refuse: (name: string) => void): void {
  for (const name of element.getAttributeNames()) {
    if (!isKey(name, element.getAttribute(name))) continue;
    element.removeAttribute(name);
    refuse(name);
  }
  for (const [name, value] of Object.entries(element)) {
    if (!isKey(name, value)) continue;
    Reflect.deleteProperty(element, name); // set before the element was defined, or under a name that has no setter
    refuse(name);
  }
}

function isKey(name: string, value: unknown): boolean {
  return looksLikeCredential(name) || (typeof value === 'string' && holdsSecret(value));
}
