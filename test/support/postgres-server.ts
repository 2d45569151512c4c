import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { needProgram } from './debian-package.js';
import { freePort } from './free-port.js';

/** A standby must allow as many as its primary. */
export const MAX_CONNECTIONS = '120';

const DEBIAN = '/usr/lib/postgresql';

/** A real PostgreSQL server on a free port. */
export interface PostgresServer {
  readonly port: number;
  /** A connection string of its superuser. */
  readonly url: string;
  /** Kills the server and starts it again with the data on disk. */
  crash(): Promise<void>;
  /** The first half of a crash. */
  kill(): Promise<void>;
  /** The second half. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server that syncs every commit to disk.
 * @param settings as in postgresql.conf
 */
export async function startPostgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const bin = await findPrograms();
  const user = await ordinaryUser();
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(bin, 'initdb'), initdb, { ...user, cwd: folder });
  const port = await freePort();
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    ...settings,
  };
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const start = () => startServer(join(bin, 'postgres'), args, { ...user, cwd: folder });
  let server = await start();
  const kill = async () => {
    if (server.signalCode) return; // was killed before
    const closed = once(server, 'close'); // after its children, which hold its stderr
    server.kill('SIGKILL');
    await closed;
  };
  const startAgain = async () => {
    server = await start();
  };
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
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

/** Debian has `postgres` and `initdb` in a folder of their version, not on the PATH. @returns the folder, or '' for the PATH */
export async function findPrograms(): Promise<string> {
  const newest = async () =>
    (await readdir(DEBIAN).catch(() => [])).sort((one, other) => Number(other) - Number(one))[0];
  if (!(await newest())) {
    await needProgram((await isDebian()) ? 'pg_createcluster' : 'initdb', 'postgresql', '"brew install postgresql"');
  }
  const version = await newest();
  return version ? join(DEBIAN, version, 'bin') : '';
}

const isDebian = () =>
  promisify(execFile)('sh', ['-c', 'command -v apt-get']).then(
    () => true,
    () => false,
  );

/** PostgreSQL refuses to run as root. @returns another user for it, if needed */
export async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string) => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `id ${option} postgres 2>/dev/null || id ${option} nobody`,
    ]);
    return Number(stdout);
  };
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

export async function startServer(
  program: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number; readonly cwd: string },
): Promise<ChildProcess> {
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    log.push(line);
    if (/database system is ready to accept (read-only )?connections/.test(line)) {
      server.stderr.resume();
      return server;
    }
  }
  throw new Error(`postgres does not start:\n${log.join('\n')}`);
}
