import { isRefused } from '../card/accepted-brands.js';
import { brandNames } from '../card/brand-names.js';
import type { PaymentRequest } from '../contract/schema.js';
import { namedBrand } from './encrypted-card.js';
import { ProblemError } from './problem.js';

/**
 * Refuses a card of a known brand that is not accepted. An encrypted card names its brand in its header, which a manipulated page
 * can leave out.
 * @param accepted - identifiers; `undefined` accepts all
 * @throws {ProblemError} 422 `invalid_request`
 */
export function checkBrand(
  { payment_method: { card, encrypted_card } }: PaymentRequest,
  accepted: readonly string[] | undefined,
): void {
  const network = card?.preferred_network;
  if (accepted && network !== undefined && !accepted.includes(network)) {
    throw refusal('/payment_method/card/preferred_network', accepted);
  }
  if (!accepted) return;
  const brand = card ? undefined : namedBrand(encrypted_card);
  const isOther = brand !== undefined && !accepted.includes(brand) && brandNames().includes(brand);
  if (isOther || (card && isRefused(card.number, accepted))) throw refusal('/payment_method/card/number', accepted);
}

function refusal(pointer: string, accepted: readonly string[]): ProblemError {
  const detail = `Expected one of: ${accepted.join(', ')}`;
  return new ProblemError(422, 'invalid_request', 'The brand of this card is not accepted. Nothing was sent.', {
    members: { errors: [{ pointer, detail }] },
  });
}
