import type { Clock } from '../contract/clock.js';
import type { Mode } from '../contract/protocol.js';
import { SCENARIO_HEADER, scenarioOfCard, type ScenarioId } from './scenarios.js';
import { errorResponse, fieldErrorResponse, type PaymentRecord } from './assumptions.js';
import type { BankAnswer } from './challenges.js';
import { SocketFault, type Fault } from './faults.js';

/** Delays of scenarios, in ms. */
export interface Delays {
  readonly slow: number;
  readonly pending: number;
}

export const DELAYS: Delays = { slow: 8000, pending: 5000 };

export interface Accepted {
  readonly record: PaymentRecord;
  readonly authorization: string;
  readonly charge: () => Promise<void>;
  readonly abandon: () => Promise<void>;
  /** Asks the shopper for a confirmation. The page of the bank names the answer that the scenario expects. */
  readonly challenge: (expected: BankAnswer) => Response;
  readonly delays: Delays;
  readonly clock: Clock;
}

/** What the service does with a payment. Rejects with a {@link SocketFault} if there is no complete response. */
export type Behaviour = (payment: Accepted) => Promise<Response>;

type CreateResponse = (payment: Accepted) => Response;

const charged =
  (createResponse: CreateResponse): Behaviour =>
  async (payment) => {
    await payment.charge();
    return createResponse(payment);
  };

const abandoned =
  (createResponse: CreateResponse): Behaviour =>
  async (payment) => {
    await payment.abandon();
    return createResponse(payment);
  };

const refused = (...args: Parameters<typeof errorResponse>): Behaviour => {
  return () => Promise.resolve(errorResponse(...args));
};

const paid = ({ record }: Accepted) => Response.json(record, { statusText: 'OK' });

const failure =
  (...args: Parameters<typeof errorResponse>): CreateResponse =>
  () =>
    errorResponse(...args);

const gateway =
  (status: number, name: string): CreateResponse =>
  () =>
    page(status, `${status} ${name}`);

const broken =
  (fault: Fault, status = 200): CreateResponse =>
  ({ record }) => {
    throw new SocketFault(fault, status, JSON.stringify(record));
  };

function page(status: number, title: string): Response {
  const html = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

const challenged =
  (expected: BankAnswer): Behaviour =>
  ({ challenge }) =>
    Promise.resolve(challenge(expected));

const BY_ID = {
  success: charged(paid),
  success_slow: async (payment) => {
    await payment.clock.sleep(payment.delays.slow, undefined, true);
    await payment.charge();
    return paid(payment);
  },
  pending: ({ record, charge, delays, clock }) => {
    void clock
      .sleep(delays.pending, undefined, true)
      .then(charge)
      .catch(() => undefined); // the sandbox was closed
    return Promise.resolve(Response.json({ ...record, status: 'pending' }, { status: 202 }));
  },
  empty: charged(() => new Response(null)),
  echo_key: charged(({ record, authorization }) =>
    Response.json({ ...record, request: { headers: { authorization } }, note: `Called with ${authorization}` }),
  ),

  declined: refused(402, 'card_declined'),
  invalid: () => Promise.resolve(fieldErrorResponse()),
  http_401: refused(401, 'invalid_api_key'),
  http_403: refused(403, 'not_allowed'),
  http_404: refused(404, 'not_found'),
  http_422: refused(422, 'cannot_be_processed'),
  http_429: refused(429, 'rate_limited', { 'Retry-After': '15' }),
  http_429_bare: refused(429, 'rate_limited'),

  bank_confirmed: challenged('confirm'),
  bank_refused: challenged('refuse'),
  bank_late: challenged('late'),
  bank_closed: challenged('close'),

  http_409: abandoned(failure(409, 'conflict')),
  http_500: abandoned(failure(500, 'internal_error')),
  error_after_charge: charged(failure(500, 'internal_error')),
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

const SUCCESS = charged(paid);

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
  return BEHAVIOURS.get(scenario?.id ?? '') ?? SUCCESS;
}
