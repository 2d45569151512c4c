import assert from 'node:assert/strict';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../demo/data/database.js';
import { temporaryFolder } from '../../support/stores.js';

async function fileFor(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'folder', 'some.db');
}

/** What stands in a table of a file. */
async function valuesIn(file: string, table = 'things'): Promise<unknown[]> {
  return (await Database.open(file)).table(table).values();
}

const pending = (changes: object[]) => `${JSON.stringify({ _id: 'pending', table: '', key: '', value: changes })}\n`;

describe('a database in a file', () => {
  it('has after a restart what was put', async (t) => {
    const file = await fileFor(t);
    const database = await Database.open(file);
    await database.table('things').put('a', { deep: ['x', null, 1.5] });
    assert.deepEqual(await valuesIn(file), [{ deep: ['x', null, 1.5] }]);
  });

  it('has only the last of what was put by one key', async (t) => {
    const file = await fileFor(t);
    const things = (await Database.open(file)).table<number>('things');
    for (const number of [1, 2, 3]) await things.put('a', number);
    assert.deepEqual(await valuesIn(file), [3]);
  });

  it('has no longer what was taken away', async (t) => {
    const file = await fileFor(t);
    const things = (await Database.open(file)).table<number>('things');
    await things.put('a', 1);
    await things.put('a', undefined);
    assert.deepEqual(await valuesIn(file), []);
  });

  it('tells tables apart', async (t) => {
    const file = await fileFor(t);
    const database = await Database.open(file);
    await database.table('things').put('a', 1);
    assert.deepEqual(await valuesIn(file, 'others'), []);
  });

  it('keeps the order of what was appended, across restarts', async (t) => {
    const file = await fileFor(t);
    for (const numbers of [
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11],
    ]) {
      const things = (await Database.open(file)).table<number>('things');
      for (const number of numbers) await things.write([things.appending(number)]);
    }
    assert.deepEqual(await valuesIn(file), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  for (const [what, text] of [
    ['line ends of every kind', 'a\nb\rc\u0085d\u2028e\u2029f\u000bg\u000ch'],
    ['letters of any script', 'заказ 注文 طلب 🧾'],
    ['control characters', '\u0000\u001f\u007f\u009f'],
  ]) {
    it(`keeps ${what}, in keys and values`, async (t) => {
      const file = await fileFor(t);
      await (await Database.open(file)).table('things').put(text ?? '', text);
      const things = (await Database.open(file)).table('things');
      assert.deepEqual([things.keys(), things.values()], [[text], [text]]);
    });
  }

  it('opens a file whose last line was cut short by a crash, without that line', async (t) => {
    const file = await fileFor(t);
    await (await Database.open(file)).table('things').put('a', 1);
    await appendFile(file, '{"_id":"things/b","table":"things","key":"b","val');
    assert.deepEqual(await valuesIn(file), [1]);
  });

  it('does not open a file that somebody has spoilt, and leaves it as it is', async (t) => {
    const file = await fileFor(t);
    await (await Database.open(file)).table('things').put('a', 1);
    const spoilt = `not a row\n${await readFile(file, 'utf8')}`;
    await writeFile(file, spoilt);
    await assert.rejects(Database.open(file), /corrupt/);
    assert.equal(await readFile(file, 'utf8'), spoilt);
  });

  it('makes the rest of a write of several changes that a crash has cut in two', async (t) => {
    const file = await fileFor(t);
    await (await Database.open(file)).table('things').put('a', 1);
    const change = (key: string, value?: number) => ({ table: 'things', key, value });
    await appendFile(file, pending([change('a'), change('b', 2), change('c', 3)]));
    assert.deepEqual(await valuesIn(file), [2, 3]);
  });

  it('makes it once: what was written later stays', async (t) => {
    const file = await fileFor(t);
    const things = (await Database.open(file)).table<number>('things');
    await things.write([things.change('a', 1), things.change('b', 1)]);
    await things.put('a', 2);
    assert.deepEqual(await valuesIn(file), [2, 1]);
  });

  it('has a file that does not grow with what is replaced', async (t) => {
    const file = await fileFor(t);
    const things = (await Database.open(file)).table<number>('things');
    await Promise.all(Array.from({ length: 5001 }, (_, number) => things.put('a', number)));
    assert.ok((await stat(file)).size < 1000);
  });

  it('may be read by nobody else: secrets are in it', async (t) => {
    const file = await fileFor(t);
    await (await Database.open(file)).table('things').put('a', 1);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('writes nothing any more after a write that failed: it would not be what is in memory', async (t) => {
    const file = await fileFor(t);
    const things = (await Database.open(file)).table<unknown>('things');
    await assert.rejects(things.put('a', { $wrong: 1 }), /field/i);
    await assert.rejects(things.put('b', 1), /field/i);
  });
});

describe('a table', () => {
  it('shows what was put before it is in the file', async (t) => {
    const things = (await Database.open(await fileFor(t))).table<number>('things');
    const written = things.put('a', 1);
    assert.equal(things.get('a'), 1);
    await written;
  });

  it('gives away nothing that can be changed', () => {
    const things = Database.inMemory().table<{ deep: { x: number } }>('things');
    void things.put('a', { deep: { x: 1 } });
    assert.throws(() => Object.assign(things.get('a')?.deep ?? {}, { x: 2 }), TypeError);
  });
});
