import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { before, describe, it, type TestContext } from 'node:test';
import type { Finding } from '../../src/check-proxy/check.js';
import { idsOf, startStandIn } from '../support/checked-proxy.js';
import { checkRecipe, settingsOfRecipe } from '../support/checked-recipe.js';
import { needProgram } from '../support/debian-package.js';
import { freePort } from '../support/free-port.js';
import { startNginx } from '../support/nginx.js';
import { until } from '../support/until.js';
import { needNodeModules, needPhp, needPython } from './prerequisites.js';

const RECIPES = join(import.meta.dirname, '../../demo/proxies');

interface Recipe {
  readonly command: readonly string[];
  readonly folder: string;
}

const python = (...args: string[]) => ({ command: ['/usr/bin/python3', '-m', ...args], folder: 'python' });

const PROGRAMS: Readonly<Record<string, (port: string) => Recipe>> = {
  'Node’s http': () => ({ command: [process.execPath, 'server.mjs'], folder: 'node' }),
  Express: () => ({ command: [process.execPath, 'server.mjs'], folder: 'express' }),
  Fastify: () => ({ command: [process.execPath, 'server.mjs'], folder: 'fastify' }),
  Hono: () => ({ command: [process.execPath, 'server.mjs'], folder: 'hono' }),
  PHP: (port) => ({ command: ['php', '-S', `127.0.0.1:${port}`, 'pay.php'], folder: 'php' }),
  'Laravel’s controller': (port) => ({
    command: ['php', '-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'laravel-stand-in.php')],
    folder: 'laravel',
  }),
  Flask: (port) => python('flask', '--app', 'flask_app', 'run', '-p', port),
  FastAPI: (port) => python('uvicorn', 'fastapi_app:app', '--port', port),
};

before(async () => {
  await Promise.all([needNodeModules(RECIPES), needPhp().then(needPython)]);
});

describe('a recipe for', { concurrency: 12 }, () => {
  for (const [name, recipe] of Object.entries(PROGRAMS)) {
    it(`${name} does what the contract wants, and no less than its README says`, async (t) => {
      const service = await startStandIn(t);
      const port = String(await freePort());
      const { command, folder } = recipe(port);
      const { PATH, HOME } = process.env;
      await start(t, command, join(RECIPES, folder), {
        ...{ PATH, HOME, PORT: port, PYTHONDONTWRITEBYTECODE: '1' },
        ...(await settingsOfRecipe(t, service.url)),
      });
      await listening(Number(port));
      const findings = await checkRecipe(new URL(`http://127.0.0.1:${port}/pay`), service);
      assert.deepEqual(told(findings), { failures: [], warnings: warningsOf(folder) });
    });
  }

  it('nginx does what the contract wants, and no less than its README says', async (t) => {
    const service = await startStandIn(t);
    const { file, write } = await nginxRecipe(t);
    const values = await settingsOfRecipe(t, service.url);
    const origin = await startNginx(t, (port) => {
      write({ ...values, PORT: String(port) });
      return readFileSync(file, 'utf8');
    });
    const findings = await checkRecipe(new URL(`${origin}/pay`), service);
    assert.deepEqual(told(findings), { failures: [], warnings: warningsOf('nginx') });
  });
});

/** Settings that no recipe may take, each beside right ones. The last: a Live key that could be read on its way. */
const WRONG: readonly [string, NodeJS.ProcessEnv][] = [
  ['PAYMENTS_MODE', { PAYMENTS_MODE: '' }],
  ['PAYMENTS_MODE', { PAYMENTS_MODE: 'sandbox' }],
  ['PAYMENTS_API_KEY', { PAYMENTS_API_KEY: '' }],
  ['PAYMENTS_BASE_URL', { PAYMENTS_BASE_URL: '' }],
  ['PAYMENTS_BASE_URL', { PAYMENTS_MODE: 'live', PAYMENTS_BASE_URL: 'http://service.example' }],
];
const RIGHT = { PAYMENTS_BASE_URL: 'http://127.0.0.1:9', PAYMENTS_API_KEY: 'any-text', PAYMENTS_MODE: 'test' };

describe('a recipe that is set up wrongly', () => {
  for (const [name, settings] of WRONG) {
    const given = Object.entries(settings)
      .map((entry) => entry.join('='))
      .join(' ');

    for (const recipe of ['PHP', 'Laravel’s controller']) {
      it(`says that nobody was charged, and why: ${recipe} with ${given}`, async (t) => {
        const { status, problem } = await pay(await startRecipe(t, recipe, { ...RIGHT, ...settings }));
        const { code, outcome, detail } = problem;
        const named = /PAYMENTS_[A-Z_]+/.exec(String(detail))?.[0];
        assert.deepEqual([status, code, outcome, named], [500, 'proxy_error', 'not_charged', name]);
      });
    }

    for (const recipe of ['Flask', 'FastAPI']) {
      it(`does not start, and says why: ${recipe} with ${given}`, async () => {
        assert.match(
          await lastWords(recipe, { ...RIGHT, ...settings }),
          new RegExp(`^RuntimeError: ${name} has to be`, 'm'),
        );
      });
    }
  }

  for (const recipe of ['Node’s http', 'Express', 'Fastify', 'Hono']) {
    it(`does not start, and says which variables it needs: ${recipe}`, async () => {
      const words = await lastWords(recipe, {});
      assert.match(words, /^Error: Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE/m);
    });
  }

  it('says that nobody was charged: Next.js', async (t) => {
    t.mock.method(console, 'error', () => undefined); // where it says why
    const { POST } = (await import(pathToFileURL(join(RECIPES, 'nextjs/route.mjs')).href)) as {
      POST: (request: Request) => Promise<Response>;
    };
    const answer = await POST(new Request('http://localhost/pay/v1/payments', { method: 'POST' }));
    const { code, outcome, detail } = (await answer.json()) as Readonly<Record<string, unknown>>;
    assert.deepEqual([answer.status, code, outcome, typeof detail], [500, 'proxy_error', 'not_charged', 'string']);
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
  });

  for (const recipe of ['PHP', 'Laravel’s controller']) {
    it(`takes a Live key to a service on this machine: ${recipe}`, async (t) => {
      const { problem } = await pay(await startRecipe(t, recipe, { ...RIGHT, PAYMENTS_MODE: 'live' }));
      assert.equal(problem['code'], 'service_unreachable'); // nobody is there, but it was looked for
    });
  }
});

describe('a recipe in an application', () => {
  for (const recipe of ['Flask', 'FastAPI']) {
    it(`leaves the answers of other paths as they are: ${recipe}`, async (t) => {
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

  it('writes the key where nobody else can read it, even over a file that everybody could', async (t) => {
    const { file, write } = await nginxRecipe(t);
    writeFileSync(file, '', { mode: 0o644 });
    write({ ...RIGHT, PORT: '3000' });
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});

/** The command that makes the configuration, up to where nginx reads it, and the file that it makes: here in a folder of the test. */
async function nginxRecipe(t: TestContext) {
  await needProgram('envsubst', 'gettext-base');
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  t.after(() => rm(folder, { recursive: true }));
  const [, block = ''] =
    /^```sh\n([^]*?) &&\n *nginx -t/m.exec(await readFile(join(RECIPES, 'nginx/README.md'), 'utf8')) ?? [];
  const script = block.replaceAll('/etc/nginx/conf.d', folder);
  const write = (settings: NodeJS.ProcessEnv) => {
    execFileSync('sh', ['-c', script], {
      cwd: join(RECIPES, 'nginx'),
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  return { file: join(folder, 'pay.conf'), write };
}

/** Starts a recipe. @returns where it is */
async function startRecipe(t: TestContext, name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const { command, folder } = recipeOf(name, port);
  const { PATH, HOME } = process.env;
  await start(t, command, join(RECIPES, folder), { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...settings });
  await listening(port);
  return `http://127.0.0.1:${port}/pay`;
}

/** Pays an order that the recipes know. */
async function pay(proxy: string): Promise<{ status: number; problem: Readonly<Record<string, unknown>> }> {
  const answer = await fetch(`${proxy}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k'.repeat(22) },
    body: JSON.stringify({ amount: 4999, currency: 'EUR', reference: 'order-1042', payment_method: { type: 'card' } }),
  });
  return { status: answer.status, problem: (await answer.json()) as Readonly<Record<string, unknown>> };
}

/** What a recipe that ends by itself has said until then. */
async function lastWords(name: string, settings: NodeJS.ProcessEnv): Promise<string> {
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
  }); // one that starts would stay
  const [words] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return words;
}

function recipeOf(name: string, port: number): Recipe {
  const recipe = PROGRAMS[name]?.(String(port));
  assert.ok(recipe, name);
  return recipe;
}

/** What a recipe does not do, by the last column of the table in the README. */
function warningsOf(folder: string): string[] {
  const rows = readFileSync(join(RECIPES, 'README.md'), 'utf8').split('\n');
  const row = rows.find((line) => line.startsWith('|') && line.includes(`](${folder})`));
  assert.ok(row, `no row for ${folder}`);
  return Array.from((row.split('|').at(-2) ?? '').matchAll(/`([\w-]+)`/g), ([, name = '']) => name);
}

const told = (findings: readonly Finding[]) => ({
  failures: idsOf(findings, 'failure'),
  warnings: idsOf(findings, 'warning'),
});

/** Starts a program that ends with the test. */
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

/** A program does not say when it listens, so it is asked. */
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
