import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, captureLog, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { until } from '../../support/until.js';

/** In ms. */
const LIMIT = 10_000;
const URL = 'https://shop.example/pay';

describe('a body that arrives late', () => {
  /** Pays with a body that does not arrive yet. */
  async function payLate() {
    const clock = new FakeClock();
    const { logger, lines } = captureLog();
    const proxy = testProxy({ logger, fetch: () => Promise.resolve(Response.json({})) }, clock);
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
    await until(() => clock.waiting.includes(LIMIT));
    const trickle = () => controller?.enqueue(new TextEncoder().encode(' '));
    return { clock, paying, send, trickle, lines };
  }

  it('is read within 10 s', async () => {
    const { clock, paying, send } = await payLate();
    await clock.advance(LIMIT - 1);
    send();
    assert.equal((await paying).status, 200);
  });

  it('is refused after 10 s, with both possible causes', async () => {
    const { clock, paying } = await payLate();
    await clock.advance(LIMIT);
    const { detail } = await assertProblem(await paying, 408, 'invalid_request', 'not_charged');
    assert.match(String(detail), /did not arrive within 10 s, or other code, such as a body parser, has read it/);
  });

  it('is refused after 10 s even if data keeps arriving, and closes the connection', async () => {
    const { clock, paying, trickle } = await payLate();
    for (let second = 0; second < 10; second++) {
      trickle();
      await clock.advance(1000);
    }
    const response = await paying;
    assert.equal(response.headers.get('Connection'), 'close');
    await assertProblem(response, 408, 'invalid_request', 'not_charged');
  });

  it('is logged with both possible causes', async () => {
    const { clock, paying, lines } = await payLate();
    await clock.advance(LIMIT);
    await paying;
    const [{ event, code, status, message } = {}] = lines;
    assert.deepEqual([event, code, status], ['requests_refused', 'invalid_request', 408]);
    assert.match(message ?? '', /did not arrive in time\..* mount the proxy before express\.json\(\)/);
  });
});
