import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { findPrograms, MAX_CONNECTIONS, ordinaryUser, startServer, type PostgresServer } from './postgres-server.js';

const run = promisify(execFile);

/** The name of the standby for `synchronous_standby_names`. */
export const STANDBY = 'standby';

/** A server that follows another one. */
export interface Standby {
  readonly port: number;
  /** Makes it the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server that replicates another one. */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const [bin, user, port] = [await findPrograms(), await ordinaryUser(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const data = join(folder, 'data');
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  await run(join(bin, 'pg_basebackup'), ['-d', source, '-D', data, '-R', '--no-sync', '-c', 'fast'], options);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = await startServer(join(bin, 'postgres'), args, options);
  return {
    port,
    async promote() {
      await run(join(bin, 'pg_ctl'), ['promote', '-w', '-D', data], options);
    },
    async stop() {
      const closed = once(server, 'close');
      server.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
