import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, createCommand, string, UsageError, type Streams } from '../command-line.js';
import { codesOf } from '../../proxy/service/upstream-failure.js';
import { realClock, withinTime } from '../../contract/clock.js';
import { folderOf, hasLmdb, open } from './attempts.js';
import { readSettings } from '../settings/settings.js';
import { cleanUp, STORE_CHECKS, StoreCheckError, type Connections } from './store-checks.js';

export const USAGE = `Usage: npx --no payment-widget store check [options]

Tests the store: reading, compare-and-swap, expiry, listing, latency, and whether two connections see each other's writes.
The program may be running. What the check writes, it deletes. It creates the tables in PostgreSQL, as the program does.

  --config <file>  reads settings from a file; the environment wins over it
  --help           prints this help

Settings: PAYMENTS_STORE, as for the proxy.
Exit codes: 0 if the store works, 1 if not, 2 for invalid arguments.
`;

const CHECK_LIMIT_MS = 15_000;

export const runStore = createCommand({
  usage: USAGE,
  options: { config: string },
  allowPositionals: true,
  async run({ values: { config }, positionals }, env, streams) {
    if (positionals.join(' ') !== 'check') throw new UsageError('Expected: store check.');
    const { PAYMENTS_STORE: setting } = readSettings(env, config, ['PAYMENTS_STORE']);
    if (setting === 'memory:') throw new CommandError('PAYMENTS_STORE is memory:, which cannot be checked or shared.');
    const path = folderOf(setting);
    if (path === undefined || hasLmdb(path)) return check(setting, streams);
    const folder = await temporaryFolder(path);
    streams.out(`There is no store at ${path} yet. Testing ${folder} instead, which is deleted.\n`);
    return check(`lmdb:${folder}`, streams).finally(() => rm(folder, { recursive: true, force: true }));
  },
});

/** A folder on the same disk. */
async function temporaryFolder(path: string): Promise<string> {
  let place = path;
  while (!existsSync(place)) place = dirname(place);
  return mkdtemp(join(place, 'store-check-')).catch((error: unknown) => {
    throw new CommandError(`PAYMENTS_STORE: no folder can be created in ${place} (${codesOf(error)}).`);
  });
}

async function check(setting: string, streams: Streams): Promise<number> {
  const [first, second] = [await open(setting), await open(setting)];
  const connections = { one: first.store, other: second.store, prefix: `check:${crypto.randomUUID()}:` };
  try {
    const isFine = await runChecks(connections, streams);
    streams.out(isFine ? 'The store works.\n' : 'The store does not work. Nothing may be paid with it.\n');
    return isFine ? 0 : 1;
  } finally {
    await withinTime(CHECK_LIMIT_MS, realClock, () => cleanUp(connections)).catch(() => undefined); // the values expire
    await Promise.all([first.close(), second.close()]);
  }
}

async function runChecks(connections: Connections, streams: Streams): Promise<boolean> {
  let isFine = true;
  for (const { name, run } of STORE_CHECKS) {
    const print = (mark: string, text: string) => {
      streams.out(`${mark.padEnd(4)}  ${name.padEnd(8)}  ${text}\n`);
    };
    try {
      print('ok', await withinTime(CHECK_LIMIT_MS, realClock, () => run(connections)));
    } catch (error) {
      isFine = false;
      print('FAIL', error instanceof StoreCheckError ? error.message : `The store failed (${codesOf(error)}).`);
      if (!(error instanceof StoreCheckError)) break;
    }
  }
  return isFine;
}
