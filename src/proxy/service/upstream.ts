import type { PaymentErrorCode } from '../../contract/errors.js';
import type { PaymentRequest } from '../../contract/schema.js';
import { callInterpretResponse, type InterpretResponse, type PaymentMeaning } from '../../contract/interpret.js';
import {
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  classifyStatus,
  parseAnswer,
  PAYMENTS_PATH,
  PROBLEM_TYPE,
  RETRY_AFTER,
  type AnswerBody,
} from '../../contract/protocol.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import type { ApiKey, ApiKeys } from '../api-keys.js';
import type { AttemptAnswer } from '../attempts/record.js';
import type { Log } from '../log.js';
import type { Redactor } from '../redact.js';
import { ProblemError } from '../problem.js';
import { readBody, TooLongError } from '../read-body.js';
import { judgeFailure } from './upstream-failure.js';
import { OverdueError, wait, within } from '../timeouts.js';

/** An answer of the service takes a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_RETRIES = 2;
/** No other try begins with less time left, in ms: to connect alone may take 10 s, and one cut off is in doubt. */
const SHORTEST_TRY = 12_000;
/** The longest `Retry-After` that is waited for, in seconds. */
const LONGEST_RETRY_AFTER = 10;
/** How long the limits may take to say whether there is a request left, in ms. */
const LIMIT_TIME = 1000;
/** First and longest pause between tries, in ms. */
const PAUSE = { first: 300, longest: 4000 };

/** What became of a payment, and what the shopper is told. */
export interface Outcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer: AttemptAnswer;
  /** The `Retry-After` header: whole seconds, whatever the service wrote. */
  readonly retryAfter?: string | undefined;
}

/** The payments service, as a proxy talks to it. */
export interface Service {
  readonly baseUrl: string;
  readonly keys: ApiKeys;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether it recognises an `Idempotency-Key`. */
  readonly honoursIdempotency: boolean;
  /** The merchant's own reading of its answers. */
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** A payment on its way to the service. */
export interface Sending {
  readonly body: string;
  /** The card as it was typed, or else as it was encrypted. */
  readonly card?: PaymentRequest['payment_method']['card'];
  readonly encrypted_card?: PaymentRequest['payment_method']['encrypted_card'];
  readonly idempotencyKey: string;
  /** How long the service may take, tries together, in ms. */
  readonly limit: number;
  /** Asked before it is sent again: whether the service may get one more request. */
  readonly takeResend: () => Promise<boolean>;
}

/** One try, and whether there may be another. */
interface Trial {
  readonly outcome: Outcome;
  /**
   * `safe`: nothing was charged. `same_key`: it may have been, so the service has to recognise the key. `other_key`:
   * nothing was charged, since the service does not take the API key.
   */
  readonly again?: 'safe' | 'same_key' | 'other_key';
}

/**
 * Sends a payment to the service, and tells its status, its JSON body and its `Retry-After`, nothing else. It is sent
 * again only if it certainly was not charged, or where the service is said to honour keys. Never rejects.
 */
export async function sendUpstream(sending: Sending, service: Service): Promise<Outcome> {
  const end = Date.now() + sending.limit;
  const isTimeFor = (pause: number) => Date.now() + pause + SHORTEST_TRY <= end;
  let doubt: Outcome | undefined;
  let key = service.keys.preferred;
  let other = service.keys.otherThan(key);
  for (let retries = 0; ;) {
    const { outcome, again } = await tryOnce(sending, service, key, end);
    if (outcome.state === 'unknown') doubt = outcome;
    if (again === 'other_key') {
      // A service may recognise an Idempotency-Key for each API key apart: after a doubt the other would charge anew.
      if (!other || doubt || !isTimeFor(0) || !(await mayResend(sending))) {
        service.log('key_refused', { key: sending.idempotencyKey, status: outcome.answer.status });
        return settle(outcome, doubt);
      }
      [key, other] = [other, undefined];
      continue;
    }
    if (key !== service.keys.preferred && isAboutPayment(outcome)) {
      service.log('second_key_taken', { key: sending.idempotencyKey });
      service.keys.prefer(key);
    }
    const allowed = again === 'safe' || (again === 'same_key' && service.honoursIdempotency);
    const pause = pauseBefore(retries, outcome);
    if (!allowed || retries++ === MAX_RETRIES || !isTimeFor(pause)) return settle(outcome, doubt);
    if (!(await mayResend(sending))) return settle(outcome, doubt);
    await wait(pause);
  }
}

/** After a try that may have been charged, only an answer about the payment itself ends the doubt. */
function settle(outcome: Outcome, doubt: Outcome | undefined): Outcome {
  return doubt && !isAboutPayment(outcome) ? doubt : outcome;
}

const isAboutPayment = ({ state, answer }: Outcome) =>
  state === 'succeeded' || [202, 400, 402, 422].includes(answer.status);

function pauseBefore(retries: number, { retryAfter }: Outcome): number {
  const seconds = parseRetryAfter(retryAfter ?? null);
  // All of a merchant's clients were told the same time, so they do not come back together.
  if (seconds !== undefined) return seconds * 1000 * (1 + 0.2 * Math.random());
  return Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retries);
}

/** Whether the limits leave one more request to the service. */
const mayResend = ({ takeResend }: Sending): Promise<boolean> => within(LIMIT_TIME, takeResend()).catch(() => false);

