import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AttemptStore } from 'payment-widget-proxy/internal';
import { add, becomesTrue, change, setUp, valueOf, type StoreUsers } from '../support.js';

/** More than the pages of most databases. */
const MANY = 1200;

const AT_ONCE = 8;

async function entriesOf(store: AttemptStore, prefix: string, lasting: boolean) {
  const found: (readonly [string, string])[] = [];
  for await (const entry of store.list(prefix, { lasting })) found.push(entry);
  const sorted = found.sort(([one], [another]) => (one < another ? -1 : 1));
  return lasting ? sorted : sorted.filter(([name], index) => name !== sorted[index - 1]?.[0]);
}

export function testListing(users: StoreUsers): void {
  for (const lasting of [false, true]) {
    const what = lasting ? 'lasting values' : 'values';
    const list = (prefix: string) => entriesOf(users()[1], prefix, lasting);

    it(`lists ${what} whose names start with a prefix`, async () => {
      const { store, name } = setUp(users);
      for (const each of ['a', 'a:', 'a:2', 'a:1', 'A:1', 'b:1', 'xa:1', 'a\u{10ffff}', 'a;', 'заказ', '🧾']) {
        await store.swap([add(name(each), `=${each}`)]);
      }
      assert.deepEqual(await list(name('a:')), [
        [name('a:'), '=a:'],
        [name('a:1'), '=a:1'],
        [name('a:2'), '=a:2'],
      ]);
      const ours = (await list('')).filter(([each]) => each.startsWith(name()));
      assert.equal(ours.length, 11, 'An empty prefix lists all names.');
    });

    for (const prefix of ['*', 'a?', '[a]', 'a\\', '%', '_', '\u0000', 'a\u0001']) {
      it(`lists ${what} for the prefix ${JSON.stringify(prefix)}, which is not a pattern`, async () => {
        const { store, name } = setUp(users);
        const names = ['a', 'ab', `${prefix}1`, 'b', 'a1', '\\a\\'].map(name);
        await store.swap(names.map((each) => add(each, '1')));
        assert.deepEqual(await list(name(prefix)), [[name(`${prefix}1`), '1']]);
      });
    }

    it(`lists neither removed nor expired nor earlier ${what}`, async () => {
      const { store, name } = setUp(users);
      await store.swap([add(name('a'), '1'), add(name('b'), '1'), add(name('c'), '1', 30), add(name('d'), '1')]);
      await store.swap([change(name('b'), '1', undefined), change(name('d'), '1', '2')]);
      await becomesTrue(async () => (await valueOf(store, name('c'))) === undefined);
      assert.deepEqual(await list(name()), [
        [name('a'), '1'],
        [name('d'), '2'],
      ]);
    });
  }

  it(`lists ${MANY} values`, async () => {
    const { store, other, name } = setUp(users);
    const names = Array.from({ length: MANY }, (_, index) => name(String(index))).sort();
    for (let start = 0; start < MANY; start += AT_ONCE) {
      await store.swap(names.slice(start, start + AT_ONCE).map((each) => add(each, each)));
    }
    for (const lasting of [false, true]) {
      const found = (await entriesOf(other, name(), lasting)).map(([each]) => each);
      assert.deepEqual(found, names, `${found.length} of ${MANY} values were listed (lasting: ${String(lasting)}).`);
    }
  });

  it('lists values that do not expire alone', async () => {
    const { store, other, name } = setUp(users);
    const [lasts, expires, lasted, expired] = [name('lasts'), name('expires'), name('lasted'), name('expired')];
    await store.swap([add(lasts, '1'), add(expires, '1', 60_000), add(lasted, '1'), add(expired, '1', 60_000)]);
    await store.swap([{ ...change(lasted, '1', '2'), expiresIn: 60_000 }, change(expired, '1', '2')]);
    const message = 'With { lasting: true }, list() returns values that do not expire, and no others.';
    const expected = [
      [expired, '2'],
      [lasts, '1'],
    ];
    assert.deepEqual(await entriesOf(other, name(), true), expected, message);
    assert.equal((await entriesOf(other, name(), false)).length, 4);
  });
}
