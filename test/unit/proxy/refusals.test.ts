import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogEntry } from '../../../src/proxy/index.js';
import { createLog, createRefusalLog } from '../../../src/proxy/log.js';
import { createRedactor } from '../../../src/proxy/redact.js';
import { realClock } from '../../../src/contract/clock.js';
import { FakeClock } from '../../support/fake-clock.js';
import { captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { PAN, samplePayment } from '../../support/sample-payment.js';

const declines = () => Promise.resolve(Response.json({}, { status: 402 }));
const orders = ({ reference }: { reference?: string }) =>
  reference === 'order-1042' ? { amount: 4999, currency: 'EUR' } : null;

/** A proxy that refuses in four ways, and the counts in its log. */
function start() {
  const clock = new FakeClock();
  const { logger, lines } = captureLog();
  const limits = { attemptsPerReference: 1 };
  const proxy = testProxy({ fetch: declines, resolvePayment: orders, limits, logger }, clock);
  const pay = (payment: object = samplePayment(), headers = {}) =>
    proxy(paymentRequest('https://shop.example/pay', payment, { 'Idempotency-Key': newKey(), ...headers }));
  const counts = () => lines.map(({ event, code, count }) => [event, code, count]);
  return { clock, proxy, pay, lines, counts };
}

describe('refused requests', () => {
  it('are logged at once, the first one of each code', async () => {
    const { proxy, pay, counts } = start();
    await pay({ ...samplePayment(), amount: 1 });
    for (let times = 0; times < 2; times++) await pay(); // the first one is declined, the other is over the limit
    await pay(samplePayment({ reference: 'order-1' }));
    await pay(samplePayment(), { Origin: 'https://evil.example' });
    await proxy(new Request('https://shop.example/pay/v1/payment'));
    assert.deepEqual(counts(), [
      ['requests_refused', 'amount_changed', 1],
      ['requests_refused', 'rate_limited', 1],
      ['requests_refused', 'unknown_order', 1],
      ['requests_refused', 'origin_not_allowed', 1],
      ['requests_refused', 'not_found', 1],
    ]);
  });

  it('after the first one are logged as one line per minute', async () => {
    const { clock, pay, counts } = start();
    for (let times = 0; times < 5; times++) await pay({ ...samplePayment(), amount: 1 });
    await clock.advance(59_999);
    assert.equal(counts().length, 1);
    await clock.advance(1);
    assert.deepEqual(counts().slice(1), [['requests_refused', 'amount_changed', 4]]);
  });

  it('are logged at most once per minute, however long they last', async () => {
    const { clock, pay, counts } = start();
    for (let second = 0; second < 300; second++) {
      await pay({ ...samplePayment(), amount: 1 });
      await clock.advance(1000);
    }
    assert.equal(counts().length, 1 + 5);
  });

  for (const code of ['order_token_invalid', 'order_token_expired'] as const) {
    it(`with ${code} are logged`, () => {
      const { logger, lines } = captureLog();
      createRefusalLog(createLog('test', createRedactor([]), logger).log, new FakeClock()).add(code);
      assert.deepEqual([lines[0]?.code, lines[0]?.count, lines.length], [code, 1, 1]);
    });
  }

  it('are logged at once again after a minute without any', async () => {
    const { clock, pay, counts } = start();
    await pay({ ...samplePayment(), amount: 1 });
    await clock.advance(60_000);
    assert.equal(counts().length, 1);
    await pay({ ...samplePayment(), amount: 1 });
    assert.deepEqual(counts()[1], ['requests_refused', 'amount_changed', 1]);
  });

  it('that are counted are logged by close()', async () => {
    const { clock, proxy, pay, counts } = start();
    for (let times = 0; times < 3; times++) await pay({ ...samplePayment(), amount: 1 });
    await proxy.close();
    assert.deepEqual(counts()[1], ['requests_refused', 'amount_changed', 2]);
    await clock.advance(60_000);
    assert.equal(counts().length, 2);
  });

  it('are logged with exactly these members, none of which is from the request', async () => {
    const { proxy, pay, lines } = start();
    await pay(samplePayment({ reference: PAN }));
    await proxy.close();
    const expected: LogEntry = {
      time: lines[0]?.time ?? '',
      level: 'warn',
      event: 'requests_refused',
      message:
        'Requests were refused. See code and count. resolvePayment returned no order. Compare the reference of the page ' +
        'with your records. See payment-widget/docs/errors.md#unknown_order',
      mode: 'test',
      code: 'unknown_order',
      count: 1,
    };
    assert.deepEqual(lines, [expected]);
  });

  it('do not keep the process running', (t) => {
    const { logger } = captureLog();
    const { add, flush } = createRefusalLog(createLog('test', createRedactor([]), logger).log, realClock);
    t.after(flush);
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    add('rate_limited');
    assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, before);
  });
});
