import type { AttemptStore, Change } from '../../proxy/attempts/store.js';

export class StoreCheckError extends Error {}

export interface Connections {
  readonly one: AttemptStore;
  readonly other: AttemptStore;
  readonly prefix: string;
}

interface StoreCheck {
  readonly name: string;
  /** @throws {StoreCheckError} if the store is wrong */
  readonly run: (connections: Connections) => Promise<string>;
}

/** Values that a killed check leaves behind expire. */
const EXPIRY_MS = 60_000;
const SHORT_EXPIRY_MS = 300;
const PATIENCE_MS = 3000;
const WRITERS = 20;
const ROUNDS = 20;

const expiring = (name: string, before: string | undefined, after: string): Change => ({
  name,
  before,
  after,
  expiresIn: EXPIRY_MS,
});

export const STORE_CHECKS: readonly StoreCheck[] = [
  { name: 'read', run: checkRead },
  { name: 'swap', run: checkSwap },
  { name: 'races', run: checkRaces },
  { name: 'sharing', run: checkSharing },
  { name: 'expiry', run: checkExpiry },
  { name: 'list', run: checkList },
  { name: 'latency', run: checkLatency },
];

async function checkRead({ one, prefix }: Connections): Promise<string> {
  expect(await valueOf(one, `${prefix}missing`), undefined, 'A missing value');
  return 'a missing value is missing';
}

async function checkSwap({ one, prefix }: Connections): Promise<string> {
  const names = [`${prefix}swap-a`, `${prefix}swap-b`] as const;
  const [a, b] = names;
  expect(await one.swap([expiring(a, undefined, '1'), expiring(b, undefined, '1')]), true, 'A valid swap');
  expect(await one.swap([expiring(a, '1', '2'), expiring(b, 'x', '2')]), false, 'A swap that expects another value');
  expect((await one.read(names)).join(), '1,1', 'The values after a refused swap');
  return 'writes all values, or none';
}

async function checkRaces({ one, other, prefix }: Connections): Promise<string> {
  const writers = Array.from({ length: WRITERS }, (_, index) => {
    return (index % 2 === 0 ? one : other).swap([expiring(`${prefix}race`, undefined, String(index))]);
  });
  const winners = (await Promise.all(writers)).filter(Boolean).length;
  expect(winners, 1, `The number of ${WRITERS} simultaneous writers that won`);
  return `1 of ${WRITERS} simultaneous writers won`;
}

async function checkSharing({ one, other, prefix }: Connections): Promise<string> {
  const name = `${prefix}sharing`;
  let before: string | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
    const after = String(round);
    expect(await from.swap([expiring(name, before, after)]), true, 'A swap after one of another connection');
    expect(await valueOf(to, name), after, 'What another connection reads after a swap');
    before = after;
  }
  return 'another connection sees each write at once';
}

async function checkExpiry({ one, prefix }: Connections): Promise<string> {
  const name = `${prefix}expiry`;
  const startedAt = performance.now();
  await one.swap([{ name, before: undefined, after: '1', expiresIn: SHORT_EXPIRY_MS }]);
  const elapsed = () => Math.round(performance.now() - startedAt);
  while ((await valueOf(one, name)) !== undefined) {
    if (elapsed() > SHORT_EXPIRY_MS + PATIENCE_MS) {
      throw new StoreCheckError(`A value for ${SHORT_EXPIRY_MS} ms is still there after ${elapsed()} ms.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (elapsed() < SHORT_EXPIRY_MS / 2)
    throw new StoreCheckError(`A value for ${SHORT_EXPIRY_MS} ms is gone too early.`);
  return `a value for ${SHORT_EXPIRY_MS} ms was gone after ${elapsed()} ms`;
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

async function checkLatency({ one, prefix }: Connections): Promise<string> {
  const name = `${prefix}latency`;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await valueOf(one, name);
    const startedAt = performance.now();
    await one.swap([expiring(name, before, String(round))]);
    times.push(performance.now() - startedAt);
  }
  const sum = times.reduce((one, other) => one + other);
  return `swap ${(sum / ROUNDS).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`;
}

export async function cleanUp({ one, prefix }: Connections): Promise<void> {
  const names = ['swap-a', 'swap-b', 'race', 'sharing', 'expiry', 'list-expires', 'latency'];
  for (const name of names.map((each) => prefix + each)) {
    await one.swap([{ name, before: await valueOf(one, name), after: undefined }]);
  }
}

async function valueOf(store: AttemptStore, name: string): Promise<string | undefined> {
  return (await store.read([name]))[0];
}

function expect(actual: string | number | boolean | undefined, expected: typeof actual, what: string): void {
  if (actual === expected) return;
  throw new StoreCheckError(`${what} is ${String(actual)}. Expected ${String(expected)}.`);
}
