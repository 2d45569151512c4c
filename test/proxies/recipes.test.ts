import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { Finding } from '../../src/check-proxy/check.js';
import { idsOf, startStandIn } from '../support/checked-proxy.js';
import { checkRecipe, settingsOfRecipe } from '../support/checked-recipe.js';
import { freePort } from '../support/free-port.js';
import { startNginx } from '../support/nginx.js';
import { until } from '../support/until.js';
import { needNodeModules, needPhp, needPython } from './prerequisites.js';

const RECIPES = join(import.meta.dirname, '../../demo/proxies');

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
  await Promise.all([needNodeModules(RECIPES), needPhp().then(needPython)]);
});

describe('a recipe for', { concurrency: 12 }, () => {
  for (const [name, recipe] of Object.entries(PROGRAMS)) {
    it(`${name} does what the contract wants, and no less than its README says`, async (t) => {
      const service = await startStandIn(t);
      const port = String(await freePort());
      const { command, folder, warnings } = recipe(port);
      const { PATH, HOME } = process.env;
      await start(t, command, join(RECIPES, folder), {
        ...{ PATH, HOME, PORT: port, PYTHONDONTWRITEBYTECODE: '1' },
        ...(await settingsOfRecipe(t, service.url)),
      });
      await listening(Number(port));
      const findings = await checkRecipe(new URL(`http://127.0.0.1:${port}/pay`), service);
      assert.deepEqual(told(findings), { failures: [], warnings });
    });
  }

  it('nginx does what the contract wants, and no less than its README says', async (t) => {
    const service = await startStandIn(t);
    const template = await readFile(join(RECIPES, 'nginx/nginx.conf'), 'utf8');
    const values = await settingsOfRecipe(t, service.url);
    const origin = await startNginx(t, (port) =>
      Object.entries({ ...values, PORT: String(port) }).reduce(
        (text, [name, value]) => text.replaceAll(`$${name}`, value),
        template,
      ),
    );
    const findings = await checkRecipe(new URL(`${origin}/pay`), service);
    assert.deepEqual(told(findings), {
      failures: [],
      warnings: ['price', 'replay', 'read-once', 'time-out', 'key-masked', 'card-masked'],
    });
  });
});

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
