import { createOrderToken, type OrderTokenOptions } from 'payment-widget-proxy';
import { newKey, post } from './node-proxy.js';
import { samplePayment } from './sample-payment.js';

/** The `orderTokenSecret` of the tests. */
export const SECRET = 'a-secret-of-the-shop-of-32-bytes';

/** A token for the sample payment, with changes. */
export function tokenFor(change: Partial<OrderTokenOptions> = {}, secret = SECRET): Promise<string> {
  return createOrderToken({ reference: 'order-1042', amount: 4999, currency: 'EUR', ...change }, secret);
}

/** A token that was valid a minute ago. */
export async function expiredToken(change: Partial<OrderTokenOptions> = {}): Promise<string> {
  return signClaims({ reference: 'order-1042', amount: 4999, currency: 'EUR', exp: secondsFromNow(-60), ...change });
}

export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const toBase64Url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Signs any claims with HMAC, without the library of the proxy. */
export async function signClaims(
  claims: object | string,
  { secret = SECRET, header = { alg: 'HS256', typ: 'JWT' }, hash = 'SHA-256' }: SignOptions = {},
): Promise<string> {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const signed = `${toBase64Url(JSON.stringify(header))}.${toBase64Url(payload)}`;
  const key = await crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash }, false, ['sign']);
  return `${signed}.${toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, Buffer.from(signed))))}`;
}

interface SignOptions {
  readonly secret?: string;
  readonly header?: object;
  readonly hash?: string;
}

/** Sends a payment with an order token. */
export const payWith = (
  proxyUrl: string,
  token: string | undefined,
  { key = newKey(), payment = samplePayment() }: { key?: string; payment?: unknown } = {},
): Promise<Response> => post(proxyUrl, payment, { 'Idempotency-Key': key, 'Order-Token': token });
