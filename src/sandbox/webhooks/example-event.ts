import type { Mode } from '../../contract/protocol.js';
import type { PaymentRecord } from '../assumptions.js';
import type { Sandbox } from '../sandbox.js';
import { createEvent } from './event.js';

/**
 * Sends an example event.
 * @returns `false` if there is no endpoint
 */
export async function sendExample({ endpoints, deliveries }: Sandbox, mode: Mode): Promise<boolean> {
  if (!endpoints.find(mode)) return false;
  const payment: PaymentRecord = {
    id: 'pay_example',
    status: 'succeeded',
    mode,
    amount: 4999,
    currency: 'EUR',
    reference: 'order-example',
    created_at: new Date().toISOString(),
    card: { last4: '4242' },
  };
  await deliveries.announce(createEvent(payment, 'succeeded', null), mode, 0);
  return true;
}
