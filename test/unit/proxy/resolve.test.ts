import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Attempts, attemptName } from 'payment-widget-proxy/attempts/attempts';
import { inMode, type AttemptStore } from 'payment-widget-proxy/stores/store';
import type { Clock } from 'payment-widget/contract/clock';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { assertProblem, captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { FakeClock } from '../../support/fake-clock.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

/** The answer of the service is lost. */
const lost = () => Promise.reject<Response>(new Error('socket hang up'));
const paid = () => Promise.resolve(Response.json({ id: 'pay_1' }));

const DAY = 24 * 60 * 60 * 1000;

const ORDER = 'order-1042';

/** A proxy with one unknown attempt for {@link ORDER}. */
async function setUp(t: TestContext) {
  const { logger, lines } = captureLog();
  const clock = { now: Date.now() };
  t.mock.method(Date, 'now', () => clock.now);
  const answers = [lost, paid];
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return (answers.shift() ?? paid)();
  };
  const proxy = testProxy({ fetch, logger, store: createMemoryStore({ now: () => clock.now }) });
  const pay = (key: string, reference?: string) =>
    proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': key }));
  const key = newKey();
  await pay(key, ORDER);
  /** What an attempt for the same order gets. */
  const payOrder = async (with_ = newKey()) => (await pay(with_, ORDER)).status;
  const events = () =>
    lines.map(({ event }) => event).filter((event) => event.startsWith('override') || event.endsWith('overridden'));
  return { proxy, key, pay, payOrder, sent, answers, clock, events };
}

describe('resolve() with an invalid argument', () => {
  for (const [what, options] of [
    ['an informational status', { status: 101 }],
    ['a media type with a line break', { status: 200, body: '{}', mediaType: 'a\r\nb' }],
    ['a body that is not text', { status: 200, body: {} as string }],
    ['a body without a status', { body: '{}' }],
    ['an override that is not a boolean', { override: 'false' as unknown as boolean }],
  ] as const) {
    it(`rejects ${what} and leaves the attempt unknown`, async (t) => {
      const { proxy, key, pay } = await setUp(t);
      await assert.rejects(proxy.resolve(key, 'succeeded', options), TypeError);
      await assertProblem(await pay(key, ORDER), 502, 'attempt_unknown', 'unknown');
    });
  }

  for (const outcome of ['paid', 'unknown', undefined]) {
    it(`rejects the outcome ${JSON.stringify(outcome)}, names what is expected, and does not open the store`, async () => {
      const store = createMemoryStore();
      const read = () => Promise.reject(new Error('must not be read'));
      const proxy = testProxy({ store: { ...store, read } });
      const resolving = proxy.resolve(newKey(), outcome as 'succeeded', { override: true });
      await assert.rejects(resolving, { name: 'TypeError', message: /'succeeded' or 'failed'/ });
    });
  }

  it('rejects an order in place of an attempt: a webhook that arrives again would settle a later attempt', async (t) => {
    const { proxy, key, payOrder, answers } = await setUp(t);
    const settle = (attempt: unknown) => proxy.resolve(attempt as string, 'failed');
    await settle(key);
    answers.unshift(lost);
    const later = newKey();
    await payOrder(later);
    await assert.rejects(settle({ reference: ORDER }), TypeError);
    assert.deepEqual([await settle(ORDER), await payOrder(later), await payOrder()], [false, 502, 409]);
  });
});

describe('an attempt that resolve() settles at a process whose clock is ahead', () => {
  /** P1 waits to send again after a 429, or for the answer of the service. P2's clock is a minute ahead. */
  function setUpTwo(answers: (() => Promise<Response>)[]) {
    const clock = new FakeClock();
    const ahead: Clock = {
      now: () => clock.now() + 60_000,
      random: () => 0.5,
      sleep: (ms, signal) => clock.sleep(ms, signal),
    };
    const store = createMemoryStore(clock);
    const { logger, lines } = captureLog();
    let sent = 0;
    const fetch = () => {
      sent++;
      return (answers.shift() ?? paid)();
    };
    const [one, two] = [testProxy({ fetch, logger, store }, clock), testProxy({ fetch, store }, ahead)];
    const key = newKey();
    const paying = one(paymentRequest('http://localhost/pay', samplePayment(), { 'Idempotency-Key': key }));
    return { clock, store, two, key, paying, lines, sent: () => sent };
  }

  const busy = () => Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }));

  it('is not settled while it may be sent again', async () => {
    const { clock, two, key, paying, sent } = setUpTwo([busy]);
    await until(() => sent() === 1);
    const isResolved = await two.resolve(key, 'failed');
    assert.deepEqual([isResolved, (await clock.run(paying)).status, sent()], [false, 200, 2]);
  });

  it('is not sent again if it was settled all the same', async () => {
    const { clock, store, key, paying, sent } = setUpTwo([busy]);
    await until(() => sent() === 1);
    await settleByHand(store, key, 'failed');
    await clock.run(paying);
    assert.equal(sent(), 1);
  });

  it('is recorded, logged and answered as paid if the service charges it all the same', async () => {
    const answer = gate();
    const { store, key, paying, sent, lines } = setUpTwo([() => answer.opened.then(paid)]);
    await until(() => sent() === 1);
    await settleByHand(store, key, 'failed');
    answer.open();
    const { status } = await paying;
    const state = (await new Attempts(inMode('test', store)).find(key))?.state;
    assert.deepEqual([status, state, lines.map(({ event }) => event)], [200, 'succeeded', ['charge_corrected']]);
  });

  for (const [what, answered, status, event] of [
    ['accepts it', () => Promise.resolve(Response.json({ id: 'pay_1' }, { status: 202 })), 202, undefined],
    ['leaves it in doubt', () => Promise.resolve(Response.json({}, { status: 500 })), 500, 'payment_in_doubt'],
  ] as const) {
    it(`is recorded, logged and answered as unknown if the service ${what} all the same`, async () => {
      const answer = gate();
      const { store, key, paying, sent, lines } = setUpTwo([() => answer.opened.then(answered)]);
      await until(() => sent() === 1);
      await settleByHand(store, key, 'failed');
      answer.open();
      const response = await paying;
      const state = (await new Attempts(inMode('test', store)).find(key))?.state;
      const events = lines.map((line) => line.event);
      const expected = [...(event ? [event] : []), 'attempt_reopened'];
      assert.deepEqual([response.status, state, events], [status, 'unknown', expected]);
    });
  }

  it('is answered as paid if the service charges it, whatever the record of another owner says', async () => {
    const answer = gate();
    const { store, key, paying, sent } = setUpTwo([() => answer.opened.then(paid)]);
    await until(() => sent() === 1);
    await settleByHand(store, key, 'failed', { owner: 'another' });
    answer.open();
    assert.equal((await paying).status, 200);
  });

  it('is answered with its record if the service declines what was settled as succeeded', async () => {
    const answer = gate();
    const decline = () => Response.json({}, { status: 402 });
    const { store, key, paying, sent, lines } = setUpTwo([() => answer.opened.then(decline)]);
    await until(() => sent() === 1);
    await settleByHand(store, key, 'succeeded');
    answer.open();
    const { status } = await paying;
    assert.deepEqual([status, lines.map(({ event }) => event)], [200, ['outcome_dropped']]);
  });
});

