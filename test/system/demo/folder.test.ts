import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openFolder } from '../../../demo/data/folder.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function folderWithValues(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(t), 'data');
  const data = await openFolder(folder);
  await data.sandbox.table('things').put('a', 1);
  await data.shop.table('things').put('a', 2);
  await data.close();
  return folder;
}

/** Values of sandbox and shop in a folder. */
async function valuesIn(folder: string, options?: { fresh: boolean }): Promise<unknown[]> {
  const data = await openFolder(folder, options);
  const { sandbox, shop } = data;
  await data.close();
  return [...sandbox.table('things').values(), ...shop.table('things').values()];
}

/** Starts a process that ends with the test and returns its id. */
async function otherProcess(t: TestContext): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
  await once(child, 'spawn');
  t.after(() => child.kill());
  return child.pid ?? assert.fail();
}

describe("the folder of the demo's data", () => {
  it('keeps values', async (t) => {
    assert.deepEqual(await valuesIn(await folderWithValues(t)), [1, 2]);
  });

  it('can be cleared', async (t) => {
    assert.deepEqual(await valuesIn(await folderWithValues(t), { fresh: true }), []);
  });

  it('is not opened or cleared while another process uses it', async (t) => {
    const folder = await folderWithValues(t);
    await writeFile(join(folder, 'demo.pid'), String(await otherProcess(t)));
    await assert.rejects(openFolder(folder, { fresh: true }), /is in use by process \d+.*SANDBOX_DATA/);
    await writeFile(join(folder, 'demo.pid'), '');
    assert.deepEqual(await valuesIn(folder), [1, 2]);
  });
});
