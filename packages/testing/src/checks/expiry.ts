import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptStore } from 'payment-widget-proxy/internal';
import { add, becomesTrue, change, CALL_LIMIT, setUp, valueOf, type StoreUsers } from '../support.js';

/** A thousand times `SOON_MS` is more than the limit, and a thousandth of `LATER_MS` is short. */
const SOON_MS = 100;
const LATER_MS = 600_000;

export function testExpiry(users: StoreUsers): void {
  it('keeps a value until it expires', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name(), '1', LATER_MS)]);
    await wait(LATER_MS / 1000 + 100); // a store may take seconds for milliseconds
    assert.equal(await valueOf(store, name()), '1', `The value is gone, which expires in ${LATER_MS} ms.`);
  });

  it('does not return an expired value', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name(), '1', SOON_MS)]);
    await expiry(store, name());
  });

  it('treats an expired value as missing in a swap', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name(), '1', SOON_MS)]);
    await expiry(store, name());
    assert.equal(await store.swap([change(name(), '1', '2')]), false, 'swap() found a value that had expired.');
    assert.equal(await store.swap([add(name(), '2')]), true, 'swap() found a value that had expired.');
    assert.equal(await valueOf(store, name()), '2');
  });

  it('accepts a fraction of a millisecond', async () => {
    const { store, name } = setUp(users);
    assert.equal(await store.swap([add(name(), '1', 0.5)]), true);
    await expiry(store, name());
  });

  for (const [what, expiresIn] of [
    ['without expiry', undefined],
    ['with a later expiry', LATER_MS],
  ] as const) {
    it(`keeps a value that is overwritten ${what}`, async () => {
      const { store, name } = setUp(users);
      await wait((await overwriteExpiring(store, name(), expiresIn)) + 100);
      await store.swap([add(name('other'), '1')]); // a write may remove expired values
      const message = 'The value expired by the lifetime of the value that it replaced.';
      assert.equal(await valueOf(store, name()), '1', message);
    });
  }

  it('lets a lasting value expire that is overwritten with an expiry', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name(), '1')]);
    assert.equal(await store.swap([{ ...change(name(), '1', '2'), expiresIn: SOON_MS }]), true);
    await expiry(store, name());
  });

  it('keeps a value that is written after one was removed that would have expired', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name(), '1', 500)]);
    await store.swap([change(name(), '1', undefined)]);
    await store.swap([add(name(), '2')]);
    await wait(600);
    await store.swap([add(name('other'), '1')]);
    assert.equal(await valueOf(store, name()), '2', 'The value expired by the lifetime of a removed one.');
  });
}

async function expiry(store: AttemptStore, name: string): Promise<void> {
  const hasExpired = await becomesTrue(async () => (await valueOf(store, name)) === undefined);
  assert.ok(hasExpired, `An expired value is still there ${CALL_LIMIT / 1000} s later. Compare expiresIn, in ms.`);
}

/** @returns the expiry of the first write, in ms: longer on a machine that is too slow */
async function overwriteExpiring(store: AttemptStore, name: string, expiresIn: number | undefined): Promise<number> {
  for (let time = 500; ; time *= 4) {
    await store.swap([add(name, '1', time)]);
    if (await store.swap([{ ...change(name, '1', '1'), expiresIn }])) return time;
  }
}
