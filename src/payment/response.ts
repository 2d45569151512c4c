import type { AnswerBody } from '../contract/answer.js';
import { isPaymentErrorCode, PaymentError, type ErrorOutcome, type PaymentErrorCode } from '../contract/errors.js';
import type { FieldName } from '../contract/field-names.js';
import { FIELD_NAMES, memberOf } from '../contract/fields.js';
import {
  callInterpretResponse,
  classifyStatus,
  findAction,
  isActionRequired,
  parseRetryAfter,
  type InterpretResponse,
  type StatusMeaning,
} from '../contract/meaning.js';
import { parseProblem, type Problem } from '../contract/parse-report.js';
import { IDEMPOTENCY_REPLAYED, PAYMENTS_MODE, RETRY_AFTER, toMode } from '../contract/protocol.js';
import { failed, isProblem, type PayResult } from './proxy-request.js';

export type ReadResponse = ReturnType<typeof readResponse>;

export function readResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: AnswerBody,
  interpretResponse: InterpretResponse | undefined,
  now: number,
) {
  const mode = toMode(headers.get(PAYMENTS_MODE));
  const payment = body.kind === 'json' ? body.value : null;
  const byStatus = classifyStatus(status, body);
  const reported = readProblem(body, headers);
  const isReported = isPaymentErrorCode(reported?.code) || reported?.outcome !== undefined;
  const isOwn = mode !== undefined || isReported || isReplayed(headers); // rather than a server in front of the proxy

  let meaning: ReturnType<InterpretResponse>;
  try {
    // A redirect or a gateway has no body of the service. A problem document and a state are the proxy's.
    const isOfService = body.kind === 'json' && !isProblem(headers) && !isStateOnly(payment, headers);
    if (isOfService) meaning = callInterpretResponse(interpretResponse, { status, headers, body: payment });
  } catch (cause) {
    const error = new PaymentError('unreadable_answer', 'interpretResponse failed.', { status, cause });
    return { result: failed(error, mode), isByMerchant: true, reported, isOwn };
  }
  const isByMerchant = meaning !== undefined;
  const outcome = isActionRequired(meaning) ? 'pending' : (meaning ?? byStatus.outcome);
  const found = outcome === 'pending' ? findAction(status, payment) : undefined;
  const action = isActionRequired(meaning) ? meaning.action : found;
  if (outcome === 'paid' || outcome === 'pending') {
    const result: PayResult = {
      ...{ outcome, payment, status, mode },
      ...(isReplayed(headers) && { replayed: true as const }),
      ...(action !== undefined && { action }),
    };
    return { result, isByMerchant, reported, isOwn };
  }

  const problem = isByMerchant ? undefined : reported;
  const error = new PaymentError(
    isPaymentErrorCode(problem?.code) ? problem.code : codeOf(byStatus, outcome),
    problem?.detail ?? problem?.title ?? describe(status, body),
    {
      outcome: problem?.outcome ?? outcome,
      status,
      retryAfter: parseRetryAfter(headers.get(RETRY_AFTER), now),
      fieldErrors: outcome === 'not_charged' ? readFieldErrors(payment) : undefined,
      cause: problem && { ...problem },
    },
  );
  return { result: failed(error, mode), isByMerchant, reported, isOwn };
}

/** Browsers hide the status and the target of a redirect. */
function describe(status: number, { kind }: AnswerBody): string {
  if (status === 0) return 'A redirect answered.';
  return `${kind === 'page' ? 'A web page' : 'The proxy'} answered ${status}.`;
}

export function codeOf(byStatus: StatusMeaning, outcome: ErrorOutcome): PaymentErrorCode {
  if ('code' in byStatus && byStatus.outcome === outcome) return byStatus.code;
  return outcome === 'unknown' ? 'unexpected_answer' : 'declined';
}

function isStateOnly(payment: unknown, headers: Headers): boolean {
  return isReplayed(headers) && JSON.stringify(payment) === '{"state":"paid"}';
}

const isReplayed = (headers: Headers) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

/** A code counts in a problem document only, an outcome in any JSON. */
export function readProblem(body: AnswerBody, headers: Headers): Problem | undefined {
  if (body.kind !== 'json') return undefined;
  const parsed = parseProblem(body.value);
  if (isProblem(headers)) return parsed;
  return parsed?.outcome && { outcome: parsed.outcome };
}

/** Field names by JSON pointer (RFC 6901) into the request. */
const FIELD_OF: Readonly<Record<string, FieldName>> = {
  '/payment_method/card/number': 'card-number',
  '/payment_method/card/preferred_network': 'card-number',
  '/payment_method/card/exp_month': 'card-expiry',
  '/payment_method/card/exp_year': 'card-expiry',
  '/payment_method/card/cvc': 'card-cvc',
  '/customer/name': 'cardholder-name',
  '/amount': 'amount',
  ...Object.fromEntries(
    FIELD_NAMES.flatMap((name) =>
      ['/customer/', '/customer/address/'].map((parent) => [parent + memberOf(name), name]),
    ),
  ),
};

/** RFC 9457. Ignores the texts, which are not in the shopper's language and may quote the typed text. */
export function readFieldErrors(body: unknown): Readonly<Record<string, string>> | undefined {
  const errors = (body as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(errors)) return undefined;
  const pointers = errors.map((error) => (error as { pointer?: unknown } | null)?.pointer);
  const names = pointers.flatMap((pointer) =>
    typeof pointer === 'string' && Object.hasOwn(FIELD_OF, pointer) ? [FIELD_OF[pointer] as FieldName] : [],
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, 'The service did not accept this.']));
}
