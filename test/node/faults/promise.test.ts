import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from '../../../demo/sandbox/sandbox.js';
import { pay } from '../../../src/transport/client.js';
import { createIdempotencyKey } from '../../../src/transport/protocol.js';
import { loadDoubt } from '../../../src/on-demand.js';
import { askAttempt } from '../../../src/transport/recovery.js';
import { startFaultProxy, type Fault } from '../../faults/fault-proxy.js';
import { startProxy, testProxy } from '../../support/node-proxy.js';
import { startServer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

/** What a break of the connection can be like; `pass` is none. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'nothing goes wrong': { kind: 'pass' },
  'nobody listens for a moment': { kind: 'refuse', down: 100 },
  'it is reset before the request': { kind: 'reset', at: 'before-request' },
  'it is reset within the request': { kind: 'reset', at: 'within-request' },
  'it is reset after the charge': { kind: 'reset', at: 'after-answer' },
  'it is closed after the charge': { kind: 'close', at: 'after-answer' },
  'the answer is cut': { kind: 'cut', bytes: 5 },
  'the answer is garbage': { kind: 'garbage' },
  'the request is doubled': { kind: 'duplicate', when: 'together', answer: 'first' },
  'a gateway answers in its place': { kind: 'replace', status: 502, body: '<h1>Bad Gateway</h1>' },
};

interface Ending {
  /** What the shopper is told at first. */
  readonly told: string;
  /** What the proxy says when it is asked later. */
  readonly later: string;
  readonly charges: number;
}

/** Pays once, with one fault between page and proxy, and one between proxy and service. */
async function payThrough(t: TestContext, before: Fault, behind: Fault): Promise<Ending> {
  const sandbox = createSandbox();
  const service = await startFaultProxy(
    await startServer(
      t,
      createRequestListener((request: Request) => sandbox.handle(request)),
    ),
  );
  const url = await startProxy(t, testProxy({ baseUrl: service.url, apiKey: sandbox.keys.test }));
  const shop = await startFaultProxy(new URL(url).origin);
  t.after(() => Promise.all([service.close(), shop.close()]));
  service.next(behind);
  shop.next(before);

  const reference = `order-${crypto.randomUUID()}`;
  const idempotencyKey = createIdempotencyKey();
  const body = JSON.stringify({ ...samplePayment(), reference });
  const attempt = { proxyUrl: `${shop.url}/pay`, idempotencyKey };
  const result = await pay({ ...attempt, body, timeout: 30_000, tryTimeout: 5000, idempotent: true });
  const news = await askAttempt({ ...attempt, loadDoubt });
  return {
    told: result.outcome,
    later: news.state === 'settled' ? news.result.outcome : news.state,
    charges: sandbox.ledger.entries(reference).length,
  };
}

/** A request that the network doubles behind the proxy is one that nothing before it can take back. */
const BEHIND = Object.entries(FAULTS).filter(([, { kind }]) => kind !== 'duplicate');

describe('whatever breaks, on either side of the proxy', () => {
  for (const [beforeIt, before] of Object.entries(FAULTS)) {
    for (const [behindIt, behind] of BEHIND) {
      it(`is charged at most once, and nothing false is told: ${beforeIt}; behind, ${behindIt}`, async (t) => {
        const { told, later, charges } = await payThrough(t, before, behind);
        const truths = charges === 1 ? ['paid', 'unknown'] : ['not_charged', 'unknown', 'not_found'];
        assert.deepEqual(
          [charges <= 1, truths.includes(told), truths.includes(later)],
          [true, true, true],
          JSON.stringify({ told, later, charges }),
        );
      });
    }
  }
});
