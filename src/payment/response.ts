import type { AnswerBody } from '../contract/answer.js';
import {
  isPaymentErrorCode,
  PaymentError,
  type ErrorOutcome,
  type PaymentErrorCode,
  type PaymentErrorOptions,
} from '../contract/errors.js';
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
import { IDEMPOTENCY_REPLAYED, PAYMENTS_MODE, RETRY_AFTER, toMode, type Mode } from '../contract/protocol.js';
import type { PaymentCard } from '../contract/request.js';
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
  const isOwn = isOfProxy(mode, reported, headers);

  let meaning: ReturnType<InterpretResponse>;
  try {
    meaning = interpret(interpretResponse, status, headers, body);
  } catch (cause) {
    const error = new PaymentError('unreadable_answer', 'interpretResponse failed.', { status, cause });
    return { result: failed(error, mode), isByMerchant: true, reported, isOwn };
  }
  const isByMerchant = meaning !== undefined;
  const outcome = isActionRequired(meaning) ? 'pending' : (meaning ?? byStatus.outcome);
  if (outcome === 'paid' || outcome === 'pending') {
    const found = outcome === 'pending' ? findAction(status, payment) : undefined;
    const action = isActionRequired(meaning) ? meaning.action : found;
    const result: PayResult = {
      ...{ outcome, payment, status, mode },
      ...(isReplayed(headers) && { replayed: true as const }),
      ...(action !== undefined && { action }),
    };
    return { result, isByMerchant, reported, isOwn };
  }

  const problem = isByMerchant ? undefined : reported;
  const error = toError(problem, codeOf(byStatus, outcome), describe(status, body), {
    outcome: problem?.outcome ?? outcome,
    status,
    retryAfter: parseRetryAfter(headers.get(RETRY_AFTER), now),
    fieldErrors: outcome === 'not_charged' ? readFieldErrors(payment) : undefined,
  });
  return { result: failed(error, mode), isByMerchant, reported, isOwn };
}

/** Whether the proxy has answered, rather than a server in front of it. */
function isOfProxy(mode: Mode | undefined, reported: Problem | undefined, headers: Headers): boolean {
  return !!mode || isPaymentErrorCode(reported?.code) || !!reported?.outcome || isReplayed(headers);
}

/** A redirect or a gateway has no body of the service. A problem document and a state are the proxy's. */
function interpret(decide: InterpretResponse | undefined, status: number, headers: Headers, body: AnswerBody) {
  if (body.kind !== 'json' || isProblem(headers)) return undefined;
  if (isReplayed(headers) && JSON.stringify(body.value) === '{"state":"paid"}') return undefined;
  return callInterpretResponse(decide, { status, headers, body: body.value });
}

/** Creates an error with the words of a problem document, or else with these. */
export function toError(
  problem: Problem | undefined,
  code: PaymentErrorCode,
  message: string,
  options: PaymentErrorOptions,
): PaymentError {
  const known = isPaymentErrorCode(problem?.code) ? problem.code : code;
  return new PaymentError(known, problem?.detail ?? problem?.title ?? message, {
    ...options,
    cause: problem && { ...problem },
  });
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

export const isReplayed = (headers: Headers) => headers.get(IDEMPOTENCY_REPLAYED) === 'true';

/** A code counts in a problem document only, an outcome in any JSON. */
export function readProblem(body: AnswerBody, headers: Headers): Problem | undefined {
  if (body.kind !== 'json') return undefined;
  const parsed = parseProblem(body.value);
  if (isProblem(headers)) return parsed;
  return parsed?.outcome && { outcome: parsed.outcome };
}

/** The fields that fill in the card of a request. */
const CARD_FIELDS: Readonly<Record<keyof PaymentCard, FieldName>> = {
  number: 'card-number',
  preferred_network: 'card-number',
  exp_month: 'card-expiry',
  exp_year: 'card-expiry',
  cvc: 'card-cvc',
};

/** Field names by JSON pointer (RFC 6901) into the request. */
const FIELD_OF = Object.fromEntries<FieldName>([
  ['/amount', 'amount'],
  ...Object.entries(CARD_FIELDS).map(([member, name]) => [`/payment_method/card/${member}`, name] as const),
  ...FIELD_NAMES.map((name) => [`/customer/${memberOf(name)}`, name] as const),
  ...FIELD_NAMES.map((name) => [`/customer/address/${memberOf(name)}`, name] as const),
]);

/** Reads the `errors` of RFC 9457 without their texts, which are in another language and may quote what was typed. */
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
