import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Database } from '../../src/sandbox/database.js';
import { openDatabase } from './database-file.js';

/** The databases of the demo. The service and the merchant are separate parties: neither reads the other's data. */
export interface Data {
  readonly sandbox: Database;
  readonly shop: Database;
  close(): Promise<void>;
}

export function inMemory(): Data {
  return { sandbox: new Database(), shop: new Database(), close: () => Promise.resolve() };
}

/**
 * Opens the databases in a folder, or creates them.
 * @param options.fresh - deletes the stored data
 * @throws when another process uses the folder
 */
export async function openFolder(folder: string, { fresh = false } = {}): Promise<Data> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, 'demo.pid');
  await takeLock(lock, folder);
  const files = ['sandbox.db', 'shop.db'].map((name) => join(folder, name)) as [string, string];
  if (fresh) await Promise.all(files.flatMap((file) => [rm(file, { force: true }), rm(`${file}~`, { force: true })]));
  const [sandbox, shop] = [await openDatabase(files[0]), await openDatabase(files[1])];
  return {
    sandbox,
    shop,
    async close() {
      await Promise.all([sandbox.close(), shop.close()]);
      await rm(lock, { force: true });
    },
  };
}

async function takeLock(lock: string, folder: string): Promise<void> {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
  // A process that was just killed exists until its parent has read its exit status.
  for (let tries = 0; tries < 10 && owner !== process.pid && isRunning(owner); tries++) await wait(100);
  if (owner !== process.pid && isRunning(owner)) {
    throw new Error(
      `${folder} is in use by process ${owner}. Stop that process or set SANDBOX_DATA to another folder.`,
    );
  }
  await rm(lock, { force: true }); // left by a process that was killed
  await writeFile(lock, String(process.pid), { flag: 'wx' });
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's process
  }
}
