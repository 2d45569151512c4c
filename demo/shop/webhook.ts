import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { PaymentProxy } from '../../src/proxy/index.js';
import { ATTEMPTS_PATH, isIdempotencyKey, type Mode } from '../../src/contract/protocol.js';
import type { Account } from './account.js';

export interface WebhookOptions {
  readonly account: Account;
  /** Any proxy of a mode: those of one mode have one memory. */
  readonly proxyOf: (mode: Mode) => PaymentProxy | undefined;
  /** Hears of each attempt that an event has settled. */
  readonly onSettled?: (event: PaymentEvent) => void;
}

const paymentEvent = z.object({
  type: z.enum(['payment.succeeded', 'payment.failed']),
  data: z.looseObject({ idempotency_key: z.string().nullable(), reference: z.string().optional() }),
});

/** What the sandbox sends. The interface of the payments service shows no events. */
export type PaymentEvent = z.infer<typeof paymentEvent>;

const MODES = ['test', 'live'] as const;

/** An event is short; what is longer is none. */
const LONGEST = 100_000;

/** `POST /webhooks/payments`: settles an attempt whose outcome is unknown by what the service says about it. */
export function createWebhook({ account, proxyOf, onSettled }: WebhookOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const body = await request.text();
    const mode = body.length > LONGEST ? undefined : findSigner(body, request.headers, account);
    if (!mode) return new Response(null, { status: 401 });
    const { data: event } = paymentEvent.safeParse(JSON.parse(body));
    const proxy = proxyOf(mode);
    if (!event) return new Response(null, { status: 400 });
    const key = event.data.idempotency_key;
    const result = proxy && isIdempotencyKey(key) ? await settle(proxy, key, event) : 'of_nobody_here';
    if (result === 'settled') onSettled?.(event);
    // The service sends it again then, and by that time the answer has come or never will.
    return new Response(null, { status: result === 'too_early' ? 503 : 204 });
  };
}

/** Whose secret an event is signed with, if it is: not one from yesterday, and not one that somebody made up. */
function findSigner(body: string, headers: Headers, account: Account): Mode | undefined {
  return MODES.find((mode) => {
    const secret = account.webhookSecret(mode);
    if (secret === undefined) return false;
    try {
      new Webhook(secret).verify(body, Object.fromEntries(headers), { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
}

async function settle(
  proxy: PaymentProxy,
  key: string,
  event: PaymentEvent,
): Promise<'settled' | 'too_early' | 'known_already' | 'of_nobody_here'> {
  const { idempotency_key: _, ...payment } = event.data;
  const isPaid = event.type === 'payment.succeeded';
  const settled = isPaid
    ? await proxy.resolve(key, 'succeeded', { status: 200, body: JSON.stringify(payment) })
    : await proxy.resolve(key, 'failed');
  if (settled) return 'settled';
  const asked = await proxy(new Request(`http://shop.invalid${ATTEMPTS_PATH}${key}`));
  if (asked.status === 404) return 'of_nobody_here';
  const { state } = (await asked.json()) as { state?: string };
  return state === 'succeeded' || state === 'failed' ? 'known_already' : 'too_early';
}
