import type { AttemptOutcome } from '../measurements.js';
import type { PaymentErrorCode } from '../../contract/errors.js';
import { PROBLEM_TYPE } from '../../contract/protocol.js';
import { isPage, parseAnswer, type AnswerBody, findAction } from '../../contract/answer.js';
import type { AttemptAnswer } from '../attempts/record.js';
import { ProblemError } from '../problem.js';
import type { Clock } from '../../contract/clock.js';
import { readBody, TooLongError } from '../read-body.js';
import type { Sending, Service } from './upstream.js';
import { checkAction } from '../../contract/next-action.js';

export interface Outcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer: AttemptAnswer;
  /** In seconds. */
  readonly retryAfter?: string | undefined;
}

export function inDoubt(status: number, code: PaymentErrorCode, detail: string): Outcome {
  return { state: 'unknown', answer: problemAnswer(new ProblemError(status, code, detail, { outcome: 'unknown' })) };
}

export function problemAnswer({ status, document }: ProblemError): AttemptAnswer {
  return { status, body: document, mediaType: PROBLEM_TYPE };
}

/** A 202 is `unknown` as well, but its response may be replayed. */
export const isInDoubt = ({ state, answer }: Outcome): boolean => state === 'unknown' && answer.status !== 202;

export function resultOf({ state, answer }: Outcome): AttemptOutcome {
  if (state === 'succeeded') return 'paid';
  if (state === 'unknown') return answer.status === 202 ? 'pending' : 'unknown';
  return answer.status === 402 ? 'declined' : 'failed';
}

/** A response takes a few kilobytes. */
const MAX_BYTES = 64 * 1024;

export interface Bodies {
  /** As received, for nothing but a next action. */
  readonly received: AnswerBody | undefined;
  /** For `interpretResponse`. Undefined if it was too large to be redacted. */
  readonly whole: AnswerBody | undefined;
  /** For the page and the store. */
  readonly passed: AnswerBody;
}

export async function readBodies(
  response: Response,
  sending: Sending,
  { redactor, answerFields, log, clock }: Service,
  ms: number,
): Promise<Bodies> {
  const body = await readWithin(response, ms, clock);
  const whole = body && redactor.body(body, sending);
  const details = { key: sending.idempotencyKey, status: response.status };
  if (!whole) log('answer_dropped', details);
  else if (whole !== body) log('answer_masked', details);
  return { received: whole && body, whole, passed: pickMembers(whole ?? { kind: 'none' }, answerFields) };
}

async function readWithin({ body, headers }: Response, ms: number, clock: Clock): Promise<AnswerBody | undefined> {
  try {
    const bytes = await readBody(body, { bytes: MAX_BYTES, ms }, clock);
    return parseAnswer(new TextDecoder().decode(bytes), headers);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return isPage(new TextDecoder().decode(error.start), headers) ? { kind: 'page' } : undefined;
  }
}

/** Of JSON that is not an object, nothing is left. */
function pickMembers(body: AnswerBody, names: readonly string[] | undefined): AnswerBody {
  if (!names || body.kind !== 'json') return body;
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'none' };
  const picked = Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  return { kind: 'json', text: JSON.stringify(picked), value: picked };
}

/**
 * In doubt if the action is refused, since the service has the payment.
 * @param action - as received: redaction could change the fields of a bank's form
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

export function actionOf(status: number, body: AnswerBody | undefined, { actionOrigins }: Service): unknown {
  return actionOrigins && body?.kind === 'json' ? findAction(status, body.value) : undefined;
}

/** Three digits may mean anything, so the security code is not searched for. */
function secretProblem(action: object, { card }: Sending, { redactor }: Service): string | undefined {
  const text = JSON.stringify(action);
  return redactor.text(text, { card: { ...card, cvc: '' } }) === text ? undefined : 'contains an API key or the card.';
}
