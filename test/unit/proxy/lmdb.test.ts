import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import * as lmdb from 'lmdb';
import { Attempts } from 'payment-widget-proxy/attempts/attempts';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { add, valueOf } from 'payment-widget-testing/store-tests/support';
import { testStore } from '../../support/store-suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

describe('memory', () => {
  testStore('memory.ts', { processes: 1, connection: false });
});

/** An empty folder for stores, and a clock that the test moves. */
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
  return { clock, warnings, open, path };
}

it('an LMDB store warns when a process with its process id, as in another container, has the database open', async (t) => {
  const { warnings, open, path } = await setUp(t);
  const twin = lmdb.open({ path });
  t.after(() => twin.close());
  twin.get('anything');
  await open();
  assert.match(String(warnings), /process id/);
});

it('an LMDB store rejects when its path cannot be written', async () => {
  await assert.rejects(openLmdbStore({ path: '/dev/null/attempts' }), /ENOTDIR|ENOENT/);
});

describe('an LMDB store with a wrong clock', () => {
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

  it('lets values expire as usual when it was ahead and is set back', async (t) => {
    const { clock, open } = await setUp(t);
    const store = await open();
    clock.now += 40 * DAY;
    await store.swap([add('lease', '1', 30_000)]);
    clock.now -= 40 * DAY;
    await store.swap([add('other', '1')]);
    clock.now += 30_000;
    assert.equal(await valueOf(store, 'lease'), undefined);
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

describe('two proxies with one LMDB store', () => {
  const TWENTY = Array.from({ length: 20 }, (_, index) => index);
  const request = (key: string, reference = 'order-1042') => ({ key, reference, fingerprint: 'content-1' });

  async function settle(attempts: Attempts, key: string, state: 'succeeded' | 'failed' | 'unknown') {
    const result = await attempts.claim(request(key, key));
    assert.ok(result.kind === 'claimed');
    await attempts.finish(await attempts.markSent(result.claim), state);
  }

  async function users(t: TestContext) {
    const { clock, open } = await setUp(t);
    const attempts = [new Attempts(await open()), new Attempts(await open())] as const;
    return { clock, attempts };
  }

  for (const [what, keyOf] of [
    ['the same attempt', () => 'key'],
    ['different attempts for one order', (index: number) => `key-${index}`],
  ] as const) {
    it(`grant one of 20 concurrent claims of ${what} after an earlier claim expired`, async (t) => {
      const { attempts, clock } = await users(t);
      await attempts[0].claim(request(keyOf(0)));
      clock.now += 15_000;
      const claims = TWENTY.map((index) => attempts[index % 2 ? 0 : 1].claim(request(keyOf(index))));
      assert.equal((await Promise.all(claims)).filter(({ kind }) => kind === 'claimed').length, 1);
    });
  }

  it('forget settled attempts with their orders after 31 days, and never open ones', async (t) => {
    const { attempts, clock } = await users(t);
    for (const state of ['succeeded', 'failed', 'unknown'] as const) await settle(attempts[0], state, state);
    clock.now += DAY;
    await settle(attempts[0], 'later', 'succeeded');
    for (let days = 1; days < 31; days++) {
      clock.now += DAY;
      await settle(attempts[0], `day ${days}`, 'failed');
    }
    const find = async (key: string) => [(await attempts[1].find(key))?.state, await attempts[1].findHolder(key)];
    const found = await Promise.all(['succeeded', 'failed', 'unknown', 'later'].map(find));
    const GONE = [undefined, undefined];
    assert.deepEqual(found, [GONE, GONE, ['unknown', 'unknown'], ['succeeded', 'later']]);
  });

  it('deliver settled attempts once each when both settle and deliver at the same time', async (t) => {
    const { attempts } = await users(t);
    await Promise.all(attempts.map(({ outbox }) => outbox.register()));
    const deliverAll = async ({ outbox }: Attempts) => {
      const keys: string[] = [];
      const owner = crypto.randomUUID();
      for await (const { unit, due } of outbox.list()) {
        for (let taken = await outbox.take(unit, owner, { due }); taken;) {
          keys.push(taken.entry.key);
          taken = await outbox.delivered(taken, owner);
        }
      }
      return keys;
    };
    const keys = TWENTY.map((index) => `key-${index}`);
    await Promise.all(keys.map((key, index) => settle(attempts[index % 2 ? 0 : 1], key, 'succeeded')));
    const delivered = await Promise.all(attempts.map(deliverAll));
    assert.deepEqual(delivered.flat().sort(), keys.sort());
    assert.deepEqual(await deliverAll(attempts[0]), []);
  });
});
