import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startServer } from '../support/node-servers.js';
import { until } from '../support/until.js';
import { startFaultProxy, type Fault, type FaultProxy } from './faults/fault-proxy.js';

/** That faults happen as described, and that a fault which does not happen is reported: else fault tests could pass without. */

const BODY = JSON.stringify({ amount: 4999, reference: 'order-1042' });

interface Setup {
  readonly faultProxy: FaultProxy;
  /** For each request: its body, or `cut` when the connection ended within it. */
  readonly received: readonly string[];
}

/** A server that answers with the number of the request. */
async function setUp(t: TestContext): Promise<Setup> {
  const received: string[] = [];
  const url = await startServer(t, (request, response) => {
    const number = received.push('cut');
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined); // leaves "cut"
    request.on('end', () => {
      received[number - 1] = Buffer.concat(pieces).toString();
      response.end(`{"charge":${number}}`);
    });
  });
  const faultProxy = await startFaultProxy(url);
  t.after(() => faultProxy.close());
  return { faultProxy, received };
}

/** @returns status and body, or the code of the error and the status it came after */
async function post(url: string, signal?: AbortSignal): Promise<string> {
  let status = '';
  try {
    const response = await fetch(url, { method: 'POST', body: BODY, ...(signal && { signal }) });
    status = `${response.status} `;
    return status + (await response.text());
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code: string } };
    return status + (cause?.code ?? name);
  }
}

const PAID = '200 {"charge":1}';
const FIN = 'UND_ERR_SOCKET';
const RST = 'ECONNRESET';

const FAULTS: readonly (readonly [fault: Fault, received: readonly string[], response: string | RegExp])[] = [
  [{ kind: 'refuse' }, [], FIN],
  [{ kind: 'reset', at: 'before-request' }, [], RST],
  [{ kind: 'reset', at: 'within-request' }, ['cut'], RST],
  [{ kind: 'reset', at: 'after-request' }, [BODY], RST],
  [{ kind: 'reset', at: 'after-answer' }, [BODY], RST],
  // undici may read the end of the data before it learns of the reset, or nothing
  [{ kind: 'reset', at: 'within-answer' }, [BODY], new RegExp(`^(200 )?(${RST}|${FIN})$`)],
  [{ kind: 'close', at: 'after-answer' }, [BODY], FIN],
  [{ kind: 'stall', at: 'before-request' }, [], 'AbortError'],
  [{ kind: 'stall', at: 'after-answer' }, [BODY], 'AbortError'],
  [{ kind: 'stall', at: 'within-answer' }, [BODY], /^(200 )?AbortError$/],
  [{ kind: 'cut', bytes: 3 }, [BODY], `200 ${FIN}`],
  [{ kind: 'delay', by: 10 }, [BODY], PAID],
  [{ kind: 'duplicate', when: 'after-answer', answer: 'second' }, [BODY, BODY], '200 {"charge":2}'],
  [{ kind: 'duplicate', when: 'together', answer: 'first' }, [BODY, BODY], PAID],
  [{ kind: 'replace', status: 502, body: '{}' }, [BODY], '502 {}'],
  [{ kind: 'garbage' }, [BODY], 'HPE_INVALID_CONSTANT'],
];

describe('the fault proxy', { concurrency: true }, () => {
  for (const [fault, received, response] of FAULTS) {
    it(`injects ${JSON.stringify(fault)}`, async (t) => {
      const setup = await setUp(t);
      setup.faultProxy.next(fault);
      assert.deepEqual(setup.faultProxy.missed, [fault]);
      const client = new AbortController();
      const posting = post(setup.faultProxy.url, client.signal);
      if (fault.kind === 'stall') {
        await until(() => setup.faultProxy.missed.length === 0);
        client.abort();
      }
      const outcome = await posting;
      if (typeof response === 'string') assert.equal(outcome, response);
      else assert.match(outcome, response);
      await until(() => setup.faultProxy.missed.length === 0);
      await until(() => setup.received.length >= received.length); // a part of a request arrives after the client's error
      assert.deepEqual(setup.received, received);
    });
  }

  it('reports a fault that no request has met', async (t) => {
    const { faultProxy } = await setUp(t);
    const fault: Fault = { kind: 'reset', at: 'after-answer' };
    faultProxy.next({ kind: 'pass' }, fault);
    assert.equal(await post(faultProxy.url), PAID);
    assert.deepEqual(faultProxy.missed, [fault]);
  });

  it('reports a fault whose request ended before its point', async (t) => {
    const url = await startServer(t, (_request, { socket }) => socket?.resetAndDestroy());
    const faultProxy = await startFaultProxy(url);
    t.after(() => faultProxy.close());
    const fault: Fault = { kind: 'garbage' };
    faultProxy.always(fault);
    assert.equal(await post(faultProxy.url), RST);
    assert.deepEqual(faultProxy.missed, [fault]);
  });
});
