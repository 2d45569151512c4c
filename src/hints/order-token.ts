import { canonicalReference } from '../contract/order.js';

/** A mistake with an order token. The token is that of the page, so its claims may be quoted. */
export interface TokenMistake {
  readonly code: 'order_token_invalid' | 'order_token_expired' | 'order_mismatch';
  readonly message: string;
  readonly fix: string;
}

/** What the proxy says about a token that it refuses. The reason and its time are known in Test mode only. */
export interface TokenRefusal {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly now?: unknown;
}

interface ShownOrder {
  readonly reference: string | undefined;
  readonly amount?: unknown;
  readonly currency?: unknown;
}

type Claims = Readonly<Partial<Record<'reference' | 'amount' | 'currency' | 'exp', unknown>>>;

const REASONS: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  missing: [
    'The page has an order token, but the proxy got none.',
    'Let the servers before the proxy pass the header Order-Token on.',
  ],
  malformed: [
    'The order token is no compact JWS with HS256.',
    'Create it with createOrderToken(), and write it into the page as it is.',
  ],
  signature: [
    'The order token is signed with another secret than the orderTokenSecret of the proxy.',
    'Use the same secret for createOrderToken() and for the proxy. Test and Live have different ones.',
  ],
  claims: [
    'The order token lacks a claim, or has one of another type. Expected reference, amount, currency and exp.',
    'Create it with createOrderToken(). The amount is an integer in minor units, and exp a number.',
  ],
  other: [
    'The proxy refuses the order token. It is forged, of another secret, or for another order.',
    'Create it for this order, with the orderTokenSecret of the proxy.',
  ],
};

/** @param token - the token of the page */
export function explainRefusal({ code, reason, now }: TokenRefusal, token: string | undefined): TokenMistake {
  if (!token) {
    const message = 'The element has no order-token. Expected one, since the proxy has an orderTokenSecret.';
    return { code: 'order_token_invalid', message, fix: 'Set order-token to what createOrderToken() returns.' };
  }
  const { exp } = readClaims(token);
  if (code === 'order_token_expired') {
    const clock = typeof now === 'number' ? `the clock of the proxy says ${toTime(now)}` : 'the proxy says so';
    const message = `The order token expired at ${toTime(exp)}: ${clock}.`;
    const fix = 'Create a token for each page, or give it more time with expiresIn. If it is new, correct the clocks.';
    return { code, message, fix };
  }
  if (reason === 'lifetime') {
    const message = `The exp of the order token is ${String(exp)}, which is ${toTime(exp)}. Expected at most 31 days ahead.`;
    return { code: 'order_token_invalid', message, fix: 'Write exp in seconds since 1970, not in milliseconds.' };
  }
  const [message, fix] = (REASONS[String(reason)] ?? REASONS['other']) as readonly [string, string];
  return { code: 'order_token_invalid', message, fix };
}

/** The mistake of a token that the proxy accepts, but not for the payment. */
export const OTHER_ORDER: TokenMistake = {
  code: 'order_token_invalid',
  message: 'The order token is valid, but the payment was for another order.',
  fix: 'Create it for the reference of the element, which is that of the order in resolvePayment, too.',
};

/** The proxy may find the order by another name, and look its price up. */
export function findOtherOrder(shown: ShownOrder, token: string): TokenMistake | undefined {
  const signed = readClaims(token);
  const fix = 'Set order-token together with reference, amount and currency.';
  const { reference } = signed;
  if (typeof reference === 'string' && shown.reference && toName(reference) !== toName(shown.reference)) {
    const message = `The element has the reference "${shown.reference}". Expected "${reference}", as in order-token.`;
    return { code: 'order_mismatch', message, fix };
  }
  const [page, expected] = [shown, signed].map(({ amount, currency }) => [amount, currency].join(' '));
  if (!signed.amount || page === expected) return undefined;
  const message = `The page shows ${page} (amount, currency). Expected ${expected}, as in order-token.`;
  return { code: 'order_mismatch', message, fix };
}

const toName = canonicalReference;

function readClaims(token: string): Claims {
  try {
    const [, claims = ''] = token.replace(/-/g, '+').replace(/_/g, '/').split('.');
    const bytes = Uint8Array.from(atob(claims), (char) => char.charCodeAt(0));
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as Claims;
  } catch {
    return {}; // the proxy refuses it
  }
}

/** @param seconds - since 1970 */
function toTime(seconds: unknown): string {
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(time.getTime()) ? 'no time' : time.toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}