/** As a process of a store without clocks would: nobody is asked whether the attempt is overdue. */
async function settleByHand(store: AttemptStore, key: string, state: 'succeeded' | 'failed', by = {}): Promise<void> {
  const name = `test:${attemptName(key)}`;
  const [before = ''] = await store.read([name]);
  await store.swap([
    { name, before, after: JSON.stringify({ ...JSON.parse(before), ...by, state, version: 'by hand' }) },
  ]);
}

describe('resolve() with override', () => {
  it('corrects succeeded to failed: the order can be paid again', async (t) => {
    const { proxy, key, payOrder, events } = await setUp(t);
    await proxy.resolve(key, 'succeeded');
    assert.equal(await proxy.resolve(key, 'failed', { override: true }), true);
    assert.deepEqual([await payOrder(key), await payOrder(), events()], [503, 200, ['attempt_overridden']]);
  });

  it('corrects failed to succeeded, with a response: the order is paid', async (t) => {
    const { proxy, key, payOrder, sent, events } = await setUp(t);
    await proxy.resolve(key, 'failed');
    assert.equal(await proxy.resolve(key, 'succeeded', { status: 201, body: '{}', override: true }), true);
    assert.deepEqual([await payOrder(key), await payOrder(), sent.length], [201, 200, 1]);
    assert.deepEqual(events(), ['attempt_overridden']);
  });

  it('remembers a corrected attempt as long as any other, and then forgets it with its order', async (t) => {
    const { proxy, key, payOrder, sent, clock } = await setUp(t);
    await proxy.resolve(key, 'failed');
    clock.now += 30 * DAY;
    await proxy.resolve(key, 'succeeded', { override: true });
    clock.now += 30 * DAY;
    assert.deepEqual([await payOrder(), sent.length], [200, 1]);
    clock.now += DAY;
    assert.deepEqual([await payOrder(), sent.length], [200, 2]);
  });

  it('does not take the order from another attempt: false, logged, nothing changed', async (t) => {
    const { proxy, key, payOrder, events } = await setUp(t);
    await proxy.resolve(key, 'failed');
    const second = newKey();
    await payOrder(second);
    assert.equal(await proxy.resolve(key, 'succeeded', { override: true }), false);
    assert.deepEqual([await payOrder(key), await payOrder(second), events()], [503, 200, ['override_refused']]);
  });

  it('does not change an attempt in progress', async () => {
    const [arrived, released] = [gate(), gate()];
    const fetch = async () => {
      arrived.open();
      await released.opened;
      return paid();
    };
    const { logger, lines } = captureLog();
    const proxy = testProxy({ fetch, logger });
    const key = newKey();
    const paying = proxy(paymentRequest('http://localhost/pay', samplePayment(), { 'Idempotency-Key': key }));
    await arrived.opened;
    assert.equal(await proxy.resolve(key, 'failed', { override: true }), false);
    released.open();
    assert.deepEqual([(await paying).status, lines], [200, []]);
  });
});

it('an unexpected failure after sending is unknown, not "not charged"', async () => {
  // No real fetch returns this; it stands for any unexpected failure.
  const fetch = () => Promise.resolve({ status: 101, headers: new Headers(), body: null } as Response);
  const proxy = testProxy({ fetch, store: createMemoryStore() });
  await assertProblem(await proxy(paymentRequest('http://localhost/pay')), 500, 'proxy_error', 'unknown');
});
