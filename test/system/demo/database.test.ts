import assert from 'node:assert/strict';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { openDatabase } from '../../../demo/data/database-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function fileFor(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'folder', 'some.db');
}

/** Values of a table, read from the file. */
async function valuesIn(file: string, table = 'things'): Promise<unknown[]> {
  return (await openDatabase(file)).table(table).values();
}

const pending = (changes: object[]) => `${JSON.stringify({ _id: 'pending', table: '', key: '', value: changes })}\n`;

describe('a database in a file', () => {
  it('keeps values after a restart', async (t) => {
    const file = await fileFor(t);
    const database = await openDatabase(file);
    await database.table('things').put('a', { deep: ['x', null, 1.5] });
    assert.deepEqual(await valuesIn(file), [{ deep: ['x', null, 1.5] }]);
  });

  it('keeps the order of appended values across restarts', async (t) => {
    const file = await fileFor(t);
    for (const numbers of [
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11],
    ]) {
      const things = (await openDatabase(file)).table<number>('things');
      for (const number of numbers) await things.write([things.appending(number)]);
    }
    assert.deepEqual(await valuesIn(file), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('ignores a last line truncated by a crash', async (t) => {
    const file = await fileFor(t);
    await (await openDatabase(file)).table('things').put('a', 1);
    await appendFile(file, '{"_id":"things/b","table":"things","key":"b","val');
    assert.deepEqual(await valuesIn(file), [1]);
  });

  it('refuses a corrupt file and does not change it', async (t) => {
    const file = await fileFor(t);
    await (await openDatabase(file)).table('things').put('a', 1);
    const corrupt = `not a row\n${await readFile(file, 'utf8')}`;
    await writeFile(file, corrupt);
    await assert.rejects(openDatabase(file), /corrupt/);
    assert.equal(await readFile(file, 'utf8'), corrupt);
  });

  it('completes a write of several changes interrupted by a crash', async (t) => {
    const file = await fileFor(t);
    await (await openDatabase(file)).table('things').put('a', 1);
    const change = (key: string, value?: number) => ({ table: 'things', key, value });
    await appendFile(file, pending([change('a'), change('b', 2), change('c', 3)]));
    assert.deepEqual(await valuesIn(file), [2, 3]);
  });

  it('is readable by its owner only', async (t) => {
    const file = await fileFor(t);
    await (await openDatabase(file)).table('things').put('a', 1);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });
});

describe('a table', () => {
  it('returns frozen values', () => {
    const things = new Database().table<{ deep: { x: number } }>('things');
    void things.put('a', { deep: { x: 1 } });
    assert.throws(() => Object.assign(things.get('a')?.deep ?? {}, { x: 2 }), TypeError);
  });
});
