import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_WAITING } from '../../../src/proxy/attempts/in-process.js';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

/** Between questions for the outcome, in ms. */
const LONGEST_PAUSE = 1600;

/** An attempt in progress. */
async function setUp() {
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
    const { copies, finish, statusesOf } = await setUp();
    const requests = copies(MAX_WAITING + 1);
    const response = await Promise.race(requests);
    assert.equal(response.headers.get('Retry-After'), '2');
    await assertProblem(response, 409, 'attempt_in_flight', 'unknown');
    await finish();
    const refused = (await statusesOf(requests)).filter((status) => status !== 200);
    assert.deepEqual(refused, [409]);
  });

  it('all get its response', async () => {
    const { copies, finish, statusesOf } = await setUp();
    const waiting = copies(MAX_WAITING);
    await finish();
    assert.deepEqual(new Set(await statusesOf(waiting)), new Set([200]));
  });

  it('do not affect another attempt', async () => {
    const { pay, copies, finish, statusesOf } = await setUp();
    const requests = [...copies(MAX_WAITING), pay(newKey(), 'order-2')];
    await finish();
    assert.equal((await statusesOf(requests)).at(-1), 200);
  });
});
