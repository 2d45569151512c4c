import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Attempts } from '../../src/proxy/attempts/attempts.js';
import type { Claim } from '../../src/proxy/attempts/claim.js';
import type { AttemptStore, Change } from '../../src/proxy/attempts/store.js';

/** An implementation of {@link AttemptStore} with the database that it needs. */
export interface StoreKind {
  readonly name: string;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Opens an empty store twice: two users of the same data. */
  open(t: TestContext): Promise<readonly [AttemptStore, AttemptStore]>;
  /** Lets `ms` milliseconds pass on the store's clock. */
  pass(ms: number, t: TestContext): Promise<void>;
  /** Lets everything expire that expires within some days, where the clock cannot be moved. */
  passDays(days: number, t: TestContext): Promise<void>;
}

const LEASE = 15_000;
const DAY = 24 * 60 * 60 * 1000;
const REQUEST = { key: 'key-1', reference: 'order-1042', fingerprint: 'content-1' };
const TWENTY = Array.from({ length: 20 }, (_, index) => index);

/** A change of a name that has no value yet. */
export const add = (name: string, after: string, expiresIn?: number): Change => ({
  name,
  before: undefined,
  after,
  expiresIn,
});

export async function valueOf(store: AttemptStore, name: string): Promise<string | undefined> {
  return (await store.read([name]))[0];
}

/** Declares the tests that every store has to pass. */
export function testStore(kind: StoreKind): void {
  describe(`store: ${kind.name}`, () => {
    before(() => kind.start?.());
    after(() => kind.stop?.());
    describe('values', () => {
      testValues(kind);
    });
    describe('expiry', () => {
      testExpiry(kind);
    });
    describe('listing', () => {
      testListing(kind);
    });
    describe('concurrent writers', () => {
      testConcurrency(kind);
    });
    describe('attempts', () => {
      testAttempts(kind);
    });
    describe('settled attempts', () => {
      testOutbox(kind);
    });
  });
}

