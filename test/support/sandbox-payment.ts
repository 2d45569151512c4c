import type { Sandbox } from '../../demo/sandbox/sandbox.js';
import { IDEMPOTENCY_KEY, samplePayment } from './sample-payment.js';

interface Wish {
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly payment?: unknown;
}

/** Pays at a sandbox as a merchant's server would, by a Test key unless another is given. */
export function payAt(
  { handle, keys }: Pick<Sandbox, 'handle' | 'keys'>,
  { key = keys.test, idempotencyKey = IDEMPOTENCY_KEY, payment = samplePayment() }: Wish = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey };
  const body = JSON.stringify(payment);
  return handle(new Request('https://service.example/v1/payments', { method: 'POST', headers, body }));
}
