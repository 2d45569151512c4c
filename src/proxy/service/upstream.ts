import { isTimeout, withinTime, type Clock } from '../../contract/clock.js';
import type { PaymentErrorCode } from '../../contract/errors.js';
import type { PaymentRequest } from '../../contract/request.js';
import {
  callInterpretResponse,
  isActionRequired,
  type ActionRequired,
  type InterpretResponse,
  type PaymentMeaning,
  classifyStatus,
  type AnswerBody,
  parseRetryAfter,
} from '../../contract/answer.js';
import { IDEMPOTENCY_KEY, JSON_TYPE, PAYMENTS_PATH, RETRY_AFTER } from '../../contract/protocol.js';
import type { Log } from '../log.js';
import type { Measure } from '../measurements.js';
import type { Redactor } from '../redact.js';
import { ProblemError } from '../problem.js';
import { actionOf, answerAction, inDoubt, problemAnswer, type Outcome, readBodies, type Bodies } from './answer.js';
import { classifyFailure } from './upstream-failure.js';

const MAX_RETRIES = 2;
/** Connecting may take 10 s, and an interrupted request has an unknown outcome. */
const MIN_RETRY_MS = 12_000;
const MAX_RETRY_AFTER_SECONDS = 10;
const LIMITER_TIMEOUT_MS = 1000;
const PAUSE_MS = { first: 300, longest: 4000 };

/** A function, so that no key shows when an object with it is printed or serialized. */
type ApiKey = () => string;

export interface Service {
  readonly baseUrl: string;
  /** One or two keys, the one to try first in front. */
  readonly keys: [ApiKey, ApiKey?];
  readonly fetch: (request: Request) => Promise<Response>;
  readonly honoursIdempotency: boolean;
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly answerFields?: readonly string[] | undefined;
  readonly actionOrigins?: readonly string[] | undefined;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly measure: Measure;
  readonly clock: Clock;
}

export interface Sending {
  readonly body: string;
  /** To redact it from the response. */
  readonly card: PaymentRequest['payment_method']['card'];
  readonly idempotencyKey: string;
  /** For all tries together, in ms. */
  readonly limit: number;
  readonly takeResend: () => Promise<boolean>;
}

interface Trial {
  readonly outcome: Outcome;
  /**
   * Whether a retry is possible. `safe`: nothing was charged. `same_key`: only if the service recognizes idempotency keys,
   * since it may have charged. `other_key`: nothing was charged, because the service rejected the API key.
   */
  readonly again?: 'safe' | 'same_key' | 'other_key';
}

/** Retries only if the payment was certainly not charged, or if the service honours idempotency keys. Never rejects. */
export async function sendUpstream(sending: Sending, service: Service): Promise<Outcome> {
  const { clock } = service;
  const end = clock.now() + sending.limit;
  const isTimeFor = (pause: number) => clock.now() + pause + MIN_RETRY_MS <= end;
  let doubt: Outcome | undefined;
  let [key, other] = service.keys;
  for (let retries = 0; ;) {
    const { outcome, again } = await tryOnce(sending, service, key, end);
    if (outcome.state === 'unknown') doubt = outcome;
    if (again === 'other_key') {
      // Idempotency keys may be scoped to the API key: after an unknown outcome, the other key could charge again.
      if (!other || doubt || !isTimeFor(0) || !(await mayResend(sending, clock))) {
        service.log('key_refused', { key: sending.idempotencyKey, status: outcome.answer.status });
        return settle(outcome, doubt);
      }
      [key, other] = [other, undefined];
      continue;
    }
    if (key !== service.keys[0] && isAboutPayment(outcome)) {
      service.log('second_key_taken', { key: sending.idempotencyKey });
      service.keys.reverse();
    }
    const allowed = again === 'safe' || (again === 'same_key' && service.honoursIdempotency);
    const pause = pauseBefore(retries, outcome, clock);
    if (!allowed || retries++ === MAX_RETRIES || !isTimeFor(pause)) return settle(outcome, doubt);
    if (!(await mayResend(sending, clock))) return settle(outcome, doubt);
    await clock.sleep(pause);
  }
}

/** After a try with an unknown outcome, only a response about the payment itself is conclusive. */
function settle(outcome: Outcome, doubt: Outcome | undefined): Outcome {
  return doubt && !isAboutPayment(outcome) ? doubt : outcome;
}

const isAboutPayment = ({ state, answer }: Outcome) =>
  state === 'succeeded' || [202, 400, 402, 422].includes(answer.status);

function pauseBefore(retries: number, { retryAfter }: Outcome, clock: Clock): number {
  const seconds = parseRetryAfter(retryAfter ?? null, clock.now());
  // Jitter, since all clients got the same Retry-After.
  if (seconds !== undefined) return seconds * 1000 * (1 + 0.2 * clock.random());
  return clock.random() * Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** retries);
}

const mayResend = ({ takeResend }: Sending, clock: Clock): Promise<boolean> =>
  withinTime(LIMITER_TIMEOUT_MS, clock, takeResend).catch(() => false);

