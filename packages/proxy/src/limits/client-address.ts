const IPV4 = /^((?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3})$/;
const IN_BRACKETS = /^\[([^\]]*)\]$/;
/** A port, which some servers in front add, also to IPv6 without brackets. */
const PORT = /:\d{1,5}$/;
/** IPv4 in IPv6: mapped, translated (RFC 2765), and behind NAT64. */
const IPV4_IN_IPV6 = /^(?:::ffff:(?:0:)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * Returns one spelling of an IP address, since each other one would be another client: without port, brackets and zone.
 * Without `node:net`, it works in all runtimes.
 * @returns `undefined` if the text is no IP address
 */
export function toAddress(text: string): string | undefined {
  const trimmed = text.trim();
  return parseAddress(trimmed) ?? parseAddress(trimmed.replace(PORT, ''));
}

function parseAddress(text: string): string | undefined {
  const ipv4 = IPV4.exec(text)?.[1];
  if (ipv4) return ipv4;
  const [bare = ''] = (IN_BRACKETS.exec(text)?.[1] ?? text).split('%');
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return undefined;
  const ipv6 = new URL(`http://[${bare}]`).hostname.slice(1, -1); // the shortest form
  const [, high, low] = IPV4_IN_IPV6.exec(ipv6) ?? [];
  return high && low ? [...bytesOf(high), ...bytesOf(low)].join('.') : ipv6;
}

function bytesOf(group: string): readonly number[] {
  const number = parseInt(group, 16);
  return [number >> 8, number & 0xff];
}

/** A client can change its IPv6 address within its network of 64 bits. Other names stay as they are. */
export function networkOf(id: string): string {
  const address = toAddress(id);
  if (!address?.includes(':')) return address ?? id;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
