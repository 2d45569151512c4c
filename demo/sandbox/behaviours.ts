import { setTimeout as wait } from 'node:timers/promises';
import type { Mode } from '../../src/contract/protocol.js';
import { SCENARIO_HEADER, scenarioOfCard } from '../scenarios.js';
import { errorAnswer, fieldErrorAnswer, type PaymentRecord } from './choices.js';
import { SocketFault, type Fault } from './socket-fault.js';

/** How long scenarios wait, in ms. */
export interface Delays {
  /** Before a slow answer. */
  readonly slow: number;
  /** Before a pending payment is charged. */
  readonly pending: number;
}

export const DELAYS: Delays = { slow: 8000, pending: 5000 };

/** A payment that the service has accepted. A scenario decides what becomes of it. */
export interface Accepted {
  /** As it is when it is charged. */
  readonly record: PaymentRecord;
  /** The `Authorization` header that it came with. */
  readonly authorization: string;
  readonly charge: () => Promise<void>;
  /** Drops the payment without a charge and without an answer. */
  readonly abandon: () => Promise<void>;
  readonly delays: Delays;
}

/** What the service does with a payment. It rejects with a {@link SocketFault} where no whole answer arrives. */
export type Behaviour = (payment: Accepted) => Promise<Response>;

type Answer = (payment: Accepted) => Response;

const charged =
  (answer: Answer): Behaviour =>
  async (payment) => {
    await payment.charge();
    return answer(payment);
  };

const abandoned =
  (answer: Answer): Behaviour =>
  async (payment) => {
    await payment.abandon();
    return answer(payment);
  };

const refused = (...args: Parameters<typeof errorAnswer>): Behaviour => {
  return () => Promise.resolve(errorAnswer(...args));
};

const paid = ({ record }: Accepted) => Response.json(record, { statusText: 'OK' });

const failure =
  (...args: Parameters<typeof errorAnswer>): Answer =>
  () =>
    errorAnswer(...args);

/** Answers of a gateway in front of the service. */
const gateway =
  (status: number, name: string): Answer =>
  () =>
    page(status, `${status} ${name}`);

const broken =
  (fault: Fault, status = 200): Answer =>
  ({ record }) => {
    throw new SocketFault(fault, status, JSON.stringify(record));
  };

function page(status: number, title: string): Response {
  const html = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Everything that the catalogue says the service does, by its id there. */
export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map(
  Object.entries({
    success: charged(paid),
    success_slow: async (payment) => {
      await wait(payment.delays.slow, undefined, { ref: false });
      await payment.charge();
      return paid(payment);
    },
    pending: ({ record, charge, delays }) => {
      void wait(delays.pending, undefined, { ref: false })
        .then(charge)
        .catch(() => undefined); // the sandbox was closed meanwhile
      return Promise.resolve(Response.json({ ...record, status: 'pending' }, { status: 202 }));
    },
    empty: charged(() => new Response(null)),
    echo_key: charged(({ record, authorization }) =>
      Response.json({ ...record, request: { headers: { authorization } }, note: `Called with ${authorization}` }),
    ),

    declined: refused(402, 'card_declined'),
    invalid: () => Promise.resolve(fieldErrorAnswer()),
    http_401: refused(401, 'invalid_api_key'),
    http_403: refused(403, 'not_allowed'),
    http_404: refused(404, 'not_found'),
    http_422: refused(422, 'cannot_be_processed'),
    http_429: refused(429, 'rate_limited', { 'Retry-After': '15' }),
    http_429_bare: refused(429, 'rate_limited'),

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
  } satisfies Record<string, Behaviour>),
);

const SUCCESS = charged(paid);

/**
 * What happens to a payment: by the header that names a scenario, or else, with a Test key, by the number of the card.
 * @returns `undefined` when the header names nothing that the service does
 */
export function chooseBehaviour(headers: Headers, mode: Mode, card: string): Behaviour | undefined {
  const wanted = headers.get(SCENARIO_HEADER);
  if (wanted !== null) return BEHAVIOURS.get(wanted);
  const scenario = mode === 'test' ? scenarioOfCard(card) : undefined;
  return BEHAVIOURS.get(scenario?.id ?? '') ?? SUCCESS;
}
