import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptStore } from 'payment-widget-proxy';
import { MAX_WAITING } from 'payment-widget-proxy/payment/same-key';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { FakeClock } from '../../support/fake-clock.js';
import {
  assertProblem,
  newKey,
  paymentRequest,
  post,
  readReport,
  startMerchant,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, gate } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

/** Between questions of a copy for the outcome of the first request, in ms. */
const LONGEST_PAUSE = 1600;

type Settings = NonNullable<Parameters<typeof testProxy>[0]>;

/** A proxy whose service declines, and records of the stored and sent data. */
function setUp(settings: Settings = {}, store: AttemptStore = createMemoryStore(), clock?: FakeClock) {
  const written: string[] = [];
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.resolve(Response.json({ id: 'pay_1' }, { status: 402 }));
  };
  const watched: AttemptStore = {
    ...store,
    async swap(changes) {
      const isWritten = await store.swap(changes);
      if (isWritten) written.push(...changes.map(({ name }) => name).filter((name) => name !== 'test:secret'));
      return isWritten;
    },
  };
  const proxy = testProxy({ fetch, store: watched, ...settings }, clock);
  const pay = (key = newKey(), reference = 'order-1') =>
    proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': key }));
  return { pay, written, sent: () => sent };
}

/** A `clientId` that waits until it is let go. */
function slowClient() {
  const [asked, goes] = [gate(), gate()];
  const clientId = async () => {
    asked.open();
    await goes.opened;
    return 'ada';
  };
  return { asked: asked.opened, go: goes.open, clientId };
}

describe('nothing is stored for', () => {
  it('a payment above a limit', async () => {
    const { pay, written } = setUp({ limits: { attemptsPerReference: 1 } });
    await pay();
    written.length = 0;
    assert.deepEqual([(await pay()).status, written], [429, []]);
  });

  it('a payment above a limit whose order is in doubt', async () => {
    const fetch = () => Promise.resolve(Response.json({}, { status: 500 }));
    const { pay, written } = setUp({ fetch, limits: { attemptsPerReference: 2 } });
    await pay();
    written.length = 0;
    const key = newKey();
    await assertProblem(await pay(key), 409, 'conflict', 'unknown');
    assert.equal(written.length, 1); // that the key was rejected
    await assertProblem(await pay(), 409, 'conflict', 'unknown');
    assert.equal(written.length, 1);
  });
});

describe('a limit', () => {
  it('does not refuse a copy that arrives between counting and claiming the first request', async () => {
    const [claiming, goes] = [gate(), gate()];
    const store = createMemoryStore();
    const slow: AttemptStore = {
      ...store,
      async swap(changes) {
        if (changes.some(({ after }) => after?.includes('"claimed"'))) {
          claiming.open();
          await goes.opened;
        }
        return store.swap(changes);
      },
    };
    const clock = new FakeClock();
    const { pay, sent } = setUp({ limits: { attemptsPerReference: 1 } }, slow, clock);
    const key = newKey();
    const first = pay(key);
    await claiming.opened;
    const copy = pay(key);
    await until(() => clock.waiting.some((ms) => ms <= LONGEST_PAUSE)); // it waits for the first one
    goes.open();
    assert.equal((await first).status, 402);
    assert.deepEqual([(await clock.run(copy, LONGEST_PAUSE)).status, sent()], [402, 1]);
  });

  it('does not refuse a request whose key another proxy has sent meanwhile', async () => {
    const store = createMemoryStore();
    const { asked, go, clientId } = slowClient();
    const humanCheck = async () => (await clientId()) === 'grace';
    const slow = setUp({ limits: { attemptsPerReference: 1, humanCheck } }, store);
    await slow.pay();
    const key = newKey();
    const refused = slow.pay(key); // humanCheck has still to return
    await asked;
    await setUp({}, store).pay(key);
    go();
    assert.deepEqual([(await refused).status, slow.sent()], [402, 1]);
  });
});

it('a refusal says "in progress" instead of "not charged" while a copy of the request is about to be sent', async () => {
  const { asked, go, clientId } = slowClient();
  let price: { amount: number; currency: string } | undefined = { amount: 4999, currency: 'EUR' };
  const { pay } = setUp({ limits: { clientId }, resolvePayment: () => price });
  const key = newKey();
  const first = pay(key);
  await asked;
  price = undefined;
  await assertProblem(await pay(key), 409, 'attempt_in_flight', 'unknown');
  go();
  assert.equal((await first).status, 402);
});

