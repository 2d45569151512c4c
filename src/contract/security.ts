/** Copies data from outside. A missing member stays missing, whatever a script has added to `Object.prototype`. */
export function own<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.assign(Object.create(null) as Partial<T>, members);
}

/** Names that no member may have: a careless copy of the object would change its prototype. */
export const PROTOTYPE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** The key prefixes of payment services, a `Bearer` header, a private key as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/i;

export function holdsSecret(value: unknown): boolean {
  return typeof value === 'string' && SECRET.test(value);
}

export function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a value is an origin that {@link isSecure} accepts, without wildcards. */
export function isActionOrigin(origin: unknown): origin is string {
  if (typeof origin !== 'string' || !URL.canParse(origin) || origin.includes('*')) return false;
  const url = new URL(origin);
  return url.origin === origin && isSecure(url);
}

/** Whether a page is https, or http on this computer. Its origin does not tell, since a `blob:` has one, too. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
