import { PaymentError } from './errors.js';
import type { PaymentRequest } from './schema.js';

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
