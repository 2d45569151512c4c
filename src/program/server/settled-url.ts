import type { OnSettled, SettledPayment } from '../../proxy/deliver-settled.js';
import { importWebhookSecret, signWebhook } from '../../proxy/webhook-signature.js';

/** In ms. */
const LIMIT = 10_000;

/** `SETTLED_URL` did not accept a webhook. It is sent again later. */
export class SettledUrlError extends Error {
  override readonly name = 'SettledUrlError';
  /** For the log. */
  readonly code: string;

  constructor(status: number) {
    super('SETTLED_URL did not answer with 2xx.');
    this.code = `SETTLED_URL_ANSWERED_${status}`;
  }
}

/**
 * Sends each settled payment to the shop, as a webhook by Standard Webhooks.
 * @param secrets - it is signed with each of them
 */
export function createSettledSender(address: URL, secrets: readonly string[]): OnSettled {
  const keys = Promise.all(secrets.map((secret) => importWebhookSecret(secret, 'sign'))).then((all) =>
    all.filter((key) => key !== undefined),
  );
  return async (settled) => {
    const now = new Date();
    const body = new TextEncoder().encode(JSON.stringify(toPayload(settled, now)));
    const time = String(Math.floor(now.getTime() / 1000));
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': settled.id,
        'webhook-timestamp': time,
        'webhook-signature': await signWebhook(await keys, settled.id, time, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT),
    });
    await response.body?.cancel();
    if (!response.ok) throw new SettledUrlError(response.status);
  };
}

function toPayload({ id: _, idempotencyKey, ...payment }: SettledPayment, now: Date) {
  return {
    type: 'payment.settled',
    timestamp: now.toISOString(),
    data: { ...payment, idempotency_key: idempotencyKey },
  };
}
