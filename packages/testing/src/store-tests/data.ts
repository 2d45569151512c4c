import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptStore } from 'payment-widget-proxy';
import { add, becomesTrue, change, CALL_LIMIT, testsOf, valueOf, type StoreUsers } from './support.js';

/** Texts that some databases take for the same, or change. */
const CONFUSABLE: readonly (readonly [what: string, one: string, other: string])[] = [
  ['in case', 'Order', 'order'],
  ['in a space at the end', 'order', 'order '],
  ['in an accent', 'cafe', 'caf\u00e9'],
  ['in Unicode normalization', 'caf\u00e9', 'cafe\u0301'],
  ['in a control character', 'order', 'order\u0000'],
  ['as numbers do not', '1', '1.0'],
];

const TEXTS = ['заказ 注文 طلب 🧾', 'a\u0000b\u0001\n\t\u007f', `{a}:"b"\\'%_*?[c]$1`, '007', 'x'.repeat(1500)];

/** What some databases take for patterns. */
const PATTERNS = ['*', 'a?', '[a]', 'a\\', '%', '_', '\u0000'];

/** A length above that of a record with the longest response of a service. */
const LONG = 100_000;

/** More entries than a page of most databases has. */
const MANY = 1200;

const AT_ONCE = 8;

/** A thousand times `SOON_MS` is more than the limit, and a thousandth of `LATER_MS` is short. */
const SOON_MS = 100;
const LATER_MS = 600_000;

const quote = (text: string | undefined): string => (text === undefined ? 'nothing' : JSON.stringify(text));

export function testData(users: StoreUsers): void {
  describe('values', () => {
    testValues(users);
  });
  describe('expiry', () => {
    testExpiry(users);
  });
  describe('listing', () => {
    testListing(users);
  });
}

function testValues(users: StoreUsers): void {
  const test = testsOf(users);

  test('returns values in the order of the names', async ({ store, name }) => {
    await store.swap([add(name('a'), '1'), add(name('b'), '2')]);
    assert.deepEqual(await store.read([name('b'), name('none'), name('a')]), ['2', undefined, '1']);
  });

  test('shows a write to other users at once', async ({ store, other, name }) => {
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
    ['old', undefined, 'new', false],
    ['old', 'other', 'new', false],
    ['', undefined, 'new', false],
    [undefined, 'old', 'new', false],
  ] as const) {
    const what = `a change from ${quote(before)} to ${quote(after)} when the value is ${quote(current)}`;
    test(`${isSwapped ? 'performs' : 'rejects'} ${what}`, async ({ store, name }) => {
      await store.swap([change(name(), undefined, current)]);
      assert.equal(await store.swap([change(name(), before, after)]), isSwapped);
      assert.equal(await valueOf(store, name()), isSwapped ? after : current);
    });
  }

  for (const wrong of [0, 1, 2]) {
    test(`writes nothing when only change ${wrong + 1} of 3 is rejected`, async ({ store, name }) => {
      const names = ['a', 'b', 'c'].map(name);
      const changes = names.map((each, index) => change(each, index === wrong ? 'other' : undefined, 'new'));
      assert.equal(await store.swap(changes), false);
      const message = 'swap() wrote some of its changes. Write all in one transaction, after all were compared.';
      assert.deepEqual(await store.read(names), [undefined, undefined, undefined], message);
    });
  }

  test('keeps any text in names and values', async ({ store, name }) => {
    for (const text of TEXTS) {
      assert.equal(await store.swap([add(name(text), text)]), true);
      assert.deepEqual(await store.read([name(text), name(`${text}x`)]), [text, undefined]);
    }
  });

  for (const [what, one, other] of CONFUSABLE) {
    test(`distinguishes names and values that differ ${what}`, async ({ store, name }) => {
      await store.swap([add(name(one), one)]);
      const message = `The database takes ${quote(one)} and ${quote(other)} for the same. Compare bytes.`;
      assert.equal(await valueOf(store, name(other)), undefined, message);
      assert.equal(await store.swap([change(name(one), other, 'new')]), false, message);
      assert.equal(await store.swap([add(name(other), other)]), true, message);
      assert.deepEqual(await store.read([name(one), name(other)]), [one, other], message);
    });
  }

  test(`keeps a value of ${LONG} characters`, async ({ store, name }) => {
    const long = 'ü'.repeat(LONG);
    await store.swap([add(name(), long)]);
    assert.ok((await valueOf(store, name())) === long, 'The value was shortened or changed.');
    assert.equal(await store.swap([change(name(), long, '1')]), true);
  });

  test(`swaps ${AT_ONCE} names, and reads 100`, async ({ store, name }) => {
    const names = Array.from({ length: 100 }, (_, index) => name(String(index)));
    assert.equal(await store.swap(names.slice(0, AT_ONCE).map((each) => add(each, each))), true);
    const expected = names.map((each, index) => (index < AT_ONCE ? each : undefined));
    assert.deepEqual(await store.read(names), expected);
  });
}