function testValues(kind: StoreKind): void {
  it('is empty at first', async (t) => {
    const [store] = await kind.open(t);
    assert.deepEqual(await store.read(['a', 'b']), [undefined, undefined]);
  });

  it('returns values in the order of the names', async (t) => {
    const [store] = await kind.open(t);
    await store.swap([add('a', '1'), add('b', '2')]);
    assert.deepEqual(await store.read(['b', 'none', 'a']), ['2', undefined, '1']);
  });

  it('resolves with true after a write', async (t) => {
    const [store] = await kind.open(t);
    assert.equal(await store.swap([add('a', '1')]), true);
  });

  it('shows a write to other users at once', async (t) => {
    const [store, other] = await kind.open(t);
    await valueOf(other, 'a');
    await store.swap([add('a', '1')]);
    assert.equal(await valueOf(other, 'a'), '1');
  });

  for (const [what, current, change] of [
    ['replaces a value', 'old', { before: 'old', after: 'new' }],
    ['removes a value', 'old', { before: 'old', after: undefined }],
    ['keeps a value', 'old', { before: 'old', after: 'old' }],
    ['keeps a missing value', undefined, { before: undefined, after: undefined }],
    ['replaces an empty value', '', { before: '', after: 'new' }],
  ] as const) {
    it(what, async (t) => {
      const [store] = await kind.open(t);
      await store.swap([{ name: 'a', before: undefined, after: current }]);
      assert.equal(await store.swap([{ name: 'a', ...change }]), true);
      assert.equal(await valueOf(store, 'a'), change.after);
    });
  }

  for (const [current, before] of [
    ['old', undefined],
    ['old', 'other'],
    ['old', ''],
    ['', undefined],
    [undefined, 'old'],
    [undefined, ''],
  ] as const) {
    const quote = (text: string | undefined) => (text === undefined ? 'nothing' : `"${text}"`);
    it(`rejects a change from ${quote(before)} when the value is ${quote(current)}`, async (t) => {
      const [store] = await kind.open(t);
      await store.swap([{ name: 'a', before: undefined, after: current }]);
      assert.equal(await store.swap([{ name: 'a', before, after: 'new' }]), false);
      assert.equal(await valueOf(store, 'a'), current);
    });
  }

  for (const [what, wrong] of [
    ['first', 0],
    ['last', 2],
  ] as const) {
    it(`writes nothing when only the ${what} of three changes is rejected`, async (t) => {
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
    ['a null character alone', '\u0000'],
    ['braces and quotes', '{a}:"b"\\'],
    ['1600 characters', 'x'.repeat(1600)],
  ] as const) {
    it(`accepts ${what} as name and value`, async (t) => {
      const [store] = await kind.open(t);
      await store.swap([add(text, text)]);
      assert.deepEqual(await store.read([text, `${text}x`, text.slice(0, -1)]), [text, undefined, undefined]);
    });
  }

  it('accepts a long value', async (t) => {
    const [store] = await kind.open(t);
    const long = 'ü'.repeat(100_000);
    await store.swap([add('a', long)]);
    assert.equal(await valueOf(store, 'a'), long);
  });
}

function testExpiry(kind: StoreKind): void {
  it('keeps a value until it expires', async (t) => {
    const [store] = await kind.open(t);
    await store.swap([add('a', '1', 60_000)]);
    assert.equal(await valueOf(store, 'a'), '1');
  });

  it('does not return an expired value', async (t) => {
    const [store] = await kind.open(t);
    await store.swap([add('a', '1', 30)]);
    await kind.pass(30, t);
    assert.equal(await valueOf(store, 'a'), undefined);
  });

  it('treats an expired value as missing in a swap', async (t) => {
    const [store] = await kind.open(t);
    await store.swap([add('a', '1', 30)]);
    await kind.pass(30, t);
    assert.equal(await store.swap([{ name: 'a', before: '1', after: '2' }]), false);
    assert.equal(await store.swap([add('a', '2')]), true);
  });

  it('accepts a fraction of a millisecond', async (t) => {
    const [store] = await kind.open(t);
    assert.equal(await store.swap([add('a', '1', 0.5)]), true);
  });

  for (const [what, expiresIn] of [
    ['without expiry', undefined],
    ['with a later expiry', 60_000],
  ] as const) {
    it(`keeps a value that is overwritten ${what}`, async (t) => {
      const [store] = await kind.open(t);
      await kind.pass((await overwriteExpiring(store, expiresIn)) + 1, t);
      await store.swap([add('b', '1')]); // a write may remove expired values
      assert.equal(await valueOf(store, 'a'), '1');
    });
  }
}

function testListing(kind: StoreKind): void {
  async function listed(store: AttemptStore, prefix: string, lasting: boolean) {
    const found: (readonly [string, string])[] = [];
    for await (const entry of store.list?.(prefix, { lasting }) ?? []) found.push(entry);
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  }
  /** Opens a store, or skips the test if it does not list. */
  async function open(t: TestContext) {
    const [store, other] = await kind.open(t);
    if (!store.list) t.skip('The store has no list().');
    return [store, other] as const;
  }

  for (const lasting of [false, true]) {
    const what = lasting ? 'lasting values' : 'values';

    it(`lists ${what} whose names start with a prefix`, async (t) => {
      const [store, other] = await open(t);
      if (!store.list) return;
      for (const name of ['a', 'a:', 'a:2', 'a:1', 'A:1', 'b:1', 'xa:1', 'a\u{10ffff}', 'a;'])
        await store.swap([add(name, `=${name}`)]);
      assert.deepEqual(await listed(other, 'a:', lasting), [
        ['a:', '=a:'],
        ['a:1', '=a:1'],
        ['a:2', '=a:2'],
      ]);
    });

    it(`lists all ${what} for an empty prefix`, async (t) => {
      const [store] = await open(t);
      if (!store.list) return;
      const names = ['a', 'b:', 'заказ', '🧾'];
      for (const name of names) await store.swap([add(name, '1')]);
      assert.deepEqual((await listed(store, '', lasting)).map(([name]) => name).sort(), names.sort());
    });

    for (const prefix of ['*', 'a?', '[a]', 'a\\', '%', '_', '\u0000', 'a\u0001']) {
      it(`lists ${what} for the prefix ${JSON.stringify(prefix)}`, async (t) => {
        const [store] = await open(t);
        if (!store.list) return;
        for (const name of ['a', 'ab', `${prefix}1`, 'b', 'a1', '\\a\\']) await store.swap([add(name, '1')]);
        assert.deepEqual(await listed(store, prefix, lasting), [[`${prefix}1`, '1']]);
      });
    }

    it(`lists neither removed nor expired nor changed ${what}`, async (t) => {
      const [store] = await open(t);
      if (!store.list) return;
      await store.swap([add('a', '1'), add('b', '1'), add('c', '1', 30), add('d', '1')]);
      await store.swap([{ name: 'b', before: '1', after: undefined }]);
      await store.swap([{ name: 'd', before: '1', after: '2' }]);
      await kind.pass(30, t);
      assert.deepEqual(await listed(store, '', lasting), [
        ['a', '1'],
        ['d', '2'],
      ]);
    });

    it(`lists 2500 ${what}`, async (t) => {
      const [store] = await open(t);
      if (!store.list) return;
      const names = Array.from({ length: 2500 }, (_, index) => `a:${String(index).padStart(4, '0')}`);
      for (let start = 0; start < names.length; start += 100) {
        await store.swap(names.slice(start, start + 100).map((name) => add(name, name)));
      }
      const found = await listed(store, 'a:', lasting);
      assert.deepEqual([...new Set(found.map(([name]) => name))], names);
    });
  }

  it('lists values that do not expire alone', async (t) => {
    const [store] = await open(t);
    if (!store.list) return;
    await store.swap([add('lasts', '1'), add('expires', '1', 60_000), add('lasted', '1'), add('expired', '1', 60_000)]);
    await store.swap([
      { name: 'lasted', before: '1', after: '2', expiresIn: 60_000 },
      { name: 'expired', before: '1', after: '2' },
    ]);
    assert.deepEqual(await listed(store, '', true), [
      ['expired', '2'],
      ['lasts', '1'],
    ]);
    assert.equal((await listed(store, '', false)).length, 4);
  });
}

function testConcurrency(kind: StoreKind): void {
  it('lets one of 40 concurrent writers of the same names win', async (t) => {
    const stores = await kind.open(t);
    const writers = Array.from({ length: 40 }, (_, index) => stores[index % 2 === 0 ? 0 : 1]);
    const wins = await Promise.all(writers.map((store) => store.swap([add('a', '1'), add('b', '1')])));
    assert.equal(wins.filter(Boolean).length, 1);
  });

  it('loses no concurrent change', async (t) => {
    const stores = await kind.open(t);
    const writers = Array.from({ length: 40 }, (_, index) => stores[index % 2 === 0 ? 0 : 1]);
    await Promise.all(writers.map(increment));
    assert.equal(await valueOf(stores[0], 'count'), '40');
  });
}

function testAttempts(kind: StoreKind): void {
  /** Users of the same store. Claims expire on a clock of their own. */
  async function users(t: TestContext) {
    const clock = { now: 0 };
    const [one, other] = await kind.open(t);
    const options = { now: () => clock.now };
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
    const [one, other] = await kind.open(t);
    const [first, second] = [new Attempts(one, { sentLimit: 0 }), new Attempts(other, { sentLimit: 0 })];
    const sent = await send(first, REQUEST);
    const settled = await Promise.all([first.finish(sent, 'succeeded'), second.resolve(sent.key, 'failed')]);
    assert.deepEqual(settled.sort(), [false, true]);
  });

  for (const [what, isFinished] of [
    ['an unknown attempt', true],
    ['a sent attempt whose process died', false],
  ] as const) {
    it(`neither resends ${what} nor pays its order again 32 days later, after a wrong call of resolve()`, async (t) => {
      const { clock, attempts } = await users(t);
      const [one, other] = attempts;
      const sent = await send(one, REQUEST);
      if (isFinished) await one.finish(sent, 'unknown');
      clock.now += DAY; // overdue
      await assert.rejects(other.resolve(REQUEST.key, 'paid' as 'succeeded'), TypeError);
      clock.now += 32 * DAY;
      await kind.passDays(32, t);
      const again = [await other.claim(REQUEST), await other.claim({ ...REQUEST, key: 'key-2' })];
      assert.deepEqual(
        [again.map((each) => each.kind), await one.findHolder(REQUEST.reference)],
        [['finished', 'order_in_doubt'], REQUEST.key],
      );
    });
  }

  it('forgets settled attempts with their orders after the retention time, and never open ones', async (t) => {
    const [store] = await kind.open(t);
    const attempts = new Attempts(store, { retention: 30, lease: 0 });
    const request = (state: string) => ({ ...REQUEST, key: state, reference: state });
    await claim(attempts, request('claimed'));
    await send(attempts, request('sent'));
    for (const state of ['succeeded', 'failed', 'unknown'] as const) {
      await attempts.finish(await send(attempts, request(state)), state);
    }
    await kind.pass(30, t);
    const states = ['claimed', 'sent', 'unknown', 'succeeded', 'failed'];
    const names = states.flatMap((state) => [`attempt:${state}`, `order:"${state}"`]);
    const values = await store.read(names);
    const left = names.filter((_, index) => values[index] !== undefined);
    assert.deepEqual(left, names.slice(0, 6));
  });
}

