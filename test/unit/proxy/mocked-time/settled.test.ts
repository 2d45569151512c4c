import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { OnSettled } from '../../../../src/proxy/index.js';
import type { AttemptStore } from '../../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../../src/proxy/attempts/stores/memory.js';
import { captureLog, newKey, paymentRequest, testProxy } from '../../../support/node-proxy.js';
import { gate } from '../../../support/node-servers.js';
import { samplePayment } from '../../../support/sample-payment.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 3600 * SECOND;

/** A store and proxies over it, as several processes have them, with a clock that the test moves. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
  t.mock.method(Math, 'random', () => 1);
  const store = createMemoryStore();
  const start = (onSettled?: OnSettled, own: AttemptStore = store) =>
    testProxy({ store: own, fetch: () => Promise.resolve(Response.json({})), ...(onSettled && { onSettled }) });
  return { store, start };
}

const pay = (proxy: ReturnType<typeof testProxy>, reference = 'order-1042') =>
  proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': newKey() }));

/** Lets promises settle, including those of hashes, which another thread computes. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await setImmediate();
  }
}

/** Lets time pass in steps, as code waits for promises between its timers. */
async function pass(t: TestContext, ms: number, step = ms): Promise<void> {
  await turns();
  for (let passed = 0; passed < ms; passed += step) {
    t.mock.timers.tick(step);
    await turns();
  }
}

describe('onSettled that fails', () => {
  it('is called again after 1, 2, 4 … s, at last every hour', async (t) => {
    const { start } = setUp(t);
    const calls: number[] = [];
    const proxy = start(() => {
      calls.push(Date.now());
      throw new Error('no database');
    });
    await pay(proxy);
    await pass(t, 128 * SECOND, 250);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / SECOND));
    assert.deepEqual(pauses.slice(0, 6), [1, 2, 4, 8, 16, 32]);
    await pass(t, 12 * HOUR, 60 * SECOND);
    const last = calls.slice(-2);
    assert.ok(Math.abs((last[1] ?? 0) - (last[0] ?? 0) - HOUR) <= 60 * SECOND);
  });

  it('is not called more often by several processes', async (t) => {
    const { start } = setUp(t);
    const calls: number[] = [];
    const fail = () => {
      calls.push(Date.now());
      throw new Error('no database');
    };
    const [one] = [start(fail), start(fail), start(fail)];
    await pay(one);
    await pass(t, 120 * SECOND, 250);
    const pauses = calls.slice(1).map((call, index) => call - (calls[index] ?? 0));
    assert.ok(
      pauses.every((pause, index) => pause >= SECOND * 2 ** index),
      pauses.join(' '),
    );
  });

  it('is called again for this order only', async (t) => {
    const { start } = setUp(t);
    const calls: (string | undefined)[] = [];
    let isBroken = true;
    const proxy = start(({ reference }) => {
      calls.push(reference);
      if (isBroken && reference === 'order-1') throw new Error('no database');
    });
    await pay(proxy, 'order-1');
    await pay(proxy, 'order-2');
    await turns();
    assert.deepEqual(calls, ['order-1', 'order-2']);
    isBroken = false;
    await pass(t, 60 * SECOND, 500);
    assert.deepEqual(calls, ['order-1', 'order-2', 'order-1']);
  });

  it('is called by deliverSettled() when it is due, not before', async (t) => {
    const { start } = setUp(t);
    const reports: object[] = [];
    const proxy = start(() => {
      throw new Error('no database');
    });
    await pay(proxy);
    await turns();
    reports.push(await proxy.deliverSettled());
    await proxy.close();
    t.mock.timers.tick(SECOND);
    reports.push(await start(() => undefined).deliverSettled());
    assert.deepEqual(reports, [
      { delivered: 0, failed: 0 },
      { delivered: 1, failed: 0 },
    ]);
  });

  it('leaves its entry to a process that is started later', async (t) => {
    const { start } = setUp(t);
    const first = start(() => {
      throw new Error('no database');
    });
    await pay(first);
    await turns();
    await first.close();
    const outcomes: string[] = [];
    start(({ outcome }) => outcomes.push(outcome));
    await pass(t, 10 * SECOND, 500);
    assert.deepEqual(outcomes, ['paid']);
  });
});

