import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { Redis } from 'ioredis';
import { open } from 'lmdb';
import { newKey } from '../../support/node-proxy.js';
import { answer, inTurn, stall, startRecorder } from '../../support/node-servers.js';
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.js';
import { payOrder } from '../../support/program-payments.js';
import { programSettings, runCommand, startProgram, WEBHOOK_SECRET } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** A running program whose service answers with these statuses in turn. */
async function programAfter(t: Scope, statuses: readonly number[], own: Readonly<Record<string, string>> = {}) {
  const [first = 200, ...others] = statuses;
  const service = await startRecorder(t, inTurn(answer(first, '{}'), ...others.map((status) => answer(status, '{}'))));
  const settings = { ...(await programSettings(t, service.url)), ...own };
  return { settings, service, program: await startProgram(t, settings) };
}

interface Row {
  readonly reference: string;
  readonly state: string;
  readonly key: string;
}

async function list(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Row[]> {
  const { out } = await runCommand(settings, 'attempts', '--json', ...args);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

const statesOf = async (...args: Parameters<typeof list>) =>
  Object.fromEntries((await list(...args)).map(({ reference, state }) => [reference, state]));

describe('commands for operations', { concurrency: 3 }, () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  before(async () => {
    [postgres, redis] = await Promise.all([startPostgresServer(), startRedisServer()]);
  });
  after(() => Promise.all([postgres.stop(), redis.stop()]));

  const stores: readonly (readonly [string, (t: Scope) => Promise<string>])[] = [
    ['LMDB', async (t) => `lmdb:${await temporaryFolder(t)}`],
    ['PostgreSQL', () => Promise.resolve(postgres.url)],
    ['Redis', () => Promise.resolve(`redis://127.0.0.1:${redis.port}`)],
  ];

  for (const [name, settingOf] of stores) {
    it(`list and settle payments in ${name} while the program runs, which tells the shop`, async (t) => {
      const shop = await startRecorder(t, answer(200));
      const { settings, program } = await programAfter(t, [200, 402, 500, 200], {
        PAYMENTS_STORE: await settingOf(t),
        SETTLED_URL: shop.url,
        SETTLED_SECRET: WEBHOOK_SECRET,
      });
      for (const reference of ['paid', 'declined', 'lost']) await payOrder(program, reference);
      const all = await statesOf(settings);
      const unknown = await statesOf(settings, '--unknown');
      const [lost] = await list(settings, '--unknown');
      const { code, out } = await runCommand(settings, 'resolve', lost?.key ?? '', 'failed');
      const settled = () =>
        shop.requests
          .map(({ body }) => (JSON.parse(body) as { data: { reference: string; outcome: string } }).data)
          .find(({ reference }) => reference === 'lost');
      await until(() => settled() !== undefined);
      const again = await payOrder(program, 'lost');
      assert.match(out, /^lost: attempt [0-9a-f]{12} unknown → failed\n$/);
      assert.deepEqual(
        [all, unknown, code, settled()?.outcome, again.status],
        [{ paid: 'succeeded', declined: 'failed', lost: 'unknown' }, { lost: 'unknown' }, 0, 'failed', 200],
      );
    });
  }

  it('print a table that a person can read, the oldest attempt first', async (t) => {
    const { settings, program } = await programAfter(t, [500]);
    const key = newKey();
    await payOrder(program, 'order-1', { key });
    const { code, out } = await runCommand(settings, 'attempts', '--unknown', '--since', '1d');
    const [head = '', row = ''] = out.split('\n');
    assert.deepEqual([code, head.split(/\s+/)], [0, ['STATE', 'SINCE', 'AMOUNT', 'REFERENCE', 'ATTEMPT', 'KEY']]);
    assert.match(row, new RegExp(`^unknown  \\d{4}-.+Z  49\\.99 EUR  order-1    [0-9a-f]{12}  ${key}$`));
  });

  it('say that a payment in progress may become unknown', async (t) => {
    const service = await startRecorder(t, stall);
    const settings = await programSettings(t, service.url);
    const program = await startProgram(t, settings);
    const paying = payOrder(program, 'order-1').catch(() => undefined);
    await until(() => service.requests.length === 1);
    const { out } = await runCommand(settings, 'attempts', '--unknown');
    program.child.kill('SIGKILL');
    await paying;
    assert.equal(out, 'No attempts.\nIn progress: 1. List again in a minute.\n');
  });

  it('refuse a wrong outcome and a wrong time with 2', async () => {
    const codes = [];
    for (const args of [
      ['resolve', 'order-1', 'paid'],
      ['resolve', 'order-1'],
      ['attempts', '--since', 'noon'],
    ]) {
      codes.push((await runCommand({}, ...args)).code);
    }
    assert.deepEqual(codes, [2, 2, 2]);
  });

  it('create no store where there is none', async (t) => {
    const path = join(await temporaryFolder(t), 'wrong');
    const settings = { PAYMENTS_MODE: 'test', PAYMENTS_STORE: `lmdb:${path}` };
    const { code, error } = await runCommand(settings, 'attempts');
    await assert.rejects(readdir(path));
    assert.deepEqual([code, error.includes(path)], [1, true]);
  });

  it('name a store that is down, without its password', async () => {
    const settings = { PAYMENTS_MODE: 'test', PAYMENTS_STORE: 'postgres://shop:s3cret@127.0.0.1:1/shop' };
    const { code, error } = await runCommand(settings, 'attempts');
    assert.deepEqual([code, error], [1, 'The store in PAYMENTS_STORE failed (ECONNREFUSED).\n']);
  });
});

describe('store check', { concurrency: 3 }, () => {
  it('passes for LMDB while the program runs, and leaves nothing behind', async (t) => {
    const { settings, program } = await programAfter(t, [200]);
    await payOrder(program, 'order-1');
    const { code, out } = await runCommand(settings, 'store', 'check');
    const database = open({ path: (settings['PAYMENTS_STORE'] ?? '').replace('lmdb:', '') });
    t.after(() => database.close());
    const keys = Array.from(database.getKeys()) as [string, ...unknown[]][];
    const left = keys.filter(([kind, name]) => kind !== 'expires' && String(name).startsWith('check:')); // swept later
    assert.deepEqual([code, out.match(/^ok /gm)?.length, left], [0, 7, []]);
  });

  it('passes for an LMDB store that does not exist yet, and does not create it', async (t) => {
    const folder = await temporaryFolder(t);
    const { code } = await runCommand({ PAYMENTS_STORE: `lmdb:${folder}/new` }, 'store', 'check');
    assert.deepEqual([code, await readdir(folder)], [0, []]);
  });

  it('passes for PostgreSQL, and leaves nothing behind', async (t) => {
    const postgres = await startPostgresServer();
    t.after(() => postgres.stop());
    const { code, out } = await runCommand({ PAYMENTS_STORE: postgres.url }, 'store', 'check');
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query('SELECT name FROM payment_attempts');
    await client.end();
    assert.deepEqual([code, out.match(/^ok /gm)?.length, rows], [0, 7, []]);
  });

  it('passes for Redis, and leaves nothing behind', async (t) => {
    const redis = await startRedisServer();
    t.after(() => redis.stop());
    const { code, out } = await runCommand({ PAYMENTS_STORE: `redis://127.0.0.1:${redis.port}` }, 'store', 'check');
    const client = new Redis(redis.port);
    t.after(() => {
      client.disconnect();
    });
    const left = (await client.keys('*')).filter((key) => key.includes('check:'));
    assert.deepEqual([code, out.match(/^ok /gm)?.length, left], [0, 7, []]);
  });

  it('fails for a store that is down', async () => {
    const { code, out } = await runCommand({ PAYMENTS_STORE: 'postgres://127.0.0.1:1/shop' }, 'store', 'check');
    assert.deepEqual([code, out.includes('FAIL  read      The store failed (ECONNREFUSED).')], [1, true]);
  });
});
