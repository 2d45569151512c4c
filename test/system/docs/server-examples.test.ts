import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { assertFrame } from '../../support/checked-recipe.js';
import { freePort } from '../../support/free-port.js';
import { readMetrics } from '../../support/metrics.js';
import { API_KEY, askAttempt, newKey, payAs, post } from '../../support/node-proxy.js';
import { answer, gate, startRecorder, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { payWith, SECRET, tokenFor } from '../../support/order-tokens.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { startRedisServer } from '../../support/redis-server.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const run = promisify(execFile);
const EXAMPLES = join(process.cwd(), 'docs/examples');

const accept = answer(200, '{"id":"pay_1","status":"succeeded"}');
const decline = answer(402, '{}');

/** A running example of `docs/examples/server`. */
interface Example {
  readonly origin: string;
  readonly proxyUrl: string;
  readonly env: NodeJS.ProcessEnv;
  /** Its working directory, where the default store is. */
  readonly folder: string;
  readonly process: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
}

interface NextActionAnswer {
  readonly next_action?: unknown;
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new one. */
  readonly folder?: string;
}

async function startExample(
  t: TestContext,
  name: string,
  service: TestServer,
  { env: own, folder: given }: Setting = {},
): Promise<Example> {
  const folder = given ?? (await temporaryFolder(t));
  const port = await freePort();
  const env = {
    ...{ PATH: process.env['PATH'], PORT: String(port), PAYMENTS_BASE_URL: service.url, PAYMENTS_API_KEY: API_KEY },
    ...{ ORDER_TOKEN_SECRET: SECRET, ...own },
  };
  const child = spawn(process.execPath, [join(EXAMPLES, 'server', name)], { cwd: folder, env, stdio: 'pipe' });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  t.after(() => stop(child, 'SIGKILL'));
  const origin = `http://localhost:${port}`;
  await until(() => {
    assert.equal(child.exitCode, null, output);
    return output.includes(origin);
  });
  return { origin, proxyUrl: `${origin}/pay`, env, folder, process: child, output: () => output };
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function settle({ folder, env }: Example, ...args: string[]): Promise<string> {
  return (await run(process.execPath, [join(EXAMPLES, 'server/settle.mjs'), ...args], { cwd: folder, env })).stdout;
}

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

async function stateOf({ proxyUrl }: Example, key: string): Promise<string | undefined> {
  const response = await askAttempt(proxyUrl, key, { 'Order-Token': await tokenFor() });
  return ((await response.json()) as { state?: string }).state;
}

describe('an example of the documentation:', () => {
  it('order tokens permit to pay the order of the page', async (t) => {
    const service = await startRecorder(t, accept);
    const { origin, proxyUrl } = await startExample(t, 'order-tokens.mjs', service);
    const [, token] = /order-token="([^"]+)"/.exec(await (await fetch(origin)).text()) ?? [];
    assert.equal((await payWith(proxyUrl, token)).status, 200);
    assert.equal(await codeOf(await payWith(proxyUrl, undefined)), 'order_token_invalid');
    const script = await fetch(`${origin}/payment-widget/payment-widget.js`);
    assert.equal(script.headers.get('Content-Type'), 'text/javascript');
    assert.equal((await fetch(`${origin}/payment-widget/missing.js`)).status, 404);
  });

  it('resolvePayment knows orders of this visitor only', async (t) => {
    const service = await startRecorder(t, accept);
    const { proxyUrl } = await startExample(t, 'resolve-payment.mjs', service);
    const payIn = (session: string, change = {}) =>
      post(proxyUrl, samplePayment(change), { 'Idempotency-Key': newKey(), Cookie: `a=1; session=${session}` });
    assert.equal(await codeOf(await payIn('another')), 'unknown_order');
    assert.equal(await codeOf(await payIn('5f2c9e7a1b3d4860', { amount: 1 })), 'amount_changed');
    assert.equal((await payIn('5f2c9e7a1b3d4860')).status, 200);
    assert.equal(service.requests.length, 1);
  });

  it('the price depends on the card', async (t) => {
    const service = await startRecorder(t, accept);
    const { proxyUrl } = await startExample(t, 'price-by-card.mjs', service);
    const amex = { number: '371449635398431', cvc: '1234' };
    const payAmount = (amount: number) => payAs(proxyUrl, newKey(), samplePayment({ amount, card: amex }));
    assert.equal(await codeOf(await payAmount(4999)), 'amount_changed');
    assert.equal((await payAmount(5199)).status, 200);
  });

  it('LMDB keeps attempts when the server ends', async (t) => {
    const service = await startRecorder(t, accept);
    const folder = await temporaryFolder(t);
    const setting = { folder, env: { ATTEMPTS_FOLDER: join(folder, 'attempts') } };
    const first = await startExample(t, 'lmdb-store.mjs', service, setting);
    const key = newKey();
    assert.equal((await payWith(first.proxyUrl, await tokenFor(), { key })).status, 200);
    await stop(first.process, 'SIGTERM');
    assert.equal(first.process.exitCode, 0, first.output());
    const second = await startExample(t, 'lmdb-store.mjs', service, setting);
    assert.equal(await stateOf(second, key), 'succeeded');
  });

  for (const [name, file, startServer] of [
    [
      'PostgreSQL',
      'postgres-store.mjs',
      async () => {
        const server = await startPostgresServer();
        return { server, env: { DATABASE_URL: server.url } };
      },
    ],
    [
      'Redis',
      'redis-store.mjs',
      async () => {
        const server = await startRedisServer();
        return { server, env: { REDIS_URL: `redis://127.0.0.1:${server.port}` } };
      },
    ],
  ] as const) {
    it(`${name} shares attempts among servers`, async (t) => {
      const { server, env } = await startServer();
      t.after(() => server.stop());
      const service = await startRecorder(t, accept);
      const [one, two] = await Promise.all([1, 2].map(() => startExample(t, file, service, { env })));
      assert.ok(one && two);
      const token = await tokenFor();
      const answers = [await payWith(one.proxyUrl, token), await payWith(two.proxyUrl, token)];
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.get('Idempotency-Replayed')]),
        [
          [200, null],
          [200, 'true'],
        ],
      );
      assert.equal(service.requests.length, 1);
    });
  }

  it('limits count the attempts of a client', async (t) => {
    const service = await startRecorder(t, decline);
    const { proxyUrl } = await startExample(t, 'limits.mjs', service);
    const statuses = [];
    for (let order = 1; order <= 6; order++) {
      const reference = `order-${order}`;
      const headers = { 'Client-Address': String(order), 'Order-Token': await tokenFor({ reference }) };
      const payment = samplePayment({ reference });
      statuses.push((await post(proxyUrl, payment, { 'Idempotency-Key': newKey(), ...headers })).status);
    }
    assert.deepEqual(statuses, [402, 402, 402, 402, 402, 429]);
  });

  it('metrics count attempts by their outcome, and unknown attempts in the store', async (t) => {
    const service = await startRecorder(t, answer(500, '{}'));
    const { proxyUrl, origin } = await startExample(t, 'metrics.mjs', service);
    await payWith(proxyUrl, await tokenFor({}));
    const values = readMetrics(await (await fetch(origin)).text());
    assert.deepEqual(
      [values['payments_attempts_total{outcome="unknown"}'], values['payments_unknown_attempts']],
      [1, 1],
    );
  });

  it('the old API key is used while the service rejects the new one, and old order tokens are accepted', async (t) => {
    const old = 'the-old-key';
    const service = await startRecorder(t, (response, request) => {
      const behave = request.headers.authorization === `Bearer ${old}` ? accept : answer(401, '{}');
      behave(response, request);
    });
    const oldSecret = 'another secret, which was in use before this one';
    const env = { OLD_PAYMENTS_API_KEY: old, OLD_ORDER_TOKEN_SECRET: oldSecret };
    const { proxyUrl, output } = await startExample(t, 'key-rotation.mjs', service, { env });
    assert.equal((await payWith(proxyUrl, await tokenFor({}, oldSecret))).status, 200);
    await until(() => output().includes('second_key_taken'));
  });

  it('requests and responses have the format of the service', async (t) => {
    const declined: Behaviour = answer(200, '{"id":"pay_1","result":"declined","risk":7}');
    const service = await startRecorder(t, declined);
    const { proxyUrl } = await startExample(t, 'service-format.mjs', service);
    const response = await payWith(proxyUrl, await tokenFor());
    assert.deepEqual([response.status, await response.json()], [402, { id: 'pay_1', result: 'declined' }]);
    const { total, order_id } = JSON.parse(service.requests[0]?.body ?? '') as Record<string, unknown>;
    assert.deepEqual([total, order_id], [{ value: 4999, currency: 'EUR' }, 'order-1042']);
  });

  it('a confirmation by the bank is returned to the page', async (t) => {
    const challenge = { url: 'https://acs.example/challenge', fields: { creq: 'e30' } };
    const service = await startRecorder(t, answer(200, JSON.stringify({ status: 'requires_action', challenge })));
    const { proxyUrl } = await startExample(t, 'next-action.mjs', service);
    const { next_action: action } = (await (await payWith(proxyUrl, await tokenFor())).json()) as NextActionAnswer;
    assert.deepEqual(action, { ...challenge, method: 'POST' });
  });

  it('isolated mode serves the frame', async (t) => {
    const { proxyUrl } = await startExample(t, 'isolated-mode.mjs', await startRecorder(t, accept));
    await assertFrame(proxyUrl);
  });

  it('a payment in doubt is settled while the server runs', async (t) => {
    const outcome = 'succeeded';
    const service = await startRecorder(t, answer(500, '{}'));
    const example = await startExample(t, 'order-tokens.mjs', service);
    const key = newKey();
    await payWith(example.proxyUrl, await tokenFor(), { key });
    assert.equal(await stateOf(example, key), 'unknown');
    assert.match(await settle(example), new RegExp(`^${key} unknown .* order-1042\n$`));
    assert.equal(await settle(example, key, outcome), `${key} is settled: ${outcome}\n`);
    assert.equal(await stateOf(example, key), outcome);
    assert.match(await settle(example, key, outcome), /nothing to settle/);
  });

  it('an order is marked as paid when it is paid', async (t) => {
    const service = await startRecorder(t, accept);
    const { origin, proxyUrl } = await startExample(t, 'mark-paid.mjs', service);
    assert.match(await (await fetch(origin)).text(), /"isPaid":false/);
    assert.equal((await payWith(proxyUrl, await tokenFor())).status, 200);
    await until(async () => /"isPaid":true/.test(await (await fetch(origin)).text()));
  });

  it('an order is not marked as paid with an older token for another price', async (t) => {
    const price = { amount: 4998 };
    const service = await startRecorder(t, accept);
    const { origin, proxyUrl, output } = await startExample(t, 'mark-paid.mjs', service);
    const payment = samplePayment(price);
    assert.equal((await payWith(proxyUrl, await tokenFor(price), { payment })).status, 200);
    const isPaid = async () => /"isPaid":true/.test(await (await fetch(origin)).text());
    await until(async () => output().includes('Check order-1042') || (await isPaid()));
    assert.equal(await isPaid(), false);
  });

  it('an order is marked as paid when its attempt is settled later', async (t) => {
    const service = await startRecorder(t, answer(500, '{}'));
    const example = await startExample(t, 'mark-paid.mjs', service);
    const key = newKey();
    await payWith(example.proxyUrl, await tokenFor(), { key });
    const page = async () => (await fetch(example.origin)).text();
    assert.match(await page(), /"isPaid":false/);
    await settle(example, key, 'succeeded');
    await until(async () => /"isPaid":true/.test(await page()));
  });

  it('a webhook settles a payment in doubt, and is repeated while the payment is in progress', async (t) => {
    const answered = gate();
    const service = await startRecorder(t, (response, request) => {
      void answered.opened.then(() => {
        answer(202, '{}')(response, request);
      });
    });
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const { origin, proxyUrl, output } = await startExample(t, 'webhook.mjs', service, {
      env: { WEBHOOK_SECRET: secret },
    });
    const key = newKey();
    const paying = payWith(proxyUrl, await tokenFor(), { key });
    await until(() => service.requests.length > 0);
    const send = async (data: object, sign = secret) => {
      const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
      const [at, body] = [new Date(), JSON.stringify({ type: 'payment.succeeded', data: { ...order, ...data } })];
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(sign).sign('msg_1', at, body),
      };
      return (await fetch(`${origin}/webhooks/payments`, { method: 'POST', headers, body })).status;
    };
    assert.equal(await send({ idempotency_key: key }, `whsec_${Buffer.alloc(24, 2).toString('base64')}`), 401);
    assert.equal(await send({ idempotency_key: null }), 204);
    assert.equal(await send({ idempotency_key: newKey() }), 204);
    assert.equal(await send({ idempotency_key: key }), 503);
    answered.open();
    await paying;
    assert.equal(await send({ idempotency_key: key }), 204);
    await until(() => output().includes('order-1042 paid'));
    assert.equal(await send({ idempotency_key: key }), 204);
  });
});

describe('a test of the documentation passes:', () => {
  it('server.test.mjs', async () => {
    await run(process.execPath, ['--test', join(EXAMPLES, 'testing/server.test.mjs')], { env: cleanEnv() });
  });
});

/** Without the variables of the outer test runner. */
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME };
}
