import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { needModule, needProgram } from './debian-package.js';
import { freePort, leavePort } from './free-port.js';
import { API_KEY } from './node-proxy.js';
import type { Scope } from './scope.js';
import { temporaryFolder } from './temporary-folder.js';
import { until } from './until.js';

/** The proxy in PHP, as PHP runs it. */

const SHOP = join(process.cwd(), 'test/support/php');
export const PHP_PACKAGE = join(process.cwd(), 'packages/php');

/** The only test of a file whose tests need PHP, where there is none. */
export const NO_PHP = 'is not tested, as this machine has no PHP';

/** What PHP needs, as PHP, with the Debian package of it. */
const NEEDS = {
  "extension_loaded('curl')": 'php-curl',
  "extension_loaded('pdo_sqlite')": 'php-sqlite3',
  "extension_loaded('pdo_mysql')": 'php-mysql',
  "extension_loaded('pdo_pgsql')": 'php-pgsql',
  "stream_resolve_include_path('Nyholm/Psr7/autoload.php')": 'php-nyholm-psr7',
  "stream_resolve_include_path('Illuminate/autoload.php')": 'php-laravel-framework',
};

/**
 * Finds PHP, or installs it as root on Debian and Ubuntu.
 * @returns false where it cannot, and says so
 */
export async function hasPhp(): Promise<boolean> {
  try {
    await needProgram('php', 'php-cli');
    for (const [need, name] of Object.entries(NEEDS)) await needModule(`php -r "exit(${need} ? 0 : 1);"`, name);
    await needModule('ls /usr/sbin/php-fpm*', 'php-fpm');
    await needProgram('phpunit', 'phpunit');
    await needProgram('nginx', 'nginx-light');
    await needProgram('mariadbd', 'mariadb-server');
    return true;
  } catch (error) {
    console.error(`SKIPPED: the tests of packages/php. ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** The environment of a proxy, whose attempts are in a file that is deleted with its scope. */
export async function phpSettings(
  t: Scope,
  baseUrl: string,
  own: NodeJS.Dict<string> = {},
): Promise<NodeJS.Dict<string>> {
  return {
    PATH: process.env.PATH,
    PHP_PROXY: PHP_PACKAGE,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_STORE: `sqlite:${await temporaryFolder(t)}/payments.sqlite`,
    ...own,
  };
}

/**
 * Starts `php -S`.
 * @param script - that handles all requests; by default each names its own
 * @returns the address of the proxy
 */
export async function startPhp(t: Scope, env: NodeJS.Dict<string>, script?: string): Promise<string> {
  const port = await freePort();
  const args = ['-S', `127.0.0.1:${port}`, '-t', join(SHOP, 'public'), ...(script ? [join(SHOP, script)] : [])];
  const server = spawn('php', args, {
    env: { PHP_CLI_SERVER_WORKERS: '4', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  t.after(() => kill(server));
  await started(server, /Development Server .* started/);
  return `http://127.0.0.1:${port}/${script ? 'pay' : 'pay.php'}`;
}

/** php-fpm behind nginx. */
export interface Fpm {
  /** The address of nginx. The proxy is below `/pay`. */
  readonly origin: string;
  readonly proxyUrl: string;
  /** Kills the workers, as the kernel does. */
  killWorkers(): Promise<void>;
  /** Kills php-fpm with its workers. nginx goes on. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends what the workers do, for as long as they need. */
  stop(): Promise<void>;
}

/** @param workers - how many requests it handles at a time */
export async function startFpm(t: Scope, env: NodeJS.Dict<string>, workers = 4): Promise<Fpm> {
  const folder = await temporaryFolder(t);
  const [fpmPort, port] = [await freePort(), await freePort()];
  const name = readdirSync('/usr/sbin').filter((file) => file.startsWith('php-fpm'))[0] ?? '';
  const isRoot = process.getuid?.() === 0;
  await writeFile(join(folder, 'fpm.conf'), poolOf(folder, fpmPort, workers, isRoot));
  const args = ['-F', '-O', '-y', join(folder, 'fpm.conf'), ...(isRoot ? ['-R'] : [])];
  let fpm: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    fpm = spawn(`/usr/sbin/${name}`, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    await started(fpm, /ready to handle connections/).catch((error: unknown) => {
      if (!/Address already in use/.test(String(error))) throw error;
      return start(); // the workers of the last one are about to end
    });
  };
  const pids = async () => {
    const found = await promisify(execFile)('pgrep', ['-P', String(fpm?.pid)]).catch(() => ({ stdout: '' }));
    return found.stdout.split('\n').filter(Boolean).map(Number);
  };
  const killWorkers = async () => {
    for (const pid of await pids()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  };
  await start();
  t.after(async () => {
    await kill(fpm);
    leavePort(fpmPort);
  });
  const origin = await startNginx(t, folder, port, fpmPort);
  return {
    origin,
    proxyUrl: `${origin}/pay`,
    killWorkers,
    kill: () => kill(fpm),
    start,
    async stop() {
      if (!fpm || fpm.exitCode !== null || fpm.signalCode) return;
      const ended = once(fpm, 'exit');
      fpm.kill('SIGQUIT');
      await ended;
    },
  };
}

const poolOf = (folder: string, port: number, workers: number, isRoot: boolean) => `
[global]
error_log = ${folder}/fpm.log
process_control_timeout = 60s
[pay]
listen = 127.0.0.1:${port}
${isRoot ? 'user = root' : ''}
pm = static
pm.max_children = ${workers}
clear_env = no
catch_workers_output = yes
decorate_workers_output = no
`;

async function startNginx(t: Scope, folder: string, port: number, fpmPort: number): Promise<string> {
  const documented = (await readFile('docs/examples/php/nginx.conf', 'utf8'))
    .replace('unix:/run/php/php-fpm.sock', `127.0.0.1:${fpmPort}`)
    .replace('/srv/shop/public', join(SHOP, 'public'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const text = `
error_log stderr notice;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port};
    ${documented}
  }
}
`;
  await writeFile(join(folder, 'nginx.conf'), text);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; master_process off;'];
  const server = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  t.after(() => kill(server));
  await started(server, /event method/);
  return `http://127.0.0.1:${port}`;
}

/** Resolves when a program prints that it has started. */
async function started(server: ChildProcess, line: RegExp): Promise<void> {
  const log: string[] = [];
  let isUp = false;
  if (!server.stderr) return;
  createInterface(server.stderr).on('line', (text) => {
    if (process.env.PHP_LOG) console.error(text);
    log.push(text);
    isUp ||= line.test(text);
  });
  await until(() => {
    if (server.exitCode !== null) throw new Error(`A program has ended:\n${log.join('\n')}`);
    return isUp;
  });
}

/** Kills a program with its workers. */
async function kill(server: ChildProcess | undefined): Promise<void> {
  if (!server?.pid || server.exitCode !== null || server.signalCode) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGKILL');
  await ended;
}
