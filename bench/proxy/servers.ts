import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgresServer } from '../../test/support/postgres-server.js';
import { startRedisServer } from '../../test/support/redis-server.js';
import type { ProxyContender } from './contenders.js';

/** Base URLs by contender id. */
export type ProxyUrls = ReadonlyMap<string, string>;

export async function withProxies<T>(
  contenders: readonly ProxyContender[],
  use: (urls: ProxyUrls, servicePid: number) => Promise<T>,
): Promise<T> {
  const started: ChildProcess[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  pin(`1-${availableParallelism() - 1}`); // what is started from now on
  const redis = await startRedisServer();
  const postgres = await startPostgresServer();
  const locations: Readonly<Record<string, string>> = { redis: String(redis.port), postgres: postgres.url };
  const start = async (...args: readonly string[]) => {
    const command = ['--import', 'tsx', join(import.meta.dirname, 'program.ts'), ...args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { url, pid: child.pid ?? 0 };
  };
  try {
    const { url: serviceUrl, pid: servicePid } = await start('service');
    const urls = new Map<string, string>();
    for (const { id, store } of contenders) {
      const role = store ? ['payment-proxy', serviceUrl, store, locations[store] ?? join(folder, id)] : undefined;
      urls.set(id, (await start(...(role ?? ['pass-through', serviceUrl]))).url);
    }
    pin('0');
    return await use(urls, servicePid);
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await redis.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps this process, and those that it starts, on these cores. Only Linux has the program. */
function pin(cores: string): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)]);
}
