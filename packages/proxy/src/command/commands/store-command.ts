import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, createCommand, string, UsageError, type Streams } from '../command-line.js';
import type { AttemptStore, Change } from '../../stores/store.js';
import { codesOf } from '../../log.js';
import { realClock, withinTime } from 'payment-widget/contract';
import { folderOf, hasLmdb, open } from './attempts.js';
import { readSettings } from '../settings/settings.js';

export const USAGE = `Usage: npx --no payment-widget-proxy store check [options]

Tests the store: compare-and-swap over two connections, its latency, and listing. The program may be running.
What the check writes expires within a minute. It creates the tables in PostgreSQL, as the program does.

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
    await Promise.all([first.close(), second.close()]);
  }
}

class StoreCheckError extends Error {}

interface Connections {
  readonly one: AttemptStore;
  readonly other: AttemptStore;
  readonly prefix: string;
}

const CHECKS = { swap: checkSwap, list: checkList };

export async function runChecks(connections: Connections, { out }: Pick<Streams, 'out'>): Promise<boolean> {
  let isFine = true;
  for (const [name, run] of Object.entries(CHECKS)) {
    try {
      out(`ok    ${name}  ${await withinTime(CHECK_LIMIT_MS, realClock, () => run(connections))}\n`);
    } catch (error) {
      isFine = false;
      const isKnown = error instanceof StoreCheckError;
      out(`FAIL  ${name}  ${isKnown ? error.message : `The store failed (${codesOf(error)}).`}\n`);
      if (!isKnown) break;
    }
  }
  return isFine;
}

const EXPIRY_MS = 60_000;
const ROUNDS = 20;

const expiring = (name: string, before: string | undefined, after: string): Change => ({
  ...{ name, before, after },
  expiresIn: EXPIRY_MS,
});

/** Two connections take turns. */
async function checkSwap({ one, other, prefix }: Connections): Promise<string> {
  const [name, missing] = [`${prefix}swap`, `${prefix}missing`];
  let before: string | undefined;
  let ms = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
    const after = String(round);
    const startedAt = performance.now();
    expect(await from.swap([expiring(name, before, after)]), true, 'A swap after one of another connection');
    ms += performance.now() - startedAt;
    const refused = [expiring(missing, undefined, after), expiring(name, before, 'x')];
    expect(await to.swap(refused), false, 'A swap that expects an old value');
    const found = (await to.read([name, missing])).map(String);
    expect(found.join(), `${after},undefined`, 'What another connection reads');
    before = after;
  }
  return `another connection sees each write; a swap takes ${(ms / ROUNDS).toFixed(1)} ms`;
}

async function checkList({ one, prefix }: Connections): Promise<string> {
  const [expires, lasts] = [`${prefix}list-expires`, `${prefix}list-lasts`];
  await one.swap([expiring(expires, undefined, '1'), { name: lasts, before: undefined, after: '2' }]);
  const list = async (lasting: boolean) => {
    const found = new Set<string>();
    for await (const [name, value] of one.list(`${prefix}list-`, { lasting })) found.add(`${name}=${value}`);
    return Array.from(found).sort().join(' ');
  };
  try {
    expect(await list(false), `${expires}=1 ${lasts}=2`, 'The list of values');
    expect(await list(true), `${lasts}=2`, 'The list of values that do not expire');
  } finally {
    await one.swap([{ name: lasts, before: '2', after: undefined }]); // nothing else would ever delete it
  }
  return 'finds values by the start of their names';
}

function expect<T>(actual: T, expected: T, what: string): void {
  if (actual === expected) return;
  throw new StoreCheckError(`${what} is ${String(actual)}. Expected ${String(expected)}.`);
}
