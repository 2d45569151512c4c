import { type AnswerBody, type AttemptReport, PROBLEM_TYPE, classifyStatus } from 'payment-widget/contract';
import { type StoredAttempt, isInProgress } from '../attempts/record.js';
import { parseBody } from '../base/json.js';
import { type TokenStatus, tokenRefusal } from '../order/access.js';
import { answerOf } from '../payment/replay.js';

/** Only the attempt's own key gets the action, which may let its holder confirm the payment. */
export function describeAttempt(attempt: StoredAttempt, key: string): AttemptReport {
  const action = attempt.key === key ? attempt.answer?.action : undefined;
  const report = { ...nameOrder(attempt, key), ...attempt.price, ...describeOutcome(attempt) };
  return { ...report, ...(action && { next_action: action }) };
}

/** Describes an attempt for a page that may learn nothing but its state. */
export function describeState(attempt: StoredAttempt, key: string): AttemptReport {
  const { state } = attempt;
  return { ...nameOrder(attempt, key), state: isInProgress(state) ? 'processing' : state };
}

/** Names the order as the page of the key does, so that it believes no report about another order. */
function nameOrder(attempt: StoredAttempt, key: string): Pick<AttemptReport, 'reference'> {
  const { pageReference, reference, rejectedAs } = attempt;
  const name = attempt.key === key ? (pageReference ?? reference) : rejectedAs;
  return name === undefined ? {} : { reference: name };
}

/** Describes what would refuse the payment now, as far as the token says. Its price may differ from the page's. */
export function describeUnseen(token: TokenStatus | undefined): AttemptReport {
  const { reference: _, ...price } = token?.order ?? {};
  const refusal = tokenRefusal(token);
  return {
    state: 'not_found',
    ...price,
    ...(refusal && { status: refusal.status, error: JSON.parse(refusal.document) as unknown }),
  };
}

function describeOutcome(attempt: StoredAttempt): AttemptReport {
  const { state, answer } = attempt;
  if (isInProgress(state)) return { state: 'processing' };
  const { status, body, mediaType } = answerOf(attempt);
  const value = parseBody(body);
  if (state === 'succeeded' || (state === 'unknown' && answer)) return { state, status, payment: value };
  if (mediaType === PROBLEM_TYPE) return { state, status, error: value };
  const verdict = classifyStatus(status, { kind: 'none' } satisfies AnswerBody);
  const code = 'code' in verdict ? verdict.code : 'declined';
  return { state, status, error: { code, outcome: state === 'failed' ? 'not_charged' : 'unknown' } };
}
