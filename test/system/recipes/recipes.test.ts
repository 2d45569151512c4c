import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { before, describe, it, type TestContext } from 'node:test';
import { close, listen } from '../../../src/node-server/listen.js';
import type { Finding } from '../../../src/check-proxy/check.js';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { assertFrame, checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { needProgram } from '../../support/debian-package.js';
import { freePort } from '../../support/free-port.js';
import { startNginx } from '../../support/nginx.js';
import { until } from '../../support/until.js';
import { needPhp, needPython } from './prerequisites.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const RECIPES = join(process.cwd(), 'demo/proxies');

interface Recipe {
  readonly command: readonly string[];
  readonly folder: string;
}

const python = (...args: string[]) => ({ command: ['/usr/bin/python3', '-m', ...args], folder: 'forward-only/python' });

const PROGRAMS: Readonly<Record<string, (port: string) => Recipe>> = {
  'Node’s http': () => ({ command: [process.execPath, 'server.mjs'], folder: 'node' }),
  Express: () => ({ command: [process.execPath, 'server.mjs'], folder: 'express' }),
  Fastify: () => ({ command: [process.execPath, 'server.mjs'], folder: 'fastify' }),
  Hono: () => ({ command: [process.execPath, 'server.mjs'], folder: 'hono' }),
  PHP: (port) => ({ command: ['php', '-S', `127.0.0.1:${port}`, 'pay.php'], folder: 'forward-only/php' }),
  'Laravel’s controller': (port) => ({
    command: ['php', '-S', `127.0.0.1:${port}`, join(process.cwd(), 'test/system/recipes/laravel-stand-in.php')],
    folder: 'forward-only/laravel',
  }),
  Flask: (port) => python('flask', '--app', 'flask_app', 'run', '-p', port),
  FastAPI: (port) => python('uvicorn', 'fastapi_app:app', '--port', port),
};

before(async () => {
  await needPhp();
  await needPython();
});

describe('a recipe passes the checks that its README promises:', { concurrency: 12 }, () => {
  for (const [name, recipe] of Object.entries(PROGRAMS)) {
    it(name, async (t) => {
      const service = await startFakeService(t);
      const port = String(await freePort());
      const { command, folder } = recipe(port);
      const { PATH, HOME } = process.env;
      await start(t, command, join(RECIPES, folder), {
        ...{ PATH, HOME, PORT: port, PYTHONDONTWRITEBYTECODE: '1' },
        ...(await settingsOfRecipe(t, service.url)),
      });
      await listening(Number(port));
      const isOurs = command[0] === process.execPath;
      const findings = await checkRecipe(new URL(`http://127.0.0.1:${port}/pay`), service, isOurs);
      assert.deepEqual(resultsOf(findings), { failures: [], warnings: warningsOf(folder) });
    });
  }

  it('nginx', async (t) => {
    const service = await startFakeService(t);
    const { file, write } = await nginxRecipe(t);
    const values = await settingsOfRecipe(t, service.url);
    const origin = await startNginx(t, (port) => {
      write({ ...values, PORT: String(port) });
      return readFileSync(file, 'utf8');
    });
    const findings = await checkRecipe(new URL(`${origin}/pay`), service);
    assert.deepEqual(resultsOf(findings), { failures: [], warnings: warningsOf('forward-only/nginx') });
  });
});

it('nginx passes on that a response is truncated', async (t) => {
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"status":"succeeded"}', () => {
        response.socket?.end(); // without the last chunk
      });
    });
  });
  const url = await listen(service, 0);
  t.after(() => close(service));
  const { file, write } = await nginxRecipe(t);
  const origin = await startNginx(t, (port) => {
    write({ ...RIGHT, PAYMENTS_BASE_URL: url, PORT: String(port) });
    return readFileSync(file, 'utf8');
  });
  const request = httpRequest(`${origin}/pay/v1/payments`, PAYMENT);
  request.end(PAYMENT.body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await assert.rejects(text(response), { code: 'ECONNRESET' }); // fetch() would accept it
});

