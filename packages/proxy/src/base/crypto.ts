import { digestOf } from 'payment-widget/contract';

const encoder = new TextEncoder();

/** A `CryptoKey`; that type is not available without the DOM library. */
export type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function importSecret(text: string, usage: 'sign' | 'verify' = 'sign'): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

export async function signHex(text: string, secret: Secret): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', secret, encoder.encode(text)));
}

export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Names an attempt in the log: its key would give access to `/attempts`. */
export async function hashKey(key: string): Promise<string> {
  return (await digestOf(key)).slice(0, 12);
}
