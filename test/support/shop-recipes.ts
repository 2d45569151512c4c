import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from './debian-package.js';
import { freePort } from './free-port.js';
import { startNginx } from './nginx.js';
import { startFpm } from './php-fpm.js';
import { startProgram, type Program } from './program.js';
import { temporaryFolder } from './temporary-folder.js';
import type { Scope } from './scope.js';
import { until } from './until.js';

/** The shops of `demo/proxies` in other languages: each started as its README says, with the program beside it behind nginx. */

const run = promisify(execFile);
const RECIPES = join(process.cwd(), 'demo/proxies');

/** The files of a shop and the start of its command, by name. */
const RECIPE = {
  PHP: ['php', 'php -S'],
  'PHP with FPM': ['php', 'php-fpm'],
  Laravel: ['laravel', 'php -S'],
  Flask: ['python', 'python3 -m flask'],
  FastAPI: ['python', 'python3 -m uvicorn'],
} as const;

export type RecipeName = keyof typeof RECIPE;

export interface ShopRecipe {
  /** The address of nginx, with https. */
  readonly url: string;
  /** The address of the shop itself. */
  readonly shopUrl: string;
  readonly program: Program;
  /** Everything that the shop has printed. */
  readonly output: () => string;
  /** The folder of the program, with its secrets. */
  readonly folder: string;
  /** The file with the settings of the program. */
  readonly config: string;
}

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

interface Changes {
  /** Other settings of the program, from the address of the shop. */
  readonly settings?: (shopUrl: string) => Promise<Readonly<Record<string, string>>>;
}

/** Starts a shop with everything it needs. It stops with its scope. */
export async function startShopRecipe(
  t: Scope,
  name: RecipeName,
  service: Service,
  { settings = () => Promise.resolve({}) }: Changes = {},
): Promise<ShopRecipe> {
  const folder = await temporaryFolder(t);
  await createSecrets(folder);
  const [shop] = await Promise.all([startShop(t, name, folder), createCertificate(folder)]);
  const config = join(folder, 'payments.env');
  await writeFile(config, (await readRecipe('payments.env')).replaceAll('./', `${folder}/`));
  const changed = { LISTEN: '127.0.0.1:0', SETTLED_URL: `${shop.url}/settled`, ...(await settings(shop.url)) };
  const program = await startProgram(
    t,
    { PAYMENTS_BASE_URL: service.url, PAYMENTS_API_KEY: service.apiKey, ...changed },
    ...['--config', config],
  );
  const url = await startShopNginx(t, folder, program.address, shop.url);
  return { url, shopUrl: shop.url, program, output: shop.output, folder, config };
}

/**
 * Starts nginx with the configuration of the recipe, and with the origin of the frame at the same port.
 * @param folder - of the certificate
 * @returns its address
 */
export async function startShopNginx(t: Scope, folder: string, programUrl: string, shopUrl: string): Promise<string> {
  const template = (await readRecipe('nginx/nginx.conf')) + (await readRecipe('nginx/pay-origin.conf'));
  const origin = await startNginx(t, (port) =>
    template
      .replace('127.0.0.1:3000', new URL(programUrl).host)
      .replace('127.0.0.1:8000', new URL(shopUrl).host)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/nginx', folder)
      .replace('/srv/payments/node_modules/payment-widget', process.cwd()),
  );
  return origin.replace('http:', 'https:');
}

const readRecipe = (path: string) => readFile(join(RECIPES, path), 'utf8');

/** The commands of a README, without their prompts. */
async function commandsOf(path: string): Promise<string[]> {
  const blocks = (await readRecipe(path)).matchAll(/^ *```sh\n([^]*?)^ *```/gm);
  return Array.from(blocks, ([, block = '']) => block.replaceAll(/^ {3}/gm, ''));
}

/** The block of a README in a language. */
async function blockOf(path: string, language: string): Promise<string> {
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(await readRecipe(path)) ?? [];
  if (block === undefined) throw new Error(`demo/proxies/${path} has no ${language}.`);
  return block;
}

/** The command of a README that contains a text. */
async function commandWith(path: string, text: string): Promise<string> {
  const command = (await commandsOf(path)).find((block) => block.includes(text));
  if (!command) throw new Error(`demo/proxies/${path} has no command with "${text}".`);
  return command;
}

async function createSecrets(folder: string): Promise<void> {
  const create = /^\(umask.*\)$/m.exec(await commandWith('README.md', 'umask'))?.[0] ?? '';
  await run('sh', ['-c', create], { cwd: folder });
}

/** Creates `shop.crt` and `shop.key` for a trial. */
export async function createCertificate(folder: string): Promise<void> {
  await needProgram('openssl', 'openssl');
  const create = (await commandWith('nginx/README.md', 'openssl req')).split('\ncp ')[0] ?? '';
  await run('sh', ['-c', create.replaceAll('/etc/nginx', folder)]);
}

async function startShop(t: Scope, name: RecipeName, folder: string) {
  const [recipe, start] = RECIPE[name];
  const cwd = join(folder, 'shop');
  await cp(join(RECIPES, recipe), cwd, { recursive: true });
  const port = String(await freePort());
  const toHere = (command: string) =>
    command.replaceAll('/srv/payments', folder).replaceAll('8000', port).replaceAll('python3', '/usr/bin/python3'); // Debian's, which has the libraries
  const readme = `${recipe}/README.md`;
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONDONTWRITEBYTECODE: '1' },
    ORDER_TOKEN_SECRET_FILE: join(folder, 'order-token-secret'),
    SETTLED_SECRET_FILE: join(folder, 'settled-secret'),
  };
  if (name === 'Laravel') {
    await createApplication(cwd);
    await run('sh', ['-ec', toHere(await commandWith(readme, '>> .env'))], { cwd });
    await run('php', ['artisan', 'migrate', '--force'], { cwd });
  }
  const isRunning = () => isListening(Number(port));
  if (name === 'PHP with FPM') {
    const [pool, server] = await Promise.all([blockOf(readme, 'ini'), blockOf(readme, 'nginx')]);
    const output = await startFpm(t, cwd, toHere(pool), toHere(server).replace('/srv/shop', cwd));
    await until(isRunning);
    return { url: `http://127.0.0.1:${port}`, output };
  }
  const command = toHere(await commandWith(readme, start))
    .split('\n')
    .find((line) => /^(php -S|\S*python3 -m)/.test(line));
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  t.after(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await until(async () => child.exitCode !== null || (await isRunning()));
  if (child.exitCode !== null) throw new Error(`The shop has not started:\n${output}`);
  return { url: `http://127.0.0.1:${port}`, output: () => output };
}

/** An application of Debian's Laravel, in place of `laravel new`. */
async function createApplication(folder: string): Promise<void> {
  await cp('test/system/recipes/laravel-app', folder, { recursive: true });
  const folders = ['storage/framework/views', 'storage/framework/sessions', 'storage/logs', 'bootstrap/cache'];
  await Promise.all(folders.map((name) => mkdir(join(folder, name), { recursive: true })));
  await writeFile(join(folder, 'database/database.sqlite'), '');
  await writeFile(join(folder, '.env'), `APP_KEY=base64:${Buffer.alloc(32, 1).toString('base64')}\n`);
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
