import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openFolder } from '../../../demo/data/folder.js';
import { temporaryFolder } from '../../support/stores.js';

async function folderWithSomething(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(t), 'data');
  const data = await openFolder(folder);
  await data.sandbox.table('things').put('a', 1);
  await data.shop.table('things').put('a', 2);
  await data.close();
  return folder;
}

/** What the service and the shop remember in a folder. */
async function rememberedIn(folder: string, options?: { fresh: boolean }): Promise<unknown[]> {
  const data = await openFolder(folder, options);
  const { sandbox, shop } = data;
  await data.close();
  return [...sandbox.table('things').values(), ...shop.table('things').values()];
}

/** The id of another process, which lives as long as the test. */
async function otherProcess(t: TestContext): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
  await once(child, 'spawn');
  t.after(() => child.kill());
  return child.pid ?? assert.fail();
}

describe("the folder of the demo's data", () => {
  it('has a file for each party', async (t) => {
    const folder = await folderWithSomething(t);
    assert.deepEqual((await readdir(folder)).sort(), ['sandbox.db', 'shop.db']);
  });

  it('remembers', async (t) => {
    assert.deepEqual(await rememberedIn(await folderWithSomething(t)), [1, 2]);
  });

  it('forgets everything when it is to be fresh', async (t) => {
    assert.deepEqual(await rememberedIn(await folderWithSomething(t), { fresh: true }), []);
  });

  it('is not opened while another process has it, and not cleared: its file would be spoilt', async (t) => {
    const folder = await folderWithSomething(t);
    await writeFile(join(folder, 'demo.pid'), String(await otherProcess(t)));
    await assert.rejects(openFolder(folder, { fresh: true }), /is in use by process \d+.*SANDBOX_DATA/);
    await writeFile(join(folder, 'demo.pid'), '');
    assert.deepEqual(await rememberedIn(folder), [1, 2]);
  });

  it('is opened when the process that had it was killed', async (t) => {
    const folder = await folderWithSomething(t);
    const child = spawn(process.execPath, ['--eval', '']);
    await once(child, 'exit');
    await writeFile(join(folder, 'demo.pid'), String(child.pid));
    assert.deepEqual(await rememberedIn(folder), [1, 2]);
  });
});
