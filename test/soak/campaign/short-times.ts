import { DEFAULTS } from '../../../src/proxy/attempts/attempts-options.js';
import { TIMES } from '../../../src/proxy/timeouts.js';

/** In ms. */
export type ShortTimes = Partial<typeof TIMES & Pick<typeof DEFAULTS, 'sentLimit'>>;

/** Changes the time-outs of the proxies in this process, so that a campaign has more of them. */
export function shortenTimes({ sentLimit = DEFAULTS.sentLimit, ...times }: ShortTimes): void {
  Object.assign(TIMES, times);
  Object.assign(DEFAULTS, { sentLimit });
}
