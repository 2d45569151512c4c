import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Finding } from '../../src/check-proxy/check.js';
import { USUAL } from '../../src/check-proxy/prober.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { idsOf, startStandIn } from '../support/checked-proxy.js';
import { freePort } from '../support/free-port.js';
import { startNginx } from '../support/nginx.js';
import { API_KEY } from '../support/node-proxy.js';
import { startServer } from '../support/node-servers.js';
import { until } from '../support/until.js';
import { needPython, PHP, prepareNode } from './programs.js';

const RECIPES = join(import.meta.dirname, '../../demo/proxies');

/** As it is by itself, and what is silent is waited for: proxies give up after 30 s. */
const SETTINGS = { ...USUAL, wait: 45_000 };

interface Recipe {
  readonly command: readonly string[];
  readonly folder: string;
  /** What it does not do; its README says so. */
  readonly warnings: readonly string[];
}

const python = (...args: string[]) => ({ command: ['/usr/bin/python3', '-m', ...args], folder: 'python' });

const PROGRAMS: Readonly<Record<string, (port: string) => Recipe>> = {
  'Node’s http': () => ({ command: [process.execPath, 'server.mjs'], folder: 'node', warnings: [] }),
  Express: () => ({ command: [process.execPath, 'server.mjs'], folder: 'express', warnings: [] }),
  Fastify: () => ({ command: [process.execPath, 'server.mjs'], folder: 'fastify', warnings: [] }),
  Hono: () => ({ command: [process.execPath, 'server.mjs'], folder: 'hono', warnings: [] }),
  PHP: (port) => ({ command: ['php', '-S', `127.0.0.1:${port}`, 'pay.php'], folder: 'php', warnings: ['replay'] }),
  'Laravel’s controller': (port) => ({
    command: ['php', '-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'laravel-stand-in.php')],
    folder: 'laravel',
    warnings: ['replay'],
  }),
  Flask: (port) => ({ ...python('flask', '--app', 'flask_app', 'run', '-p', port), warnings: ['replay'] }),
  FastAPI: (port) => ({ ...python('uvicorn', 'fastapi_app:app', '--port', port), warnings: ['replay'] }),
};

before(async () => {
  await Promise.all([prepareNode(RECIPES), PHP().then(needPython)]);
});

describe('a recipe for', { concurrency: 12 }, () => {
  for (const [name, recipe] of Object.entries(PROGRAMS)) {
    it(`${name} does what the contract wants, and no less than its README says`, async (t) => {
      const service = await startStandIn(t);
      const port = String(await freePort());
      const { command, folder, warnings } = recipe(port);
      const store = await mkdtemp(join(tmpdir(), 'recipe-'));
      const { PATH, HOME } = process.env;
      await start(t, command, join(RECIPES, folder), {
        ...{ PATH, HOME, PORT: port, PAYMENTS_STORE: store, PYTHONDONTWRITEBYTECODE: '1' },
        ...{ PAYMENTS_BASE_URL: service.url, PAYMENTS_API_KEY: API_KEY, PAYMENTS_MODE: 'test' },
      });
      t.after(() => rm(store, { recursive: true, force: true }));
      await listening(Number(port));
      const findings = await check({ ...SETTINGS, url: new URL(`http://127.0.0.1:${port}/pay`), service });
      assert.deepEqual(told(findings), { failures: [], warnings });
    });
  }

  it('a route of Next.js, which is a function of the platform, does what the contract wants', async (t) => {
    const service = await startStandIn(t);
    const store = await mkdtemp(join(tmpdir(), 'recipe-'));
    t.after(() => rm(store, { recursive: true, force: true }));
    Object.assign(process.env, { PAYMENTS_BASE_URL: service.url, PAYMENTS_API_KEY: API_KEY, PAYMENTS_MODE: 'test' });
    process.env['PAYMENTS_STORE'] = store;
    const route = (await import(join(RECIPES, 'nextjs/route.mjs'))) as Record<string, (request: Request) => Response>;
    // HEAD is a GET whose body Next.js drops.
    const answer = (request: Request) =>
      route[request.method.replace('HEAD', 'GET')]?.(request) ?? new Response(null, { status: 405 });
    const url = new URL(`${await startServer(t, createRequestListener(answer))}/pay`);
    const findings = await check({ ...SETTINGS, url, service });
    assert.deepEqual(told(findings), { failures: [], warnings: [] });
  });

  it('nginx does what the contract wants, and no less than its README says', async (t) => {
    const service = await startStandIn(t);
    const template = await readFile(join(RECIPES, 'nginx/nginx.conf'), 'utf8');
    const values = { PAYMENTS_BASE_URL: service.url, PAYMENTS_API_KEY: API_KEY, PAYMENTS_MODE: 'test' };
    const origin = await startNginx(t, (port) =>
      Object.entries({ ...values, PORT: String(port) }).reduce(
        (text, [name, value]) => text.replaceAll(`$${name}`, value),
        template,
      ),
    );
    const findings = await check({ ...SETTINGS, url: new URL(`${origin}/pay`), service });
    assert.deepEqual(told(findings), { failures: [], warnings: ['price', 'replay', 'read-once', 'echo-masked'] });
  });
});

const told = (findings: readonly Finding[]) => ({
  failures: idsOf(findings, 'failure'),
  warnings: idsOf(findings, 'warning'),
});

async function check(settings: Parameters<typeof checkProxy>[0]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of checkProxy(settings)) findings.push(finding);
  return findings;
}

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
