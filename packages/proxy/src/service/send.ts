import {
  callInterpretResponse,
  checkAction,
  classifyStatus,
  findAction,
  IDEMPOTENCY_KEY,
  isActionRequired,
  isPage,
  isTimeout,
  JSON_TYPE,
  parseAnswer,
  parseRetryAfter,
  PAYMENTS_PATH,
  RETRY_AFTER,
  withinTime,
  type ActionRequired,
  type AnswerBody,
  type BuildRequest,
  type Clock,
  type InterpretResponse,
  type PaymentErrorCode,
  type PaymentMeaning,
  type PaymentRequest,
} from 'payment-widget/contract';
import type { AttemptAnswer } from '../attempts/attempts.js';
import { readBytes, TooLongError } from '../http/body.js';
import { causesOf, type AttemptOutcome, type Log, type Measure, type SystemError } from '../log/log.js';
import { problemAnswer, ProblemError } from '../http/problem.js';
import type { Redactor } from './redact.js';

const MAX_RETRIES = 2;
/** Connecting may take 10 s, and an interrupted request has an unknown outcome. */
const MIN_RETRY_MS = 12_000;
const MAX_RETRY_AFTER_SECONDS = 10;
const PAUSE_MS = { first: 300, longest: 4000 };

/** A function, so that no key shows when an object with it is printed or serialized. */
type ApiKey = () => string;

