import { type AnswerBody, checkAction } from 'payment-widget/contract';
import { type ServiceOutcome, inDoubt } from './outcome.js';
import type { Sending, Service } from './service.js';
/**
 * In doubt if the action is refused, since the service has the payment.
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
