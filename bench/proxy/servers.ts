import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startRedisServer } from '../../test/support/redis-server.js';
import type { ProxyContender } from './contenders.js';

/** Base URLs by contender id. Has no entry for a contender whose store is not installed. */
export type ProxyUrls = ReadonlyMap<string, string>;

export async function withProxies<T>(
  contenders: readonly ProxyContender[],
  use: (urls: ProxyUrls) => Promise<T>,
): Promise<T> {
  const started: ChildProcess[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
  const redis = hasRedis ? await startRedisServer() : undefined;
  const start = async (...args: readonly string[]) => {
    const command = ['--import', 'tsx', join(import.meta.dirname, 'program.ts'), ...args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    return url;
  };
  try {
    const serviceUrl = await start('service');
    const urls = new Map<string, string>();
    for (const { id, store } of contenders) {
      if (store === 'redis' && !redis) continue;
      const location = store === 'redis' ? String(redis?.port) : join(folder, id);
      urls.set(
        id,
        await (store ? start('payment-proxy', serviceUrl, store, location) : start('pass-through', serviceUrl)),
      );
    }
    return await use(urls);
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await redis?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
