import type { LimitOptions } from './limits.js';

/** An IPv4 address in an IPv6 address, as the URL parser writes it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** As some servers in front write an IPv6 address, with or without the port. */
const BRACKETED = /^\[([^\]]*)\](?::\d+)?$/;

/**
 * What a limit counts for a client. A client has a whole IPv6 network of 64 bits, and can change its address within it.
 * @param id - an IP address, or any other name of a client, which stays as it is
 */
export function networkOf(id: string): string {
  const bare = BRACKETED.exec(id)?.[1] ?? id;
  const url = `http://[${bare.split('%', 1)[0]}]`; // without the zone
  if (!bare.includes(':') || !URL.canParse(url)) return id;
  const address = new URL(url).hostname.slice(1, -1); // in its shortest form
  const [, high = '', low = ''] = MAPPED.exec(address) ?? [];
  if (high) {
    const bytes = [high, low].map((text) => parseInt(text, 16)).flatMap((word) => [word >> 8, word & 0xff]);
    return bytes.join('.');
  }
  const [start = '', end = ''] = address.split('::');
  const [before, after] = [start, end].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

type ClientIdOf = NonNullable<LimitOptions['clientId']>;

/** Counts networks where `clientId` returns addresses. */
export function byNetwork(clientId: ClientIdOf): ClientIdOf {
  return async (request) => {
    const id = await clientId(request);
    return id && networkOf(id);
  };
}
