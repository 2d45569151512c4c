/** What the demo's check page uses of the checker. */
export { toOrigin, toUrl, UsageError } from './address.js';
export type { Finding } from './check.js';
export { FakeService } from './fake-service.js';
export type { Hints } from './hints.js';
export { NoResponseError } from './http.js';
export { LiveKeyError } from './prober.js';
export { formatSummary, missingHints, summarize } from './report.js';
export { checkProxy } from './run.js';
export { DEFAULTS, type Settings } from './settings.js';
