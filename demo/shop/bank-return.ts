import type { PaymentProxyOptions } from '../../src/proxy/index.js';

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
 * `GET /return?reference=…`: leads from the bank back to the checkout. It believes nothing about the outcome: the webhook settles
 * the attempt, and the element asks for it.
 */
export function returnFromBank(request: Request): Response {
  const order = new URL(request.url).searchParams.get('reference') ?? '';
  return new Response(null, { status: 303, headers: { Location: `/?${new URLSearchParams({ order }).toString()}` } });
}
