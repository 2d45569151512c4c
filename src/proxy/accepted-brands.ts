import { isRefused } from '../card/accepted-brands.js';
import type { PaymentRequest } from '../contract/schema.js';
import { ProblemError } from './problem.js';

/**
 * Refuses a card of a known brand that is not accepted.
 * @param accepted - identifiers; `undefined` accepts all
 * @throws {ProblemError} 422 `invalid_request`
 */
export function checkBrand(
  { payment_method: { card } }: PaymentRequest,
  accepted: readonly string[] | undefined,
): void {
  if (!accepted) return;
  const { number, preferred_network: network } = card;
  if (network !== undefined && !accepted.includes(network)) {
    throw refusal('/payment_method/card/preferred_network', accepted);
  }
  if (isRefused(number, accepted)) throw refusal('/payment_method/card/number', accepted);
}

function refusal(pointer: string, accepted: readonly string[]): ProblemError {
  const detail = `Expected one of: ${accepted.join(', ')}`;
  return new ProblemError(422, 'invalid_request', 'The brand of this card is not accepted. Nothing was sent.', {
    members: { errors: [{ pointer, detail }] },
  });
}
