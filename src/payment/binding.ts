import type { AnswerBody } from '../contract/answer.js';
import { digestOf, isDigest, PAYMENTS_ATTEMPT } from '../contract/protocol.js';
import { own } from '../contract/security.js';

/**
 * Caches answer by address, and service workers and gateways in the place of the proxy. So an answer names its attempt:
 * `own` is about the attempt of the request, `other` about another one, and `none` names none.
 */
export type Binding = 'own' | 'other' | 'none';

/** Returns `undefined` in a page that was loaded over http: it cannot compute digests, and pays with Test keys only. */
export async function digestIfPossible(key: string): Promise<string | undefined> {
  const { isSecureContext = true } = globalThis as { readonly isSecureContext?: boolean }; // Node has none
  return isSecureContext ? digestOf(key) : undefined;
}

export function bindingOf({ headers }: Response, body: AnswerBody, digest: string | undefined): Binding {
  const named = headers.get(PAYMENTS_ATTEMPT) ?? attemptIn(body);
  if (!named || !digest) return 'none';
  return named === digest ? 'own' : 'other';
}

/** Servers in front may drop headers. Services may have a member of that name with another value. */
function attemptIn(body: AnswerBody): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object') return undefined;
  const { attempt } = own(body.value) as { attempt?: unknown };
  return isDigest(attempt) ? attempt : undefined;
}
