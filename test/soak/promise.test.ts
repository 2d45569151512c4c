import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pay } from '../../src/transport/client.js';
import { createIdempotencyKey } from '../../src/contract/protocol.js';
import { askAttempt } from '../../src/transport/attempt-status.js';
import { startProxy, testProxy } from '../support/node-proxy.js';
import { samplePayment } from '../support/sample-payment.js';
import type { Fault } from './faults/fault-proxy.js';
import { startLab, startService } from './faults/scene.js';

const FAULTS: Readonly<Record<string, Fault>> = {
  'no fault': { kind: 'pass' },
  'a server that is down for a moment': { kind: 'refuse', down: 100 },
  'a reset before the request': { kind: 'reset', at: 'before-request' },
  'a reset within the request': { kind: 'reset', at: 'within-request' },
  'a reset after the charge': { kind: 'reset', at: 'after-answer' },
  'a close after the charge': { kind: 'close', at: 'after-answer' },
  'a truncated response': { kind: 'cut', bytes: 5 },
  'a response that is not HTTP': { kind: 'garbage' },
  'a duplicated request': { kind: 'duplicate', when: 'together', answer: 'first' },
  'a 502 of a gateway': { kind: 'replace', status: 502, body: '<h1>Bad Gateway</h1>' },
};

interface Ending {
  readonly outcome: string;
  /** The answer of the proxy when it is asked later. */
  readonly later: string;
  readonly charges: number;
}

/** Pays once, with a fault between page and proxy, and one between proxy and service. */
async function payThrough(t: TestContext, before: Fault, behind: Fault): Promise<Ending> {
  const { sandbox, service } = await startService(t);
  const url = await startProxy(t, testProxy({ baseUrl: service.url, apiKey: sandbox.keys.test }));
  const shop = await startLab(t, new URL(url).origin);
  service.next(behind);
  shop.next(before);

  const reference = `order-${crypto.randomUUID()}`;
  const idempotencyKey = createIdempotencyKey();
  const body = JSON.stringify({ ...samplePayment(), reference });
  const attempt = { proxyUrl: `${shop.url}/pay`, idempotencyKey };
  const result = await pay({ ...attempt, body, timeout: 30_000, tryTimeout: 5000, idempotent: true });
  const news = await askAttempt(attempt);
  return {
    outcome: result.outcome,
    later: news.state === 'settled' ? news.result.outcome : news.state,
    charges: sandbox.ledger.entries(reference).length,
  };
}

/** Nothing can prevent a second charge if the request is duplicated between proxy and service. */
const BEHIND = Object.entries(FAULTS).filter(([, { kind }]) => kind !== 'duplicate');

describe('a payment with a fault on either side of the proxy', { concurrency: 8 }, () => {
  for (const [first, before] of Object.entries(FAULTS)) {
    for (const [second, behind] of BEHIND) {
      it(`is charged at most once and has a true outcome after ${first}, then ${second}`, async (t) => {
        const { outcome, later, charges } = await payThrough(t, before, behind);
        const truths = charges === 1 ? ['paid', 'unknown'] : ['not_charged', 'unknown', 'not_found'];
        assert.deepEqual(
          [charges <= 1, truths.includes(outcome), truths.includes(later)],
          [true, true, true],
          JSON.stringify({ outcome, later, charges }),
        );
      });
    }
  }
});