async function tryOnce(sending: Sending, service: Service, key: ApiKey, end: number): Promise<Trial> {
  const { clock } = service;
  const left = () => Math.max(0, end - clock.now());
  if (left() === 0) {
    // The machine has slept: the attempt may be settled meanwhile.
    return { outcome: notSent(503, 'proxy_error', 'There was no time left to send the payment. Nothing was sent.') };
  }
  const timeout = new AbortController();
  const startedAt = clock.now();
  let received: number | undefined;
  try {
    const url = new URL(service.baseUrl).href.replace(/(?<!\/)\/+$/, '') + PAYMENTS_PATH;
    const request = new Request(url, createInit(sending, key, timeout.signal));
    const response = await withinTime(left(), clock, () => service.fetch(request));
    const bodies = await readBodies(response, sending, service, left());
    received = response.status;
    if (response.status === 403) service.log('key_refused', { key: sending.idempotencyKey, status: 403 });
    const trial =
      interpretAsMerchant(response, bodies, sending, service) ?? interpretStatus(response, bodies.passed, clock);
    const { status, action: checked } = trial.outcome.answer;
    const action = checked ? undefined : actionOf(status, bodies.received, service);
    return action === undefined ? trial : { outcome: answerAction(action, bodies.passed, sending, service) };
  } catch (error) {
    timeout.abort();
    return describeFailure(error, sending, service);
  } finally {
    const seconds = Math.max(0, clock.now() - startedAt) / 1000;
    service.measure({ kind: 'service_request', seconds, ...(received !== undefined && { status: received }) });
  }
}

const notSent = (status: number, code: PaymentErrorCode, detail: string): Outcome => ({
  state: 'failed',
  answer: problemAnswer(new ProblemError(status, code, detail)),
});

const unreadable = (detail: string): Trial => ({ outcome: inDoubt(502, 'unreadable_answer', detail) });

/** Forwards nothing from the page but the validated payment and its idempotency key. */
function createInit({ body, idempotencyKey }: Sending, key: ApiKey, signal: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key()}`,
      'Content-Type': JSON_TYPE,
      Accept: JSON_TYPE,
      [IDEMPOTENCY_KEY]: idempotencyKey,
    },
    body,
    redirect: 'manual', // following a redirect would send the card to another address
    signal, // not the browser's: closing a tab does not undo a charge
  };
}

function interpretStatus(response: Response, body: AnswerBody, clock: Clock): Trial {
  const { status } = response;
  const verdict = classifyStatus(status, body);
  if (isRedirect(response) || status > 599 || ('code' in verdict && verdict.code === 'unreadable_answer')) {
    return unreadable('The response of the payments service is not readable JSON.');
  }
  const seconds = parseRetryAfter(response.headers.get(RETRY_AFTER), clock.now());
  const outcome = {
    state: STATES[verdict.outcome],
    answer: { status, ...bodyOf(body) },
    retryAfter: seconds === undefined ? undefined : String(seconds), // never the original text, which may contain anything
  };
  if (status === 401) return { outcome, again: 'other_key' };
  if (status === 429)
    return (seconds ?? Infinity) <= MAX_RETRY_AFTER_SECONDS ? { outcome, again: 'safe' } : { outcome };
  return status === 408 || status === 409 || status >= 500 ? { outcome, again: 'same_key' } : { outcome };
}

function interpretAsMerchant(
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
  if (isActionRequired(meaning)) return { outcome: answerAction(meaning.action, passed, sending, service) };
  const isSameMeaning = classifyStatus(status, body).outcome === meaning;
  return {
    outcome: {
      state: STATES[meaning],
      answer: { status: isSameMeaning ? status : STATUSES[meaning], ...bodyOf(passed) },
    },
  };
}

const bodyOf = (body: AnswerBody) => (body.kind === 'json' ? { body: body.text } : {});

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

const STATUSES = { paid: 200, pending: 202, not_charged: 402, unknown: 502 } as const;

const STATES = { paid: 'succeeded', pending: 'unknown', not_charged: 'failed', unknown: 'unknown' } as const;

/** A failed request has an unknown outcome, unless it certainly never left. */
function describeFailure(error: unknown, { idempotencyKey: key }: Sending, { log }: Service): Trial {
  const check = 'Check the payment at the service.';
  if (isTimeout(error)) {
    const outcome = inDoubt(504, 'timeout', `The payments service did not respond in time. ${check}`);
    return { outcome, again: 'same_key' };
  }
  const failure = classifyFailure(error);
  const code = failure === 'in_doubt' ? 'connection_lost' : 'service_unreachable';
  log('service_failed', { key, code }, error);
  if (failure === 'in_doubt') {
    const outcome = inDoubt(502, code, `The connection to the payments service was lost. ${check}`);
    return { outcome, again: 'same_key' };
  }
  const outcome = notSent(502, code, 'The payments service cannot be reached. Nothing was sent.');
  return failure === 'not_connected' ? { outcome, again: 'safe' } : { outcome };
}
