import { digestOf } from 'payment-widget/contract';

/** What is used of Node. An import would break bundles for other runtimes. */
interface Runtime {
  readonly process?: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>>;
}

/** Node's own functions hash in place. Web Crypto wakes a thread for each text, which takes longer than the hash. */
const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');

const encoder = new TextEncoder();

/** A `CryptoKey`; that type is not available without the DOM library. */
export type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function importSecret(text: string, usage: 'sign' | 'verify'): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

/** Signs a text with HMAC-SHA256, in hexadecimal digits. */
export type Sign = (text: string) => Promise<string>;

export async function createSign(secret: string): Promise<Sign> {
  if (node) return (text) => Promise.resolve(node.createHmac('sha256', secret).update(text).digest('hex'));
  const key = await importSecret(secret, 'sign');
  return async (text) => toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the same as `digestOf`. */
export async function sha256(text: string): Promise<string> {
  return node ? node.createHash('sha256').update(text).digest('hex') : digestOf(text);
}

/** Names an attempt in the log: its key would give access to `/attempts`. */
export async function hashKey(key: string): Promise<string> {
  return (await sha256(key)).slice(0, 12);
}
