import { SCENARIO_HEADER } from 'payment-widget-testing/sandbox/scenarios';
import type { Sandbox } from 'payment-widget-testing/sandbox/sandbox';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';

interface Options {
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly payment?: unknown;
  /** ID of a scenario, for any card. */
  readonly scenario?: string;
}

/** Sends a payment to a sandbox as a merchant's server would, with its Test key by default. */
export function payAt(
  { handle, keys }: Pick<Sandbox, 'handle' | 'keys'>,
  { key = keys.test, idempotencyKey = IDEMPOTENCY_KEY, payment = samplePayment(), scenario }: Options = {},
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': idempotencyKey,
    ...(scenario && { [SCENARIO_HEADER]: scenario }),
  };
  const body = JSON.stringify(payment);
  return handle(new Request('https://service.example/v1/payments', { method: 'POST', headers, body }));
}
