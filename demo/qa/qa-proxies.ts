import type { Mode } from 'payment-widget/contract/protocol';
import type { FrameOptions, Logger, PaymentProxy, ResolvePayment } from 'payment-widget-proxy';
import { readChallenge } from 'payment-widget-testing/sandbox/challenges';
import { findScenario, SCENARIO_HEADER, scenarioOfCard } from 'payment-widget-testing/sandbox/scenarios';
import type { PaymentRequest } from 'payment-widget/contract/request';
import { z } from 'zod';
import { MAX_REFERENCE } from 'payment-widget/contract/order';
import { isFromElsewhere, readBody, refuse } from 'payment-widget-testing/sandbox/console';
import type { Services } from '../environment.js';
import type { Proxies } from '../shop/proxies.js';
import { CO_BADGED } from './fill-data.js';
import { setNewest } from './traffic-recorder.js';

/** Time limit for the sandbox, so that testers need not wait long. Its slowest response takes 8 s. */
const SERVICE_TIMEOUT_MS = 12_000;

/** Limits would get in the way of testing. */
const limits = { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } as const;

interface QaProxyOptions {
  readonly services: Services;
  readonly proxies: Proxies;
  readonly scenarios: ScenarioSwitch;
  /** Wraps the connection to the service. */
  readonly record: (send: Send) => Send;
  readonly frame?: FrameOptions;
}

export const qaPath = (mode: Mode): string => `/qa/${mode}`;

/** Creates the proxies of the QA page, one per mode. They accept the amount of the page. */
export function createQaProxies(parts: QaProxyOptions): ReadonlyMap<Mode, PaymentProxy> {
  const modes = (['test', 'live'] as const).filter((mode) => parts.services[mode]);
  return new Map(modes.map((mode) => [mode, createQaProxy(mode, parts)]));
}

function createQaProxy(mode: Mode, { services, proxies, scenarios, record, frame }: QaProxyOptions): PaymentProxy {
  const service = services[mode];
  const shared = { mountPath: qaPath(mode), limits, ...(frame && { frame }) };
  if (!service?.isSandbox) return proxies.create(mode, { ...shared, trustBrowserAmount: true, fetch: record(fetch) });
  const chosen = (reference: string | undefined) => scenarios.chosen(reference);
  return proxies.create(mode, {
    ...shared,
    resolvePayment: createCardPrice(mode, chosen),
    networksOf: (bin) => (bin === CO_BADGED.bin ? CO_BADGED.networks : undefined),
    fetch: record(createScenarioFetch({ mode, chosen, timeoutMs: SERVICE_TIMEOUT_MS })),
    logger: quietLogger,
    interpretResponse: readChallenge,
    actionOrigins: [new URL(service.baseUrl).origin],
  });
}

/** The default logger without the warning that the sandbox is local. */
const quietLogger: Logger = (entry) => {
  if (entry.event !== 'live_key_over_http') console[entry.level](JSON.stringify(entry));
};

/** Selects a scenario for an order; `null` clears it. */
const choice = z.strictObject({
  reference: z.string().min(1).max(MAX_REFERENCE),
  scenario: z
    .string()
    .refine((id) => findScenario(id) !== undefined, 'expected an ID from packages/testing/src/sandbox/scenarios.ts')
    .nullable(),
});

/** Maximum number of orders. The oldest selection is dropped first. */
const MAX_ORDERS = 1000;

export class ScenarioSwitch {
  readonly #chosen = new Map<string, string>();

  chosen(reference: string | undefined): string | undefined {
    return reference === undefined ? undefined : this.#chosen.get(reference);
  }

  /** Handles `PUT /qa/scenario`. */
  async handle(request: Request): Promise<Response> {
    if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the QA page may use this API.');
    if (request.method !== 'PUT') return new Response(null, { status: 405, headers: { Allow: 'PUT' } });
    return readBody(request, choice, ({ reference, scenario }) => {
      if (scenario === null) this.#chosen.delete(reference);
      else setNewest(this.#chosen, reference, scenario, MAX_ORDERS);
      return Promise.resolve(Response.json({ scenario }));
    });
  }
}

type Send = (request: Request) => Promise<Response>;

interface ScenarioFetchOptions {
  readonly mode: Mode;
  /** Returns the scenario that was selected for an order. */
  readonly chosen?: (reference: string | undefined) => string | undefined;
  /** Time limit for the service. Defaults to the proxy's own. */
  readonly timeoutMs?: number;
}

/**
 * The connection from a proxy to the sandbox. Passes the selected scenario in a header and simulates network failures.
 * Cards trigger scenarios with a Test key only.
 */
export function createScenarioFetch({ mode, chosen, timeoutMs }: ScenarioFetchOptions): Send {
  return async (request) => {
    const body = await request.text();
    const { reference, payment_method: method } = JSON.parse(body) as PaymentRequest; // created by the proxy, so it is valid
    const typed = mode === 'test' ? scenarioOfCard(method.card.number) : undefined;
    const choice = findScenario(chosen?.(reference) ?? '');
    if ((choice ?? typed)?.id === 'connection_refused') {
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
      throw new TypeError('fetch failed', { cause });
    }
    const { url, method: verb, redirect } = request;
    const headers = new Headers(request.headers);
    if (choice?.by === 'service' || choice?.by === 'bank') headers.set(SCENARIO_HEADER, choice.id);
    const tooLong = new AbortController();
    const giveUp = () => {
      tooLong.abort(new DOMException('The service did not respond.', 'TimeoutError'));
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    const signal = AbortSignal.any([request.signal, tooLong.signal]);
    return fetch(url, { method: verb, headers, body, redirect, signal }).finally(() => {
      clearTimeout(timer);
    });
  };
}

/** Charged on top of the price with the cards of the scenario, in minor units. */
const EXTRA = 200;

const ID = 'card_price';
const BIN = findScenario(ID)?.card.slice(0, 8);

/**
 * Returns a `resolvePayment` that accepts the amount of the page, and asks for more with the cards of the scenario “Price by card”.
 * @param chosen - returns the scenario that was selected for an order
 */
function createCardPrice(mode: Mode, chosen: (reference: string | undefined) => string | undefined): ResolvePayment {
  /** By order: the amount without the extra. A shop would read it from its records. */
  const bases = new Map<string, number>();
  return ({ reference = '', amount, currency }, _request, { bin }) => {
    const choice = chosen(reference);
    const isDear = choice === undefined ? mode === 'test' && bin === BIN : choice === ID;
    const known = bases.get(reference);
    const base = known !== undefined && amount === known + EXTRA ? known : amount;
    if (isDear) setNewest(bases, reference, base, MAX_ORDERS);
    return { amount: isDear ? base + EXTRA : base, currency, ...(reference && { reference }) };
  };
}
