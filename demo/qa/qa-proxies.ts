import type { Logger } from '../../src/proxy/log.js';
import type { PaymentProxy } from '../../src/proxy/index.js';
import type { Mode } from '../../src/contract/protocol.js';
import type { Services } from '../environment.js';
import type { Proxies } from '../shop/proxies.js';
import { createScenarioFetch, type Send } from './scenario-fetch.js';
import type { ScenarioSwitch } from './scenario-switch.js';

/** How long the sandbox may be silent, in ms, so that a timeout is seen in time. Its slowest answer takes 8 s. */
const PATIENCE = 12_000;

/** Nobody who tries things out is to be stopped by a limit of the proxy. */
const NO_LIMITS = { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } as const;

/** What the QA page's proxies are made of. */
interface QaParts {
  readonly services: Services;
  readonly proxies: Proxies;
  /** Decides what the sandbox does. */
  readonly scenarios: ScenarioSwitch;
  /** How the proxies reach the service. */
  readonly send?: Send;
}

/** The proxies of the QA page, one for each kind of key that there is. The page decides about the amount. */
export function createQaProxies(parts: QaParts): ReadonlyMap<Mode, PaymentProxy> {
  const modes = (['test', 'live'] as const).filter((mode) => parts.services[mode]);
  return new Map(modes.map((mode) => [mode, createQaProxy(mode, parts)]));
}

function createQaProxy(mode: Mode, { services, proxies, scenarios, send }: QaParts): PaymentProxy {
  const chosen = (reference: string | undefined) => scenarios.chosen(reference);
  const toSandbox = createScenarioFetch({ mode, chosen, patience: PATIENCE, ...(send && { send }) });
  return proxies.create(mode, {
    trustBrowserAmount: true,
    limits: NO_LIMITS,
    ...(send && { fetch: send }),
    ...(services[mode]?.isSandbox && { fetch: toSandbox, logger: withoutKnown }),
  });
}

/** As the proxy does by itself, but nobody has to be warned that the sandbox is on this machine. */
const withoutKnown: Logger = (entry) => {
  if (entry.event !== 'live_key_over_http') console[entry.level](JSON.stringify(entry));
};
