import { IDEMPOTENCY_REPLAYED, JSON_TYPE, RETRY_AFTER } from 'payment-widget/contract';
import type { Refusal } from '../attempts/attempts.js';
import { type StoredAttempt, type AttemptAnswer } from '../attempts/record.js';
import { parseBody } from '../base/json.js';
import { ProblemError } from '../base/problem.js';
import { invalidToken, type Disclose } from '../order/access.js';

/** `new Response()` throws for these statuses if there is a body. */
const WITHOUT_BODY = [204, 205, 304];

export function isAnswer(answer: AttemptAnswer): boolean {
  const { body } = answer;
  try {
    toResponse(answer);
    return Number.isInteger(answer.status) && (body === undefined || typeof body === 'string');
  } catch {
    return false;
  }
}

export function toResponse(
  { status, body: stored, mediaType = JSON_TYPE, action }: AttemptAnswer,
  { replayed = false, retryAfter }: { replayed?: boolean; retryAfter?: string | undefined } = {},
): Response {
  const given = action ? JSON.stringify({ ...(parseBody(stored) as object | null), next_action: action }) : stored;
  const body = WITHOUT_BODY.includes(status) ? undefined : given;
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', mediaType);
  if (retryAfter !== undefined) headers.set(RETRY_AFTER, retryAfter);
  if (replayed) headers.set(IDEMPOTENCY_REPLAYED, 'true');
  return new Response(body ?? null, { status, headers });
}

export function replay(attempt: StoredAttempt): Response {
  return toResponse(answerOf(attempt), { replayed: true });
}

/** @throws {ProblemError} if there is no outcome to replay */
export async function respondToClaim(
  result: Refusal,
  disclose: Disclose,
  find: () => Promise<StoredAttempt | undefined>,
): Promise<Response> {
  switch (result.kind) {
    case 'finished':
    case 'order_paid': {
      const disclosed = disclose(result.attempt);
      if (disclosed) return replay(disclosed);
      if (result.kind === 'finished') throw invalidToken('unknown'); // it may have failed
      return toResponse({ status: 200, body: '{"state":"paid"}' }, { replayed: true });
    }
    case 'in_flight':
      throw inFlight();
    case 'order_paid_otherwise':
      throw conflict('This order was paid with a different amount.');
    case 'order_in_doubt':
      throw conflict('Another attempt for this order is in progress or its outcome is unknown.');
    case 'mismatch':
      // Nothing was sent for this request, but "not charged" would invite a second payment if the first one may have been.
      throw new ProblemError(422, 'idempotency_key_reused', 'This key was used for a different payment.', {
        outcome: (await find().catch(() => undefined))?.state === 'failed' ? 'not_charged' : 'unknown',
      });
  }
}

const conflict = (text: string) => new ProblemError(409, 'conflict', text, { outcome: 'unknown' });

export function inFlight(): ProblemError {
  return new ProblemError(409, 'attempt_in_flight', 'This attempt is in progress. Retry later.', {
    outcome: 'unknown',
    headers: { [RETRY_AFTER]: '2' },
  });
}

export function answerOf({ state, answer }: StoredAttempt): AttemptAnswer {
  if (answer) return answer;
  if (state === 'succeeded') return { status: 200 };
  if (state === 'failed') {
    return new ProblemError(503, 'proxy_error', 'This attempt failed. Nothing was charged.').toAnswer();
  }
  const text = 'The outcome of this attempt is unknown. Check the payment at the service.';
  return new ProblemError(502, 'attempt_unknown', text, { outcome: 'unknown' }).toAnswer();
}
