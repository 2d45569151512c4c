import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import type { Claim } from '../../../src/proxy/attempts/record.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const LEASE = 15_000;
const REQUEST = { key: 'key-1', reference: 'order-1042', fingerprint: 'content-1' };
const TWENTY = Array.from({ length: 20 }, (_, index) => index);

/** Opens an empty store twice: two users of the same data, with the clock of this process. */
async function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const path = await temporaryFolder(t);
  const stores = [await openLmdbStore({ path }), await openLmdbStore({ path })] as const;
  t.after(async () => {
    for (const store of stores) await store.close?.();
  });
  return stores;
}

describe('attempts of two proxies with one LMDB store', () => {
  /** Users of the same store. Claims expire on a clock of their own. */
  async function users(t: TestContext) {
    const clock = { now: 0 };
    const [one, other] = await open(t);
    const options = { clock: { now: () => clock.now } };
    return { clock, attempts: [new Attempts(one, options), new Attempts(other, options)] as const };
  }

  for (const [what, keyOf, refusal] of [
    ['the same attempt', () => 'key', 'in_flight'],
    ['different attempts for one order', (index: number) => `key-${index}`, 'order_in_doubt'],
  ] as const) {
    const claimAll = ([one, other]: readonly [Attempts, Attempts]) =>
      Promise.all(TWENTY.map((index) => (index % 2 ? one : other).claim({ ...REQUEST, key: keyOf(index) })));

    it(`grants one of 20 concurrent claims of ${what}`, async (t) => {
      const { attempts } = await users(t);
      const kinds = (await claimAll(attempts)).map(({ kind }) => kind).sort();
      assert.deepEqual(kinds, ['claimed', ...Array<string>(19).fill(refusal)]);
    });

    it(`grants one of 20 concurrent claims of ${what} after an earlier claim expired`, async (t) => {
      const { attempts, clock } = await users(t);
      await claim(attempts[0], { ...REQUEST, key: keyOf(0) });
      clock.now = LEASE;
      assert.equal((await claimAll(attempts)).filter(({ kind }) => kind === 'claimed').length, 1);
    });
  }

  it('lets either the first owner send an attempt or a second one claim its order, never both', async (t) => {
    const { attempts, clock } = await users(t);
    const [first, second] = attempts;
    for (const index of TWENTY) {
      const request = { ...REQUEST, key: `key-${index}`, reference: `order-${index}` };
      const claimed = await claim(first, request);
      clock.now += LEASE;
      const sending = first.markSent(claimed).then(
        () => true,
        () => false,
      );
      const [isSent, { kind }] = await Promise.all([sending, second.claim({ ...request, key: `other-${index}` })]);
      assert.equal(isSent, kind !== 'claimed');
    }
  });

  it('settles an open attempt once', async (t) => {
    const [one, other] = await open(t);
    const [first, second] = [new Attempts(one, { sentLimit: 0 }), new Attempts(other, { sentLimit: 0 })];
    const sent = await send(first, REQUEST);
    const settled = await Promise.all([first.finish(sent, 'succeeded'), second.resolve(sent.key, 'failed')]);
    assert.deepEqual(settled.sort(), [false, true]);
  });

  it('forgets settled attempts with their orders after the retention time, and never open ones', async (t) => {
    const [store] = await open(t);
    const attempts = new Attempts(store, { retention: 30, lease: 0 });
    const request = (state: string) => ({ ...REQUEST, key: state, reference: state });
    await claim(attempts, request('claimed'));
    await send(attempts, request('sent'));
    for (const state of ['succeeded', 'failed', 'unknown'] as const) {
      await attempts.finish(await send(attempts, request(state)), state);
    }
    t.mock.timers.tick(30);
    const states = ['claimed', 'sent', 'unknown', 'succeeded', 'failed'];
    const names = states.flatMap((state) => [`attempt:${state}`, `order:"${state}"`]);
    const values = await store.read(names);
    const left = names.filter((_, index) => values[index] !== undefined);
    assert.deepEqual(left, names.slice(0, 6));
  });
});

describe('settled attempts of two proxies with one LMDB store', () => {
  /** Two users of the same store; both know that settled attempts are delivered. */
  async function users(t: TestContext) {
    const stores = await open(t);
    const attempts = [new Attempts(stores[0]), new Attempts(stores[1])] as const;
    await Promise.all(attempts.map(({ outbox }) => outbox.register()));
    return attempts;
  }
  const settle = async (attempts: Attempts, key: string, reference: string, state: 'succeeded' | 'failed') =>
    attempts.finish(await send(attempts, { ...REQUEST, key, reference }), state, { status: 200, body: '{}' });
  /** Delivers all entries, and returns their keys. */
  async function deliverAll({ outbox }: Attempts): Promise<string[]> {
    const keys: string[] = [];
    const owner = crypto.randomUUID();
    for await (const { unit, due } of outbox.list()) {
      for (let entry = await outbox.take(unit, owner, due); entry;) {
        keys.push(entry.key);
        entry = await outbox.delivered(unit, entry, owner);
      }
    }
    return keys;
  }

  it('are delivered by another user, once', async (t) => {
    const [one, other] = await users(t);
    await settle(one, 'key-1', 'order-1', 'succeeded');
    assert.deepEqual([await deliverAll(other), await deliverAll(other), await deliverAll(one)], [['key-1'], [], []]);
  });

  it('are all delivered once when two users settle and deliver at the same time', async (t) => {
    const both = await users(t);
    const keys = TWENTY.map((index) => `key-${index}`);
    await Promise.all(
      keys.map((key, index) => settle(both[index % 2 ? 0 : 1], key, `order-${index % 7}-${key}`, 'succeeded')),
    );
    const delivered = await Promise.all(both.map(deliverAll));
    assert.deepEqual(delivered.flat().sort(), keys.sort());
    assert.deepEqual(await deliverAll(both[0]), []);
  });

  it('are leased to one of two users', async (t) => {
    const [one, other] = await users(t);
    await settle(one, 'key-1', 'order-1', 'succeeded');
    const unit = 'order:"order-1"';
    const taken = await Promise.all([one.outbox.take(unit, 'owner-1'), other.outbox.take(unit, 'owner-2')]);
    assert.equal(taken.filter(Boolean).length, 1);
  });
});

async function claim(attempts: Attempts, request: typeof REQUEST): Promise<Claim> {
  const result = await attempts.claim(request);
  assert.ok(result.kind === 'claimed');
  return result.claim;
}

async function send(attempts: Attempts, request: typeof REQUEST): Promise<Claim> {
  const claimed = await claim(attempts, request);
  await attempts.markSent(claimed);
  return claimed;
}
