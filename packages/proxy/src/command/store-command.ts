import assert from 'node:assert/strict';
import { realClock, withinTime } from 'payment-widget/contract';
import { codesOf } from '../base/errors.js';
import type { AttemptStore, Change } from '../stores/store.js';
import { config, createCommand, UsageError, type Streams } from './command-line.js';
import { withStore } from './open-store.js';
import { readProgramSettings } from './settings.js';

const CHECK_LIMIT_MS = 15_000;

export const runStore = createCommand({
  synopsis: 'payment-widget-proxy store check [options]',
  about: `Tests the store: compare-and-swap over two connections, its latency, and listing. The program may be running.
What the check writes expires within a minute. It creates the tables in PostgreSQL, as the program does.`,
  options: { config },
  notes: `Settings: PAYMENTS_STORE, as for the proxy.
Exit codes: 0 if the store works, 1 if not, 2 for invalid arguments.
`,
  allowPositionals: true,
  async run({ values: { config: file }, positionals }, env, streams) {
    if (positionals.join(' ') !== 'check') throw new UsageError('Expected: store check.');
    const { PAYMENTS_STORE: setting } = readProgramSettings(env, file, ['PAYMENTS_STORE']);
    const prefix = `check:${crypto.randomUUID()}:`;
    const isFine = await withStore(setting, (one) =>
      withStore(setting, (other) => runChecks({ one, other, prefix }, streams)),
    );
    streams.out(isFine ? 'The store works.\n' : 'The store does not work. Nothing may be paid with it.\n');
    return isFine ? 0 : 1;
  },
});

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
      const isKnown = error instanceof assert.AssertionError;
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
    assert(await from.swap([expiring(name, before, after)]), 'A swap after one of another connection was refused.');
    ms += performance.now() - startedAt;
    const refused = [expiring(missing, undefined, after), expiring(name, before, 'x')];
    assert(!(await to.swap(refused)), 'A swap that expects an old value was made.');
    const found = await to.read([name, missing]);
    assert.deepEqual(found, [after, undefined], 'Another connection does not read what one has written.');
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
    assert.equal(await list(false), `${expires}=1 ${lasts}=2`, 'A value is missing in the list.');
    assert.equal(await list(true), `${lasts}=2`, 'The list of values that do not expire is wrong.');
  } finally {
    await one.swap([{ name: lasts, before: '2', after: undefined }]); // nothing else would ever delete it
  }
  return 'finds values by the start of their names';
}
