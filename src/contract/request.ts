import { PaymentError } from './errors.js';
import { holdsSecret } from './security.js';

/** The request body of a payment. Amounts are in minor units. */
export interface PaymentRequest {
  amount: number;
  currency: string;
  reference?: string | undefined;
  description?: string | undefined;
  customer?: PaymentCustomer | undefined;
  payment_method: { type: 'card'; card: PaymentCard };
  metadata?: Record<string, string> | undefined;
}

/** What the shopper has entered beside the card. Forms with an address have postal code and country in `address`. */
export interface PaymentCustomer {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  postal_code?: string | undefined;
  country?: string | undefined;
  address?: BillingAddress | undefined;
}

export interface BillingAddress {
  line1?: string | undefined;
  line2?: string | undefined;
  city?: string | undefined;
  region?: string | undefined;
  postal_code?: string | undefined;
  country?: string | undefined;
}

export interface PaymentCard {
  number: string;
  exp_month: number;
  exp_year: number;
  /** Missing if the card has none, see `brands`. */
  cvc?: string | undefined;
  preferred_network?: string | undefined;
}

/** A payment without the card, for the merchant's code that looks up the order. */
export type PaymentDraft = Omit<PaymentRequest, 'payment_method'>;

/**
 * The order that a payment is for. `amount` is in minor units. `reference` is the name under which the order may be paid once:
 * return it if your server finds one order by several names, for example if it ignores case. Default: the page's reference.
 */
export interface ResolvedPayment {
  amount: number;
  currency: string;
  reference?: string | undefined;
}

/** Builds the request body in place of the default one. */
export type BuildRequest = (payment: PaymentRequest) => unknown;

/** Arrays stay arrays, although old libraries of the page give them a `toJSON()` that returns text. */
function keepArray(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  return Array.isArray(this[key]) ? this[key] : value;
}

/** @throws {PaymentError} `invalid_request_body` if `buildRequest` throws or does not return JSON */
export function serializeRequest(payment: PaymentRequest, build: BuildRequest = (same) => same): string {
  try {
    const built = build(payment);
    const body = built instanceof Promise ? undefined : (JSON.stringify(built, keepArray) as string | undefined);
    if (body !== undefined) return body;
  } catch {
    // Dropped: the error may quote the card.
  }
  throw new PaymentError(
    'invalid_request_body',
    'buildRequest failed, or did not return a value that can be sent as JSON.',
  );
}

/**
 * Why a check of the page stops a payment: reject a promise of `waitUntil()` with it. The shopper reads its message, so write it in
 * the language of the page. Any error with this `name` has the same effect, for pages that do not import the class.
 */
export class PaymentCheckError extends Error {
  override readonly name = 'PaymentCheckError';
}

/** Returns the text for the shopper of a {@link PaymentCheckError}. */
export function checkTextOf(reason: unknown): string | undefined {
  if (typeof reason !== 'object' || reason === null) return undefined;
  const { name, message } = reason as Partial<Error>; // instanceof would fail across frames
  const isText = name === 'PaymentCheckError' && typeof message === 'string' && message.trim() && !holdsSecret(message);
  return isText ? message : undefined;
}
