import type { Secret } from './attempts/fingerprint.js';

const PREFIX = 'whsec_';
/** In bytes. */
const MIN_SECRET = 16;

/** What a secret of Standard Webhooks looks like. */
export const WEBHOOK_SECRET = `"${PREFIX}" and at least ${MIN_SECRET} bytes in Base64`;

/** @returns `undefined` if the secret is invalid */
export async function importWebhookSecret(secret: unknown, usage: 'sign' | 'verify'): Promise<Secret | undefined> {
  const bytes =
    typeof secret === 'string' ? fromBase64(secret.slice(secret.startsWith(PREFIX) ? PREFIX.length : 0)) : undefined;
  if (!bytes || bytes.length < MIN_SECRET) return undefined;
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

/**
 * What the signature of a webhook covers.
 * @param id - without dots, which separate the parts
 */
export function signedBytes(id: string, time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...new TextEncoder().encode(`${id}.${time}.`), ...body]);
}

/** The header `webhook-signature`, with a signature for each secret. */
export async function signWebhook(
  keys: readonly Secret[],
  id: string,
  time: string,
  body: Uint8Array,
): Promise<string> {
  if (id.includes('.')) throw new TypeError('The id of a webhook contains a dot.');
  const signed = signedBytes(id, time, body);
  const signatures = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, signed)));
  return signatures.map((bytes) => `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`).join(' ');
}

/** @returns `undefined` if the text is not Base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
