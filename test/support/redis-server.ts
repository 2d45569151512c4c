import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A real Redis on a free port of this machine. */
export interface RedisServer {
  readonly port: number;
  /** Kills it as a power cut would, and starts it again on what is left on the disk. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis that has every write on the disk before it says so. */
export async function startRedisServer(): Promise<RedisServer> {
  await installRedis();
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let server = await start(folder, port);
  const kill = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    async crash() {
      await kill();
      server = await start(folder, port);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function start(folder: string, port: number) {
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'always' };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const log: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    log.push(line);
    if (line.includes('Ready to accept connections')) {
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`redis-server does not start:\n${log.join('\n')}`);
}

/** Debian and Ubuntu: installs it, but starts no service. Two test files may want it at once, hence the lock. */
const INSTALL = `
exec 9>/tmp/install-redis-server.lock && flock 9
command -v redis-server && exit
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod +x $policy
fi
export DEBIAN_FRONTEND=noninteractive
apt-get install -y --no-install-recommends redis-server ||
  { apt-get update && apt-get install -y --no-install-recommends redis-server; }
`;

async function installRedis(): Promise<void> {
  const shell = (script: string) => promisify(execFile)('sh', ['-c', script]);
  try {
    await shell('command -v redis-server || { [ "$(id -u)" = 0 ] && command -v apt-get flock; }');
    await shell(INSTALL);
  } catch (cause) {
    throw new Error(
      'These tests need a redis-server on the PATH: "apt-get install redis-server", "brew install redis".',
      {
        cause,
      },
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