describe('onSettled that takes long', () => {
  it('is not called by another process meanwhile', async (t) => {
    const { start } = setUp(t);
    const held = gate();
    let calls = 0;
    const slow = () => {
      calls++;
      return held.opened;
    };
    const one = start(slow);
    start(slow);
    await pay(one);
    await pass(t, 300 * SECOND, 5 * SECOND);
    assert.equal(calls, 1);
    held.open();
    await pass(t, 60 * SECOND, 5 * SECOND);
    assert.equal(calls, 1);
  });

  it('is called by another process when its own has died', async (t) => {
    const { store, start } = setUp(t);
    let isDead = false;
    const dying: AttemptStore = {
      ...store,
      read: (names) => (isDead ? Promise.reject(new Error('dead')) : store.read(names)),
      swap: (changes) => (isDead ? Promise.reject(new Error('dead')) : store.swap(changes)),
    };
    await pay(start(() => gate().opened, dying));
    await turns();
    isDead = true;
    const outcomes: string[] = [];
    start(({ outcome }) => outcomes.push(outcome));
    await pass(t, 25 * SECOND, SECOND);
    assert.deepEqual(outcomes, []);
    await pass(t, 15 * SECOND, SECOND);
    assert.deepEqual(outcomes, ['paid']);
  });
});

describe('onSettled that does not end', () => {
  const never = () => gate().opened;

  it('holds up other orders for a minute', async (t) => {
    const { start } = setUp(t);
    const calls: (string | undefined)[] = [];
    const proxy = start(({ reference }) => {
      calls.push(reference);
      return reference === 'last' ? undefined : never();
    });
    for (let order = 0; order < 8; order++) await pay(proxy, `order-${order}`);
    await pay(proxy, 'last');
    await pass(t, 50 * SECOND, 5 * SECOND);
    assert.equal(calls.includes('last'), false);
    await pass(t, 15 * SECOND, 5 * SECOND);
    assert.equal(calls.includes('last'), true);
  });

  it('is called again after an hour, and not by another process before', async (t) => {
    const { start } = setUp(t);
    const calls: number[] = [];
    const hang = () => {
      calls.push(Date.now());
      return never();
    };
    const one = start(hang);
    start(hang);
    await pay(one);
    await pass(t, 3 * HOUR, 5 * SECOND);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / MINUTE));
    assert.deepEqual(pauses, [60, 60]);
  });

  it('is logged after a minute, and as failed after an hour', async (t) => {
    const { store } = setUp(t);
    const { logger, lines } = captureLog();
    const fetch = () => Promise.resolve(Response.json({}));
    await pay(testProxy({ store, fetch, logger, onSettled: never }));
    const events = () => lines.map(({ event, cause }) => [event, cause]);
    await pass(t, 65 * SECOND, 5 * SECOND);
    assert.deepEqual(events(), [['settled_slow', undefined]]);
    await pass(t, HOUR, 5 * SECOND);
    assert.deepEqual(events().slice(0, 2), [
      ['settled_slow', undefined],
      ['settled_failed', 'TimeoutError'],
    ]);
  });

  it('touches the store no more once close() has given up', async (t) => {
    const { store, start } = setUp(t);
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
    await turns();
    const closing = proxy.close();
    await pass(t, 15 * SECOND, SECOND);
    await closing;
    isClosed = true;
    await pass(t, 2 * HOUR, 5 * SECOND);
    assert.deepEqual(late, []);
  });
});

describe('an entry that a process with a wrong clock has postponed', () => {
  it('is delivered by others', async (t) => {
    const { start } = setUp(t);
    const wrong = start(() => {
      throw new Error('no database');
    });
    const now = Date.now();
    t.mock.timers.setTime(now + 1000 * 24 * HOUR);
    await pay(wrong);
    await turns();
    await wrong.close();
    t.mock.timers.reset();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now });
    const outcomes: string[] = [];
    start(({ outcome }) => outcomes.push(outcome));
    await pass(t, 10 * SECOND, 500);
    assert.deepEqual(outcomes, ['paid']);
  });
});

describe('a store that fails after onSettled has accepted', () => {
  it('leads to another call', async (t) => {
    const { store, start } = setUp(t);
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
    await turns();
    isAway = false;
    await pass(t, 60 * SECOND, SECOND);
    assert.equal(calls, 2);
  });
});
