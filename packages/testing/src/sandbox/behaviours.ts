/**
 * Everything that the sandbox assumes about the payments service. The interface of the service documents one operation, its path, its
 * header, `200 OK`, two kinds of key and a limit of 1000 requests per minute. Bodies, error statuses, key formats and the behaviour at
 * the limit are invented here. Do not rely on them.
 */
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Clock, Mode, PaymentRequest } from 'payment-widget/contract';
import { SCENARIO_HEADER, scenarioOfCard, type ScenarioId } from './scenarios.js';

export function createApiKey(mode: Mode): string {
  return `sandbox_${mode}_${randomBytes(24).toString('base64url')}`;
}

export interface PaymentRecord {
  readonly id: string;
  readonly status: 'succeeded';
  readonly mode: Mode;
  readonly amount: number;
  readonly currency: string;
  readonly reference?: string | undefined;
  readonly created_at: string;
  readonly card: { readonly last4: string };
}

export function createPaymentRecord(payment: PaymentRequest, mode: Mode, now: Date): PaymentRecord {
  const { amount, currency, reference, payment_method: method } = payment;
  return {
    id: `pay_${randomBytes(12).toString('hex')}`,
    status: 'succeeded',
    mode,
    amount,
    currency,
    reference,
    created_at: now.toISOString(),
    card: Object.freeze({ last4: method.card.number.slice(-4) }),
  };
}

/** Body if the bank asks the shopper for a confirmation. Its members and its status 202 are invented, like all others. */
export function challengeResponse(record: PaymentRecord, url: string, challenge: string): Response {
  const body = { ...record, status: 'requires_action', challenge: { url, fields: { challenge } } };
  return Response.json(body, { status: 202 });
}

export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: STATUS_CODES[status] } }, { status, headers });
}

/** Refuses a payment with field errors, each with a JSON pointer, like the proxy's own errors. */
function fieldErrorResponse(): Response {
  const errors = [
    { pointer: '/payment_method/card/number', detail: 'This card number is not in use.' },
    { pointer: '/payment_method/card/cvc', detail: 'This security code does not belong to the card.' },
  ];
  return Response.json({ error: { code: 'invalid_request', message: STATUS_CODES[400] }, errors }, { status: 400 });
}

const SLOW_MS = 8000;
const PENDING_MS = 5000;

/**
 * How a connection fails: by a reset (RST), closed (FIN) before any response, closed in the middle of a body, or without a
 * response until the client disconnects.
 */
export type Fault = 'reset' | 'close' | 'cut' | 'silence';

const CODES: Readonly<Record<Fault, string>> = {
  reset: 'ECONNRESET',
  close: 'UND_ERR_SOCKET',
  cut: 'UND_ERR_SOCKET',
  silence: 'UND_ERR_HEADERS_TIMEOUT',
};

/** Without a socket the sandbox rejects with this error, like `fetch`; with a socket the server simulates it. */
export class SocketFault extends Error {
  override readonly name = 'SocketFault';
  readonly fault: Fault;
  readonly code: string;
  readonly status: number;
  readonly body: string;

  constructor(fault: Fault, status: number, body: string) {
    super(`Simulated connection fault: ${fault}.`);
    this.fault = fault;
    this.code = CODES[fault];
    this.status = status;
    this.body = body;
  }
}

export interface Accepted {
  readonly record: PaymentRecord;
  readonly authorization: string;
  readonly charge: () => void;
  readonly abandon: () => void;
  /** Asks the shopper for a confirmation. */
  readonly challenge: () => Response;
  readonly clock: Clock;
}

/** What the service does with a payment. Throws a {@link SocketFault} if there is no complete response. */
export type Behaviour = (payment: Accepted) => Response | Promise<Response>;

const after =
  (step: 'charge' | 'abandon') =>
  (respond: Behaviour): Behaviour =>
  (payment) => {
    payment[step]();
    return respond(payment);
  };

const charged = after('charge');
const abandoned = after('abandon');

const refused =
  (...args: Parameters<typeof errorResponse>): Behaviour =>
  () =>
    errorResponse(...args);

const paid = ({ record }: Accepted) => Response.json(record, { statusText: 'OK' });

const gateway =
  (status: number, name: string): Behaviour =>
  () =>
    page(status, `${status} ${name}`);

const broken =
  (fault: Fault, status = 200): Behaviour =>
  ({ record }) => {
    throw new SocketFault(fault, status, JSON.stringify(record));
  };

function page(status: number, title: string): Response {
  const html = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

const challenged: Behaviour = ({ challenge }) => challenge();

const BY_ID = {
  success: charged(paid),
  success_slow: async (payment) => {
    await payment.clock.sleep(SLOW_MS, undefined, true);
    payment.charge();
    return paid(payment);
  },
  pending: ({ record, charge, clock }) => {
    void clock.sleep(PENDING_MS, undefined, true).then(charge);
    return Response.json({ ...record, status: 'pending' }, { status: 202 });
  },
  empty: charged(() => new Response(null)),
  echo_key: charged(({ record, authorization }) =>
    Response.json({ ...record, request: { headers: { authorization } }, note: `Called with ${authorization}` }),
  ),

  declined: refused(402, 'card_declined'),
  invalid: fieldErrorResponse,
  http_401: refused(401, 'invalid_api_key'),
  http_403: refused(403, 'not_allowed'),
  http_404: refused(404, 'not_found'),
  http_422: refused(422, 'cannot_be_processed'),
  http_429: refused(429, 'rate_limited', { 'Retry-After': '15' }),
  http_429_bare: refused(429, 'rate_limited'),

  bank_confirmed: challenged,
  bank_refused: challenged,
  bank_late: challenged,
  bank_closed: challenged,

  http_409: abandoned(refused(409, 'conflict')),
  http_500: abandoned(refused(500, 'internal_error')),
  error_after_charge: charged(refused(500, 'internal_error')),
  http_502: abandoned(gateway(502, 'Bad Gateway')),
  http_503: abandoned(gateway(503, 'Service Unavailable')),
  http_504: abandoned(gateway(504, 'Gateway Timeout')),
  html: charged(() => page(200, 'Log in')),
  redirect: abandoned(() => new Response(null, { status: 302, headers: { Location: '/moved/v1/payments' } })),

  timeout: charged(broken('silence')),
  reset_before_charge: abandoned(broken('reset', 500)),
  reset_after_charge: charged(broken('reset')),
  close: charged(broken('close')),
  cut_body: charged(broken('cut')),
} satisfies Partial<Record<ScenarioId, Behaviour>>;

/** The name of a scenario that happens at the service or the bank. */
export type ServiceScenario = keyof typeof BY_ID;

export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map(Object.entries(BY_ID));

/** @returns `undefined` if the header names an unknown scenario */
export function chooseBehaviour(
  headers: Headers,
  mode: Mode,
  card: string,
  chosen?: ServiceScenario,
): Behaviour | undefined {
  const wanted = headers.get(SCENARIO_HEADER) ?? chosen ?? null;
  if (wanted !== null) return BEHAVIOURS.get(wanted);
  const scenario = mode === 'test' ? scenarioOfCard(card) : undefined;
  return BEHAVIOURS.get(scenario?.id ?? '') ?? BY_ID.success;
}
