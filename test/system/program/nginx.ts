import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Scope } from '../../support/scope.js';
import { needProgram } from '../../support/debian-package.js';
import { freePort } from '../../support/free-port.js';

/**
 * Starts nginx with the configuration of the documentation, and with the origin of the frame at the same port. It stops with its scope.
 * @param folder - of the certificate
 * @returns its address
 */
export async function startShopNginx(t: Scope, folder: string, programUrl: string, shopUrl: string): Promise<string> {
  await needProgram('nginx', 'nginx-light');
  const port = await freePort();
  const read = (name: string) => readFile(`docs/examples/program/${name}`, 'utf8');
  const documented = ((await read('nginx.conf')) + (await read('pay-origin.conf')))
    .replace('127.0.0.1:4300', new URL(programUrl).host)
    .replace('127.0.0.1:8000', new URL(shopUrl).host)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/nginx', folder)
    .replace('/srv/payments/public/payment-widget', `${process.cwd()}/dist/browser`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, documented));
  // One process: workers of root could not read the repository.
  const server = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(async () => {
    const ended = once(server, 'exit');
    if (server.exitCode !== null) return;
    server.kill('SIGKILL');
    await ended;
  });
  const log: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    log.push(line);
    if (line.includes('event method')) {
      server.stderr.resume();
      return `https://127.0.0.1:${port}`;
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

/** Creates `shop.crt` and `shop.key`. */
export async function createCertificate(folder: string): Promise<void> {
  await needProgram('openssl', 'openssl');
  const options = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const files = ['-keyout', join(folder, 'shop.key'), '-out', join(folder, 'shop.crt')];
  await promisify(execFile)('openssl', [...options.split(' '), ...files]);
}
