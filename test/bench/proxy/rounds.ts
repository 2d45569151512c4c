import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startRedisServer } from '../../support/redis-server.js';
import { Progress } from '../progress.js';
import { PROXIES, type ProxyContender } from './contenders.js';
import { CONCURRENT, SEQUENTIAL, generateLoad } from './load.js';

export interface ProxySamples {
  /** Requests per second, one value per round. */
  readonly perSecond: number[];
  /** Latency of all sequential requests, in ms. */
  readonly latencies: number[];
}

export interface ProxyRounds {
  readonly samples: ReadonlyMap<string, ProxySamples>;
  /** Skipped, because their program is not installed. */
  readonly leftOut: readonly ProxyContender[];
}

/** Measures all proxies in turn, with the same fake service. Discards the first round as a warm-up. */
export async function runProxyRounds(count: number): Promise<ProxyRounds> {
  const started: ChildProcess[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
  const redis = hasRedis ? await startRedisServer() : undefined;
  const start = async (program: string, args: readonly string[]) => {
    const file = join(import.meta.dirname, program);
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    return url;
  };
  try {
    const serviceUrl = await start('service.ts', []);
    const proxies = PROXIES.filter(({ store }) => store !== 'redis' || redis);
    const urls = new Map<string, string>();
    for (const { id, program, store = '' } of proxies) {
      const location = store === 'redis' ? String(redis?.port) : join(folder, id);
      urls.set(id, await start(program, [serviceUrl, store, location]));
    }
    const samples = new Map<string, ProxySamples>(proxies.map(({ id }) => [id, { perSecond: [], latencies: [] }]));
    const progress = new Progress((count + 1) * proxies.length);
    for (let round = 0; round <= count; round++) {
      for (const { id } of round % 2 === 0 ? proxies : proxies.toReversed()) {
        progress.step(`${round === 0 ? 'warm-up' : `round ${round} of ${count}`}, proxy: ${id}`);
        const url = urls.get(id) ?? '';
        const full = await generateLoad(url, CONCURRENT);
        const single = await generateLoad(url, SEQUENTIAL);
        if (round === 0) continue;
        samples.get(id)?.perSecond.push(full.perSecond);
        for (const latency of single.latencies) samples.get(id)?.latencies.push(latency);
      }
    }
    progress.end();
    return { samples, leftOut: PROXIES.filter((proxy) => !proxies.includes(proxy)) };
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await redis?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
