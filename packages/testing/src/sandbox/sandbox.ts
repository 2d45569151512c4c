import type { RequestListener, ServerResponse } from 'node:http';
import { PAYMENTS_PATH, currencyExponent, isAmount, realClock, type Clock, type Mode } from 'payment-widget/contract';
import type { PaymentRequest } from 'payment-widget/contract';
import { createListener } from 'payment-widget-proxy/internal';
import {
  challengeResponse,
  chooseBehaviour,
  createPaymentRecord,
  errorResponse,
  SocketFault,
  type ServiceScenario,
} from './behaviours.js';
import { resetConnection } from './reset-connection.js';
import { CHALLENGE_PATH, Challenges } from './challenges.js';
import { createConsole, type DeveloperSettings } from './console.js';
import { Credentials, Ledger } from './records.js';
import { RequestLog } from './request-log.js';
import { createEvent, Endpoints, type PaymentEvent } from './webhooks.js';

/** The limit that the service documents. */
const REQUESTS_PER_MINUTE = 1000;

/** Events arrive soon, but after the response to the payment. */
const DEFAULTS: DeveloperSettings = { latencyMs: 0, webhookDelayMs: 2000 };

/** `handle` rejects with a {@link SocketFault}, like `fetch`, if the connection breaks. */
export type Sandbox = ReturnType<typeof createSandbox>;

export interface ServiceOptions {
  /** Keys to accept. Missing ones are created. */
  readonly keys?: Partial<Record<Mode, string>>;
  /** Settings until someone changes them in the console. */
  readonly settings?: Partial<DeveloperSettings>;
  /** Requests per minute and mode. Default: 1000. */
  readonly requestsPerMinute?: number | false | undefined;
  /** What happens with every payment. By default, the card number decides. */
  readonly scenario?: ServiceScenario | undefined;
  /** Called when a payment is charged or has failed. */
  readonly onEvent?: ((event: PaymentEvent) => void) | undefined;
  /** Folder of the built pages of the console. */
  readonly pages?: string | undefined;
  /** Returns the shop's URL once it is known, to which the bank leads back. */
  readonly shopUrl?: () => string;
  readonly clock?: Clock | undefined;
}

/** Everything that the service does not document is assumed in `behaviours.ts`. */
export function createSandbox(options: ServiceOptions = {}) {
  const { requestsPerMinute = REQUESTS_PER_MINUTE, clock = realClock } = options;
  const credentials = new Credentials();
  const settings = { current: { ...DEFAULTS, ...options.settings } };
  const endpoints = new Endpoints(clock);
  const keyOf = (kind: Mode) => credentials.create({ kind, name: 'Demo shop' }, options.keys?.[kind]).key;
  const keys = { live: keyOf('live'), test: keyOf('test') };
  const ledger = new Ledger();
  const challenges = new Challenges();
  const log = new RequestLog();
  const closing = new AbortController();
  const minutes: Partial<Record<Mode, { readonly endsAt: number; requests: number }>> = {};

  async function respond(request: Request, payment: unknown): Promise<Response> {
    if (new URL(request.url).pathname !== PAYMENTS_PATH) return errorResponse(404, 'not_found');
    if (request.method !== 'POST') return errorResponse(405, 'method_not_allowed', { Allow: 'POST' });
    const credential = credentials.use(/^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '');
    if (!credential) return errorResponse(401, 'invalid_api_key');
    const { kind: mode } = credential;
    const seconds = secondsToWait(mode);
    if (seconds > 0) return errorResponse(429, 'rate_limited', { 'Retry-After': String(seconds) });
    return createPayment(request, payment, mode);
  }

  function secondsToWait(mode: Mode): number {
    const now = clock.now();
    let minute = minutes[mode];
    if (!minute || minute.endsAt <= now) minute = minutes[mode] = { endsAt: now + 60_000, requests: 0 };
    const isOver = requestsPerMinute !== false && ++minute.requests > requestsPerMinute;
    return isOver ? Math.ceil((minute.endsAt - now) / 1000) : 0;
  }

  async function createPayment(request: Request, payment: unknown, mode: Mode): Promise<Response> {
    if (!isPayment(payment)) return errorResponse(400, 'invalid_request');
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const behave = chooseBehaviour(request.headers, mode, payment.payment_method.card.number, sandbox.scenario);
    if (!behave) return errorResponse(400, 'unknown_scenario');
    const record = createPaymentRecord(payment, mode, new Date(clock.now()));
    const announce = (status: 'succeeded' | 'failed', error?: string) => {
      const event = createEvent(record, status, idempotencyKey, error);
      options.onEvent?.(event);
      void endpoints.deliver(event, mode, settings.current.webhookDelayMs);
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
    const body: unknown = await request.json().catch(() => undefined); // it is invalid, or the client has gone
    const responding = respond(request, body);
    const answer = await responding.catch((error: unknown) => {
      if (error instanceof SocketFault) return error;
      throw error;
    });
    const remainingMs = startedAt + settings.current.latencyMs - clock.now();
    if (remainingMs > 0) await clock.sleep(remainingMs, closing.signal);
    log.add(request, answer.status, startedAt, clock.now());
    return responding;
  }

  const managed = { credentials, endpoints, settings, log, requestsPerMinute, clock };
  const respondAsConsole = createConsole(managed, options.pages);

  /** For people and tests, `GET /sandbox/ledger?reference=…` and `GET /sandbox/requests` are added, which no payments service has. */
  async function route(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/sandbox/ledger') {
      return Response.json(ledger.entries(searchParams.get('reference') ?? undefined));
    }
    if (pathname === '/sandbox/requests') return Response.json(log.entries());
    if (pathname.startsWith(CHALLENGE_PATH)) return challenges.handle(request, options.shopUrl?.());
    return (await respondAsConsole(request)) ?? handle(request);
  }

  /** The listener for a server of Node. */
  const listener: RequestListener = (incoming, outgoing) => {
    const listen = createListener(async (request) => {
      try {
        return await route(request);
      } catch (error) {
        if (!(error instanceof SocketFault)) throw error;
        simulate(error, outgoing);
        return new Promise<never>(() => undefined); // no response follows
      }
    });
    listen(incoming, outgoing);
  };

  const sandbox = {
    ...managed,
    scenario: options.scenario,
    handle,
    listener,
    keys,
    ledger,
    close() {
      closing.abort();
      endpoints.close();
    },
  };
  return sandbox;
}

function simulate({ fault, status, body }: SocketFault, response: ServerResponse): void {
  const { socket } = response;
  if (fault === 'reset') resetConnection(socket);
  if (fault === 'close') socket?.destroySoon();
  if (fault === 'cut') {
    const whole = Buffer.from(body);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
    response.write(whole.subarray(0, whole.length / 2), () => socket?.destroySoon());
  }
}

/** Whether a body has what the sandbox reads. */
function isPayment(body: unknown): body is PaymentRequest {
  const { amount, currency, payment_method: method } = (body ?? {}) as Partial<PaymentRequest>;
  const { number } = (method?.card ?? {}) as { number?: unknown };
  return isAmount(amount) && currencyExponent(String(currency)) !== undefined && typeof number === 'string';
}
