import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { OnSettled } from '../../../src/proxy/index.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { FakeClock } from '../../support/fake-clock.js';
import { newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 3600 * SECOND;

/** A store and proxies over it, as several processes have them, with a clock that the test moves. */
function setUp() {
  const clock = new FakeClock({ chance: () => 1 });
  const store = createMemoryStore(clock);
  const fetch = () => Promise.resolve(Response.json({}));
  const start = (onSettled: OnSettled, own: AttemptStore = store, itsClock = clock) =>
    testProxy({ store: own, fetch, onSettled }, itsClock);
  return { clock, store, start };
}

const pay = (proxy: ReturnType<typeof testProxy>, reference = 'order-1042') =>
  proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': newKey() }));

describe('onSettled that fails', () => {
  it('is called again after 1, 2, 4 … s, at last every hour', async () => {
    const { clock, start } = setUp();
    const calls: number[] = [];
    const proxy = start(() => {
      calls.push(clock.now());
      throw new Error('no database');
    });
    await pay(proxy);
    await clock.advance(128 * SECOND);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / SECOND));
    assert.deepEqual(pauses.slice(0, 6), [1, 2, 4, 8, 16, 32]);
    await clock.advance(12 * HOUR);
    const last = calls.slice(-2);
    assert.ok(Math.abs((last[1] ?? 0) - (last[0] ?? 0) - HOUR) <= 60 * SECOND);
  });

  it('is called again for this order only', async () => {
    const { clock, start } = setUp();
    const calls: (string | undefined)[] = [];
    let isBroken = true;
    const proxy = start(({ reference }) => {
      calls.push(reference);
      if (isBroken && reference === 'order-1') throw new Error('no database');
    });
    await pay(proxy, 'order-1');
    await pay(proxy, 'order-2');
    await setImmediate();
    assert.deepEqual(calls, ['order-1', 'order-2']);
    isBroken = false;
    await clock.advance(60 * SECOND);
    assert.deepEqual(calls, ['order-1', 'order-2', 'order-1']);
  });
});

describe('onSettled whose process has died', () => {
  it('is called by another process when the lease has expired', async () => {
    const { clock, store, start } = setUp();
    let isDead = false;
    const dying: AttemptStore = {
      ...store,
      read: (names) => (isDead ? Promise.reject(new Error('dead')) : store.read(names)),
      swap: (changes) => (isDead ? Promise.reject(new Error('dead')) : store.swap(changes)),
    };
    await pay(start(() => gate().opened, dying));
    await setImmediate();
    isDead = true;
    const outcomes: string[] = [];
    start(({ outcome }) => outcomes.push(outcome));
    await clock.advance(85 * SECOND);
    assert.deepEqual(outcomes, []);
    await clock.advance(15 * SECOND);
    assert.deepEqual(outcomes, ['paid']);
  });
});

describe('onSettled that does not end', () => {
  const never = () => gate().opened;

  it('is called again after a minute, and not by another process before', async () => {
    const { clock, start } = setUp();
    const calls: number[] = [];
    const hang = () => {
      calls.push(clock.now());
      return never();
    };
    const one = start(hang);
    start(hang);
    await pay(one);
    await clock.advance(2 * MINUTE + 10 * SECOND);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / MINUTE));
    assert.deepEqual(pauses, [1, 1]);
  });

  it('touches the store no more once close() has given up', async () => {
    const { clock, store, start } = setUp();
    let isClosed = false;
    const late: string[] = [];
    const watched: AttemptStore = {
      ...store,
      swap(changes) {
        if (isClosed) late.push(...changes.map(({ name }) => name));
        return store.swap(changes);
      },
    };
    const proxy = start(never, watched);
    await pay(proxy);
    await setImmediate();
    const closing = proxy.close();
    await clock.advance(15 * SECOND);
    await closing;
    isClosed = true;
    await clock.advance(2 * HOUR);
    assert.deepEqual(late, []);
  });
});

describe('a store that fails after onSettled has accepted', () => {
  it('leads to another call', async () => {
    const { clock, store, start } = setUp();
    let isAway = false;
    const faulty: AttemptStore = {
      ...store,
      swap: (changes) => (isAway ? Promise.reject(new Error('away')) : store.swap(changes)),
    };
    let calls = 0;
    const proxy = start(() => {
      isAway = ++calls === 1;
    }, faulty);
    await pay(proxy);
    await setImmediate();
    isAway = false;
    await clock.advance(100 * SECOND);
    assert.equal(calls, 2);
  });
});
