import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertProblem, captureLog, paymentRequest, testProxy } from '../../../support/node-proxy.js';

const URL = 'https://shop.example/pay';

describe('a body that arrives late', () => {
  /** Pays with a body that does not arrive yet. */
  async function payLate(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { logger, lines } = captureLog();
    const proxy = testProxy({ logger, fetch: () => Promise.resolve(Response.json({})) });
    const given = paymentRequest(URL);
    const { headers } = given;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
    const paying = proxy(new Request(`${URL}/v1/payments`, { method: 'POST', headers, body, duplex: 'half' } as never));
    const sent = new Uint8Array(await given.arrayBuffer());
    const send = () => {
      controller?.enqueue(sent);
      controller?.close();
    };
    await setImmediate();
    return { paying, send, lines };
  }

  it('is read within 10 s', async (t) => {
    const { paying, send } = await payLate(t);
    t.mock.timers.tick(9999);
    send();
    assert.equal((await paying).status, 200);
  });

  it('is refused after 10 s, with both possible causes', async (t) => {
    const { paying } = await payLate(t);
    t.mock.timers.tick(10_000);
    const { detail } = await assertProblem(await paying, 408, 'invalid_request', 'not_charged');
    assert.match(String(detail), /did not arrive within 10 s, or other code, such as a body parser, has read it/);
  });

  it('is logged with both possible causes', async (t) => {
    const { paying, lines } = await payLate(t);
    t.mock.timers.tick(10_000);
    await paying;
    const [{ event, code, status, message } = {}] = lines;
    assert.deepEqual([event, code, status], ['requests_refused', 'invalid_request', 408]);
    assert.match(message ?? '', /did not arrive in time\..* mount the proxy before express\.json\(\)/);
  });
});
