import { quantile } from '../quantile.js';
import { PASS_THROUGH, PROXIES } from './contenders.js';
import { generateLoad } from './load.js';
import { withProxies } from './servers.js';

/** One measurement of one proxy. Times in ms. */
export interface ProxySample {
  readonly p50: number;
  readonly p99: number;
  /** How late the generator sent, at p99. Its lag is part of the latencies. */
  readonly lag: number;
  readonly errors: Readonly<Record<string, number>>;
}

export type ProxyRounds = ReadonlyMap<string, readonly ProxySample[]>;

/** Of one measurement. */
const SECONDS = 20;

/** Until functions are compiled: a proxy runs for days. */
const WARM_UP_SECONDS = 15;

export function runProxyRounds(count: number): Promise<ProxyRounds> {
  return withProxies([PASS_THROUGH, ...PROXIES], async (urls) => {
    const samples = new Map(Array.from(urls.keys(), (id) => [id, [] as ProxySample[]]));
    for (const [id, url] of urls) {
      process.stderr.write(`warm-up, proxy: ${id}\n`);
      await generateLoad(url, WARM_UP_SECONDS);
    }
    for (let round = 1; round <= count; round++) {
      for (const [id, url] of round % 2 === 1 ? urls : [...urls].toReversed()) {
        process.stderr.write(`round ${round} of ${count}, proxy: ${id}\n`);
        samples.get(id)?.push(await measure(url));
      }
    }
    return samples;
  });
}

async function measure(url: string): Promise<ProxySample> {
  const { latencies, lags, errors } = await generateLoad(url, SECONDS);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), lag: quantile(lags, 0.99), errors };
}