/** Invalid settings. The last one would send a Live key over plain HTTP. */
const WRONG: readonly [string, NodeJS.ProcessEnv][] = [
  ['PAYMENTS_MODE', { PAYMENTS_MODE: '' }],
  ['PAYMENTS_MODE', { PAYMENTS_MODE: 'sandbox' }],
  ['PAYMENTS_API_KEY', { PAYMENTS_API_KEY: '' }],
  ['PAYMENTS_BASE_URL', { PAYMENTS_BASE_URL: '' }],
  ['PAYMENTS_BASE_URL', { PAYMENTS_MODE: 'live', PAYMENTS_BASE_URL: 'http://service.example' }],
];
const RIGHT = { PAYMENTS_BASE_URL: 'http://127.0.0.1:9', PAYMENTS_API_KEY: 'any-text', PAYMENTS_MODE: 'test' };

describe('a recipe with invalid settings', () => {
  for (const [name, settings] of WRONG) {
    const given = Object.entries(settings)
      .map((entry) => entry.join('='))
      .join(' ');

    for (const recipe of ['PHP', 'Laravel’s controller']) {
      it(`rejects payments as not charged: ${recipe} with ${given}`, async (t) => {
        const { status, problem } = await pay(await startRecipe(t, recipe, { ...RIGHT, ...settings }));
        const { code, outcome, detail } = problem;
        const named = /PAYMENTS_[A-Z_]+/.exec(String(detail))?.[0];
        assert.deepEqual([status, code, outcome, named], [500, 'proxy_error', 'not_charged', name]);
      });
    }

    for (const recipe of ['Flask', 'FastAPI']) {
      it(`exits with an error: ${recipe} with ${given}`, async () => {
        assert.match(
          await errorOutput(recipe, { ...RIGHT, ...settings }),
          new RegExp(`^RuntimeError: ${name} must be`, 'm'),
        );
      });
    }
  }

  for (const recipe of ['Node’s http', 'Express', 'Fastify', 'Hono']) {
    it(`exits and names missing variables: ${recipe}`, async () => {
      const output = await errorOutput(recipe, {});
      assert.match(output, /^Error: Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE/m);
    });
  }

  it('rejects payments as not charged: Next.js', async (t) => {
    t.mock.method(console, 'error', () => undefined); // which has the reason
    const { POST } = (await import(pathToFileURL(join(RECIPES, 'nextjs/route.mjs')).href)) as {
      POST: (request: Request) => Promise<Response>;
    };
    const answer = await POST(new Request('http://localhost/pay/v1/payments', { method: 'POST' }));
    const { code, outcome, detail } = (await answer.json()) as Readonly<Record<string, unknown>>;
    assert.deepEqual([answer.status, code, outcome, typeof detail], [500, 'proxy_error', 'not_charged', 'string']);
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
  });

  for (const recipe of ['PHP', 'Laravel’s controller']) {
    it(`accepts plain HTTP with a Live key on this machine: ${recipe}`, async (t) => {
      const { problem } = await pay(await startRecipe(t, recipe, { ...RIGHT, PAYMENTS_MODE: 'live' }));
      assert.equal(problem['code'], 'service_unreachable'); // nothing listens, but it tried to connect
    });
  }
});

describe('a recipe serves the frame of isolated mode:', () => {
  for (const recipe of ['Node’s http', 'Express', 'Fastify', 'Hono']) {
    it(recipe, async (t) => {
      const settings = await settingsOfRecipe(t, 'http://127.0.0.1:9');
      await assertFrame(await startRecipe(t, recipe, { ...settings, FRAME_ANCESTORS: 'https://shop.example' }));
    });
  }
});

describe('a recipe in an application', () => {
  for (const recipe of ['Flask', 'FastAPI']) {
    it(`does not change responses of other paths: ${recipe}`, async (t) => {
      const { status, headers } = await fetch(new URL('/', await startRecipe(t, recipe, RIGHT)));
      assert.deepEqual([status, headers.get('Payments-Mode')], [404, null]);
    });
  }
});

