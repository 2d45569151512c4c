import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add, change, quote, setUp, valueOf, type StoreUsers } from '../support.js';

/** Texts that some databases take for the same, or change. */
const CONFUSABLE: readonly (readonly [what: string, one: string, other: string])[] = [
  ['in case', 'Order', 'order'],
  ['in a space at the end', 'order', 'order '],
  ['in a space at the start', 'order', ' order'],
  ['in an accent', 'cafe', 'caf\u00e9'],
  ['in Unicode normalization', 'caf\u00e9', 'cafe\u0301'],
  ['in ligatures', 'stra\u00dfe', 'strasse'],
  ['in a control character', 'order', 'order\u0000'],
  ['as numbers do not', '1', '1.0'],
];

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['letters of any script', 'заказ 注文 طلب 🧾'],
  ['control characters', 'a\u0000b\u0001\n\t\u007f'],
  ['a NUL at the end', 'a\u0000'],
  ['braces, quotes and wildcards', `{a}:"b"\\'%_*?[c]$1`],
  ['a number with zeros', '007'],
  ['JSON', '{"a":null}'],
  ['1500 characters', 'x'.repeat(1500)],
];

/** More than a record with the longest response of a service. */
const LONG = 100_000;

export function testValues(users: StoreUsers): void {
  it('returns undefined for names without a value', async () => {
    const { store, name } = setUp(users);
    assert.deepEqual(await store.read([name('a'), name('b')]), [undefined, undefined]);
  });

  it('returns values in the order of the names', async () => {
    const { store, name } = setUp(users);
    await store.swap([add(name('a'), '1'), add(name('b'), '2')]);
    assert.deepEqual(await store.read([name('b'), name('none'), name('a')]), ['2', undefined, '1']);
  });

  it('resolves with true after a write, and with false without one', async () => {
    const { store, name } = setUp(users);
    assert.deepEqual([await store.swap([add(name(), '1')]), await store.swap([add(name(), '2')])], [true, false]);
  });

  it('shows a write to other users at once', async () => {
    const { store, other, name } = setUp(users);
    await valueOf(other, name());
    await store.swap([add(name(), '1')]);
    const message = 'read() returned an old value after swap() had resolved. Read from the primary, without a cache.';
    assert.equal(await valueOf(other, name()), '1', message);
  });

  for (const [current, before, after, isSwapped] of [
    ['old', 'old', 'new', true],
    ['old', 'old', undefined, true],
    ['old', 'old', 'old', true],
    [undefined, undefined, undefined, true],
    ['', '', 'new', true],
    ['old', 'old', '', true],
    ['old', undefined, 'new', false],
    ['old', 'other', 'new', false],
    ['old', '', 'new', false],
    ['', undefined, 'new', false],
    [undefined, 'old', 'new', false],
    [undefined, '', 'new', false],
  ] as const) {
    const what = `a change from ${quote(before)} to ${quote(after)} when the value is ${quote(current)}`;
    it(`${isSwapped ? 'performs' : 'rejects'} ${what}`, async () => {
      const { store, name } = setUp(users);
      await store.swap([change(name(), undefined, current)]);
      assert.equal(await store.swap([change(name(), before, after)]), isSwapped);
      assert.equal(await valueOf(store, name()), isSwapped ? after : current);
    });
  }

  for (const wrong of [0, 1, 2]) {
    it(`writes nothing when only change ${wrong + 1} of 3 is rejected`, async () => {
      const { store, name } = setUp(users);
      const names = ['a', 'b', 'c'].map(name);
      const changes = names.map((each, index) => change(each, index === wrong ? 'other' : undefined, 'new'));
      assert.equal(await store.swap(changes), false);
      const message = 'swap() wrote some of its changes. Write all in one transaction, after all were compared.';
      assert.deepEqual(await store.read(names), [undefined, undefined, undefined], message);
    });
  }

  for (const [what, text] of TEXTS) {
    it(`keeps ${what} in names and values`, async () => {
      const { store, name } = setUp(users);
      assert.equal(await store.swap([add(name(text), text)]), true);
      assert.deepEqual(await store.read([name(text), name(`${text}x`)]), [text, undefined]);
      assert.equal(await store.swap([change(name(text), text, undefined)]), true);
    });
  }

  for (const [what, one, other] of CONFUSABLE) {
    it(`distinguishes names and values that differ ${what}`, async () => {
      const { store, name } = setUp(users);
      await store.swap([add(name(one), one)]);
      const message = `The database takes ${quote(one)} and ${quote(other)} for the same. Compare bytes.`;
      assert.equal(await valueOf(store, name(other)), undefined, message);
      assert.equal(await store.swap([change(name(one), other, 'new')]), false, message);
      assert.equal(await store.swap([add(name(other), other)]), true, message);
      assert.deepEqual(await store.read([name(one), name(other)]), [one, other], message);
    });
  }

  it(`keeps a value of ${LONG} characters`, async () => {
    const { store, name } = setUp(users);
    const long = 'ü'.repeat(LONG);
    await store.swap([add(name(), long)]);
    assert.ok((await valueOf(store, name())) === long, 'The value was shortened or changed.');
    assert.equal(await store.swap([change(name(), long, '1')]), true);
  });

  it('swaps 8 names, and reads 100', async () => {
    const { store, name } = setUp(users);
    const names = Array.from({ length: 100 }, (_, index) => name(String(index)));
    assert.equal(await store.swap(names.slice(0, 8).map((each) => add(each, each))), true);
    const expected = names.map((each, index) => (index < 8 ? each : undefined));
    assert.deepEqual(await store.read(names), expected);
  });
}