function testExpiry(users: StoreUsers): void {
  const test = testsOf(users);

  test('keeps a value until it expires', async ({ store, name }) => {
    await store.swap([add(name(), '1', LATER_MS)]);
    await wait(LATER_MS / 1000 + 100); // a store may take seconds for milliseconds
    assert.equal(await valueOf(store, name()), '1', `The value is gone, which expires in ${LATER_MS} ms.`);
  });

  test('treats an expired value as missing, in a swap too', async ({ store, name }) => {
    await store.swap([add(name(), '1', SOON_MS)]);
    await expiry(store, name());
    assert.equal(await store.swap([change(name(), '1', '2')]), false, 'swap() found a value that had expired.');
    assert.equal(await store.swap([add(name(), '2')]), true, 'swap() found a value that had expired.');
    assert.equal(await valueOf(store, name()), '2');
  });

  for (const [what, lasting] of [
    ['overwritten without expiry', [{ before: '1', after: '1' }]],
    [
      'removed and written again',
      [
        { before: '1', after: undefined },
        { before: undefined, after: '1' },
      ],
    ],
  ] as const) {
    test(`keeps a value that is ${what}`, async ({ store, name }) => {
      // On a slow machine, the first value expires before, so the test tries again.
      for (let time = 500, isKept = false; !isKept; time *= 4) {
        await store.swap([add(name(), '1', time)]);
        const swapped = [];
        for (const each of lasting) swapped.push(await store.swap([{ name: name(), ...each }]));
        isKept = swapped.every(Boolean);
        if (isKept) await wait(time + 100);
      }
      await store.swap([add(name('other'), '1')]); // a write may remove expired values
      const message = 'The value expired by the lifetime of an earlier one.';
      assert.equal(await valueOf(store, name()), '1', message);
    });
  }

  test('lets a lasting value expire that is overwritten with an expiry', async ({ store, name }) => {
    await store.swap([add(name(), '1')]);
    assert.equal(await store.swap([{ ...change(name(), '1', '2'), expiresIn: SOON_MS }]), true);
    await expiry(store, name());
  });
}

async function expiry(store: AttemptStore, name: string): Promise<void> {
  const hasExpired = await becomesTrue(async () => (await valueOf(store, name)) === undefined);
  assert.ok(hasExpired, `An expired value is still there ${CALL_LIMIT / 1000} s later. Compare expiresIn, in ms.`);
}

function testListing(users: StoreUsers): void {
  const test = testsOf(users);

  test('lists values whose names start with a prefix, which is not a pattern', async ({ store, other, name }) => {
    const own = PATTERNS.map((each) => `${each}1`);
    for (const each of ['a', 'a:', 'a:2', 'a:1', 'A:1', 'xa:1', 'a\u{10ffff}', 'a;', 'заказ', '🧾', ...own]) {
      await store.swap([add(name(each), `=${each}`)]);
    }
    for (const lasting of [false, true]) {
      assert.deepEqual(await entriesOf(other, name('a:'), lasting), [
        [name('a:'), '=a:'],
        [name('a:1'), '=a:1'],
        [name('a:2'), '=a:2'],
      ]);
      for (const each of PATTERNS) {
        assert.deepEqual(await entriesOf(other, name(each), lasting), [[name(`${each}1`), `=${each}1`]]);
      }
      const ours = (await entriesOf(other, '', lasting)).filter(([each]) => each.startsWith(name()));
      assert.equal(ours.length, 10 + own.length, 'An empty prefix lists all names.');
    }
  });

  test('lists neither removed nor expired nor earlier values', async ({ store, other, name }) => {
    await store.swap([add(name('a'), '1'), add(name('b'), '1'), add(name('c'), '1', 30), add(name('d'), '1')]);
    await store.swap([change(name('b'), '1', undefined), change(name('d'), '1', '2')]);
    await becomesTrue(async () => (await valueOf(store, name('c'))) === undefined);
    for (const lasting of [false, true]) {
      assert.deepEqual(await entriesOf(other, name(), lasting), [
        [name('a'), '1'],
        [name('d'), '2'],
      ]);
    }
  });

  test(`lists ${MANY} values`, async ({ store, other, name }) => {
    const names = Array.from({ length: MANY }, (_, index) => name(String(index))).sort();
    for (let start = 0; start < MANY; start += AT_ONCE) {
      await store.swap(names.slice(start, start + AT_ONCE).map((each) => add(each, each)));
    }
    for (const lasting of [false, true]) {
      const found = (await entriesOf(other, name(), lasting)).map(([each]) => each);
      assert.deepEqual(found, names, `${found.length} of ${MANY} values were listed (lasting: ${String(lasting)}).`);
    }
  });

  test('lists values that do not expire alone', async ({ store, other, name }) => {
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

async function entriesOf(store: AttemptStore, prefix: string, lasting: boolean) {
  const found: (readonly [string, string])[] = [];
  for await (const entry of store.list(prefix, { lasting })) found.push(entry);
  const sorted = found.sort(([one], [another]) => (one < another ? -1 : 1));
  return lasting ? sorted : sorted.filter(([name], index) => name !== sorted[index - 1]?.[0]);
}
