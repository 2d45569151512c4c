import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { pay, type PayResult } from '../../../src/transport/client.js';
import { startFaultProxy, type Fault, type FaultProxy } from '../../faults/fault-proxy.js';
import { answer, startServer, type Behaviour, type ReceivedRequest } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';

/** Real connections, which really break, between the page and a proxy that keeps keys apart. */

const BODY = '{"amount":4999,"reference":"order-1042"}';
const BAD_GATEWAY: Fault = {
  kind: 'replace',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<h1>502</h1>',
};

interface Attempt {
  readonly result: PayResult;
  readonly lab: FaultProxy;
  readonly received: readonly ReceivedRequest[];
}

/** Pays at a proxy that answers every key with the one charge that it made for it. */
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
    text(incoming).then(charge, () => undefined); // one that broke off is not charged
  });
  const lab = await startFaultProxy(url);
  t.after(() => lab.close());
  lab.next(...faults);
  const request = { proxyUrl: lab.url, body: BODY, idempotencyKey: IDEMPOTENCY_KEY, timeout: 60_000, tryTimeout: 1500 };
  const result = await pay({ ...request, idempotent });
  return { result, lab, received };
}

const FAULTS: readonly (readonly [what: string, fault: Fault])[] = [
  ['nobody listens for a while', { kind: 'refuse', down: 100 }],
  ['the connection is reset before the proxy has the request', { kind: 'reset', at: 'before-request' }],
  ['the connection is reset within the request', { kind: 'reset', at: 'within-request' }],
  ['the connection is reset after the request', { kind: 'reset', at: 'after-request' }],
  ['the connection is reset after the charge', { kind: 'reset', at: 'after-answer' }],
  ['the connection is closed after the charge', { kind: 'close', at: 'after-answer' }],
  ['the connection is reset within the answer', { kind: 'reset', at: 'within-answer' }],
  ['the answer is cut', { kind: 'cut', bytes: 5 }],
  ['the answer does not come', { kind: 'stall', at: 'after-answer' }],
  ['the answer does not end', { kind: 'stall', at: 'within-answer' }],
  ['the answer is no HTTP', { kind: 'garbage' }],
  ['a gateway answers after the charge', BAD_GATEWAY],
];

describe('the true end of a payment is learned by sending it again, when', () => {
  for (const [what, fault] of FAULTS) {
    it(what, async (t) => {
      const { result } = await payThrough(t, [fault]);
      assert.deepEqual(result, { outcome: 'paid', payment: { id: 'pay_1' }, status: 200, mode: undefined });
    });
  }

  it('several things go wrong in a row', async (t) => {
    const { result } = await payThrough(t, FAULTS.map(([, fault]) => fault).slice(3, 9));
    assert.equal(result.outcome, 'paid');
  });
});

describe('a proxy that promises nothing gets one request, when', () => {
  for (const [what, fault] of FAULTS.filter(([, { kind }]) => kind !== 'stall')) {
    it(what, async (t) => {
      const { result, lab } = await payThrough(t, [fault], false);
      assert.deepEqual([result.outcome, lab.seen.length], ['unknown', 1]);
    });
  }
});

it('what is sent again is the same request, byte for byte, but for the connection', async (t) => {
  const { received } = await payThrough(t, [BAD_GATEWAY, { kind: 'reset', at: 'after-answer' }]);
  const texts = received.map(({ method, url, headers, body }) => JSON.stringify({ method, url, headers, body }));
  assert.deepEqual([texts.length, new Set(texts).size], [3, 1]);
});
