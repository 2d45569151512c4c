import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from './nginx.js';
import { onPath } from './engines/on-path.js';
import type { Scope } from './scope.js';

/**
 * Starts PHP-FPM, and an nginx before it.
 * @param pool - settings of the pool
 * @param server - the `server { }` block of nginx
 * @returns a function that returns everything that PHP has printed
 */
export async function startFpm(t: Scope, folder: string, pool: string, server: string): Promise<() => string> {
  const socket = join(folder, 'php-fpm.sock');
  const config = join(folder, 'php-fpm.conf');
  await writeFile(config, configuration(folder, socket, pool));
  const program = onPath(...NAMES) ?? 'php-fpm';
  const asRoot = process.getuid?.() === 0 ? ['--allow-to-run-as-root'] : [];
  const child = spawn(program, ['--nodaemonize', '--fpm-config', config, ...asRoot], { stdio: 'ignore' });
  t.after(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM'); // also ends its workers
    await ended;
  });
  const here = server
    .replace('include fastcgi_params', 'include /etc/nginx/fastcgi_params')
    .replace('/run/php/php-fpm.sock', socket);
  await startNginx(t, () => here);
  return () => readFileSync(join(folder, 'shop.log'), { encoding: 'utf8', flag: 'a+' });
}

/** Debian's program has its version in its name. */
const NAMES = ['', '8.1', '8.2', '8.3', '8.4', '8.5'].map((version) => `php-fpm${version}`);

/** Logs to files: PHP-FPM cannot open `/dev/stderr` if it is a socket. */
const configuration = (folder: string, socket: string, pool: string) => `
[global]
error_log = ${folder}/php-fpm.log
pid = ${folder}/php-fpm.pid
[www]
${process.getuid?.() === 0 ? 'user = root' : ''}
listen = ${socket}
pm = static
pm.max_children = 2
php_admin_value[error_log] = ${folder}/shop.log
${pool}
`;
