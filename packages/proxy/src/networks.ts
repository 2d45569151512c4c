import {
  NETWORKS_PATH,
  readNetworks,
  type CardNetworks,
  type Clock,
  type NetworksOf,
  withinTime,
} from 'payment-widget/contract';
import type { Limits } from './limits.js';
import type { Log } from './log.js';
import { ProblemError } from './problem.js';

/** The shopper is typing. */
const LOOKUP_TIMEOUT_MS = 3000;
const LOG_PERIOD_MS = 60_000;

const PATH = new RegExp(`^${NETWORKS_PATH}/([^/]*)$`);

export const isNetworksPath = (path: string): boolean => PATH.test(path);

export type LookUpNetworks = (request: Request, path: string) => Promise<Response>;

/** The digits of the card are never logged. */
export function createNetworkLookup(
  networksOf: NetworksOf | undefined,
  limits: Limits,
  log: Log,
  clock: Clock,
): LookUpNetworks {
  let loggedAt = -LOG_PERIOD_MS;

  const find = async (look: NetworksOf, bin8: string): Promise<CardNetworks | undefined> => {
    try {
      return readNetworks(await withinTime(LOOKUP_TIMEOUT_MS, clock, async () => look(bin8)));
    } catch {
      // Dropped: the error may contain the digits.
      if (clock.now() - loggedAt >= LOG_PERIOD_MS) {
        loggedAt = clock.now();
        log('networks_failed', {});
      }
      throw new ProblemError(503, 'proxy_error', 'The networks of this card cannot be found at present.');
    }
  };

  return async (request, path) => {
    if (!networksOf) throw new ProblemError(404, 'not_found', 'This proxy has no networksOf.');
    const [, bin8 = ''] = PATH.exec(path) ?? [];
    if (!/^\d{8}$/.test(bin8)) throw new ProblemError(400, 'invalid_request', 'Expected eight digits.');
    await limits.takeLookup(request);
    return Response.json((await find(networksOf, bin8)) ?? { networks: [] });
  };
}
