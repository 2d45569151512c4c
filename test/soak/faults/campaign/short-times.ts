import { DEFAULTS } from '../../../../src/proxy/attempts/attempts-options.js';
import { TIMES } from '../../../../src/proxy/timeouts.js';

/** In ms. */
type ShortTimes = Partial<typeof TIMES & Pick<typeof DEFAULTS, 'sentLimit'>>;

/**
 * Shortens the time-outs of the proxies in this process, so that a campaign ends. By default there is still time for the
 * proxy to resend after a 429, which it does only with 12 s left.
 */
export function shortenTimes({ sentLimit = DEFAULTS.sentLimit, ...times }: ShortTimes = {}): void {
  Object.assign(TIMES, { upstream: 15_000, total: 20_000, patience: 1500, store: 3000, finish: 2000, ...times });
  Object.assign(DEFAULTS, { sentLimit });
}
