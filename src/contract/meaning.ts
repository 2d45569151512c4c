import type { AnswerBody } from './answer.js';
import type { ErrorOutcome, PaymentErrorCode } from './errors.js';
import type { NextAction } from './next-action.js';
import { own } from './security.js';

/** The meaning of a status. The service documents 200 only; the rest follows HTTP. */
export type StatusMeaning =
  { readonly outcome: 'paid' | 'pending' } | { readonly outcome: ErrorOutcome; readonly code: PaymentErrorCode };

const REJECTIONS: Readonly<Record<number, PaymentErrorCode>> = {
  400: 'invalid_request',
  401: 'not_authorized',
  402: 'declined',
  403: 'not_authorized',
  404: 'not_found',
  405: 'not_found',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
};

/** Anything uncertain is `unknown`, never `not_charged`. */
export function classifyStatus(status: number, body: AnswerBody): StatusMeaning {
  const readable = body.kind === 'json' || body.kind === 'none';
  if (status === 200 || status === 201 || status === 202) {
    return readable ? { outcome: status === 202 ? 'pending' : 'paid' } : unknown('unreadable_answer');
  }
  const rejection = REJECTIONS[status];
  if (rejection) return { outcome: 'not_charged', code: rejection };
  if (status === 408) return unknown('timeout');
  if (status === 409) return unknown('conflict');
  return unknown(status >= 500 ? 'service_error' : 'unexpected_answer');
}

function unknown(code: PaymentErrorCode): StatusMeaning {
  return { outcome: 'unknown', code };
}

/** A shopper waits no longer, whatever the service asks for. */
const MAX_WAIT_SECONDS = 5 * 60;

/**
 * Reads seconds or an HTTP date (RFC 9110 §10.2.3).
 * @returns seconds from now, 0 to 300; `undefined` if the header is missing or invalid
 */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_WAIT_SECONDS);
  const zoned = /^[A-Z][a-z]{2} /.test(text) ? `${text} GMT` : text; // the asctime format has no time zone and means GMT
  const date = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(zoned) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(Math.ceil((date - now) / 1000), 0), MAX_WAIT_SECONDS);
}

/** A response of the payments service, as passed to `interpretResponse`. */
export interface PaymentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** The meaning of a response. */
export type PaymentMeaning = 'paid' | 'pending' | ErrorOutcome;

const MEANINGS: readonly PaymentMeaning[] = ['paid', 'pending', 'not_charged', 'unknown'];

/** The service asks for an action of the shopper, such as 3-D Secure. The payment is not finished. */
export interface ActionRequired {
  readonly outcome: 'action_required';
  readonly action: NextAction;
}

/** Decides what a response with a JSON body means; `undefined` leaves the decision to the widget or proxy. */
export type InterpretResponse = (answer: PaymentAnswer) => PaymentMeaning | ActionRequired | undefined;

/** @throws what it throws, or a `TypeError` if it returns anything else than the type allows */
export function callInterpretResponse(
  interpretResponse: InterpretResponse | undefined,
  answer: PaymentAnswer,
): PaymentMeaning | ActionRequired | undefined {
  const meaning = interpretResponse?.(answer);
  if (meaning === undefined || isActionRequired(meaning) || MEANINGS.includes(meaning)) return meaning;
  throw new TypeError(
    `interpretResponse returned an unknown value. Expected ${MEANINGS.join(', ')}, an action or undefined.`,
  );
}

export function isActionRequired(meaning: PaymentMeaning | ActionRequired | undefined): meaning is ActionRequired {
  return (meaning as Partial<ActionRequired> | null | undefined)?.outcome === 'action_required';
}

/** Ignores a `next_action` of another shape, which services may have. */
export function findAction(status: number, body: unknown): unknown {
  if (status !== 202 || typeof body !== 'object') return undefined;
  const { next_action: action } = own(body) as { next_action?: { url?: unknown } | null };
  return typeof action?.url === 'string' ? action : undefined;
}
