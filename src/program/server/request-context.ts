import { AsyncLocalStorage } from 'node:async_hooks';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** What the program knows of a request besides its `Request`. */
export interface RequestContext {
  readonly id: string;
  /** Identifies the client for limits; missing if a server in front does not say it. */
  readonly client: string | undefined;
}

/** The context of the request that is being handled. */
export const currentRequest = new AsyncLocalStorage<RequestContext>();

export function contextOf(incoming: IncomingMessage, trusted: BlockList): RequestContext {
  const remote = incoming.socket.remoteAddress;
  const isTrusted = remote === undefined || isIn(trusted, remote); // a Unix socket has no address
  const given = incoming.headers['x-request-id'];
  const id = isTrusted && typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : crypto.randomUUID();
  const forwarded = incoming.headers['x-forwarded-for'];
  return { id, client: clientOf(remote, [forwarded ?? []].flat().join(','), trusted) };
}

/**
 * Walks `X-Forwarded-For` from the right, past trusted proxies. The addresses before the first other one may be made up.
 * @param remote - the address of the connection; `undefined` for a Unix socket, which is trusted
 * @returns an IPv4 address or an IPv6 network; `undefined` if a trusted proxy does not say who the client is
 */
export function clientOf(remote: string | undefined, forwarded: string, trusted: BlockList): string | undefined {
  if (remote !== undefined && !isIn(trusted, remote)) return networkOf(remote);
  const hops = forwarded.split(',').map(toIp);
  for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
    if (!isIn(trusted, hop) || hops.at(-1) === undefined) return networkOf(hop);
  }
  return undefined;
}

/** Removes a port, as some proxies add it. @returns `undefined` if it is not an address */
function toIp(text: string): string | undefined {
  const [, bracketed, plain = ''] = /^\s*(?:\[(.+)\](?::\d+)?|(.*?))\s*$/.exec(text) ?? [];
  const ip = bracketed ?? (/^[\d.]+:\d+$/.test(plain) ? plain.replace(/:\d+$/, '') : plain);
  return isIP(ip) === 0 ? undefined : ip;
}

/** An IPv4 address in an IPv6 socket. */
const unmapped = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

function isIn(trusted: BlockList, address: string): boolean {
  const ip = unmapped(address);
  return trusted.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** A client has a whole IPv6 network of 64 bits, and can change its address within it. */
function networkOf(address: string): string {
  const ip = unmapped(address.replace(/%.*$/, ''));
  if (!isIPv6(ip)) return ip;
  const full = new URL(`http://[${ip}]`).hostname.slice(1, -1); // in its shortest form
  const [start = '', end] = full.split('::');
  const groups = start === '' ? [] : start.split(':');
  const missing = end === undefined ? 0 : 8 - groups.length - (end === '' ? 0 : end.split(':').length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(end ? end.split(':') : [])];
  return `${all.slice(0, 4).join(':')}::/64`;
}
