import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from 'payment-widget/contract/clock';
import type { OnSettled, SettledPayment } from 'payment-widget-proxy';
import { Attempts } from 'payment-widget-proxy/attempts/attempts';
import { inMode, type AttemptStore } from 'payment-widget-proxy/stores/store';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { FakeClock } from '../../support/fake-clock.js';
import { idle } from '../../support/idle.js';
import { captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const paid = json({ id: 'pay_1', status: 'succeeded' });
const declined = json({ code: 'card_declined' }, 402);
const lost = () => Promise.reject<Response>(new Error('socket hang up'));
const refused = () =>
  Promise.reject<Response>(Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }));

interface Setting {
  readonly service?: () => Promise<Response>;
  readonly onSettled?: OnSettled | undefined;
  readonly store?: AttemptStore;
  readonly answerFields?: readonly string[];
  readonly actionOrigins?: readonly string[];
}

/** A proxy with `onSettled`, closed after the test. */
function setUp(t: TestContext, { service = paid, store = createMemoryStore(), onSettled, ...options }: Setting = {}) {
  const { logger, lines } = captureLog();
  const settled: SettledPayment[] = [];
  const record: OnSettled = (one) => {
    settled.push(one);
    return onSettled?.(one);
  };
  const proxy = testProxy({ ...options, fetch: service, store, logger, onSettled: record });
  t.after(() => proxy.close());
  const pay = (key = newKey(), change = {}) =>
    proxy(paymentRequest('http://localhost/pay', samplePayment(change), { 'Idempotency-Key': key }));
  return { proxy, pay, settled, lines, store };
}

describe('onSettled', () => {
  it('is called with a paid attempt', async (t) => {
    const { pay, settled } = setUp(t);
    const key = newKey();
    await pay(key);
    await until(() => settled.length > 0);
    const [{ id, ...payment }] = settled as [SettledPayment];
    assert.match(id, /^[\da-f-]{36}$/);
    assert.deepEqual(payment, {
      reference: 'order-1042',
      amount: 4999,
      currency: 'EUR',
      outcome: 'paid',
      payment: { id: 'pay_1', status: 'succeeded' },
      idempotencyKey: key,
    });
  });

  for (const [what, service, payment] of [
    ['an attempt that the service declines', declined, { code: 'card_declined' }],
    ['an attempt that cannot reach the service', refused, null],
  ] as const) {
    it(`is called with ${what}, as failed`, async (t) => {
      t.mock.method(Math, 'random', () => 0); // no pauses between retries
      const { pay, settled } = setUp(t, { service });
      await pay();
      await until(() => settled.length > 0);
      assert.deepEqual([settled[0]?.outcome, settled[0]?.payment, settled.length], ['failed', payment, 1]);
    });
  }

  for (const [what, service] of [
    ['an unknown outcome', lost],
    ['a pending payment', json({ id: 'pay_1' }, 202)],
  ] as const) {
    it(`is not called with ${what}, but once resolve() has settled it`, async (t) => {
      const { proxy, pay, settled } = setUp(t, { service });
      const key = newKey();
      await pay(key);
      await idle();
      assert.deepEqual(settled, []);
      await proxy.resolve(key, 'succeeded', { status: 200, body: '{"id":"pay_2"}' });
      await until(() => settled.length > 0);
      assert.deepEqual(
        settled.map(({ outcome, payment, amount }) => [outcome, payment, amount]),
        [['paid', { id: 'pay_2' }, 4999]],
      );
    });
  }

  it('is called again with the other outcome when resolve() overrides one', async (t) => {
    const { proxy, pay, settled } = setUp(t);
    const key = newKey();
    await pay(key);
    await until(() => settled.length === 1);
    await proxy.resolve(key, 'failed', { override: true });
    await until(() => settled.length === 2);
    assert.deepEqual(
      settled.map(({ outcome, idempotencyKey }) => [outcome, idempotencyKey]),
      [
        ['paid', key],
        ['failed', key],
      ],
    );
  });

  it('is not called for a request that the proxy refuses, nor for a replay', async (t) => {
    const { pay, settled } = setUp(t);
    await pay(newKey(), { card: { number: '4242424242424241' } });
    const key = newKey();
    await pay(key);
    await pay(key);
    await until(() => settled.length > 0);
    await idle();
    assert.equal(settled.length, 1);
  });

  it('gets the attempts of an order in their order, one at a time, while others go on', async (t) => {
    const held = gate();
    const answers = [declined, declined, paid];
    const onSettled: OnSettled = ({ reference }) => (reference === 'order-1' ? held.opened : undefined);
    const { pay, settled } = setUp(t, { service: () => (answers.shift() ?? paid)(), onSettled });
    for (let attempt = 0; attempt < 3; attempt++) await pay(newKey(), { reference: 'order-1' });
    await pay(newKey(), { reference: 'order-2' });
    await until(() => settled.some(({ reference }) => reference === 'order-2'));
    assert.equal(settled.filter(({ reference }) => reference === 'order-1').length, 1);
    held.open();
    await until(() => settled.length === 4);
    assert.deepEqual(
      settled.filter(({ reference }) => reference === 'order-1').map(({ outcome }) => outcome),
      ['failed', 'failed', 'paid'],
    );
  });

  it('calls at most eight at a time', async (t) => {
    const held = gate();
    const { pay, settled } = setUp(t, { onSettled: () => held.opened });
    for (let order = 0; order < 12; order++) await pay(newKey(), { reference: `order-${order}` });
    await idle();
    assert.equal(settled.length, 8);
    held.open();
    await until(() => settled.length === 12);
  });
});

