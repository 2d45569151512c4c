import { JSON_TYPE } from 'payment-widget/contract';
import type { Secret } from '../base/crypto.js';
import { readBytes } from '../base/read-bytes.js';

/** A verified event. */
export interface VerifiedWebhook {
  /** The `webhook-id`, the same for each delivery of an event. */
  readonly id: string;
  /** When the event was sent. */
  readonly timestamp: Date;
  /** The parsed body. */
  readonly payload: unknown;
}

export interface VerifyWebhookOptions {
  /**
   * How old an event may be, and how far in the future, in seconds.
   * @default 300
   */
  readonly tolerance?: number;
}

/** Why a webhook was not verified. The message contains no secret and nothing of the request. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The most signatures, each of which is compared. Two secrets need two. */
const MAX_SIGNATURES = 10;
/** An event has a few kilobytes. */
const MAX_BODY_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Verifies a webhook by [Standard Webhooks](https://www.standardwebhooks.com): the headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`, signed with HMAC-SHA256. Reads the body of the request.
 * @param secrets - the secret, such as `whsec_…`, or several while you change it
 * @throws {WebhookVerificationError} if the signature or the time is wrong, or the body is not JSON
 * @throws {TypeError} if a secret is invalid
 */
export async function verifyWebhook(
  request: Request,
  secrets: string | readonly string[],
  { tolerance = 300 }: VerifyWebhookOptions = {},
): Promise<VerifiedWebhook> {
  const imported = [secrets].flat().map((secret) => importWebhookSecret(secret, 'verify'));
  const keys = (await Promise.all(imported)).filter((key) => key !== undefined);
  if (keys.length === 0 || keys.length < imported.length) {
    throw new TypeError(
      `verifyWebhook: a secret is missing or invalid. Expected ${PREFIX}… with at least ${MIN_SECRET_BYTES} bytes in Base64.`,
    );
  }
  const { id, time, signatures } = readHeaders(request.headers);
  const seconds = Number(time);
  if (!(Math.abs(Date.now() / 1000 - seconds) <= tolerance)) {
    throw new WebhookVerificationError('The webhook is too old or from the future. Compare the clocks.');
  }
  const body = await read(request);
  const signed = signedBytes(id, time, body);
  // Each comparison takes constant time.
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError('No signature matches. Compare the secret, and pass the request unchanged.');
  }
  let payload: unknown;
  try {
    payload = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
  return { id, timestamp: new Date(seconds * 1000), payload };
}

async function read(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) throw new WebhookVerificationError('Other code has read the body. Pass the request unchanged.');
  try {
    return await readBytes(request.body, { bytes: MAX_BODY_BYTES, ms: TIMEOUT_MS });
  } catch (cause) {
    throw new WebhookVerificationError('The body is too long, or did not arrive in time.', { cause });
  }
}

function readHeaders(headers: Headers) {
  const [id, time, list] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '');
  if (!id || !time || !list) {
    throw new WebhookVerificationError('Expected the headers webhook-id, webhook-timestamp and webhook-signature.');
  }
  if (id.includes('.')) throw new WebhookVerificationError('webhook-id contains a dot, so the signature is ambiguous.');
  if (!/^\d{1,12}$/.test(time)) throw new WebhookVerificationError('webhook-timestamp is not in seconds since 1970.');
  const signatures = list
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .flatMap((part) => (part.startsWith('v1,') ? (fromBase64(part.slice('v1,'.length)) ?? []) : []));
  return { id, time, signatures };
}

const PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 16;

/** @returns `undefined` if the secret is invalid */
async function importWebhookSecret(secret: unknown, usage: 'sign' | 'verify'): Promise<Secret | undefined> {
  const bytes =
    typeof secret === 'string' ? fromBase64(secret.slice(secret.startsWith(PREFIX) ? PREFIX.length : 0)) : undefined;
  if (!bytes || bytes.length < MIN_SECRET_BYTES) return undefined;
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

/** The parts are separated by dots, so the id must not contain one. */
function signedBytes(id: string, time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...new TextEncoder().encode(`${id}.${time}.`), ...body]);
}

/** Returns what `fetch` sends, with one signature for each secret. */
export async function signWebhook(
  payload: object,
  secrets: readonly string[],
  { id, sentAt }: { readonly id: string; readonly sentAt: number },
): Promise<RequestInit> {
  if (id.includes('.')) throw new TypeError('The id of a webhook contains a dot.');
  const time = String(Math.floor(sentAt / 1000));
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const signed = signedBytes(id, time, body);
  const keys = await Promise.all(secrets.map((secret) => importWebhookSecret(secret, 'sign')));
  const signing = keys.filter((key) => key !== undefined).map((key) => crypto.subtle.sign('HMAC', key, signed));
  const signatures = await Promise.all(signing);
  return {
    method: 'POST',
    headers: {
      'Content-Type': JSON_TYPE,
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signatures.map((bytes) => `v1,${toBase64(bytes)}`).join(' '),
    },
    body,
    redirect: 'manual',
  };
}

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** @returns `undefined` if the text is not Base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
