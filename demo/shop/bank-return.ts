import type { PaymentProxyOptions } from '../../src/proxy/index.js';
import { RETURNED } from '../qa/settings.js';
import type { Orders } from './orders.js';

/** Finds the challenge in a response of the sandbox. The interface of the payments service documents none. */
export const readChallenge: NonNullable<PaymentProxyOptions['interpretResponse']> = ({ body }) => {
  const { status, challenge } = body as {
    status?: string;
    challenge?: { url: string; fields: Record<string, string> };
  };
  if (status !== 'requires_action' || !challenge) return undefined;
  const { url, fields } = challenge;
  return { outcome: 'action_required', action: { url, method: 'POST', fields } };
};

/**
 * `GET /return?reference=…`: leads from the bank back to the checkout, or to the QA page with an order that the shop does not
 * know. It believes nothing about the outcome: the webhook settles the attempt, and the element asks for it.
 */
export function returnFromBank(request: Request, orders: Orders): Response {
  const reference = new URL(request.url).searchParams.get('reference') ?? '';
  const checkout = `/?${new URLSearchParams({ order: reference }).toString()}`;
  const qaPage = `/qa/?${new URLSearchParams({ reference }).toString()}${RETURNED}`;
  return new Response(null, { status: 303, headers: { Location: orders.find(reference) ? checkout : qaPage } });
}
