import { findAction } from '../../contract/interpret.js';
import type { AnswerBody } from '../../contract/protocol.js';
import { checkAction } from '../../contract/next-action.js';
import { inDoubt, type Outcome } from './outcome.js';
import type { Sending, Service } from './upstream.js';

/**
 * The outcome of a payment for which the service asks for an action: pending, with the action in the response. In doubt if the
 * action is refused, since the service has the payment.
 * @param action - as received: redaction could change the fields of a bank's form
 * @param body - for the page
 */
export function answerAction(action: unknown, body: AnswerBody, sending: Sending, service: Service): Outcome {
  const { actionOrigins = [], answerFields, log } = service;
  const checked = checkAction(action, actionOrigins);
  const problem = typeof checked === 'string' ? checked : secretProblem(checked, sending, service);
  if (typeof checked === 'string' || problem) {
    log('action_refused', { key: sending.idempotencyKey, code: 'action_refused', remedy: `It ${problem}` });
    return inDoubt(502, 'action_refused', 'The next action was refused. Check the payment at the service.');
  }
  // Without answerFields the body would contain the action a second time, in the format of the service.
  const passed = answerFields && body.kind === 'json' ? { body: body.text } : {};
  return { state: 'unknown', answer: { status: 202, ...passed, action: checked } };
}

/** The member `next_action` of a 202, for a service with the format of the contract. */
export function actionOf(status: number, body: AnswerBody | undefined, { actionOrigins }: Service): unknown {
  return actionOrigins && body?.kind === 'json' ? findAction(status, body.value) : undefined;
}

/** Three digits may mean anything, so the security code is not searched for. */
function secretProblem(action: object, { card }: Sending, { redactor }: Service): string | undefined {
  const text = JSON.stringify(action);
  return redactor.text(text, { card: { ...card, cvc: '' } }) === text ? undefined : 'contains an API key or the card.';
}
