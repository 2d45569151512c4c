import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, it, type TestContext } from 'node:test';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { assertFrame, checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';

const RECIPES = join(process.cwd(), 'demo/proxies');

/** The folders of the recipes for Node. */
const NAMES = ['node', 'express', 'fastify', 'hono'];

describe('a recipe passes all checks:', { concurrency: 4 }, () => {
  for (const name of NAMES) {
    it(name, async (t) => {
      const service = await startFakeService(t);
      const url = await startRecipe(t, name, await settingsOfRecipe(t, service.url));
      const findings = await checkRecipe(new URL(url), service);
      assert.deepEqual([idsOf(findings, 'failure'), idsOf(findings, 'warning')], [[], []]);
    });
  }
});

describe('a recipe with invalid settings', () => {
  for (const recipe of NAMES) {
    it(`exits and names missing variables: ${recipe}`, async () => {
      const output = await errorOutput(recipe);
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
});

describe('a recipe serves the frame of isolated mode:', () => {
  for (const recipe of NAMES) {
    it(recipe, async (t) => {
      const settings = await settingsOfRecipe(t, 'http://127.0.0.1:9');
      await assertFrame(await startRecipe(t, recipe, { ...settings, FRAME_ANCESTORS: 'https://shop.example' }));
    });
  }
});

/** Starts a recipe, which stops with the test. @returns its address */
async function startRecipe(t: TestContext, name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const child = run(name, { PORT: String(port), ...settings }, 'ignore');
  t.after(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await listening(port);
  return `http://127.0.0.1:${port}/pay`;
}

/** The error output of a recipe that exits. */
async function errorOutput(name: string): Promise<string> {
  const child = run(name, {}, 'pipe');
  const [output] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  return output;
}

function run(name: string, settings: NodeJS.ProcessEnv, stderr: 'ignore' | 'pipe'): ChildProcess {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings };
  return spawn(process.execPath, ['server.mjs'], {
    cwd: join(RECIPES, name),
    env,
    stdio: ['ignore', 'ignore', stderr],
  });
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
