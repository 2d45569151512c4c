import { quantile } from '../results.js';
import { PASS_THROUGH, PROXIES, RATES } from './contenders.js';
import { generateLoad, type Load } from './load.js';
import { withProxies } from './servers.js';

/** One measurement of one proxy at one rate. Times in ms. */
export interface ProxySample {
  readonly p50: number;
  readonly p99: number;
  /** How late the generator sent, at p99. Its lag is part of the latencies. */
  readonly lag: number;
  readonly errors: Readonly<Record<string, number>>;
}

export type ProxyRounds = ReadonlyMap<string, ReadonlyMap<number, readonly ProxySample[]>>;

/** Of one measurement. */
const SECONDS = 15;
/** At p99. A later generator measures itself. */
const MAX_LAG_MS = 2;
const TRIES = 3;

/** Until functions are compiled: a proxy runs for days. */
const WARM_UP_SECONDS = 10;

export function runProxyRounds(count: number): Promise<ProxyRounds> {
  const contenders = [PASS_THROUGH, ...PROXIES];
  return withProxies(contenders, async (urls) => {
    const samples = new Map(Array.from(urls.keys(), (id) => [id, new Map<number, ProxySample[]>()]));
    for (const [id, url] of urls) {
      process.stderr.write(`warm-up, proxy: ${id}\n`);
      await generateLoad(url, { rate: Math.max(...RATES), seconds: WARM_UP_SECONDS });
    }
    for (let round = 1; round <= count; round++) {
      for (const rate of RATES) {
        for (const [id, url] of round % 2 === 1 ? urls : [...urls].toReversed()) {
          process.stderr.write(`round ${round} of ${count}, proxy: ${id}, ${rate} per second\n`);
          const ofProxy = samples.get(id);
          ofProxy?.set(rate, [...(ofProxy.get(rate) ?? []), await measure(url, { rate, seconds: SECONDS })]);
        }
      }
    }
    return samples;
  });
}

/** Repeats a measurement while the generator is late. @returns the one with the least lag */
async function measure(url: string, load: Load): Promise<ProxySample> {
  const samples: ProxySample[] = [];
  do {
    const { latencies, lags, errors } = await generateLoad(url, load);
    samples.push({ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), lag: quantile(lags, 0.99), errors });
  } while (samples.every(isLate) && samples.length < TRIES);
  return samples.reduce((best, sample) => (sample.lag < best.lag ? sample : best));
}

export const isLate = ({ lag }: Pick<ProxySample, 'lag'>): boolean => lag > MAX_LAG_MS;
