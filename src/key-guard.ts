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

/** Whether an attribute or a property by this name looks like it holds a credential. Never looks at the value. */
export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
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
  for (const name of element.getAttributeNames().filter(looksLikeCredential)) {
    element.removeAttribute(name);
    refuse(name);
  }
  for (const name of Object.keys(element).filter(looksLikeCredential)) {
    Reflect.deleteProperty(element, name); // set before the element was defined, or under a name that has no setter
    refuse(name);
  }
}
