import type { Clock } from '../../contract/clock.js';
import { isPage, parseAnswer, type AnswerBody } from '../../contract/protocol.js';
import { readBody, TooLongError } from '../read-body.js';
import type { Sending, Service } from './upstream.js';

/** A response takes a few kilobytes. */
const MAX_BYTES = 64 * 1024;

/** The body of a response without secrets, and with them. */
export interface Bodies {
  /** As received, for nothing but a next action. */
  readonly received: AnswerBody | undefined;
  /** For `interpretResponse`. Undefined if it was too large to be redacted. */
  readonly whole: AnswerBody | undefined;
  /** For the page and the store. */
  readonly passed: AnswerBody;
}

/**
 * Reads and redacts a response of the service.
 * @param ms - time limit
 */
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

/** @returns undefined if the body is too long, unless it is a page */
async function readWithin({ body, headers }: Response, ms: number, clock: Clock): Promise<AnswerBody | undefined> {
  try {
    const bytes = await readBody(body, { bytes: MAX_BYTES, ms }, clock);
    return parseAnswer(new TextDecoder().decode(bytes), headers);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return isPage(new TextDecoder().decode(error.start), headers) ? { kind: 'page' } : undefined;
  }
}

/** The body with only these top-level members. Of JSON that is not an object, nothing is left. */
function pickMembers(body: AnswerBody, names: readonly string[] | undefined): AnswerBody {
  if (!names || body.kind !== 'json') return body;
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'none' };
  const picked = Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  return { kind: 'json', text: JSON.stringify(picked), value: picked };
}