it('a request whose connection was reset while it waited for the store is not sent', async () => {
  const [waits, goes] = [gate(), gate()];
  const store = createMemoryStore();
  const slow: AttemptStore = {
    ...store,
    async swap(changes) {
      if (changes.some(({ name }) => name.includes('attempt:'))) {
        waits.open();
        await goes.opened;
      }
      return store.swap(changes);
    },
  };
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.resolve(Response.json({}));
  };
  const [one, other] = [testProxy({ fetch, store: slow }), testProxy({ fetch, store })];
  const [key, connection] = [newKey(), new AbortController()];
  const request = paymentRequest('http://localhost/pay', undefined, { 'Idempotency-Key': key });
  const late = one(new Request(request, { signal: connection.signal }));
  await waits.opened;
  connection.abort();
  const ask = () => other(new Request('http://localhost/pay/attempts', { headers: { 'Idempotency-Key': key } }));
  assert.equal((await readReport(ask()))['state'], 'not_found');
  goes.open();
  await late;
  assert.equal((await readReport(ask()))['state'], 'not_found');
  assert.equal(sent, 0);
});

/** An attempt in progress. */
async function startWaiting() {
  const clock = new FakeClock();
  const [arrived, released] = [gate(), gate()];
  const fetch = async () => {
    arrived.open();
    await released.opened;
    return Response.json({});
  };
  const proxy = testProxy({ fetch }, clock);
  const pay = (key: string, reference = 'order-1') =>
    proxy(paymentRequest('http://localhost/pay', samplePayment({ reference }), { 'Idempotency-Key': key }));
  const key = newKey();
  const first = pay(key);
  await arrived.opened;
  const copies = (count: number) => Array.from({ length: count }, () => pay(key));
  /** Lets the service answer. */
  const finish = async () => {
    released.open();
    await first;
  };
  const statusesOf = async (requests: readonly Promise<Response>[]) =>
    (await clock.run(Promise.all(requests), LONGEST_PAUSE)).map(({ status }) => status);
  return { pay, copies, finish, statusesOf };
}

describe('100 requests that wait for one attempt', () => {
  it('make the next one fail at once: 409 attempt_in_flight with Retry-After', async () => {
    const { copies, finish, statusesOf } = await startWaiting();
    const requests = copies(MAX_WAITING + 1);
    const response = await Promise.race(requests);
    assert.equal(response.headers.get('Retry-After'), '2');
    await assertProblem(response, 409, 'attempt_in_flight', 'unknown');
    await finish();
    const refused = (await statusesOf(requests)).filter((status) => status !== 200);
    assert.deepEqual(refused, [409]);
  });

  it('all get its response', async () => {
    const { copies, finish, statusesOf } = await startWaiting();
    const waiting = copies(MAX_WAITING);
    await finish();
    assert.deepEqual(new Set(await statusesOf(waiting)), new Set([200]));
  });

  it('are the first to arrive, even before the attempt is claimed', async (t) => {
    const [complete, released] = [gate(), gate()];
    const arrived: (string | null)[] = [];
    const resolvePayment = async (_draft: unknown, { headers }: Request) => {
      if (arrived.push(headers.get('Copy')) === MAX_WAITING + 4) complete.open();
      await complete.opened;
      return { amount: 4999, currency: 'EUR' };
    };
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment }, (response, request) => {
      void released.opened.then(() => {
        answer(200, '{}')(response, request);
      });
    });
    const key = newKey();
    const ended: { readonly status: number; readonly copy: string }[] = [];
    const copies = Array.from({ length: MAX_WAITING + 4 }, async (_, index) => {
      const copy = String(index);
      const { status } = await post(proxyUrl, samplePayment(), { 'Idempotency-Key': key, Copy: copy });
      ended.push({ status, copy });
    });
    await until(() => ended.length >= 3);
    released.open();
    await Promise.all(copies);
    const refused = ended.filter(({ status }) => status === 409).map(({ copy }) => copy);
    assert.deepEqual(new Set(refused), new Set(arrived.slice(-3)));
    assert.equal(ended.filter(({ status }) => status === 200).length, 1 + MAX_WAITING);
    assert.equal(service.requests.length, 1);
  });

  it('do not affect another attempt', async () => {
    const { pay, copies, finish, statusesOf } = await startWaiting();
    const requests = [...copies(MAX_WAITING), pay(newKey(), 'order-2')];
    await finish();
    assert.equal((await statusesOf(requests)).at(-1), 200);
  });
});
