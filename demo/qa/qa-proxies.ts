import type { Mode } from '../../src/contract/protocol.js';
import type { FrameOptions, Logger, PaymentProxy } from '../../src/proxy/index.js';
import type { Services } from '../environment.js';
import { readChallenge } from '../shop/bank-return.js';
import type { Proxies } from '../shop/proxies.js';
import { createCardPrice } from './card-price.js';
import { CO_BADGED } from './fill-data.js';
import { createScenarioFetch, type Send } from './scenario-fetch.js';
import type { ScenarioSwitch } from './scenario-switch.js';

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

/** Where the proxy of a mode is. */
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