describe('the command in the README of nginx', () => {
  for (const name of ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_MODE', 'PORT']) {
    it(`writes nothing without ${name}`, async (t) => {
      const { file, write } = await nginxRecipe(t);
      assert.throws(() => {
        write({ ...RIGHT, PORT: '3000', [name]: '' });
      }, new RegExp(name));
      assert.equal(existsSync(file), false);
    });
  }

  it('makes the file readable for its owner only, even if it existed', async (t) => {
    const { file, write } = await nginxRecipe(t);
    writeFileSync(file, '', { mode: 0o644 });
    write({ ...RIGHT, PORT: '3000' });
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});

/** The shell command that writes the configuration, changed to write into a temporary folder. */
async function nginxRecipe(t: TestContext) {
  await needProgram('envsubst', 'gettext-base');
  const folder = await temporaryFolder(t);
  const [, block = ''] =
    /^```sh\n([^]*?) &&\n *nginx -t/m.exec(await readFile(join(RECIPES, 'forward-only/nginx/README.md'), 'utf8')) ?? [];
  const script = block.replaceAll('/etc/nginx/conf.d', folder);
  const write = (settings: NodeJS.ProcessEnv) => {
    execFileSync('sh', ['-c', script], {
      cwd: join(RECIPES, 'forward-only/nginx'),
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  return { file: join(folder, 'pay.conf'), write };
}

/** Starts a recipe. @returns its address */
async function startRecipe(t: TestContext, name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const { command, folder } = recipeOf(name, port);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1', ...settings };
  await start(t, command, join(RECIPES, folder), env);
  await listening(port);
  return `http://127.0.0.1:${port}/pay`;
}

/** A payment for an order that the recipes know. */
const PAYMENT = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k'.repeat(22) },
  body: JSON.stringify({
    amount: 4999,
    currency: 'EUR',
    reference: 'order-1042-5f2c9e7a1b3d4860',
    payment_method: { type: 'card' },
  }),
};

/** Sends a payment. */
async function pay(proxy: string): Promise<{ status: number; problem: Readonly<Record<string, unknown>> }> {
  const answer = await fetch(`${proxy}/v1/payments`, PAYMENT);
  return { status: answer.status, problem: (await answer.json()) as Readonly<Record<string, unknown>> };
}

/** The error output of a recipe that exits. */
async function errorOutput(name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const { command, folder } = recipeOf(name, port);
  const [program = '', ...args] = command;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1', ...settings };
  const child = spawn(program, args, {
    cwd: join(RECIPES, folder),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 30_000,
  }); // it would run forever if it started
  const [output] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return output;
}

function recipeOf(name: string, port: number): Recipe {
  const recipe = PROGRAMS[name]?.(String(port));
  assert.ok(recipe, name);
  return recipe;
}

/** Expected warnings, from the last column of the table of forward-only recipes. The others have none. */
function warningsOf(folder: string): string[] {
  if (!folder.startsWith('forward-only/')) return [];
  const rows = readFileSync(join(RECIPES, 'forward-only/README.md'), 'utf8').split('\n');
  const row = rows.find((line) => line.startsWith('|') && line.includes(`](${basename(folder)})`));
  assert.ok(row, `no row for ${folder}`);
  return Array.from((row.split('|').at(-2) ?? '').matchAll(/`([\w-]+)`/g), ([, name = '']) => name);
}

const resultsOf = (findings: readonly Finding[]) => ({
  failures: idsOf(findings, 'failure'),
  warnings: idsOf(findings, 'warning'),
});

/** Starts a program that stops with the test. */
async function start(t: TestContext, command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' });
  t.after(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await once(child, 'spawn');
}

/** Waits until a program listens. */
const listening = (port: number): Promise<void> =>
  until(async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  });
