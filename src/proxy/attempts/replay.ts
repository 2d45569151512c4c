import type { AttemptReport } from '../../contract/schema.js';
import {
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  classifyStatus,
  PROBLEM_TYPE,
  RETRY_AFTER,
  type AnswerBody,
} from '../../contract/protocol.js';
import type { Attempt, AttemptAnswer } from './record.js';
import { ProblemError } from '../problem.js';

/** Statuses that allow no body: to make a `Response` with one is an error. */
const WITHOUT_BODY = [204, 205, 304];

/** Whether there can be such a response. */
export function isAnswer(answer: AttemptAnswer): boolean {
  const { body } = answer;
  try {
    toResponse(answer);
    return Number.isInteger(answer.status) && (body === undefined || typeof body === 'string');
  } catch {
    return false;
  }
}

/** The answer of a payment that was just made, or was made before. */
export function toResponse(
  { status, body: given, mediaType = JSON_TYPE }: AttemptAnswer,
  { replayed = false, retryAfter }: { replayed?: boolean; retryAfter?: string | undefined } = {},
): Response {
  const body = WITHOUT_BODY.includes(status) ? undefined : given;
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', mediaType);
  if (retryAfter !== undefined) headers.set(RETRY_AFTER, retryAfter);
  if (replayed) headers.set(IDEMPOTENCY_REPLAYED, 'true');
  return new Response(body ?? null, { status, headers });
}

/** What an attempt has come to, again. */
export function replay(attempt: Attempt): Response {
  return toResponse(answerOf(attempt), { replayed: true });
}

/** The answer that was stored, or the one that says as much. */
function answerOf({ state, answer }: Attempt): AttemptAnswer {
  if (answer) return answer;
  if (state === 'succeeded') return { status: 200 };
  const { status, document } =
    state === 'failed'
      ? new ProblemError(503, 'proxy_error', 'This attempt has failed. Nothing was charged.')
      : new ProblemError(502, 'attempt_unknown', 'Nobody knows yet what became of this attempt.', {
          outcome: 'unknown',
        });
  return { status, body: document, mediaType: PROBLEM_TYPE };
}

/** An attempt as the page is told of it. */
export function describeAttempt(attempt: Attempt): AttemptReport {
  return { ...attempt.price, ...describeState(attempt) };
}

function describeState(attempt: Attempt): AttemptReport {
  const { state, answer } = attempt;
  if (state === 'claimed' || state === 'sent') return { state: 'processing' };
  const { status, body, mediaType } = answerOf(attempt);
  const value: unknown = body === undefined ? null : parse(body);
  if (state === 'succeeded' || (state === 'unknown' && answer)) return { state, status, payment: value };
  if (mediaType === PROBLEM_TYPE) return { state, status, error: value };
  const verdict = classifyStatus(status, { kind: 'none' } satisfies AnswerBody);
  const code = 'code' in verdict ? verdict.code : 'declined';
  return { state, status, error: { code, outcome: state === 'failed' ? 'not_charged' : 'unknown' } };
}

/** A body that a merchant has given to `resolve` may be anything. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