export interface Service {
  readonly baseUrl: string;
  /** One or two keys, the one to try first in front. */
  readonly keys: ApiKey[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly upstreamHonoursIdempotency?: boolean | undefined;
  readonly buildRequest?: BuildRequest | undefined;
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

export interface ServiceOutcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer: AttemptAnswer;
  /** In seconds. */
  readonly retryAfter?: string | undefined;
}

function inDoubt(status: number, code: PaymentErrorCode, detail: string): ServiceOutcome {
  return { state: 'unknown', answer: problemAnswer(new ProblemError(status, code, detail, { outcome: 'unknown' })) };
}

/** A 202 is `unknown` as well, but its response may be replayed. */
export const isInDoubt = ({ state, answer }: ServiceOutcome): boolean => state === 'unknown' && answer.status !== 202;

export function resultOf({ state, answer }: ServiceOutcome): AttemptOutcome {
  if (state === 'succeeded') return 'paid';
  if (state === 'unknown') return answer.status === 202 ? 'pending' : 'unknown';
  return answer.status === 402 ? 'declined' : 'failed';
}

interface Trial extends ServiceOutcome {
  /**
   * Whether a retry is possible. `safe`: nothing was charged. `same_key`: only if the service recognizes idempotency keys,
   * since it may have charged. `other_key`: nothing was charged, because the service rejected the API key.
   */
  readonly again?: 'safe' | 'same_key' | 'other_key';
}

/** Retries only if the payment was certainly not charged, or if the service honours idempotency keys. Never rejects. */
export async function sendUpstream(sending: Sending, service: Service): Promise<ServiceOutcome> {
  const { clock } = service;
  const left = countDown(sending.limit, clock);
  const isTimeFor = (pause: number) => pause + MIN_RETRY_MS <= left();
  let doubt: ServiceOutcome | undefined;
  let [key, other] = service.keys as [ApiKey, ApiKey?];
  for (let retries = 0; ;) {
    const outcome = await tryOnce(sending, service, key, left);
    const { again } = outcome;
    if (outcome.state === 'unknown') doubt = outcome;
    if (again === 'other_key') {
      // Idempotency keys may be scoped to the API key: after an unknown outcome, the other key could charge again.
      if (!other || doubt || !isTimeFor(0) || !(await mayResend(sending))) {
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
    const allowed = again === 'safe' || (again === 'same_key' && service.upstreamHonoursIdempotency);
    const pause = pauseBefore(retries, outcome, clock);
    if (!allowed || retries++ === MAX_RETRIES || !isTimeFor(pause)) return settle(outcome, doubt);
    await clock.sleep(pause);
    if (!(await mayResend(sending))) return settle(outcome, doubt); // after the pause, in which somebody may have settled it
  }
}

/** After a try with an unknown outcome, only the outcome of the payment itself is conclusive: a gateway may answer 400, too. */
function settle(outcome: ServiceOutcome, doubt: ServiceOutcome | undefined): ServiceOutcome {
  const isConclusive = outcome.state === 'succeeded' || [202, 402].includes(outcome.answer.status);
  return doubt && !isConclusive ? doubt : outcome;
}

/** The time that is left, in ms. A clock that is set back does not extend it. */
function countDown(ms: number, clock: Clock): () => number {
  let left = ms;
  let last = clock.now();
  return () => {
    const now = clock.now();
    left -= Math.max(0, now - last);
    last = now;
    return Math.max(0, left);
  };
}

const isAboutPayment = ({ state, answer }: ServiceOutcome) =>
  state === 'succeeded' || [202, 400, 402, 422].includes(answer.status);

function pauseBefore(retries: number, { retryAfter }: ServiceOutcome, clock: Clock): number {
  const seconds = parseRetryAfter(retryAfter ?? null, clock.now());
  // Jitter, since all clients got the same Retry-After.
  if (seconds !== undefined) return seconds * 1000 * (1 + 0.2 * clock.random());
  return clock.random() * Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** retries);
}

const mayResend = ({ takeResend }: Sending): Promise<boolean> => takeResend().catch(() => false);

async function tryOnce(sending: Sending, service: Service, key: ApiKey, left: () => number): Promise<Trial> {
  const { clock } = service;
  if (left() === 0) {
    // The machine has slept: the attempt may be settled meanwhile.
    return notSent(503, 'proxy_error', 'There was no time left to send the payment. Nothing was sent.');
  }
  const timeout = new AbortController();
  const startedAt = clock.now();
  let received: number | undefined;
  try {
    const url = new URL(service.baseUrl).href.replace(/(?<!\/)\/+$/, '') + PAYMENTS_PATH;
    const init = createInit(sending, key, timeout.signal);
    const response = await withinTime(left(), clock, () => service.fetch(url, init));
    const bodies = await readBodies(response, sending, service, left());
    received = response.status;
    if (response.status === 403) service.log('key_refused', { key: sending.idempotencyKey, status: 403 });
    const trial =
      interpretAsMerchant(response, bodies, sending, service) ?? interpretStatus(response, bodies.passed, clock);
    const { status, action: checked } = trial.answer;
    const { received: body, passed } = bodies;
    const mayAct = service.actionOrigins && !checked && body?.kind === 'json';
    const action = mayAct ? findAction(status, body.value) : undefined;
    return action === undefined ? trial : answerAction(action, passed, sending, service);
  } catch (error) {
    timeout.abort();
    return describeFailure(error, sending, service);
  } finally {
    const seconds = Math.max(0, clock.now() - startedAt) / 1000;
    service.measure({ kind: 'service_request', seconds, ...(received !== undefined && { status: received }) });
  }
}

const notSent = (status: number, code: PaymentErrorCode, detail: string): ServiceOutcome => ({
  state: 'failed',
  answer: problemAnswer(new ProblemError(status, code, detail)),
});

const unreadable = (detail: string) => inDoubt(502, 'unreadable_answer', detail);

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
  const outcome: ServiceOutcome = {
    state: STATES[verdict.outcome],
    answer: { status, ...bodyOf(body) },
    retryAfter: seconds === undefined ? undefined : String(seconds), // never the original text, which may contain anything
  };
  if (status === 401) return { ...outcome, again: 'other_key' };
  if (status === 429 && seconds !== undefined && seconds <= MAX_RETRY_AFTER_SECONDS)
    return { ...outcome, again: 'safe' };
  return status === 408 || status === 409 || status >= 500 ? { ...outcome, again: 'same_key' } : outcome;
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

/** A failed request has an unknown outcome, unless it certainly never left. */
function describeFailure(error: unknown, { idempotencyKey: key }: Sending, { log }: Service): Trial {
  const check = 'Check the payment at the service.';
  if (isTimeout(error)) {
    return { ...inDoubt(504, 'timeout', `The payments service did not respond in time. ${check}`), again: 'same_key' };
  }
  const causes = causesOf(error);
  const isUntrusted = causes.every((cause) => TLS.test(cause.code));
  const isNotSent = causes.length > 0 && (isUntrusted || causes.every(isNotConnected));
  const code = isNotSent ? 'service_unreachable' : 'connection_lost';
  log('service_failed', { key, code }, error);
  if (!isNotSent) {
    return { ...inDoubt(502, code, `The connection to the payments service was lost. ${check}`), again: 'same_key' };
  }
  const outcome = notSent(502, code, 'The payments service cannot be reached. Nothing was sent.');
  return isUntrusted ? outcome : { ...outcome, again: 'safe' };
}

/** A response takes a few kilobytes. */
const MAX_BYTES = 64 * 1024;
/** Frameworks declare JSON as text/html by mistake. A page begins in another way. */
const SERVICE_JSON = /^\s*[{[]/;

interface Bodies {
  /** As received, for nothing but a next action. */
  readonly received: AnswerBody | undefined;
  /** For `interpretResponse`. Undefined if it was too large to be redacted. */
  readonly whole: AnswerBody | undefined;
  /** For the page and the store. */
  readonly passed: AnswerBody;
}

async function readBodies(
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

/**
 * In doubt if the action is refused, since the service has the payment.
 * @param action - as received: redaction could change the fields of a bank's form
 */
function answerAction(action: unknown, body: AnswerBody, sending: Sending, service: Service): ServiceOutcome {
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

/** System errors that mean "not connected" only during `connect`. */
const WHEN_CONNECTING = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Rejected certificates (OpenSSL verification codes) and failed handshakes. Excludes TLS errors that can occur later. */
const TLS =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_DH_PARAM_SIZE$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK|TLSV1_UNRECOGNIZED_NAME|.*ALERT_PROTOCOL_VERSION|.*ALERT_HANDSHAKE_FAILURE|.*ALERT_UNRECOGNIZED_NAME)$)/;

const isNotConnected = ({ code, syscall }: SystemError) =>
  NO_ADDRESS.has(code) || (syscall === 'connect' && WHEN_CONNECTING.has(code));
