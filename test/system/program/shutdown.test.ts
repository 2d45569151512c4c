import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { answer, gate, inTurn, stall, startRecorder } from '../../support/node-servers.js';
import { payOrder } from '../../support/program-payments.js';
import { programSettings, startProgram, WEBHOOK_SECRET } from '../../support/program.js';
import { startRedisServer } from '../../support/redis-server.js';
import { until } from '../../support/until.js';

describe('the program', { concurrency: 4 }, () => {
  it('finishes a payment at SIGTERM, and refuses others', async (t) => {
    const { opened, open } = gate();
    const service = await startRecorder(t, (response, request) => {
      void opened.then(() => {
        answer(200, '{"id":"pay_1"}')(response, request);
      });
    });
    const program = await startProgram(t, await programSettings(t, service.url));
    const paying = payOrder(program, 'order-1');
    await until(() => service.requests.length === 1);
    const ended = program.end('SIGTERM');
    await until(() => program.lines().some(({ event }) => event === 'stopping'));
    const ready = await fetch(`${program.operations}/readyz`);
    await assert.rejects(fetch(`${program.address}/pay/config`));
    open();
    const response = await paying;
    assert.deepEqual(
      [ready.status, response.status, await response.text(), await ended],
      [503, 200, '{"id":"pay_1"}', 0],
    );
  });

  it('closes kept connections at SIGTERM', async (t) => {
    const program = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    const agent = new Agent({ keepAlive: true });
    t.after(() => {
      agent.destroy();
    });
    const [response] = (await once(get(`${program.proxyUrl}/config`, { agent }), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    assert.equal(await program.end('SIGTERM'), 0);
  });

  it('ends at once at a second signal', async (t) => {
    const service = await startRecorder(t, stall);
    const program = await startProgram(t, await programSettings(t, service.url));
    const paying = payOrder(program, 'order-1').catch(() => undefined);
    await until(() => service.requests.length === 1);
    program.child.kill('SIGTERM');
    await until(() => program.lines().some(({ event }) => event === 'stopping'));
    assert.equal(await program.end('SIGINT'), 1);
    await paying;
  });

  it('goes on when the reader of its log is gone', async (t) => {
    const service = await startRecorder(t, answer(500, '{}'));
    const program = await startProgram(t, await programSettings(t, service.url));
    program.child.stdout?.destroy();
    for (const reference of ['order-1', 'order-2']) await payOrder(program, reference); // each writes a line
    assert.equal((await fetch(`${program.operations}/healthz`)).status, 200);
  });

  it('delivers webhooks at least once and in order, over kill -9', async (t) => {
    const service = await startRecorder(t, inTurn(answer(402, '{}'), answer(200, '{"id":"pay_1"}')));
    let status = 500;
    const shop = await startRecorder(t, (response, request) => {
      answer(status)(response, request);
    });
    const settings = {
      ...(await programSettings(t, service.url)),
      SETTLED_URL: `${shop.url}/settled`,
      SETTLED_SECRET: WEBHOOK_SECRET,
    };
    const killed = await startProgram(t, settings);
    await payOrder(killed, 'order-1');
    await payOrder(killed, 'order-1');
    await until(() => shop.requests.length >= 2);
    const refused = [...shop.requests];
    await killed.end('SIGKILL');
    status = 200;
    await startProgram(t, settings);
    await until(() => shop.requests.length === refused.length + 2);
    const webhook = new Webhook(WEBHOOK_SECRET);
    const accepted = shop.requests
      .slice(refused.length)
      .map(({ body, headers }) => webhook.verify(body, headers as Record<string, string>) as { data: object });
    const ids = new Set(shop.requests.map(({ headers }) => headers['webhook-id']));
    assert.deepEqual(
      [accepted.map(({ data }) => 'outcome' in data && data.outcome), ids.size],
      [['failed', 'paid'], 2],
    );
  });

  it('is not ready while its store is down', async (t) => {
    const redis = await startRedisServer();
    t.after(() => redis.stop());
    const settings = {
      ...(await programSettings(t, 'http://127.0.0.1:9')),
      PAYMENTS_STORE: `redis://127.0.0.1:${redis.port}`,
    };
    const { operations } = await startProgram(t, settings);
    const status = async () => (await fetch(`${operations}/readyz`)).status;
    const statuses = [await status()];
    await redis.kill();
    statuses.push(await status());
    await redis.startAgain();
    await until(async () => (await status()) === 200);
    assert.deepEqual(statuses, [200, 503]);
  });
});
