import type { Overview } from './console-api.js';
import type { Sandbox } from './sandbox.js';

/** Documented by the service: "the ten most recent requests". */
const SHOWN = 10;

/** Data for the console's start page. */
export function describeOverview({ credentials, log, requestsPerMinute, clock }: Sandbox): Overview {
  return {
    environment: credentials.lastMode === 'live' ? 'LIVE' : 'TEST',
    version: 'v1.0',
    requestsToday: log.countOn(clock.now()),
    rateLimit: requestsPerMinute === false ? 'none' : `${requestsPerMinute}/min`,
    recentRequests: log.entries().slice(0, SHOWN),
  };
}
