export function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export function isActionOrigin(origin: unknown): origin is string {
  if (typeof origin !== 'string' || !URL.canParse(origin) || origin.includes('*')) return false;
  const url = new URL(origin);
  return url.origin === origin && isSecure(url);
}

/** Whether a page is https, or http on this computer. Not by its origin, which a `blob:` has, too. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
