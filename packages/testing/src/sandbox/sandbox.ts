import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PAYMENTS_PATH, currencyExponent, isAmount, realClock, type Clock, type Mode } from 'payment-widget/contract';
import { chooseBehaviour, SocketFault, type ServiceScenario } from './behaviours.js';
import { CHALLENGE_PATH, Challenges } from './challenges.js';
import { challengeResponse, createPaymentRecord, errorResponse } from './assumptions.js';
import type { PaymentRequest } from 'payment-widget/contract';
import { Credentials, type Credential } from './credentials.js';
import { Idempotency, Ledger } from './payments.js';
import { parseJson } from './recording.js';
import { readDetails, RequestLog } from './request-log.js';
import { createEvent, Deliveries, Endpoints, type PaymentEvent } from './webhooks.js';

/** As the service documents. */
const REQUESTS_PER_MINUTE = 1000;

/** Times are in ms. An idempotent service returns its first response to a key again. */
export interface DeveloperSettings {
  latencyMs: number;
  honoursIdempotency: boolean;
  webhookDelayMs: number;
}

/** Events arrive soon, but after the response to the payment. */
const DEFAULTS: DeveloperSettings = { latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 };

/** `handle` rejects with a {@link SocketFault}, like `fetch`, if the connection breaks. */
export type Sandbox = ReturnType<typeof createSandbox>;

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
export function createSandbox(options: SandboxOptions = {}) {
  const { requestsPerMinute = REQUESTS_PER_MINUTE, scenario, clock = realClock } = options;
  const credentials = new Credentials();
  const settings = { current: { ...DEFAULTS, ...options.settings } };
  const endpoints = new Endpoints();
  const deliveries = new Deliveries(endpoints, clock);
  const keyOf = (kind: Mode) => credentials.create({ kind, name: 'Demo shop' }, options.keys?.[kind]).key;
  const keys = { live: keyOf('live'), test: keyOf('test') };
  const ledger = new Ledger();
  const challenges = new Challenges();
  const idempotency = new Idempotency(ledger);
  const log = new RequestLog();
  const closing = new AbortController();
  const limiter = requestsPerMinute && new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });

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

  async function createPayment(request: Request, text: string, mode: Mode): Promise<Response> {
    const payment = parseJson(text);
    if (!isPayment(payment)) return errorResponse(400, 'invalid_request');
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const behave = chooseBehaviour(request.headers, mode, payment.payment_method.card.number, scenario?.());
    if (!behave) return errorResponse(400, 'unknown_scenario');
    const record = createPaymentRecord(payment, mode, new Date(clock.now()));
    const announce = (status: 'succeeded' | 'failed', error?: string) => {
      const event = createEvent(record, status, idempotencyKey, error);
      options.onEvent?.(event);
      deliveries.announce(event, mode, settings.current.webhookDelayMs);
    };
    const charge = () => {
      ledger.add({ ...record, idempotency_key: idempotencyKey, charged_at: new Date().toISOString() });
      announce('succeeded');
    };
    const abandon = (error?: string) => {
      announce('failed', error);
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
      (error: unknown) => {
        if (error instanceof SocketFault) return [error.status, error.fault] as const;
        throw error;
      },
    );
    const details = await readDetails(request, text, response, credential);
    const early = startedAt + settings.current.latencyMs - clock.now();
    if (early > 0) await clock.sleep(early, closing.signal);
    log.add(request, status, startedAt, clock.now(), details);
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

function bearerOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
}

async function secondsToWait(limiter: RateLimiterMemory, mode: Mode): Promise<number> {
  try {
    await limiter.consume(mode);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/** Whether it has what the sandbox reads. */
function isPayment(body: unknown): body is PaymentRequest {
  const { amount, currency, payment_method: method } = (body ?? {}) as Partial<PaymentRequest>;
  const isOrder = isAmount(amount) && currencyExponent(String(currency)) !== undefined;
  return (
    isOrder &&
    typeof (method?.card as Partial<PaymentRequest['payment_method']['card']> | undefined)?.number === 'string'
  );
}
