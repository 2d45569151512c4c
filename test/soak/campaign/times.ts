import { DEFAULTS } from '../../../src/proxy/attempts/attempts.js';
import { TIMES } from '../../../src/proxy/timeouts.js';

/** In ms. */
export type Times = Partial<typeof TIMES & Pick<typeof DEFAULTS, 'sentLimit'>>;

/** Changes the time-outs of the proxies in this process. */
export function setTimes({ sentLimit = DEFAULTS.sentLimit, ...times }: Times): void {
  Object.assign(TIMES, times);
  Object.assign(DEFAULTS, { sentLimit });
}
