import type { PaymentErrorCode } from '../../src/contract/errors.js';
import type { ATTEMPT_NOT_FOUND } from '../../src/contract/protocol.js';

/** A refusal of a proxy: status, code, and when. A test compares status and code with the proxy's sources. */
type Problem = readonly [status: number, code: PaymentErrorCode | typeof ATTEMPT_NOT_FOUND, when: string];

/** All problem documents of a proxy, by status. Outcomes are those of the codes. */
export const PROBLEMS: readonly Problem[] = [
  [400, 'invalid_request', 'The body is not JSON, or the `Idempotency-Key` is missing or invalid.'],
  [403, 'origin_not_allowed', 'The page is of another site.'],
  [403, 'order_token_expired', 'The order token has expired. On `/attempts`: `unknown`.'],
  [
    403,
    'order_token_invalid',
    'There is no valid token for this order. On `/attempts`, and for a key that is known: `unknown`.',
  ],
  [404, 'attempt_not_found', 'On `/attempts` only: no payment with this key has arrived.'],
  [404, 'not_found', 'The path is another one.'],
  [404, 'unknown_order', 'There is no such `reference`.'],
  [405, 'not_found', 'The method is another one. With `Allow`.'],
  [408, 'invalid_request', 'The body did not arrive within 10 s, or other code has read it before the proxy.'],
  [409, 'amount_changed', 'Your price of the order differs. `amount` and `currency` are yours.'],
  [409, 'attempt_in_flight', 'The attempt with this key is in progress. With `Retry-After`.'],
  [409, 'conflict', 'Another attempt for this order is in progress or unknown, or paid it at another price.'],
  [413, 'invalid_request', 'The body has more than 16 KiB.'],
  [415, 'invalid_request', 'The `Content-Type` is another one, or there is a `Content-Encoding`.'],
  [
    422,
    'idempotency_key_reused',
    'The key came with a different payment. `not_charged` if that one certainly was not.',
  ],
  [
    422,
    'invalid_request',
    'The JSON has another shape, or a member that the page would refuse, such as an expired card.',
  ],
  [429, 'rate_limited', 'There are too many attempts. With `Retry-After`.'],
  [500, 'body_already_read', 'Other code, such as a body parser, has read the body before the proxy.'],
  [500, 'proxy_error', 'The proxy failed before anything was sent. Afterwards: `unknown`.'],
  [502, 'action_refused', 'The service asks for an action that the proxy refuses, such as a page of another origin.'],
  [502, 'attempt_unknown', 'The attempt with this key was sent, and its outcome is unknown.'],
  [502, 'connection_lost', 'The connection broke after something had been sent.'],
  [502, 'service_unreachable', 'Nothing was sent.'],
  [502, 'unreadable_answer', 'The service answered with a redirect, or with a truncated body.'],
  [503, 'proxy_error', 'Too little time was left to send the payment, or the attempt with this key failed.'],
  [
    503,
    'store_unavailable',
    'Earlier attempts cannot be looked up, so nothing was sent. `unknown` if another process may have sent this attempt.',
  ],
  [504, 'timeout', 'The service did not respond in time.'],
];
