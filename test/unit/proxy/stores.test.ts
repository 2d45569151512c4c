import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { add, valueOf } from '../../../src/testing/support.js';
import { testStore } from '../../support/store-suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

describe('memory', () => {
  testStore('memory.ts', { processes: 1, connection: false });
});

describe('LMDB store', () => {
  it('rejects when the path cannot be written', async () => {
    await assert.rejects(openLmdbStore({ path: '/dev/null/attempts' }), /ENOTDIR|ENOENT/);
  });
});

describe('an LMDB store with a wrong clock', () => {
  async function setUp(t: TestContext) {
    const clock = { now: Date.UTC(2026, 0, 1) };
    t.mock.method(Date, 'now', () => clock.now);
    const warnings: string[] = [];
    t.mock.method(console, 'warn', (text: string) => warnings.push(text));
    const path = await temporaryFolder(t);
    const open = async () => {
      const store = await openLmdbStore({ path });
      t.after(() => store.close?.());
      return store;
    };
    return { clock, warnings, open };
  }

  it('keeps what was written while it was 40 days behind, when it is set right', async (t) => {
    const { clock, warnings, open } = await setUp(t);
    const store = await open();
    await store.swap([add('paid', '1', 31 * DAY)]);
    clock.now += 40 * DAY;
    await store.swap([add('other', '1')]);
    assert.deepEqual([await valueOf(store, 'paid'), warnings.length], ['1', 1]);
  });

  it('keeps it while it goes back and is set right again and again', async (t) => {
    const { clock, open } = await setUp(t);
    const store = await open();
    await store.swap([add('paid', '1', 31 * DAY)]);
    for (let flip = 1; flip <= 40; flip++) {
      clock.now -= 2 * DAY;
      await store.swap([add(`behind ${flip}`, '1')]);
      clock.now += 2 * DAY + 30 * MINUTE;
      await store.swap([add(`right ${flip}`, '1')]);
    }
    assert.equal(await valueOf(store, 'paid'), '1');
  });

  it('lets values expire after their days, one by one', async (t) => {
    const { clock, warnings, open } = await setUp(t);
    const store = await open();
    await store.swap([add('paid', '1', 31 * DAY)]);
    for (let day = 1; day < 31; day++) {
      clock.now += DAY;
      await store.swap([add(`day ${day}`, '1')]);
    }
    const before = await valueOf(store, 'paid');
    clock.now += DAY;
    assert.deepEqual([before, await valueOf(store, 'paid'), warnings.length], ['1', undefined, 0]);
  });
});
