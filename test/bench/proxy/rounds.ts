import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startRedisServer } from '../../support/redis-server.js';
import { Progress } from '../progress.js';
import { PROXIES, type ProxyContender } from './contenders.js';
import { FULL, ONE_BY_ONE, putLoadOn } from './load.js';

export interface ProxySamples {
  /** Requests a second, one value a round. */
  readonly perSecond: number[];
  /** In ms, of all requests that went one after the other. */
  readonly latencies: number[];
}

export interface ProxyRounds {
  readonly samples: ReadonlyMap<string, ProxySamples>;
  /** Those that there was no program for. */
  readonly leftOut: readonly ProxyContender[];
}

/** Puts load on all proxies in turn, round after round, before the same stand-in for the service. The first is thrown away. */
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
    const service = await start('service.ts', []);
    const proxies = PROXIES.filter(({ store }) => store !== 'redis' || redis);
    const urls = new Map<string, string>();
    for (const { id, program, store = '' } of proxies) {
      const place = store === 'redis' ? String(redis?.port) : join(folder, id);
      urls.set(id, await start(program, [service, store, place]));
    }
    const samples = new Map<string, ProxySamples>(proxies.map(({ id }) => [id, { perSecond: [], latencies: [] }]));
    const progress = new Progress((count + 1) * proxies.length);
    for (let round = 0; round <= count; round++) {
      for (const { id } of round % 2 === 0 ? proxies : proxies.toReversed()) {
        progress.step(`${round === 0 ? 'warm-up' : `round ${round} of ${count}`}, load on the proxy: ${id}`);
        const url = urls.get(id) ?? '';
        const full = await putLoadOn(url, FULL);
        const single = await putLoadOn(url, ONE_BY_ONE);
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
