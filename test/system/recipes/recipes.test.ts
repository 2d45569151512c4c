import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { POST } from '../../../demo/frameworks/next/app/pay/[...path]/route.js';
import { idsOf, startFakeService } from '../../support/checked-proxy.js';
import { assertFrame, checkRecipe, settingsOfRecipe } from '../../support/checked-recipe.js';
import { freePort } from '../../support/free-port.js';
import { installPackages } from '../../support/install-packages.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

const RECIPES = join(process.cwd(), 'demo/proxies');
const NAMES = ['node', 'express', 'fastify', 'hono'];

before(() => {
  installPackages(RECIPES);
});

describe('a recipe', { concurrency: 4 }, () => {
  for (const name of NAMES) {
    it(`passes all checks: ${name}`, async (t) => {
      const service = await startFakeService(t);
      const { origin } = await startRecipe(t, name, await settingsOfRecipe(t, service.url));
      const findings = await checkRecipe(new URL(`${origin}/pay`), service);
      assert.deepEqual([idsOf(findings, 'failure'), idsOf(findings, 'warning')], [[], []]);
    });
  }

  it('serves the frame of isolated mode', async (t) => {
    const settings = await settingsOfRecipe(t, 'http://127.0.0.1:2');
    const { origin } = await startRecipe(t, 'node', { ...settings, FRAME_ANCESTORS: 'https://shop.example' });
    await assertFrame(`${origin}/pay`);
  });

  it('exits without settings, and names them', async () => {
    const child = run('node', {});
    const [output] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.match(output, /^Error: Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE/m);
  });

  it('rejects payments as not charged without settings: Next.js', async (t) => {
    t.mock.method(console, 'error', () => undefined); // which has the reason
    const answer = await POST(new Request('http://localhost/pay/v1/payments', { method: 'POST' }));
    const { code, outcome, detail } = (await answer.json()) as Readonly<Record<string, unknown>>;
    assert.deepEqual([answer.status, code, outcome, typeof detail], [500, 'proxy_error', 'not_charged', 'string']);
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
  });
});

/** Starts a recipe. */
async function startRecipe(t: Scope, name: string, settings: NodeJS.ProcessEnv) {
  const port = await freePort();
  const child = run(name, { PORT: String(port), ...settings });
  const ended = once(child, 'close');
  child.stderr.resume();
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await until(() => child.exitCode !== null || isListening(port));
  return { origin: `http://127.0.0.1:${port}` };
}

function run(name: string, settings: NodeJS.ProcessEnv): ChildProcess & { stderr: NodeJS.ReadableStream } {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings };
  return spawn(process.execPath, [`${name}.mjs`], { cwd: RECIPES, env, stdio: ['ignore', 'ignore', 'pipe'] });
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
