import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { createPostgresStore, migratePostgresStore } from 'payment-widget-proxy/stores/postgres';
import { swap } from 'payment-widget-proxy/stores/store';
import { Relay } from 'payment-widget-testing/store-tests/relay';
import { add, valueOf } from 'payment-widget-testing/store-tests/support';
import { startPostgresServer } from '../../support/postgres-server.js';
import { testStore } from '../../support/store-suite.js';
import { until } from '../../support/until.js';

const DAY = 24 * 60 * 60 * 1000;
let tables = 0;

/** A pool whose lost connections do not end the process: each query reports them. */
function connect(server: { readonly port: number }, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port: server.port,
    user: 'postgres',
    database: 'postgres',
    ...options,
  });
  pool.on('error', () => undefined);
  return pool;
}

const server = await startPostgresServer();
after(() => server.stop());

describe('PostgreSQL with pg', () => {
  testStore('postgres.ts', { connection: { host: '127.0.0.1', port: server.port } });
});

describe('PostgreSQL store', () => {
  /** An empty database with a pool. */
  async function database(t: TestContext, options: pg.PoolConfig = {}) {
    const name = `database_${++tables}`;
    const admin = connect(server);
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    const pool = connect(server, { ...options, database: name });
    t.after(() => pool.end());
    return { pool, url: server.url.replace(/[^/]*$/, name) };
  }

  async function open(t: TestContext, options?: pg.PoolConfig) {
    const { pool, url } = await database(t, options);
    await migratePostgresStore(pool);
    return { pool, url, store: createPostgresStore(pool) };
  }

  it('can be migrated by 20 processes at once, and again', async (t) => {
    const { url } = await database(t);
    const pools = Array.from({ length: 20 }, () => new pg.Pool({ connectionString: url, max: 1 }));
    t.after(() => Promise.all(pools.map((pool) => pool.end())));
    await Promise.all(pools.map((pool) => migratePostgresStore(pool)));
    await Promise.all(pools.map((pool) => migratePostgresStore(pool)));
  });

  it('lets a role without the right to create migrate, read, swap and sweep', async (t) => {
    const { pool, url } = await open(t);
    await pool.query(`CREATE ROLE shop LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      GRANT SELECT, INSERT, UPDATE, DELETE ON payment_attempts, payment_attempts_clock, payment_limits TO shop`);
    const shop = new pg.Pool({ connectionString: url.replace('postgres@', 'shop@') });
    t.after(() => shop.end());
    await migratePostgresStore(shop);
    assert.equal(await createPostgresStore(shop).swap([add('a', '1', 1)]), true);
  });

  it('rejects names of tables that would need quotes', () => {
    const pool = { query: () => Promise.resolve({ rows: [] }) };
    for (const table of ['', 'a b', 'a;drop', 'A', 'a.b.c', '"a"', 'a'.repeat(52)]) {
      assert.throws(() => createPostgresStore(pool, { table }), TypeError);
    }
  });

  it('keeps a confirmed write when the server is killed, even with synchronous_commit off', async (t) => {
    const slow = await startPostgresServer({ synchronous_commit: 'off', wal_writer_delay: '10s' });
    const pool = connect(slow);
    t.after(async () => {
      await pool.end();
      await slow.stop();
    });
    await migratePostgresStore(pool);
    const store = createPostgresStore(pool);
    for (let index = 0; index < 20; index++) await store.swap([add(`a${index}`, '1')]);
    await slow.crash();
    const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
    await until(() =>
      store.read(names).then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(await store.read(names), Array(20).fill('1'));
  });

  for (const isolation of ['repeatable read', 'serializable']) {
    it(`rejects in a transaction that is ${isolation}, whose data may be old`, async (t) => {
      const { pool } = await open(t);
      const strict = connect(server, {
        database: pool.options.database,
        options: `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`,
      });
      t.after(() => strict.end());
      await assert.rejects(createPostgresStore(strict).swap([add('a', '1')]), /Expected read committed/);
    });
  }

  it('rejects when the answer of a write was lost, and recognizes this write when it is repeated', async (t) => {
    const { pool: direct } = await open(t);
    const relay = new Relay({ host: '127.0.0.1', port: server.port });
    const pool = connect(await relay.start(), { database: direct.options.database, max: 1 });
    t.after(async () => {
      await pool.end();
      relay.stop();
    });
    const store = createPostgresStore(pool);
    await valueOf(store, 'a'); // connects
    const changes = [add('a', '1'), add('b', '1')] as const;
    relay.cutAt('answer', 1);
    await assert.rejects(store.swap(changes), /Connection terminated/);
    assert.equal(await swap(store, changes), true);
  });

  it('keeps it while the clock of the server goes back and is set right again and again', async (t) => {
    const { pool, store } = await open(t);
    await store.swap([add('paid', '1', 31 * DAY)]);
    for (let flip = 1; flip <= 40; flip++) {
      await pool.query(`UPDATE payment_attempts_clock SET seen = seen - interval '2 days'`);
      await store.swap([add(`right ${flip}`, '1')]);
    }
    assert.equal(await valueOf(store, 'paid'), '1');
  });

  it('keeps what was written while the clock of the server was 40 days behind, when it is set right', async (t) => {
    const { pool, store } = await open(t);
    await store.swap([add('paid', '1', 31 * DAY), add('lease', '1', DAY / 2)]);
    await pool.query(`UPDATE payment_attempts SET expires_at = expires_at - interval '40 days';
      UPDATE payment_attempts_clock SET seen = seen - interval '40 days', reached = reached - interval '40 days',
        highest = highest - interval '40 days'`);
    await createPostgresStore(pool).swap([add('other', '1')]); // sweeps
    const names = async () => (await pool.query<{ name: string }>('SELECT name FROM payment_attempts')).rows.length;
    await until(async () => (await names()) <= 2);
    assert.deepEqual(await store.read(['paid', 'lease', 'other']), ['1', undefined, '1']);
  });

  it('fails without its clock, until it is migrated again', async (t) => {
    const { pool, store } = await open(t);
    await store.swap([add('paid', '1', 31 * DAY)]);
    await pool.query('DELETE FROM payment_attempts_clock');
    await assert.rejects(store.read(['paid']), /payment_attempts_clock/);
    await assert.rejects(store.swap([add('paid', '2')]), /payment_attempts_clock/);
    await migratePostgresStore(pool);
    assert.equal(await valueOf(store, 'paid'), '1');
  });

  it('never deletes a value that overwrites an expired one', async (t) => {
    const { pool } = await open(t);
    const names = Array.from({ length: 300 }, (_, index) => `a${index}`);
    for (let round = 0; round < 10; round++) {
      await pool.query(
        `INSERT INTO payment_attempts SELECT 'a' || i, 'old', now() - interval '1 second' FROM generate_series(0, 299) AS i
         ON CONFLICT (name) DO UPDATE SET value = 'old', expires_at = excluded.expires_at`,
      );
      // Each new store sweeps with its first swap.
      const swaps = await Promise.all(names.map((name) => createPostgresStore(pool).swap([add(name, 'new')])));
      assert.ok(swaps.every(Boolean));
      const values = await createPostgresStore(pool).read(names);
      assert.deepEqual(
        values,
        names.map(() => 'new'),
      );
    }
  });

  it('does not read from a standby, whose data may be old', async () => {
    const standby = { query: () => Promise.resolve({ rows: [{ standby: true, value: null }] }) };
    await assert.rejects(createPostgresStore(standby).read(['a']), /standby/);
  });
});
