import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { createOrderToken } from '../../../src/proxy/index.js';
import { settingsOfRecipe } from '../../support/checked-recipe.js';
import { freePort } from '../../support/free-port.js';
import { INVALID_REQUESTS, sendRaw } from '../../support/invalid-requests.js';

const RECIPES = join(process.cwd(), 'demo/proxies');

/** Starts a recipe. `stop` ends it and returns its error output. */
async function start(t: TestContext, folder: string) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const settings = await settingsOfRecipe(t, 'http://127.0.0.1:9');
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: join(RECIPES, folder),
    env: { PATH, HOME, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const errors = text(child.stderr);
  for await (const [chunk] of on(child.stdout, 'data')) if (String(chunk).includes('Payments at')) break;
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return { code, errors: await errors };
  };
  const order = { reference: 'order-1', amount: 4999, currency: 'EUR' };
  const token = await createOrderToken(order, settings.ORDER_TOKEN_SECRET);
  return { origin: `http://127.0.0.1:${port}`, token, stop };
}

describe('invalid requests get 400 or 405, without a stack trace', { concurrency: 4 }, () => {
  for (const folder of ['node', 'express', 'fastify', 'hono']) {
    it(folder, async (t) => {
      const { origin, token, stop } = await start(t, folder);
      for (const [request, status] of INVALID_REQUESTS('/pay/v1/payments')) {
        const response = await sendRaw(origin, request);
        assert.equal(response.status, status, request);
        assert.doesNotMatch(response.text, /\bat |Error/);
      }
      assert.equal((await fetch(`${origin}/pay/config`, { headers: { 'Order-Token': token } })).status, 200);
      const { code, errors } = await stop();
      const unexpected = errors.split('\n').filter((line) => line && !line.includes('"event":"requests_refused"'));
      assert.deepEqual({ code, unexpected }, { code: 0, unexpected: [] });
    });
  }
});
