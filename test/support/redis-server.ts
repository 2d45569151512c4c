import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { needProgram } from './debian-package.js';
import { freePort } from './free-port.js';

/** A real Redis server on a free port. */
export interface RedisServer {
  readonly port: number;
  /** Kills the server and starts it again with the data on disk. */
  crash(): Promise<void>;
  /** The first half of a crash. */
  kill(): Promise<void>;
  /** The second half. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis server that syncs every write to disk. */
export async function startRedisServer(): Promise<RedisServer> {
  await needProgram('redis-server', 'redis-server');
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let server = await start(folder, port);
  const kill = async () => {
    if (server.signalCode) return; // a test has killed it
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  const startAgain = async () => {
    server = await start(folder, port);
  };
  return {
    port,
    kill,
    startAgain,
    async crash() {
      await kill();
      await startAgain();
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
