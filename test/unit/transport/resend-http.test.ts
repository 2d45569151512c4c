import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pay, type PayResult } from '../../../src/transport/client.js';
import type { Clock } from '../../../src/contract/clock.js';
import { startFaultProxy, type Fault, type FaultProxy } from '../../support/fault-proxy.js';
import { answer, startServer, type Behaviour, type ReceivedRequest } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';

/** Real connections that break between the page and a proxy that honours idempotency keys. */

const BODY = '{"amount":4999,"reference":"order-1042"}';
const BAD_GATEWAY: Fault = {
  kind: 'replace',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<h1>502</h1>',
};

/** Time limits do not end, and pauses are skipped. */
const STOPPED: Clock = {
  now: () => 0,
  random: () => 0,
  sleep: (ms) => (ms > 0 ? new Promise(() => undefined) : setImmediate()),
};

interface Attempt {
  readonly result: PayResult;
  readonly lab: FaultProxy;
  readonly received: readonly ReceivedRequest[];
}

/** Pays at a proxy that charges once per key. */
async function payThrough(t: TestContext, faults: readonly Fault[], idempotent = true): Promise<Attempt> {
  const charges = new Map<string, Behaviour>();
  const received: ReceivedRequest[] = [];
  const url = await startServer(t, (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const charge = (body: string) => {
      const request = { method, url, headers, body };
      received.push(request);
      const key = String(headers['idempotency-key']);
      const stored = charges.get(key) ?? answer(200, `{"id":"pay_${charges.size + 1}"}`);
      charges.set(key, stored);
      stored(response, request);
    };
    text(incoming).then(charge, () => undefined); // an incomplete request is not charged
  });
  const lab = await startFaultProxy(t, url);
  lab.next(...faults);
  const request = { proxyUrl: lab.url, body: BODY, idempotencyKey: IDEMPOTENCY_KEY, timeout: 60_000 };
  const result = await pay({ ...request, clock: STOPPED, idempotent });
  return { result, lab, received };
}

const FAULTS: readonly (readonly [what: string, fault: Fault])[] = [
  ['a closed connection', { kind: 'close', at: 'before-request' }],
  ['a reset before the request', { kind: 'reset', at: 'before-request' }],
  ['a reset within the request', { kind: 'reset', at: 'within-request' }],
  ['a reset after the request', { kind: 'reset', at: 'after-request' }],
  ['a reset after the charge', { kind: 'reset', at: 'after-answer' }],
  ['a close after the charge', { kind: 'close', at: 'after-answer' }],
  ['a reset within the answer', { kind: 'reset', at: 'within-answer' }],
  ['an answer that is cut', { kind: 'close', at: 'within-answer' }],
  ['an answer that is not HTTP', { kind: 'garbage' }],
  ['a gateway error after the charge', BAD_GATEWAY],
];

describe('retry at a proxy that honours keys finds the payment', () => {
  for (const [what, fault] of FAULTS) {
    it(`after ${what}`, async (t) => {
      const { result } = await payThrough(t, [fault]);
      assert.deepEqual(result, { outcome: 'paid', payment: { id: 'pay_1' }, status: 200, mode: undefined });
    });
  }

  it('after several faults in a row', async (t) => {
    const { result } = await payThrough(t, FAULTS.map(([, fault]) => fault).slice(2, 8));
    assert.equal(result.outcome, 'paid');
  });
});

describe('a proxy that does not declare idempotency receives one request', () => {
  for (const [what, fault] of FAULTS) {
    it(`after ${what}`, async (t) => {
      const { result, lab } = await payThrough(t, [fault], false);
      assert.deepEqual([result.outcome, lab.seen.length], ['unknown', 1]);
    });
  }
});

it('a retry is the same request, byte for byte', async (t) => {
  const { received } = await payThrough(t, [BAD_GATEWAY, { kind: 'reset', at: 'after-answer' }]);
  const texts = received.map(({ method, url, headers, body }) => JSON.stringify({ method, url, headers, body }));
  assert.deepEqual([texts.length, new Set(texts).size], [3, 1]);
});
