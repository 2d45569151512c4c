import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { createPostgresStore, migratePostgresStore } from '../../../src/proxy/attempts/stores/postgres.js';
import { add, valueOf } from '../../../src/testing/support.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { STANDBY, startStandby } from '../../support/postgres-standby.js';
import { until } from '../../support/until.js';

function connect(t: TestContext, port: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', ...options });
  pool.on('error', () => undefined);
  t.after(() => pool.end());
  return pool;
}

/** A primary with a synchronous standby, as the documentation recommends. */
async function startPair(t: TestContext) {
  const primary = await startPostgresServer();
  t.after(() => primary.stop());
  const standby = await startStandby(primary);
  t.after(() => standby.stop());
  const pool = connect(t, primary.port);
  await migratePostgresStore(pool);
  await pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
  await pool.query('SELECT pg_reload_conf()');
  await until(async () => {
    const { rows } = await pool.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  });
  return { primary, standby, pool, store: createPostgresStore(pool) };
}

describe('a PostgreSQL store with a synchronous standby', { concurrency: 2 }, () => {
  it('has each confirmed write after the primary was killed and the standby took over', async (t) => {
    const { primary, standby, store } = await startPair(t);
    const confirmed: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; ; index++) {
        const name = `${writer}-${index}`;
        const isWritten = await store.swap([add(name, '1')]).catch(() => undefined);
        if (!isWritten) return;
        confirmed.push(name);
      }
    });
    await until(() => confirmed.length > 100);
    await primary.kill();
    await Promise.all(writers);
    await standby.promote();
    const promoted = createPostgresStore(connect(t, standby.port));
    const values = await promoted.read(confirmed);
    assert.deepEqual(
      confirmed.filter((_, index) => values[index] !== '1'),
      [],
    );
    assert.equal(await promoted.swap([{ name: '0-0', before: '1', after: '2' }]), true);
  });

  it('confirms nothing that the standby does not have, even with synchronous_commit off', async (t) => {
    const { primary, standby } = await startPair(t);
    const options = '-c synchronous_commit=off';
    const careless = createPostgresStore(connect(t, primary.port, { options }));
    assert.equal(await careless.swap([add('a', '1')]), true);
    await standby.promote(); // no longer follows
    const impatient = createPostgresStore(connect(t, primary.port, { options, query_timeout: 500 }));
    await assert.rejects(impatient.swap([add('b', '1')]), /timeout/);
  });

  it('neither reads nor writes at the standby', async (t) => {
    const { standby, store } = await startPair(t);
    await store.swap([add('a', '1')]);
    const stale = createPostgresStore(connect(t, standby.port));
    await assert.rejects(valueOf(stale, 'a'), /standby/);
    await assert.rejects(stale.swap([add('b', '1')]), /read-only/);
  });
});
