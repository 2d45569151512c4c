import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { open } from 'lmdb';
import type { AttemptStore, Change } from '../../../src/proxy/store.js';
import { openLmdbStore } from '../../../src/proxy/stores/lmdb.js';
import { createRedisStore } from '../../../src/proxy/stores/redis.js';
import { runInProcesses, runToItsEnd } from '../../support/processes.js';
import { startRedisServer } from '../../support/redis-server.js';
import { everyStore, temporaryFolder } from '../../support/stores.js';

const set = (name: string, after: string, expiresIn?: number): Change => ({
  name,
  before: undefined,
  after,
  expiresIn,
});

async function valueOf(store: AttemptStore, name: string): Promise<string | undefined> {
  return (await store.read([name]))[0];
}

for (const kind of everyStore()) {
  describe(`a store of payment attempts: ${kind.name}`, () => {
    before(() => kind.start());
    after(() => kind.stop());

    it('has nothing at first', async (t) => {
      const [store] = await kind.open(t);
      assert.deepEqual(await store.read(['a', 'b']), [undefined, undefined]);
    });

    it('reads what was written, in the order of the names', async (t) => {
      const [store] = await kind.open(t);
      await store.swap([set('a', '1'), set('b', '2')]);
      assert.deepEqual(await store.read(['b', 'none', 'a']), ['2', undefined, '1']);
    });

    it('says that it has written', async (t) => {
      const [store] = await kind.open(t);
      assert.equal(await store.swap([set('a', '1')]), true);
    });

    it('shows it to everybody at once', async (t) => {
      const [store, other] = await kind.open(t);
      await valueOf(other, 'a');
      await store.swap([set('a', '1')]);
      assert.equal(await valueOf(other, 'a'), '1');
    });

    for (const [what, stands, change] of [
      ['replaces what was read', 'old', { before: 'old', after: 'new' }],
      ['removes what was read', 'old', { before: 'old', after: undefined }],
      ['keeps what was read', 'old', { before: 'old', after: 'old' }],
      ['keeps nothing where nothing was', undefined, { before: undefined, after: undefined }],
      ['tells an empty text from nothing', '', { before: '', after: 'new' }],
    ] as const) {
      it(what, async (t) => {
        const [store] = await kind.open(t);
        await store.swap([{ name: 'a', before: undefined, after: stands }]);
        assert.equal(await store.swap([{ name: 'a', ...change }]), true);
        assert.equal(await valueOf(store, 'a'), change.after);
      });
    }

    for (const [stands, before] of [
      ['old', undefined],
      ['old', 'other'],
      ['old', ''],
      ['', undefined],
      [undefined, 'old'],
      [undefined, ''],
    ] as const) {
      const says = (text: string | undefined) => (text === undefined ? 'nothing' : `"${text}"`);
      it(`changes nothing where ${says(stands)} stands and ${says(before)} was read`, async (t) => {
        const [store] = await kind.open(t);
        await store.swap([{ name: 'a', before: undefined, after: stands }]);
        assert.equal(await store.swap([{ name: 'a', before, after: 'new' }]), false);
        assert.equal(await valueOf(store, 'a'), stands);
      });
    }

    for (const [what, wrong] of [
      ['first', 0],
      ['last', 2],
    ] as const) {
      it(`changes nothing at all when only the ${what} of three is refused`, async (t) => {
        const [store] = await kind.open(t);
        const changes = ['a', 'b', 'c'].map((name, index) => ({
          name,
          before: index === wrong ? 'other' : undefined,
          after: 'new',
        }));
        assert.equal(await store.swap(changes), false);
        assert.deepEqual(await store.read(['a', 'b', 'c']), [undefined, undefined, undefined]);
      });
    }

    for (const [what, text] of [
      ['letters of any script', 'заказ 注文 طلب 🧾'],
      ['control characters', 'a\u0000b\u0001\n\t\u007f'],
      ['nothing but a zero', '\u0000'],
      ['braces and quotes', '{a}:"b"\\'],
      ['1600 characters', 'x'.repeat(1600)],
    ] as const) {
      it(`takes ${what} as name and value`, async (t) => {
        const [store] = await kind.open(t);
        await store.swap([set(text, text)]);
        assert.deepEqual(await store.read([text, `${text}x`, text.slice(0, -1)]), [text, undefined, undefined]);
      });
    }

    it('takes a long value', async (t) => {
      const [store] = await kind.open(t);
      const long = 'ü'.repeat(100_000);
      await store.swap([set('a', long)]);
      assert.equal(await valueOf(store, 'a'), long);
    });

    describe('what expires', () => {
      it('is there before its time', async (t) => {
        const [store] = await kind.open(t);
        await store.swap([set('a', '1', 60_000)]);
        assert.equal(await valueOf(store, 'a'), '1');
      });

      it('is gone after its time', async (t) => {
        const [store] = await kind.open(t);
        await store.swap([set('a', '1', 30)]);
        await wait(60);
        assert.equal(await valueOf(store, 'a'), undefined);
      });

      it('is nothing to a swap after its time', async (t) => {
        const [store] = await kind.open(t);
        await store.swap([set('a', '1', 30)]);
        await wait(60);
        assert.equal(await store.swap([{ name: 'a', before: '1', after: '2' }]), false);
        assert.equal(await store.swap([set('a', '2')]), true);
      });

      it('takes a part of a millisecond', async (t) => {
        const [store] = await kind.open(t);
        assert.equal(await store.swap([set('a', '1', 0.5)]), true);
      });

      for (const [what, expiresIn] of [
        ['without a time', undefined],
        ['with a later time', 60_000],
      ] as const) {
        it(`stays when it is written again ${what}`, async (t) => {
          const [store] = await kind.open(t);
          await wait((await writeAgain(store, expiresIn)) + 100);
          await store.swap([set('b', '1')]); // a chance to sweep
          assert.equal(await valueOf(store, 'a'), '1');
        });
      }
    });

    it('lets one of many win who want the same at once', async (t) => {
      const stores = await kind.open(t);
      const racers = Array.from({ length: 40 }, (_, index) => stores[index % 2 === 0 ? 0 : 1]);
      const wins = await Promise.all(racers.map((store) => store.swap([set('a', '1'), set('b', '1')])));
      assert.equal(wins.filter(Boolean).length, 1);
    });

    it('loses no change of many that are made at once', async (t) => {
      const stores = await kind.open(t);
      const racers = Array.from({ length: 40 }, (_, index) => stores[index % 2 === 0 ? 0 : 1]);
      await Promise.all(racers.map(increment));
      assert.equal(await valueOf(stores[0], 'count'), '40');
    });
  });
}

