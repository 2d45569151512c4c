import { digestOf } from 'payment-widget/contract';
import { moduleLoader } from './runtime.js';

const encoder = new TextEncoder();

/** Web Crypto gives each hash to another thread, which takes ten times as long. */
const node = moduleLoader()?.('node:crypto');

/** A `CryptoKey`; that type is not available without the DOM library. */
export type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function importSecret(text: string, usage: 'sign' | 'verify'): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

/** HMAC with SHA-256, in hexadecimal digits. */
export async function signHex(text: string, secret: string): Promise<string> {
  if (node) return node.createHmac('sha256', secret).update(text).digest('hex');
  const signature = await crypto.subtle.sign('HMAC', await importSecret(secret, 'sign'), encoder.encode(text));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 as 64 hexadecimal digits. */
export function hashHex(text: string): string | Promise<string> {
  return node ? node.createHash('sha256').update(text).digest('hex') : digestOf(text);
}

/** Names an attempt in the log: its key would give access to `/attempts`. */
export async function hashKey(key: string): Promise<string> {
  return (await hashHex(key)).slice(0, 12);
}
