import { type AnswerBody, type AttemptReport, PROBLEM_TYPE, classifyStatus } from 'payment-widget/contract';
import { type StoredAttempt, isInProgress } from '../attempts/record.js';
import { parseBody } from '../base/json.js';
import { type TokenStatus, tokenRefusal } from '../order/access.js';
import { answerOf } from '../payment/replay.js';
/** Only the attempt's own key gets the action, which may let its holder confirm the payment, and the name that its page has given. */
export function describeAttempt(attempt: StoredAttempt, key: string): AttemptReport {
  const report = { ...attempt.price, ...describeOutcome(attempt) };
  if (attempt.key !== key) return report;
  const { reference = attempt.reference, answer: { action } = {} } = { ...attempt, reference: attempt.pageReference };
  return { ...(reference !== undefined && { reference }), ...report, ...(action && { next_action: action }) };
}

/** What would refuse the payment if it arrived now, as far as the token says. Its price may be another one than the page shows. */
export function describeUnseen(token: TokenStatus | undefined): AttemptReport {
  const { amount, currency } = token?.order ?? {};
  const price = amount !== undefined && currency !== undefined ? { amount, currency } : {};
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
