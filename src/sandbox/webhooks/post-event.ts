import { isTimeout, withinTime, type Clock } from '../../contract/clock.js';
import { importWebhookSecret, signWebhook } from '../../proxy/webhooks.js';
import type { DeliveryTry, RevealedEndpoint } from '../console-api.js';

/** Time limit in ms, recommended by the Standard Webhooks specification. */
const TIMEOUT = 10_000;

/**
 * Sends a signed event once. Does not follow redirects, which could lead to another recipient.
 * @param id - the `webhook-id`
 * @param stopped - aborts when the sandbox closes
 */
export async function postEvent(
  { url, secret }: RevealedEndpoint,
  id: string,
  payload: unknown,
  stopped: AbortSignal,
  clock: Clock,
): Promise<DeliveryTry> {
  const at = new Date(clock.now());
  const time = String(Math.floor(at.getTime() / 1000));
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const key = await importWebhookSecret(secret, 'sign');
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': await signWebhook(key ? [key] : [], id, time, body),
  };
  const outcome = (result: { status: number | null; error?: string }): DeliveryTry => ({
    at: at.toISOString(),
    ...result,
    latencyMs: Math.round(clock.now() - at.getTime()),
  });
  try {
    const { status } = await withinTime(TIMEOUT, clock, async (overdue) => {
      const signal = AbortSignal.any([stopped, overdue]);
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return response;
    });
    return outcome({ status });
  } catch (error) {
    return outcome({ status: null, error: nameFailure(error as Error) });
  }
}

/** `ECONNREFUSED`, `no response within 10 s` and similar */
function nameFailure(error: Error): string {
  if (isTimeout(error)) return `no response within ${TIMEOUT / 1000} s`;
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message;
}
