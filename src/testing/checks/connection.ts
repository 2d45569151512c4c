import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptStore } from '../../proxy/attempts/store.js';
import { Relay, type Direction } from '../relay.js';
import {
  add,
  becomesTrue,
  change,
  LIMITS,
  newNames,
  valueOf,
  type Address,
  type OpenedStore,
  type OpenStore,
  type StoreUsers,
} from '../support.js';

const DELAY_MS = 100;

/** Parts of the data of one call. Only unusual stores exchange more. */
const MAX_PARTS = 20;

type Outcome<T> = { readonly value: T } | { readonly error: unknown } | 'overdue';

export function testConnection(users: StoreUsers, address: Address, open: OpenStore): void {
  const relay = new Relay(address);
  let opened: OpenedStore;
  const relayed = () => opened.store;
  /** A store whose connection works, as that of another process. */
  const direct = (): AttemptStore => users()[0];

  before(async () => {
    opened = await open(await relay.start());
    await relayed().read([newNames()()]);
  });
  afterEach(async () => {
    relay.restore();
    await recovery(relayed());
  });
  after(async () => {
    relay.restore();
    await opened.close?.();
    relay.stop();
  });

  it('connect to the address that open() got', async () => {
    relay.down();
    const outcome = await outcomeOf(relayed().read([newNames()()]));
    const message = 'The store answers although its connection is broken. open() must use the address that it gets.';
    assert.ok(outcome === 'overdue' || 'error' in outcome, message);
  });

  it(`let calls succeed that take ${DELAY_MS} ms longer`, async () => {
    const name = newNames();
    relay.slowDown(DELAY_MS);
    const swapped = await outcomeOf(relayed().swap([add(name('a'), '1'), add(name('b'), '2')]));
    assert.deepEqual(swapped, { value: true });
    assert.deepEqual(await outcomeOf(relayed().read([name('b'), name('a')])), { value: ['2', '1'] });
  });

  it('that hang end a read in time, and later answers are not confused', async () => {
    const name = newNames();
    await direct().swap([add(name('a'), '1'), add(name('b'), '2')]);
    relay.hang();
    const outcome = await outcomeOf(relayed().read([name('a')]));
    assert.notEqual(outcome, 'overdue', `read() did not end within ${seconds()} s. Set a time limit in the client.`);
    assertRead(outcome, ['1']);
    relay.restore();
    const next = await outcomeOf(relayed().read([name('b')]));
    assertRead(next, ['2'], 'read() returned the late answer to an earlier call.');
  });

  it('that hang end a swap in time, and without a false true', async () => {
    const name = newNames();
    relay.hang();
    const outcome = await outcomeOf(relayed().swap([add(name('a'), '1'), add(name('b'), '1')]));
    const values = await direct().read([name('a'), name('b')]);
    assert.notEqual(outcome, 'overdue', `swap() did not end within ${seconds()} s. Set a time limit in the client.`);
    assertSwap(outcome, values, '1');
  });

  it('that are down let read() and swap() reject', async () => {
    const name = newNames();
    await relayed().swap([add(name(), 'old')]);
    await relayed().read([name()]);
    relay.down();
    await direct().swap([change(name(), 'old', 'new')]);
    const reading = await outcomeOf(relayed().read([name()]));
    const ofRead = 'read() resolved without a connection. It must reject, since it cannot know the values.';
    assert.ok(reading === 'overdue' || 'error' in reading, ofRead);
    const swapping = await outcomeOf(relayed().swap([change(name(), 'old', 'lost')]));
    const ofSwap = 'swap() resolved without a connection. It must reject, since it cannot know the values.';
    assert.ok(swapping === 'overdue' || 'error' in swapping, ofSwap);
    const late = `A call did not end within ${seconds()} s without a connection. Set a time limit in the client.`;
    assert.ok(reading !== 'overdue' && swapping !== 'overdue', late);
    assert.equal(await valueOf(direct(), name()), 'new');
  });

  it('that are restored let the store continue', async () => {
    const name = newNames();
    await relayed().swap([add(name(), 'old')]);
    relay.down();
    await outcomeOf(relayed().read([name()]));
    await direct().swap([change(name(), 'old', 'new')]);
    relay.restore();
    await recovery(relayed());
    assert.equal(await valueOf(relayed(), name()), 'new', 'read() returned a value from before the failure.');
    assert.equal(await relayed().swap([change(name(), 'new', 'newer')]), true);
  });

  for (const [direction, what] of [
    ['request', 'a part of the request is lost'],
    ['answer', 'a part of the answer is lost'],
  ] as const) {
    it(`that break when ${what} cause no wrong result of read()`, async () => {
      const name = newNames();
      await direct().swap([add(name('a'), '1')]);
      await atEachPart(direction, async () => {
        assertRead(await outcomeOf(relayed().read([name('a'), name('b')])), ['1', undefined]);
      });
    });

    it(`that break when ${what} cause neither a false true nor a half swap`, async () => {
      await atEachPart(direction, async () => {
        const name = newNames();
        const names = [name('a'), name('b')];
        const outcome = await outcomeOf(relayed().swap(names.map((each) => add(each, '1'))));
        assertSwap(outcome, await settled(names), '1');
      });
    });

    it(`that break when ${what} let no swap win whose values have changed`, async () => {
      await atEachPart(direction, async () => {
        const name = newNames();
        const names = [name('a'), name('b')];
        await direct().swap([add(name('b'), 'of another')]);
        const outcome = await outcomeOf(relayed().swap(names.map((each) => add(each, '1'))));
        assert.notDeepEqual(outcome, { value: true }, 'swap() resolved with true, but a value was not as expected.');
        const values = await direct().read(names);
        assert.deepEqual(values, [undefined, 'of another'], 'swap() wrote although a value had changed.');
      });
    });
  }

  async function atEachPart(direction: Direction, call: () => Promise<void>): Promise<void> {
    for (let part = 1; part <= MAX_PARTS; part++) {
      relay.cutAt(direction, part);
      await call();
      const { hasCut } = relay;
      relay.restore();
      await recovery(relayed());
      if (!hasCut) return;
    }
  }

  /** The values of two names that are written together. The database may still perform a swap whose connection is lost. */
  async function settled(names: readonly string[]): Promise<(string | undefined)[]> {
    let values: (string | undefined)[] = [];
    await becomesTrue(async () => {
      values = await direct().read(names);
      return values[0] === values[1];
    });
    return values;
  }
}

