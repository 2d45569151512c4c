import { resolve } from 'node:path';
import { BlockList, isIP } from 'node:net';
import { isOnThisMachine, quoteSafely } from '../../options.js';
import { secretProblem } from '../../order-token.js';

/** A wrong value. The message continues the name of the setting, and contains no secret. */
export class SettingError extends Error {}

export type Address = { readonly host?: string; readonly port: number } | { readonly path: string };

export const text = (value: string): string => value;

export const oneOf =
  <Name extends string>(...names: readonly Name[]) =>
  (value: string): Name => {
    const found = names.find((name) => name === value);
    if (found !== undefined) return found;
    const expected = names.map((name) => JSON.stringify(name)).join(' or ');
    throw new SettingError(`is ${quoteSafely(value)}. Expected ${expected}.`);
  };

export const flag = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

export const list = (value: string): readonly string[] => value.split(/[\s,]+/).filter(Boolean);

/** `false` means no limit. */
export function limit(value: string): number | false {
  if (value === 'none') return false;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new SettingError(`is ${quoteSafely(value)}. Expected a positive integer, or "none".`);
}

export function address(value: string): Address {
  const path = /^unix:(.+)$/.exec(value)?.[1];
  if (path !== undefined) return { path: resolve(path) };
  const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(value) ?? [];
  const name = host.replace(/^\[(.+)\]$/, '$1');
  const isHost = isIP(name) === 6 ? host.startsWith('[') : /^[a-zA-Z\d.-]*$/.test(name);
  if (port !== '' && Number(port) < 65_536 && isHost) {
    return { ...(name !== '' && { host: name }), port: Number(port) };
  }
  throw new SettingError(
    `is ${quoteSafely(value)}. Expected an address such as "127.0.0.1:3000", ":3000" or "unix:/run/pay.sock".`,
  );
}

export function subnets(value: string): BlockList {
  const found = new BlockList();
  for (const entry of list(value)) {
    const [ip = '', bits] = entry.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    if (isIP(ip) === 0 || !(bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new SettingError(
        `contains ${quoteSafely(entry)}. Expected IP addresses and subnets such as "10.0.0.0/8 ::1".`,
      );
    }
    found.addSubnet(ip, bits === undefined ? most : Number(bits), family);
  }
  return found;
}

export const json =
  (expected: string) =>
  (value: string): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      throw new SettingError(`is not JSON. Expected ${expected}.`);
    }
  };

/** The message does not quote the address, since it may contain a password. */
export function url(value: string): URL {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password || parsed.hash) {
    throw new SettingError(
      'is not valid. Expected an absolute URL without a password, such as "https://shop.example/settled".',
    );
  }
  if (parsed.protocol === 'https:' || isOnThisMachine(parsed.href)) return parsed;
  throw new SettingError('is http. Expected https, or http on this machine, such as "http://127.0.0.1:8000/settled".');
}

/** The message does not quote the setting, since it may contain a password. */
export function store(value: string): string {
  if (value === 'memory:' || /^lmdb:.+/.test(value)) return value;
  if (/^(rediss?|postgres|postgresql):\/\/./.test(value) && URL.canParse(value)) return value;
  throw new SettingError(
    'is not valid. Expected "lmdb:./path", "redis://…", "rediss://…", "postgres://…" or "memory:".',
  );
}

export function secret(value: string): string {
  const problem = secretProblem(value);
  if (problem === undefined) return value;
  throw new SettingError(problem);
}

export function webhookSecrets(value: string): readonly string[] {
  const secrets = list(value);
  const isSecret = (each: string) => /^whsec_[A-Za-z\d+/]{22,}={0,2}$/.test(each);
  if (secrets.length > 0 && secrets.length <= 2 && secrets.every(isSecret)) return secrets;
  throw new SettingError(
    'is not valid. Expected "whsec_" and at least 16 random bytes in Base64, or two such secrets while you change it.',
  );
}