async function tryOnce(sending: Sending, service: Service, key: ApiKey, end: number): Promise<Trial> {
  const left = () => Math.max(0, end - Date.now());
  const timeout = new AbortController();
  try {
    const url = new URL(service.baseUrl).href.replace(/\/+$/, '') + PAYMENTS_PATH;
    const answer = await within(left(), service.fetch(url, createInit(sending, key, timeout.signal)));
    const body = await readAnswer(answer, left());
    const masked = service.redactor.body(body, sending);
    const facts = { key: sending.idempotencyKey, status: answer.status };
    if (masked !== body) service.log('answer_masked', facts);
    if (answer.status === 403) service.log('key_refused', facts);
    return readAsMerchant(answer, masked, sending, service) ?? read(answer, masked);
  } catch (error) {
    timeout.abort(); // what is still under way is not waited for
    return describeFailure(error, sending, service);
  }
}

/** Nothing of what the page sent is in it but the checked payment and its key; its address is the merchant's alone. */
function createInit({ body, idempotencyKey }: Sending, key: ApiKey, signal: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers: {
      Authorization: key.authorize(),
      'Content-Type': JSON_TYPE,
      Accept: JSON_TYPE,
      [IDEMPOTENCY_KEY]: idempotencyKey,
    },
    body,
    redirect: 'manual', // a followed redirect would carry the card to another address
    signal, // never the shopper's: closing a tab does not undo a charge
  };
}

async function readAnswer(answer: Response, ms: number): Promise<AnswerBody> {
  try {
    const bytes = await readBody(answer.body, { bytes: MAX_ANSWER_BYTES, ms });
    return parseAnswer(new TextDecoder().decode(bytes), answer.headers);
  } catch (error) {
    if (error instanceof TooLongError) return { kind: 'cut' };
    throw error;
  }
}

function read(answer: Response, body: AnswerBody): Trial {
  const { status } = answer;
  const verdict = classifyStatus(status, body);
  if (isRedirected(answer) || status > 599 || ('code' in verdict && verdict.code === 'unreadable_answer')) {
    return { outcome: inDoubt(502, 'unreadable_answer', 'The payments service gave an answer that cannot be read.') };
  }
  const seconds = parseRetryAfter(answer.headers.get(RETRY_AFTER));
  const outcome = {
    state: STATES[verdict.outcome],
    answer: { status, ...(body.kind === 'json' && { body: body.text }) },
    retryAfter: seconds === undefined ? undefined : String(seconds), // never its own text, which may be anything
  };
  if (status === 401) return { outcome, again: 'other_key' };
  if (status === 429) return (seconds ?? Infinity) <= LONGEST_RETRY_AFTER ? { outcome, again: 'safe' } : { outcome };
  return status === 408 || status === 409 || status >= 500 ? { outcome, again: 'same_key' } : { outcome };
}

/** What the merchant's own code makes of an answer, in a status that says as much to everybody. */
function readAsMerchant(
  answer: Response,
  body: AnswerBody,
  { idempotencyKey: key }: Sending,
  { interpretResponse, log }: Service,
): Trial | undefined {
  const { status, headers } = answer;
  if (body.kind !== 'json' || isRedirected(answer)) return undefined;
  let meaning: PaymentMeaning | undefined;
  try {
    meaning = callInterpretResponse(interpretResponse, { status, headers, body: body.value });
  } catch (error) {
    log('interpretation_failed', { key, status }, error);
    return { outcome: inDoubt(502, 'unreadable_answer', 'The answer of the payments service could not be read.') };
  }
  if (!meaning) return undefined;
  const isSaid = classifyStatus(status, body).outcome === meaning;
  return {
    outcome: { state: STATES[meaning], answer: { status: isSaid ? status : STATUSES[meaning], body: body.text } },
  };
}

function isRedirected({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

const STATUSES = { paid: 200, pending: 202, not_charged: 402, unknown: 502 } as const;

const STATES = { paid: 'succeeded', pending: 'unknown', not_charged: 'failed', unknown: 'unknown' } as const;

/** Once a request is under way, whatever goes wrong leaves the outcome open, unless it is known that nothing left. */
function describeFailure(error: unknown, { idempotencyKey: key }: Sending, { log }: Service): Trial {
  if (error instanceof OverdueError || (error instanceof DOMException && error.name === 'TimeoutError')) {
    return { outcome: inDoubt(504, 'timeout', 'The payments service did not answer in time.'), again: 'same_key' };
  }
  const failure = judgeFailure(error);
  const code = failure === 'in_doubt' ? 'connection_lost' : 'service_unreachable';
  log('service_failed', { key, code }, error);
  if (code === 'connection_lost') {
    const outcome = inDoubt(502, code, 'The connection to the payments service broke.');
    return { outcome, again: 'same_key' };
  }
  const text = 'The payments service cannot be reached. Nothing was sent.';
  const outcome = {
    state: 'failed',
    answer: problemAnswer(new ProblemError(502, code, text)),
  } as const;
  return failure === 'not_connected' ? { outcome, again: 'safe' } : { outcome };
}

function inDoubt(status: number, code: PaymentErrorCode, detail: string): Outcome {
  return { state: 'unknown', answer: problemAnswer(new ProblemError(status, code, detail, { outcome: 'unknown' })) };
}

function problemAnswer({ status, document }: ProblemError): AttemptAnswer {
  return { status, body: document, mediaType: PROBLEM_TYPE };
}