function testOutbox(kind: StoreKind): void {
  /** Two users of the same store; both know that settled attempts are delivered. */
  async function users(t: TestContext) {
    const stores = await kind.open(t);
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
    for (const { unit, number } of await outbox.list()) {
      for (let entry = await outbox.take(unit, owner, number); entry;) {
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

  it('of one order are delivered in their order', async (t) => {
    const [one, other] = await users(t);
    for (const key of ['key-1', 'key-2', 'key-3'])
      await settle(key === 'key-2' ? other : one, key, 'order-1', 'failed');
    assert.deepEqual(await deliverAll(other), ['key-1', 'key-2', 'key-3']);
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

  it('that are postponed are listed with the time when they are due', async (t) => {
    const [one, other] = await users(t);
    await settle(one, 'key-1', 'order-1', 'succeeded');
    await settle(one, 'key-2', 'order-2', 'succeeded');
    const unit = 'order:"order-1"';
    const entry = await one.outbox.take(unit, 'owner-1');
    assert.ok(entry);
    const due = await one.outbox.postpone(unit, entry, 'owner-1', () => 60_000);
    for (const { outbox } of [one, other]) {
      const places = (await outbox.list()).filter((place) => place.unit === unit);
      assert.deepEqual(
        places.map((place) => place.due),
        [due],
      );
    }
  });
}

/**
 * Writes an expiring value and overwrites it before it expires, with more time on a machine that is too slow.
 * @returns the expiry of the first write, in ms
 */
async function overwriteExpiring(store: AttemptStore, expiresIn: number | undefined): Promise<number> {
  for (const time of [1000, 4000, 16_000]) {
    await store.swap([add('a', '1', time)]);
    if (await store.swap([{ name: 'a', before: '1', after: '1', expiresIn }])) return time;
  }
  return assert.fail('The value expired before it was overwritten.');
}

async function increment(store: AttemptStore): Promise<void> {
  for (;;) {
    const before = await valueOf(store, 'count');
    if (await store.swap([{ name: 'count', before, after: String(Number(before ?? 0) + 1) }])) return;
  }
}

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
