import { type AnswerBody, type Clock, isPage, parseAnswer } from 'payment-widget/contract';
import { TooLongError, readBytes } from '../base/read-bytes.js';
import type { Sending, Service, Bodies } from './service.js';
/** A response takes a few kilobytes. */
const MAX_BYTES = 64 * 1024;
/** Frameworks declare JSON as text/html by mistake. A page begins in another way. */
const SERVICE_JSON = /^\s*[{[]/;

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
    const bytes = await readBytes(body, { bytes: MAX_BYTES, ms }, clock);
    return parseAnswer(new TextDecoder().decode(bytes), headers, SERVICE_JSON);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    const start = new TextDecoder().decode(error.start);
    return isPage(start, headers) && !SERVICE_JSON.test(start) ? { kind: 'page' } : undefined;
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
