import type { Mode } from '../contract/protocol.js';
import type { Overview } from './console-api.js';
import type { Sandbox } from './sandbox.js';

/** Documented by the service: "the ten most recent requests per view". */
const SHOWN = 10;

/** Data for the console's start page. */
export function describeOverview(
  { credentials, log, requestsPerMinute, hasQaPage, clock }: Sandbox,
  view?: Mode,
): Overview {
  return {
    environment: credentials.lastMode === 'live' ? 'LIVE' : 'TEST',
    version: 'v1.0',
    requestsToday: log.countOn(clock.now()),
    rateLimit: requestsPerMinute === false ? 'none' : `${requestsPerMinute}/min`,
    hasQaPage,
    recentRequests: log.entries(view).slice(0, SHOWN),
  };
}
