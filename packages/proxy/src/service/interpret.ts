import {
  type ActionRequired,
  type AnswerBody,
  type Clock,
  type PaymentMeaning,
  RETRY_AFTER,
  callInterpretResponse,
  classifyStatus,
  isActionRequired,
  parseRetryAfter,
  checkAction,
} from 'payment-widget/contract';
import { type ServiceOutcome, type Trial, unreadable, inDoubt } from './outcome.js';
import type { Bodies, Sending, Service } from './service.js';

const MAX_RETRY_AFTER_SECONDS = 10;

export function interpretStatus(response: Response, body: AnswerBody, clock: Clock): Trial {
  const { status } = response;
  const verdict = classifyStatus(status, body);
  if (isRedirect(response) || status > 599 || ('code' in verdict && verdict.code === 'unreadable_answer')) {
    return unreadable('The response of the payments service is not readable JSON.');
  }
  const seconds = parseRetryAfter(response.headers.get(RETRY_AFTER), clock.now());
  const outcome: ServiceOutcome = {
    state: STATES[verdict.outcome],
    answer: { status, ...bodyOf(body) },
    retryAfter: seconds === undefined ? undefined : String(seconds), // the original text may contain anything
  };
  if (status === 401) return { ...outcome, again: 'other_key' };
  if (status === 429 && seconds !== undefined && seconds <= MAX_RETRY_AFTER_SECONDS)
    return { ...outcome, again: 'safe' };
  return status === 408 || status === 409 || status >= 500 ? { ...outcome, again: 'same_key' } : outcome;
}

export function interpretAsMerchant(
  response: Response,
  { received, whole: body, passed }: Bodies,
  sending: Sending,
  service: Service,
): Trial | undefined {
  const { interpretResponse, log } = service;
  const { status, headers } = response;
  if (!interpretResponse || isRedirect(response)) return undefined;
  if (!body && classifyStatus(status, passed).outcome !== 'unknown') {
    // A dropped body may decline: by its status alone, the order would be paid.
    return unreadable('The response is too large for interpretResponse. Check the payment at the service.');
  }
  if (body?.kind !== 'json') return undefined;
  let meaning: PaymentMeaning | ActionRequired | undefined;
  try {
    const interpret = (from: unknown) => callInterpretResponse(interpretResponse, { status, headers, body: from });
    meaning = interpret(body.value);
    const mustReread = isActionRequired(meaning) && received?.kind === 'json' && received !== body;
    if (mustReread) meaning = interpret(received.value);
  } catch (error) {
    log('interpretation_failed', { key: sending.idempotencyKey, status }, error);
    return unreadable('interpretResponse failed. Check the payment at the service.');
  }
  if (!meaning) return undefined;
  if (isActionRequired(meaning)) return answerAction(meaning.action, passed, sending, service);
  const isSameMeaning = classifyStatus(status, body).outcome === meaning;
  return {
    state: STATES[meaning],
    answer: { status: isSameMeaning ? status : STATUSES[meaning], ...bodyOf(passed) },
  };
}

const bodyOf = (body: AnswerBody) => (body.kind === 'json' ? { body: body.text } : {});

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

const STATUSES = { paid: 200, pending: 202, not_charged: 402, unknown: 502 } as const;

const STATES = { paid: 'succeeded', pending: 'unknown', not_charged: 'failed', unknown: 'unknown' } as const;

/**
 * Returns an outcome in doubt if the action is refused, since the service has the payment.
 * @param action - as received: redaction could change the fields of a bank's form
 */
export function answerAction(action: unknown, body: AnswerBody, sending: Sending, service: Service): ServiceOutcome {
  const { actionOrigins = [], answerFields, log } = service;
  const checked = checkAction(action, actionOrigins);
  const problem = typeof checked === 'string' ? checked : secretInAction(checked, sending, service);
  if (typeof checked === 'string' || problem) {
    log('action_refused', { key: sending.idempotencyKey, code: 'action_refused', remedy: `It ${problem}` });
    return inDoubt(502, 'action_refused', 'The next action was refused. Check the payment at the service.');
  }
  // Without answerFields the body would contain the action a second time, in the format of the service.
  const passed = answerFields && body.kind === 'json' ? { body: body.text } : {};
  return { state: 'unknown', answer: { status: 202, ...passed, action: checked } };
}

/** Three digits may mean anything, so the security code is not searched for. */
function secretInAction(action: object, { card }: Sending, { redactor }: Service): string | undefined {
  const text = JSON.stringify(action);
  return redactor.text(text, { card: { ...card, cvc: '' } }) === text ? undefined : 'contains an API key or the card.';
}
