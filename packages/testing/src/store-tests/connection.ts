import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { realClock, withinTime } from 'payment-widget/contract';
import { Relay } from './relay.js';
import {
  add,
  becomesTrue,
  change,
  CALL_LIMIT,
  newNames,
  testsOf,
  settledValues,
  valueOf,
  type Address,
  type OpenedStore,
  type OpenStore,
  type StoreUsers,
} from './support.js';

/** Parts of the data of one call. Only unusual stores exchange more. */
const MAX_PARTS = 20;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

const SECONDS = CALL_LIMIT / 1000;

/** The other users of the data have a connection that works. */
export function testConnection(users: StoreUsers, address: Address, open: OpenStore): void {
  const test = testsOf(users);
  const relay = new Relay(address);
  let opened: OpenedStore;
  const relayed = () => opened.store;

  const restore = async () => {
    relay.restore();
    const hasRecovered = await becomesTrue(async () => 'value' in (await outcomeOf(relayed().read([newNames()()]))));
    assert.ok(hasRecovered, `The store still fails ${SECONDS} s after its connection was restored. Reconnect.`);
  };

  before(async () => {
    opened = await open(await relay.start());
    await relayed().read([newNames()()]);
  });
  afterEach(restore);
  after(async () => {
    relay.restore();
    await opened.close?.();
    relay.stop();
  });

  const title = 'that are down let read() and swap() reject, and the store continues once they are restored';
  test(title, async ({ store, name }) => {
    await relayed().swap([add(name(), 'old')]);
    relay.down();
    await store.swap([change(name(), 'old', 'new')]);
    const calls = { read: relayed().read([name()]), swap: relayed().swap([change(name(), 'old', 'lost')]) };
    for (const [method, call] of Object.entries(calls)) {
      const message = `${method}() resolved without a connection. It must reject, since it cannot know the values. open() must use its address.`;
      assert.ok('error' in (await outcomeOf<unknown>(call)), message);
    }
    await restore();
    assert.equal(await valueOf(relayed(), name()), 'new', 'read() returned a value from before the failure.');
  });

  test('that hang end a call in time, and a late answer is not that of a later call', async ({ store, name }) => {
    await store.swap([add(name('a'), '1'), add(name('b'), '2')]);
    relay.hang();
    const reading = await outcomeOf(relayed().read([name('a')]));
    const swapped = [name('c'), name('d')];
    assertSwap(await outcomeOf(relayed().swap(swapped.map((each) => add(each, '1')))), await store.read(swapped));
    relay.restore();
    const next = await outcomeOf(relayed().read([name('b')]));
    const message = 'read() returned wrong values after its connection broke. It must reject.';
    if ('value' in reading) assert.deepEqual(reading.value, ['1'], message);
    if ('value' in next) assert.deepEqual(next.value, ['2'], message);
  });

  for (const direction of ['request', 'answer'] as const) {
    const title = `that break when a part of the ${direction} is lost cause neither a false true nor a half swap`;
    test(title, async ({ store }) => {
      for (let part = 1, hasCut = true; hasCut && part <= MAX_PARTS; part++) {
        const name = newNames();
        const free = [name('a'), name('b')];
        const taken = [name('c'), name('d')];
        await store.swap([add(name('d'), 'of another')]);
        relay.cutAt(direction, part);
        const outcome = await outcomeOf(relayed().swap(free.map((each) => add(each, '1'))));
        ({ hasCut } = relay);
        await restore();
        assertSwap(outcome, await settledValues(store, free));
        relay.cutAt(direction, part);
        const conflicting = await outcomeOf(relayed().swap(taken.map((each) => add(each, '1'))));
        await restore();
        assert.notDeepEqual(conflicting, { value: true }, 'swap() resolved with true, but a value was not expected.');
        assert.deepEqual(await store.read(taken), [undefined, 'of another'], 'swap() wrote over another value.');
      }
    });
  }
}

/** @throws if the call does not end in time */
async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  const ended = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  try {
    return await withinTime(CALL_LIMIT, realClock, () => ended);
  } catch {
    return assert.fail(`A call did not end within ${SECONDS} s. Set a time limit in the client.`);
  }
}

/** @param values - what another process reads of the names that were swapped together */
function assertSwap(outcome: Outcome<boolean>, values: readonly (string | undefined)[]): void {
  assert.equal(values[0], values[1], 'A swap whose connection broke was written in part.');
  if ('error' in outcome || !outcome.value) return; // a client that repeats a command may find its own write
  const message = 'swap() resolved with true, but nothing was written. It must reject when its connection breaks.';
  assert.deepEqual(values, ['1', '1'], message);
}