describe('without onSettled', () => {
  it('nothing is kept for it', async () => {
    const written: string[] = [];
    const inner = createMemoryStore();
    const store: AttemptStore = {
      ...inner,
      swap(changes) {
        written.push(...changes.filter(({ after }) => after !== undefined).map(({ name }) => name));
        return inner.swap(changes);
      },
    };
    const proxy = testProxy({ store, fetch: paid });
    await proxy(paymentRequest('http://localhost/pay', samplePayment(), { 'Idempotency-Key': newKey() }));
    assert.deepEqual(
      written.filter((name) => /settl|outbox/.test(name)),
      [],
    );
    assert.deepEqual(await proxy.deliverSettled(), { delivered: 0, failed: 0 });
  });
});

describe('onSettled of one process', () => {
  it('gets a payment of another process that has paid others before onSettled existed', async (t) => {
    const store = createMemoryStore();
    const other = testProxy({ store, fetch: paid });
    await payAt(other, 'order-1');
    const { proxy, settled } = setUp(t, { store });
    await payAt(proxy, 'order-2');
    await payAt(other, 'order-3');
    await proxy.deliverSettled();
    assert.deepEqual(
      settled.map(({ reference }) => reference),
      ['order-2', 'order-3'],
    );
  });
});

describe('an attempt that was settled as failed, and whose outcome is unknown since', () => {
  it('is not called failed any more', async (t) => {
    const store = createMemoryStore();
    const { proxy, settled } = setUp(t, { store });
    const attempts = new Attempts(inMode('test', store), { sentLimit: 0 });
    await attempts.outbox.register();
    const price = { amount: 4999, currency: 'EUR' };
    const claimed = await attempts.claim({ key: newKey(), fingerprint: 'content', price });
    assert(claimed.kind === 'claimed');
    const sent = await attempts.markSent(claimed.claim);
    await attempts.resolve(sent.key, 'failed');
    await attempts.finish(sent, 'unknown');
    await proxy.deliverSettled();
    assert.deepEqual(settled, []);
  });
});

