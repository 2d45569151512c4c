import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scrape } from '../../support/metrics.js';
import { answer, inTurn, startRecorder } from '../../support/node-servers.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { payOrder } from '../../support/program-payments.js';
import { programSettings, startProgram, WEBHOOK_SECRET, type Program } from '../../support/program.js';
import { startRedisServer } from '../../support/redis-server.js';
import { until } from '../../support/until.js';

const UNKNOWN = 'payments_unknown_attempts';
const AGE = 'payments_oldest_unknown_seconds';
const outcome = (name: string) => `payments_attempts_total{outcome="${name}"}`;

/** Waits until metrics have these values. The store is read every ten seconds. */
const shows = (program: Program, expected: Readonly<Record<string, number>>) =>
  until(async () => {
    const values = await scrape(program);
    return Object.entries(expected).every(([name, value]) => values[name] === value);
  });

describe('the metrics of the program', { concurrency: 4 }, () => {
  it('count paid, declined and unknown payments, and limits', async (t) => {
    const service = await startRecorder(t, inTurn(answer(200, '{}'), answer(402, '{}'), answer(500, '{}')));
    const settings = { ...(await programSettings(t, service.url)), LIMIT_ATTEMPTS_PER_REFERENCE: '1' };
    const program = await startProgram(t, settings);
    for (const reference of ['paid', 'declined', 'declined', 'unknown']) await payOrder(program, reference);
    const values = await scrape(program);
    assert.deepEqual(
      [
        values[outcome('paid')],
        values[outcome('declined')],
        values[outcome('unknown')],
        values['payments_limited_total{limit="reference"}'],
        values['payments_service_duration_seconds_count{status="2xx"}'],
        values[UNKNOWN],
      ],
      [1, 1, 1, 1, 1, 1],
    );
  });

  it('still know of an unknown payment and its age after kill -9, and count from zero', async (t) => {
    const service = await startRecorder(t, answer(500, '{}'));
    const settings = await programSettings(t, service.url);
    const killed = await startProgram(t, settings);
    await payOrder(killed, 'order-1');
    const before = await scrape(killed);
    await killed.end('SIGKILL');
    const after = await scrape(await startProgram(t, settings));
    assert.deepEqual(
      [before[UNKNOWN], before[outcome('unknown')], after[UNKNOWN], after[outcome('unknown')]],
      [1, 1, 1, 0],
    );
    assert.ok((after[AGE] ?? 0) > (before[AGE] ?? 0));
  });

  for (const [name, start] of [
    ['PostgreSQL', startPostgresServer],
    [
      'Redis',
      async () => {
        const redis = await startRedisServer();
        return { ...redis, url: `redis://127.0.0.1:${redis.port}` };
      },
    ],
  ] as const) {
    it(`show that ${name} is down, and that it is back`, async (t) => {
      const database = await start();
      t.after(() => database.stop());
      const service = await startRecorder(t, answer(500, '{}'));
      const program = await startProgram(t, {
        ...(await programSettings(t, service.url)),
        PAYMENTS_STORE: database.url,
      });
      const isReady = async () => (await fetch(`${program.operations}/readyz`)).status;
      await payOrder(program, 'order-1');
      const up = [await isReady(), (await scrape(program))['payments_store_errors_total']];
      await database.kill();
      const refused = await payOrder(program, 'order-2');
      const down = [await isReady(), refused.status];
      const { payments_store_errors_total: errors = 0 } = await scrape(program);
      await database.startAgain();
      await until(async () => (await isReady()) === 200);
      await shows(program, { [UNKNOWN]: 1 });
      assert.deepEqual([up, down, errors > 0], [[200, 0], [503, 503], true]);
    });
  }

  it('count webhooks, and those that wait for the shop', async (t) => {
    const service = await startRecorder(t, answer(200, '{}'));
    let status = 500;
    const shop = await startRecorder(t, (response, request) => {
      answer(status)(response, request);
    });
    const program = await startProgram(t, {
      ...(await programSettings(t, service.url)),
      SETTLED_URL: shop.url,
      SETTLED_SECRET: WEBHOOK_SECRET,
    });
    await payOrder(program, 'order-1');
    await until(() => shop.requests.length > 0);
    await shows(program, { payments_settled_waiting: 1 });
    const { 'payments_settled_total{result="failed"}': failed = 0 } = await scrape(program);
    status = 200;
    await shows(program, { payments_settled_waiting: 0, 'payments_settled_total{result="delivered"}': 1 });
    assert.ok(failed > 0);
  });

  it('are served where the other paths for operations are', async (t) => {
    const { address, operations } = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    const responses = [await fetch(`${address}/metrics`), await fetch(`${operations}/metrics`)];
    assert.deepEqual(
      responses.map(({ status, headers }) => [status, headers.get('Content-Type')]),
      [
        [404, 'application/problem+json'],
        [200, 'text/plain; version=0.0.4; charset=utf-8'],
      ],
    );
  });

  it('do not delay the end of the program', async (t) => {
    const program = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    await scrape(program);
    assert.equal(await program.end('SIGTERM'), 0);
  });
});