const seconds = () => LIMITS.call / 1000;

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  const ended = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const stop = new AbortController();
  const overdue = wait(LIMITS.call, 'overdue' as const, { signal: stop.signal }).catch(() => 'overdue' as const);
  const outcome = await Promise.race([ended, overdue]);
  stop.abort();
  return outcome;
}

function assertRead(
  outcome: Outcome<(string | undefined)[]>,
  expected: readonly (string | undefined)[],
  message = 'read() returned wrong values after its connection broke. It must reject.',
): void {
  if (outcome === 'overdue') assert.fail(`read() did not end within ${seconds()} s after its connection broke.`);
  if ('error' in outcome) return;
  assert.deepEqual(outcome.value, expected, message);
}

/** @param values - what another process reads of the names that were swapped together */
function assertSwap(outcome: Outcome<boolean>, values: readonly (string | undefined)[], after: string): void {
  if (outcome === 'overdue') assert.fail(`swap() did not end within ${seconds()} s after its connection broke.`);
  assert.equal(values[0], values[1], 'A swap whose connection broke was written in part.');
  if ('error' in outcome || !outcome.value) return; // a client that repeats a command may find its own write
  const message = 'swap() resolved with true, but nothing was written. It must reject when its connection breaks.';
  assert.deepEqual(values, [after, after], message);
}

async function recovery(store: AttemptStore): Promise<void> {
  const hasRecovered = await becomesTrue(async () => {
    const outcome = await outcomeOf(store.read([newNames()()]));
    return outcome !== 'overdue' && 'value' in outcome;
  });
  assert.ok(hasRecovered, `The store still fails ${seconds()} s after its connection was restored. Reconnect.`);
}
