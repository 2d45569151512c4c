import assert from 'node:assert/strict';
import { before, type TestContext } from 'node:test';
import { StoreProcess, type Program } from '../start-process.js';
import { becomesTrue, check, newNames } from '../support.js';

const KILLS = 10;

/** In ms: how long a process swaps before it is killed, at most. */
const LIFETIME = 100;

/** What the next process found after a kill. */
interface Finding {
  /** The last number that the store had confirmed. */
  readonly confirmed: number;
  /** Both numbers, which are incremented in one swap. */
  readonly found: readonly [number, number];
}

export function testCrash(program: Program): void {
  const findings: Finding[] = [];
  let isVolatile = false;

  before(async () => {
    const name = newNames();
    const names = [name('a'), name('b')];
    let confirmed = 0;
    for (let kills = 0; kills <= KILLS && !isVolatile; kills++) {
      const next = await StoreProcess.start(program);
      try {
        isVolatile = next.isVolatile;
        if (isVolatile) return;
        if (kills > 0) findings.push({ confirmed, found: await numbers(next, names) });
        if (kills < KILLS) await next.countUntilKilled(names, LIFETIME);
      } finally {
        await next.kill();
      }
      confirmed = next.counted;
    }
  });

  /** Declares a test of what was found. */
  const checkFindings = (title: string, run: () => void) => {
    check(title, (t: TestContext) => {
      if (isVolatile) t.diagnostic('Nothing to check: the store is volatile.');
      else run();
      return Promise.resolve();
    });
  };

  checkFindings(`has no half swap after ${KILLS} kills of its process, unless it is volatile`, () => {
    const half = findings.filter(({ found: [one, other] }) => one !== other);
    assert.deepEqual(half, [], 'A killed process left a part of a swap. Write all changes in one transaction.');
  });

  checkFindings(`has each swap that was confirmed before ${KILLS} kills, unless it is volatile`, () => {
    const lost = findings.filter(({ confirmed, found }) => Math.min(...found) < confirmed);
    assert.deepEqual(lost, [], 'A confirmed swap was lost. Resolve with true after the commit, not before.');
  });
}

/** The server may still perform the last swap of the killed process, so a half one is read again. */
async function numbers(store: StoreProcess, names: readonly string[]): Promise<[number, number]> {
  let found: [number, number] = [0, 0];
  await becomesTrue(async () => {
    const [one, other] = await store.read(names);
    found = [Number(one ?? 0), Number(other ?? 0)];
    return found[0] === found[1];
  });
  return found;
}
