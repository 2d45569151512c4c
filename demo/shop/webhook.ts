import { z } from 'zod';
import { verifyWebhook, WebhookVerificationError, type PaymentProxy } from 'payment-widget-proxy';
import { ATTEMPTS_PATH, IDEMPOTENCY_KEY, isIdempotencyKey, type Mode } from 'payment-widget/contract/protocol';

export const WEBHOOK_PATH = '/webhooks/payments';

interface WebhookOptions {
  /** By mode. */
  readonly secrets: Readonly<Partial<Record<Mode, string>>>;
  /** A proxy of a mode that requires no order token. All proxies of a mode share a store. */
  readonly proxyOf: (mode: Mode) => PaymentProxy | undefined;
  readonly pathOf: (mode: Mode) => string;
}

const paymentEvent = z.object({
  type: z.enum(['payment.succeeded', 'payment.failed']),
  data: z.looseObject({
    idempotency_key: z.string().nullable(),
    reference: z.string().optional(),
    error: z.looseObject({ code: z.string() }).optional(),
  }),
});

/** An event of the sandbox. The interface of the payments service documents no events. */
type PaymentEvent = z.infer<typeof paymentEvent>;

const MODES = ['test', 'live'] as const;

/** The shopper then reads that the card was declined. */
const DECLINED = { status: 402 };

/** `POST /webhooks/payments`: settles attempts with an unknown outcome. */
export function createWebhook({ secrets, proxyOf, pathOf }: WebhookOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const signed = await verify(request, secrets);
    if (!signed) return new Response(null, { status: 401 });
    const { data: event } = paymentEvent.safeParse(signed.payload);
    const proxy = proxyOf(signed.mode);
    if (!event) return new Response(null, { status: 400 });
    const key = event.data.idempotency_key;
    const result =
      proxy && isIdempotencyKey(key) ? await settle(proxy, pathOf(signed.mode), key, event) : 'unknown_attempt';
    // Asks the service to send the event again after the pending response.
    return new Response(null, { status: result === 'too_early' ? 503 : 204 });
  };
}

/** The payload, and the mode whose secret signed it. `undefined` for old and forged events. */
async function verify(
  request: Request,
  secrets: WebhookOptions['secrets'],
): Promise<{ mode: Mode; payload: unknown } | undefined> {
  for (const mode of MODES) {
    const secret = secrets[mode];
    if (secret === undefined) continue;
    try {
      return { mode, payload: (await verifyWebhook(request.clone(), secret)).payload };
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  return undefined;
}

async function settle(
  proxy: PaymentProxy,
  path: string,
  key: string,
  event: PaymentEvent,
): Promise<'settled' | 'too_early' | 'already_settled' | 'unknown_attempt'> {
  const { idempotency_key: _, ...payment } = event.data;
  const isPaid = event.type === 'payment.succeeded';
  const settled = isPaid
    ? await proxy.resolve(key, 'succeeded', { status: 200, body: JSON.stringify(payment) })
    : await proxy.resolve(key, 'failed', event.data.error?.code === 'card_declined' ? DECLINED : {});
  if (settled) return 'settled';
  const headers = { [IDEMPOTENCY_KEY]: key };
  const asked = await proxy(new Request(`http://shop.invalid${path}${ATTEMPTS_PATH}`, { headers }));
  const { state } = (await asked.json()) as { state?: string };
  if (state === 'not_found') return 'unknown_attempt';
  return state === 'succeeded' || state === 'failed' ? 'already_settled' : 'too_early';
}
