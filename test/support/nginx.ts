import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Scope } from './scope.js';
import { needProgram } from './debian-package.js';
import { freePort } from './free-port.js';

/**
 * Starts an nginx that stops with its scope.
 * @param http content of its `http { }` block, for a port to listen on
 * @returns its address
 */
export async function startNginx(t: Scope, http: (port: number) => string): Promise<string> {
  await needProgram('nginx', 'nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, http(port)));
  // One process: workers of root could not read the repository.
  const server = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(async () => {
    const ended = once(server, 'exit');
    if (server.exitCode === null) {
      server.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true });
  });
  const log: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    log.push(line);
    if (line.includes('event method')) {
      server.stderr.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error(`nginx does not start:\n${log.join('\n')}`);
}

/** All files that nginx writes are in the folder. */
function configuration(folder: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
error_log stderr notice;
pid ${folder}/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  types { text/html html; text/javascript js; text/css css; }
  ${temporary.join(' ')}
  ${http}
}
`;
}
