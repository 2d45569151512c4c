import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { needProgram } from './debian-package.js';
import { freePort } from './free-port.js';
import { ordinaryUser } from './postgres-server.js';

/** A real MariaDB server on a free port, with a database `shop`. */
export interface MariadbServer {
  readonly port: number;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMariadbServer(): Promise<MariadbServer> {
  await needProgram('mariadbd', 'mariadb-server', '"brew install mariadb"');
  const user = await ordinaryUser();
  const folder = await mkdtemp(join(tmpdir(), 'mariadb-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = `--datadir=${join(folder, 'data')}`;
  const install = ['--no-defaults', data, '--skip-test-db', '--auth-root-authentication-method=normal'];
  await promisify(execFile)('mariadb-install-db', install, { ...user, cwd: folder });
  const port = await freePort();
  const args = [
    ...['--no-defaults', data, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'],
    ...[`--socket=${join(folder, 'socket')}`, '--max-connections=200', '--init-file', join(folder, 'init.sql')],
  ];
  await promisify(execFile)('sh', ['-c', 'echo "CREATE DATABASE IF NOT EXISTS shop;" > init.sql'], {
    ...user,
    cwd: folder,
  });
  const start = () => startServer(args, { ...user, cwd: folder });
  let server = await start();
  const kill = async () => {
    if (server.signalCode) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    kill,
    async startAgain() {
      server = await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function startServer(
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number; readonly cwd: string },
): Promise<ChildProcess> {
  const server = spawn('mariadbd', args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    log.push(line);
    if (line.includes('ready for connections')) {
      server.stderr.resume();
      return server;
    }
  }
  throw new Error(`mariadbd does not start:\n${log.join('\n')}`);
}
