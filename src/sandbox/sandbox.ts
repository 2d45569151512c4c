import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { realClock, type Clock } from '../contract/clock.js';
import { PAYMENTS_PATH, type Mode } from '../contract/protocol.js';
import { chooseBehaviour, SocketFault, type ServiceScenario } from './behaviours.js';
import { CHALLENGE_PATH, Challenges } from './challenges.js';
import { challengeResponse, createPaymentRecord, errorResponse } from './assumptions.js';
import type { Credential, DeveloperSettings } from './console-api.js';
import { paymentRequest } from '../contract/schema.js';
import { Credentials } from './credentials.js';
import { Idempotency, Ledger } from './payments.js';
import { parseJson } from './recording.js';
import { readDetails, RequestLog } from './request-log.js';
import { createEvent, Deliveries, Endpoints, type PaymentEvent } from './webhooks.js';

/** As the service documents. */
const REQUESTS_PER_MINUTE = 1000;

/** Events arrive soon, but after the response to the payment. */
const DEFAULTS: DeveloperSettings = { latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 };

export interface Sandbox {
  /** Rejects with a {@link SocketFault}, like `fetch`, if the connection breaks. */
  readonly handle: (request: Request) => Promise<Response>;
  /** API keys that it accepts, unless they are revoked. */
  readonly keys: Readonly<Record<Mode, string>>;
  readonly challenges: Challenges;
  readonly ledger: Ledger;
  readonly log: RequestLog;
  readonly credentials: Credentials;
  readonly settings: { readonly current: DeveloperSettings; change(settings: DeveloperSettings): void };
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  /** Requests per minute and mode; `false` for no limit. */
  readonly requestsPerMinute: number | false;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Keys to accept. Missing ones are created. */
  readonly keys?: Partial<Record<Mode, string>>;
  /** Settings until someone changes them in the console. */
  readonly settings?: Partial<DeveloperSettings>;
  /** Requests per minute and mode. Default: 1000. */
  readonly requestsPerMinute?: number | false;
  /** Returns the scenario of all payments. By default, the card number chooses it. */
  readonly scenario?: () => ServiceScenario | undefined;
  /** Called when a payment is charged or has failed. */
  readonly onEvent?: (event: PaymentEvent) => void;
  readonly clock?: Clock | undefined;
}

/** Everything that the service does not document is assumed in `assumptions.ts` and `behaviours.ts`. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { requestsPerMinute = REQUESTS_PER_MINUTE, scenario, clock = realClock } = options;
  const credentials = new Credentials();
  const settings = {
    current: { ...DEFAULTS, ...options.settings },
    change(changed: DeveloperSettings) {
      settings.current = changed;
    },
  };
  const endpoints = new Endpoints();
  const deliveries = new Deliveries(endpoints, clock);
  const keyOf = (kind: Mode) => credentials.create({ kind, name: 'Demo shop' }, options.keys?.[kind]).key;
  const keys = { live: keyOf('live'), test: keyOf('test') };
  const ledger = new Ledger();
  const challenges = new Challenges();
  const idempotency = new Idempotency(ledger);
  const log = new RequestLog();
  const closing = new AbortController();
  const limiter = requestsPerMinute === false ? undefined : createLimiter(requestsPerMinute);

  async function respond(request: Request, text: string, credential: Credential | undefined): Promise<Response> {
    if (new URL(request.url).pathname !== PAYMENTS_PATH) return errorResponse(404, 'not_found');
    if (request.method !== 'POST') return errorResponse(405, 'method_not_allowed', { Allow: 'POST' });
    if (!credential || credential.revokedAt !== null) return errorResponse(401, 'invalid_api_key');
    credentials.markUsed(bearerOf(request), credential);
    const { kind: mode } = credential;
    const seconds = limiter ? await secondsToWait(limiter, mode) : 0;
    if (seconds > 0) return errorResponse(429, 'rate_limited', { 'Retry-After': String(seconds) });
    const idempotencyKey = request.headers.get('Idempotency-Key');
    if (idempotencyKey === null || !settings.current.honoursIdempotency) return createPayment(request, text, mode);
    return idempotency.once(mode, idempotencyKey, () => createPayment(request, text, mode));
  }

  function announce(event: PaymentEvent, mode: Mode): void {
    options.onEvent?.(event);
    deliveries.announce(event, mode, settings.current.webhookDelayMs);
  }

  async function createPayment(request: Request, text: string, mode: Mode): Promise<Response> {
    const body = paymentRequest().safeParse(parseJson(text));
    if (!body.success) return errorResponse(400, 'invalid_request');
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const payment = body.data;
    const behave = chooseBehaviour(request.headers, mode, payment.payment_method.card.number, scenario?.());
    if (!behave) return errorResponse(400, 'unknown_scenario');
    const record = createPaymentRecord(payment, mode, new Date(clock.now()));
    const charge = () => {
      const charged_at = new Date().toISOString();
      ledger.add({ ...record, idempotency_key: idempotencyKey, charged_at });
      announce(createEvent(record, 'succeeded', idempotencyKey), mode);
    };
    const abandon = (error?: string) => {
      announce(createEvent(record, 'failed', idempotencyKey, error), mode);
    };
    return await behave({
      record,
      authorization: request.headers.get('Authorization') ?? '',
      charge,
      abandon,
      challenge: () => {
        const id = challenges.start({ reference: record.reference ?? '', charge, abandon });
        return challengeResponse(record, new URL(CHALLENGE_PATH, request.url).href, id);
      },
      clock,
    });
  }

  async function handle(request: Request): Promise<Response> {
    const startedAt = clock.now();
    const credential = credentials.find(bearerOf(request));
    const text = await request.text().catch(() => ''); // the client has gone
    const responding = respond(request, text, credential);
    const [status, response] = await responding.then(
      (whole) => [whole.status, whole.clone()] as const,
      (error: unknown) => [faultOf(error).status, faultOf(error).fault] as const,
    );
    const details = await readDetails(request, text, response, credential);
    const early = startedAt + settings.current.latencyMs - clock.now();
    if (early > 0) await clock.sleep(early, closing.signal);
    log.add({ request, status, startedAt, endedAt: clock.now(), details });
    return responding;
  }

  return {
    handle,
    keys,
    challenges,
    ledger,
    log,
    credentials,
    settings,
    endpoints,
    deliveries,
    requestsPerMinute,
    clock,
    close() {
      closing.abort();
      deliveries.close();
      return Promise.resolve();
    },
  };
}

function faultOf(error: unknown): SocketFault {
  if (error instanceof SocketFault) return error;
  throw error;
}

function bearerOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
}

const createLimiter = (points: number) => new RateLimiterMemory({ points, duration: 60 });

async function secondsToWait(limiter: RateLimiterMemory, mode: Mode): Promise<number> {
  try {
    await limiter.consume(mode);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}