/**
 * Writes the same twice, the first time so that it expires.
 * @returns when it would have, in ms: later, where the disk was so busy that it had before the second time
 */
async function writeAgain(store: AttemptStore, expiresIn: number | undefined): Promise<number> {
  for (const time of [1000, 4000, 16_000]) {
    await store.swap([set('a', '1', time)]);
    if (await store.swap([{ name: 'a', before: '1', after: '1', expiresIn }])) return time;
  }
  return assert.fail('It cannot be written again.');
}

async function increment(store: AttemptStore): Promise<void> {
  for (;;) {
    const before = await valueOf(store, 'count');
    if (await store.swap([{ name: 'count', before, after: String(Number(before ?? 0) + 1) }])) return;
  }
}

describe('the store over LMDB', () => {
  it('loses no change of several processes', async (t) => {
    const path = await temporaryFolder(t);
    await runInProcesses(4, 'count-in-lmdb.ts', [path, '50']);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    assert.equal(await valueOf(store, 'count'), '200');
  });

  it('shows what another process has written since the last look, in the same turn of the event loop too', async (t) => {
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    await valueOf(store, 'count');
    runToItsEnd('count-in-lmdb.ts', [path, '1']);
    assert.equal(await valueOf(store, 'count'), '1');
  });

  it('sweeps up what has expired, as it goes on', async (t) => {
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    for (const name of ['a', 'b', 'c']) await store.swap([set(name, '1', 20)]);
    await wait(50);
    await store.swap([set('d', '1')]);
    await store.close?.();
    const database = open({ path });
    t.after(() => database.close());
    assert.deepEqual([...database.getKeys()], [['entry', 'd']]);
  });

  it('says so when the path cannot be written', async () => {
    await assert.rejects(openLmdbStore({ path: '/dev/null/attempts' }), /ENOTDIR|ENOENT/);
  });
});

describe('the store over Redis', () => {
  it('has what it promised after a kill -9 of a server that is set up as asked', async (t) => {
    const server = await startRedisServer();
    t.after(() => server.stop());
    const client = new Redis(server.port);
    t.after(() => {
      client.disconnect();
    });
    const store = createRedisStore(client);
    await store.swap([set('a', '1')]);
    await server.crash();
    assert.equal(await valueOf(store, 'a'), '1');
  });

  it('rejects when there is no server', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port, { maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    t.after(() => {
      client.disconnect();
    });
    await client.ping();
    await server.stop();
    await assert.rejects(createRedisStore(client).swap([set('a', '1')]));
  });

  it('puts all names into one slot of a cluster, where nothing else was asked for', async (t) => {
    const server = await startRedisServer();
    t.after(() => server.stop());
    const client = new Redis(server.port);
    t.after(() => {
      client.disconnect();
    });
    await createRedisStore(client).swap([set('a', '1'), set('b', '1')]);
    assert.deepEqual((await client.keys('*')).sort(), ['{payments}:a', '{payments}:b']);
  });
});
