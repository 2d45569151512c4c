import { readBytes } from '../base/read-bytes.js';
import type { ResolvePayment } from '../options/options.js';
import { signClaims } from '../order/order-token.js';
import { resolvedPayment } from '../order/schema.js';
import type { OnSettled } from '../settlement/settled-payment.js';
import { signWebhook } from '../settlement/webhooks.js';

const PRICE_LIMIT_MS = 2000;
const MAX_BODY_BYTES = 64 * 1024;
const VALIDITY_SECONDS = 60;

/** The shop does not answer as it should. The log has the code. */
const shopError = (code: string, message: string) => Object.assign(new Error(message), { code });

export function createPriceLookup(address: URL, secret: string): ResolvePayment {
  return async ({ reference }) => {
    if (!reference) return undefined;
    const now = Math.floor(Date.now() / 1000);
    const token = await signClaims({ reference, aud: 'price', iat: now, exp: now + VALIDITY_SECONDS }, secret);
    const url = new URL(address);
    url.searchParams.set('reference', reference);
    const response = await fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(PRICE_LIMIT_MS),
    });
    if (response.status === 200)
      return readPrice(await readBytes(response.body, { bytes: MAX_BODY_BYTES, ms: PRICE_LIMIT_MS }));
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw shopError(`PRICE_URL_ANSWERED_${response.status}`, 'PRICE_URL did not answer with 200 or 404.');
  };
}

function readPrice(body: Uint8Array) {
  const dropNull = (_: string, value: unknown) => value ?? undefined; // many languages write it for a missing reference
  try {
    return resolvedPayment().parse(JSON.parse(new TextDecoder().decode(body), dropNull));
  } catch {
    const text = 'Expected {"amount": 4999, "currency": "EUR"}, and perhaps a text as "reference".';
    throw shopError('PRICE_URL_ANSWER_INVALID', text);
  }
}

const WEBHOOK_LIMIT_MS = 10_000;

export function createSettledSender(address: URL, secrets: readonly string[]): OnSettled {
  return async ({ id, idempotencyKey, ...payment }) => {
    const now = new Date();
    const data = { ...payment, idempotency_key: idempotencyKey };
    const payload = { type: 'payment.settled', timestamp: now.toISOString(), data };
    const webhook = await signWebhook(payload, secrets, { id, sentAt: now.getTime() });
    const response = await fetch(address, { ...webhook, signal: AbortSignal.timeout(WEBHOOK_LIMIT_MS) });
    await response.body?.cancel();
    if (response.ok) return;
    throw shopError(`SETTLED_URL_ANSWERED_${response.status}`, 'SETTLED_URL did not answer with 2xx.');
  };
}
