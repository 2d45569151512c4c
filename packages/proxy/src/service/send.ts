import {
  type Clock,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  PAYMENTS_PATH,
  findAction,
  parseRetryAfter,
  withinTime,
} from 'payment-widget/contract';
import { answerAction } from './interpret.js';
import { readBodies } from './answer.js';
import { describeFailure } from './failure.js';
import { interpretAsMerchant, interpretStatus } from './interpret.js';
import { type ServiceOutcome, type Trial, notSent } from './outcome.js';
import type { Sending, Service, ApiKey } from './service.js';
const MAX_RETRIES = 2;
/** Connecting may take 10 s, and an interrupted request has an unknown outcome. */
const MIN_RETRY_MS = 12_000;
const PAUSE_MS = { first: 300, longest: 4000 };

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
    const pause = pauseBefore(retries, outcome, clock);
    if (!isRetryable(outcome, service) || retries++ === MAX_RETRIES || !isTimeFor(pause)) return settle(outcome, doubt);
    await clock.sleep(pause);
    if (!(await mayResend(sending))) return settle(outcome, doubt); // somebody may have settled it in the pause
  }
}

/** After a try with an unknown outcome, only the outcome of the payment itself is conclusive: a gateway may answer 400, too. */
function settle(outcome: ServiceOutcome, doubt: ServiceOutcome | undefined): ServiceOutcome {
  const isConclusive = outcome.state === 'succeeded' || [202, 402].includes(outcome.answer.status);
  return doubt && !isConclusive ? doubt : outcome;
}

/** Counts down the time that is left, in ms. A clock that is set back does not extend it. */
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

const isRetryable = ({ again }: Trial, service: Service) =>
  again === 'safe' || (again === 'same_key' && service.upstreamHonoursIdempotency);

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
    const response = await withinTime(left(), clock, () => request(service, url, init));
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

/** Node's `fetch()` copies the body of a `Request` through streams. */
const request = ({ fetch: replacement }: Service, url: string, init: RequestInit): Promise<Response> =>
  replacement ? replacement(new Request(url, init)) : fetch(url, init);

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
    signal, // it is not the browser's: closing a tab does not undo a charge
  };
}
