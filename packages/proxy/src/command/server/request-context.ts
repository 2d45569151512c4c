import { AsyncLocalStorage } from 'node:async_hooks';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

const MAX_HOPS = 20;
const MAX_HOP_LENGTH = 100;

interface RequestContext {
  readonly id: string;
  /** Identifies the client for limits; missing if a server in front does not say it. */
  readonly client: string | undefined;
}

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
 * @returns an IP address; `undefined` if a trusted proxy does not say who the client is
 */
export function clientOf(remote: string | undefined, forwarded: string, trusted: BlockList): string | undefined {
  if (remote !== undefined && !isIn(trusted, remote)) return remote;
  let client: string | undefined;
  let end = forwarded.length;
  for (let hops = 0; hops < MAX_HOPS && end > 0; hops++) {
    const start = forwarded.lastIndexOf(',', end - 1) + 1;
    const hop = end - start > MAX_HOP_LENGTH ? undefined : toIp(forwarded.slice(start, end));
    if (hop === undefined) return client;
    if (!isIn(trusted, hop)) return hop;
    client = hop; // it may be within the trusted network
    end = start - 1;
  }
  return client;
}

/** Removes a port, as some proxies add it. @returns `undefined` if it is not an address */
function toIp(hop: string): string | undefined {
  const text = hop.trim();
  const end = text.startsWith('[') ? text.indexOf(']') : -1;
  const ip = end > 0 ? text.slice(1, end) : /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
  return isIP(ip) === 0 ? undefined : ip;
}

function isIn(trusted: BlockList, address: string): boolean {
  return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