describe('close()', () => {
  it('waits for a call of onSettled, and starts no other', async (t) => {
    const held = gate();
    const { proxy, pay, settled } = setUp(t, { onSettled: () => held.opened });
    await pay();
    await pay(newKey(), { reference: 'order-1042' });
    await until(() => settled.length === 1);
    const order: string[] = [];
    const closing = proxy.close().then(() => order.push('closed'));
    await idle();
    order.push('accepted');
    held.open();
    await closing;
    assert.deepEqual([order, settled.length], [['accepted', 'closed'], 1]);
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 3600 * SECOND;

/** A store and proxies over it, as several processes have them, with a clock that the test moves. */
function startProcesses() {
  const clock = new FakeClock({ chance: () => 1 });
  const store = createMemoryStore(clock);
  const start = (onSettled: OnSettled, own: AttemptStore = store) =>
    testProxy({ store: own, fetch: paid, onSettled }, clock);
  return { clock, store, start };
}

const payAt = (proxy: ReturnType<typeof testProxy>, reference = 'order-1042') =>
  proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': newKey() }));

describe('onSettled that fails', () => {
  it('is called again after 1, 2, 4 … s, at last every hour', async () => {
    const { clock, start } = startProcesses();
    const calls: number[] = [];
    const proxy = start(() => {
      calls.push(clock.now());
      throw new Error('no database');
    });
    await payAt(proxy);
    await clock.advance(128 * SECOND);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / SECOND));
    assert.deepEqual(pauses.slice(0, 6), [1, 2, 4, 8, 16, 32]);
    await clock.advance(12 * HOUR);
    const last = calls.slice(-2);
    assert.ok(Math.abs((last[1] ?? 0) - (last[0] ?? 0) - HOUR) <= 60 * SECOND);
  });

  it('is called again for this order only', async () => {
    const { clock, start } = startProcesses();
    const calls: (string | undefined)[] = [];
    let isBroken = true;
    const proxy = start(({ reference }) => {
      calls.push(reference);
      if (isBroken && reference === 'order-1') throw new Error('no database');
    });
    await payAt(proxy, 'order-1');
    await payAt(proxy, 'order-2');
    await setImmediate();
    assert.deepEqual(calls, ['order-1', 'order-2']);
    isBroken = false;
    await clock.advance(60 * SECOND);
    assert.deepEqual(calls, ['order-1', 'order-2', 'order-1']);
  });
});

describe('onSettled whose process has died', () => {
  it('is called by another process when the lease has expired', async () => {
    const { clock, store, start } = startProcesses();
    let isDead = false;
    const dying: AttemptStore = {
      ...store,
      read: (names) => (isDead ? Promise.reject(new Error('dead')) : store.read(names)),
      swap: (changes) => (isDead ? Promise.reject(new Error('dead')) : store.swap(changes)),
    };
    await payAt(start(() => gate().opened, dying));
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
    const { clock, start } = startProcesses();
    const calls: number[] = [];
    const hang = () => {
      calls.push(clock.now());
      return never();
    };
    const one = start(hang);
    start(hang);
    await payAt(one);
    await clock.advance(2 * MINUTE + 10 * SECOND);
    const pauses = calls.slice(1).map((call, index) => Math.round((call - (calls[index] ?? 0)) / MINUTE));
    assert.deepEqual(pauses, [1, 1]);
  });

  for (const hours of [-2, 2]) {
    it(`is not called meanwhile by a process whose clock is ${hours} h apart`, async () => {
      const { clock, store, start } = startProcesses();
      const calls: string[] = [];
      const hang = (name: string) => () => {
        calls.push(name);
        return never();
      };
      const one = start(hang('one'));
      const apart: Clock = {
        now: () => clock.now() + hours * HOUR,
        random: () => clock.random(),
        sleep: (ms, signal) => clock.sleep(ms, signal),
      };
      testProxy({ store, fetch: paid, onSettled: hang('other') }, apart);
      await payAt(one);
      await clock.advance(50 * SECOND);
      assert.deepEqual(calls, ['one']);
    });
  }

  it('touches the store no more once close() has given up', async () => {
    const { clock, store, start } = startProcesses();
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
    await payAt(proxy);
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
    const { clock, store, start } = startProcesses();
    let isAway = false;
    const faulty: AttemptStore = {
      ...store,
      swap: (changes) => (isAway ? Promise.reject(new Error('away')) : store.swap(changes)),
    };
    let calls = 0;
    const proxy = start(() => {
      isAway = ++calls === 1;
    }, faulty);
    await payAt(proxy);
    await setImmediate();
    isAway = false;
    await clock.advance(100 * SECOND);
    assert.equal(calls, 2);
  });
});
